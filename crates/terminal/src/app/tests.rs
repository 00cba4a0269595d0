//! What keys and mouse do, as players use them.

use client::online::Errand as Order;
use client::{Deed, Effect, Event, Language};
use game::Offer;
use protocol::ToServer;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use rules::Color;

use super::{Against, App, Errand, FormRow, Layer, Line, Looks, Prompt};
use crate::golden::Stage;
use crate::{Depth, Pieces};

const LOOKS: Looks = Looks {
    asked_pieces: None,
    pieces: Pieces::Auto,
    depth: Depth::True,
    system: Language::English,
    asked: None,
};

fn stage() -> Stage {
    Stage::seated((80, 24), LOOKS)
}

/// The moves on the board after a script.
fn check(script: &str, moves: &str) {
    let mut stage = stage();
    stage.act(script);
    let played: Vec<String> = stage.app.view().moves().list.into_iter().map(|seen| seen.san).collect();
    assert_eq!(played.join(" "), moves, "{script}");
}

#[test]
fn moves_are_made_in_many_ways() {
    check("e4{enter}", "e4");
    check("e2e4{enter}", "e4");
    check(":h4{enter}", "h4");
    check("Nf{tab}{enter}", "Nf3");
    check("{click e2}{click e4}", "e4");
    check("{press e2}{drag e3}{drag e4}{release e4}", "e4");
    check("{press e2}{drag e5}{release e5}", "");
    check("{up}{enter}{up}{up}{enter}", "e4");
    check("kllh {up}{up}{enter}", "f4");
    check("jj{enter}{esc}", "");
}

#[test]
fn an_h_is_a_file_when_a_rank_or_a_capture_follows() {
    check("h4{enter}", "h4");
    check("h4{enter}g5{enter}hxg5{enter}", "h4 g5 hxg5");
    check("h2h3{enter}", "h3");
    check("hhh {up}{enter}", "c3");
    let mut stage = stage();
    stage.act("kh");
    let left = stage.app.view().cursor();
    stage.act("4{esc}");
    assert_ne!(stage.app.view().cursor(), left, "the step to the left was none");
}

#[test]
fn prompts_repeat_until_they_are_answered() {
    let promotion = "{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}";
    check(&format!("{promotion}xk7n"), "a8=N");
    check(&format!("{promotion}{{down}}{{enter}}"), "a8=N");
    check(&format!("{promotion}{{click a6}}"), "a8=R+");
    check(&format!("{promotion}c"), "");
    check(&format!("{promotion}♔♘"), "a8=N");
    check(&format!("{promotion}♜"), "a8=R+");
    check("{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}a8{enter}b", "a8=B");
    check(&format!("{promotion}{{esc}}a8=Q{{enter}}"), "a8=Q+");
    check("{moves e4 e5 Nf3 Nc6 Bc4 Bc5}>", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
    check("{moves d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 a3}<", "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 a3 O-O-O");
}

/// The king is selected and can castle: what is no answer is told so, and the question stays.
#[test]
fn which_way_to_castle_is_asked_until_it_is_answered() {
    let white = "{paste r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1}{click e1}";
    let black = "{paste r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1}{click e8}";
    for wrong in ["r", "x", "7", "=", "u"] {
        let mut stage = stage();
        stage.act(&format!("{white}{wrong}"));
        assert!(stage.app.is_asked_again() && stage.app.castling_ways().is_some(), "{wrong}");
        assert_eq!((stage.app.prompt(), stage.app.layer()), (None, &Layer::None), "{wrong}");
        stage.act("{right}");
        assert!(!stage.app.is_asked_again(), "{wrong}: something sensible was done since");
    }
    check(&format!("{white}rx<"), "O-O-O");
    check(&format!("{white}>"), "O-O");
    check(&format!("{white}{{esc}}r"), "");
    check(&format!("{white}g1{{enter}}"), "O-O");
    // Left is left on the screen, whoever sits where.
    check(&format!("{black}<"), "O-O-O");
    check(&format!("{black}t<"), "O-O");
    check(&format!("{black}c8{{enter}}"), "O-O-O");
}

#[test]
fn tab_goes_round_the_moves_that_are_possible() {
    check("N{tab}{enter}", "Na3");
    check("N{tab}{tab}{enter}", "Nc3");
    check("N{tab}{tab}{tab}{tab}{enter}", "Nh3");
    check("N{tab}{tab}{tab}{tab}{tab}{enter}", "Na3");
    check("N{backtab}{enter}", "Nh3");
    check("N{tab}{back}{back}f{tab}{enter}", "Nf3");
}

#[test]
fn what_is_not_for_this_game_is_said_so() {
    let remark = |script: &str| {
        let mut stage = stage();
        stage.act(script);
        stage.app.remark().map(|remark| remark.text(stage.app.words(), stage.app.texts())).unwrap_or_default()
    };
    for key in ["w", "+", "'"] {
        assert_eq!(remark(key), "That is for games on a server.", "{key}");
    }
    assert!(remark("=").starts_with("You can offer a draw after the first move"));
    let flag = "n{down}{right}{end}{enter}{moves e4 e5}{wait 60000}";
    assert!(remark(&format!("{flag}u")).starts_with("The game is over."));
    assert_eq!(remark(&format!("{flag}uz")), "", "that was the game before");
}

#[test]
fn draws_are_chosen_by_number() {
    for (keys, by) in [("=1", Color::White), ("=2", Color::Black), ("=j{enter}", Color::Black)] {
        let mut stage = stage();
        stage.act(&format!("{{moves e4}}{keys}"));
        assert_eq!(stage.app.prompt(), Some(Prompt::Offer(by, Offer::Draw)), "{keys}");
    }
    let mut stage = stage();
    stage.act("{moves e4}=9");
    assert_eq!(*stage.app.layer(), Layer::Draw);
}

#[test]
fn an_opponent_that_failed_is_started_again() {
    let mut stage = stage();
    stage.act(&format!("{AGAINST}{{lost}}"));
    assert_eq!((stage.app.opponent(), stage.app.gone()), (None, Some(Color::Black)));
    assert!(stage.app.view().table().is_shared());
    stage.app.take_errands();
    stage.act("x");
    assert!(stage.app.take_errands().contains(&Errand::Seat(Against::Engine)));
    assert_eq!((stage.app.opponent(), stage.app.gone()), (Some("stockfish"), None));
    assert!(!stage.app.view().table().is_here(Color::Black));
    stage.app.told(Deed::Move("e7e5".parse().unwrap()));
    assert_eq!(stage.app.view().table().game().plies(), 2);
    stage.act("{lost unfit}");
    assert_eq!(stage.app.gone(), None, "it could not play the next time either");
}

#[test]
fn what_would_be_lost_is_asked_for() {
    let errands = |script: &str| {
        let mut stage = stage();
        stage.app.take_errands();
        stage.act(script);
        stage.app.take_errands()
    };
    assert!(errands("q").contains(&Errand::Quit), "nothing is lost");
    assert!(!errands("{moves e4}qx").contains(&Errand::Quit));
    assert!(!errands("{moves e4}qn").contains(&Errand::Quit));
    assert!(errands("{moves e4}qxy").contains(&Errand::Quit));
    assert!(errands("{moves e4}ㅂㅌㅛ").contains(&Errand::Quit), "also on a keyboard in Hangul");
    assert!(errands("{moves e4}o/x{enter}").contains(&Errand::Read("/x".to_owned())));
    let overwrites =
        |script: &str| errands(script).iter().any(|errand| matches!(errand, Errand::Overwrite { .. }));
    assert!(overwrites("{moves e4}s{enter}{exists a.pgn}xy"));
    assert!(!overwrites("{moves e4}s{enter}{exists a.pgn}n"));
    let written = errands("{moves e4}s{enter}");
    let is_pgn = |errand: &Errand| matches!(errand, Errand::Write { path, text } if path == "white-black.pgn" && text.contains("1. e4"));
    assert!(written.iter().any(is_pgn), "{written:?}");
}

#[test]
fn layers_open_and_close() {
    let mut stage = stage();
    for (keys, layer) in [("?", Layer::Help), ("m", Layer::Menu)] {
        stage.act(keys);
        assert_eq!(*stage.app.layer(), layer);
        stage.act("{esc}");
        assert_eq!(*stage.app.layer(), Layer::None);
    }
    stage.act("=");
    assert_eq!(*stage.app.layer(), Layer::None, "before the first move there is no draw to be had");
    stage.act("e");
    assert_eq!(stage.app.line(), Line::Open);
    stage.act("{back}{back}");
    assert_eq!(stage.app.line(), Line::Closed);
}

#[test]
fn the_help_goes_no_further_than_its_end() {
    let looks = Looks {
        asked_pieces: None,
        pieces: Pieces::Auto,
        depth: Depth::True,
        system: Language::English,
        asked: None,
    };
    let mut stage = Stage::seated((40, 20), looks);
    stage.act("?");
    let first = stage.picture();
    stage.act(&"{down}".repeat(50));
    let last = stage.picture();
    assert_ne!(first, last);
    stage.act("{up}");
    assert_ne!(stage.picture(), last, "the first step back is seen");
}

#[test]
fn a_row_of_the_form_stays_chosen_while_others_come_and_go() {
    let mut stage = stage();
    stage.act("n{end}{up}");
    let chosen = |app: &App| app.form_rows()[app.row()];
    for _ in 0..2 {
        assert_eq!(chosen(&stage.app), FormRow::Turning);
        stage.act("{right}");
    }
    assert_eq!(chosen(&stage.app), FormRow::Turning);
}

/// A game against somebody elsewhere who plays Black, in which White has played e4.
const AGAINST: &str = "{opponent stockfish}n{down}{down}{right}{end}{enter}{moves e4}";

#[test]
fn what_comes_too_late_is_no_lie() {
    let told = |script: &str, deed: Deed| {
        let mut stage = stage();
        stage.act(script);
        stage.app.told(deed);
        (stage.app.opponent().is_some(), stage.app.view().table().game().plies())
    };
    let answer = || Deed::Move("e7e5".parse().unwrap());
    assert_eq!(told(AGAINST, answer()), (true, 2));
    assert_eq!(told(AGAINST, Deed::Move("e7e4".parse().unwrap())), (false, 1), "a lie");
    assert_eq!(told(&format!("{AGAINST}ry"), answer()), (true, 1), "behind a resignation");
    assert_eq!(told(AGAINST, Deed::Accept(Offer::Draw)), (true, 1), "there is no offer");
    assert_eq!(told(AGAINST, Deed::Decline(Offer::Takeback)), (true, 1));
}

#[test]
fn the_wheel_and_the_list_show_other_moments() {
    let mut stage = stage();
    stage.act("{moves e4 e5 Nf3}");
    let shown = |app: &App| app.view().moves().shown;
    let mouse =
        |kind, column, row| Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    stage.app.input(mouse(MouseEventKind::ScrollUp, 5, 5));
    assert_eq!(shown(&stage.app), 2);
    // The second row under the title of the list, in White's column.
    stage.app.input(mouse(MouseEventKind::Down(MouseButton::Left), 50, 4));
    assert_eq!(shown(&stage.app), 1);
    stage.app.send(Event::Show(client::Moment::Last));
    assert_eq!(shown(&stage.app), 3);
}

#[test]
fn control_and_c_is_the_end_everywhere() {
    for script in ["", "e", "m", "n", ",", "s"] {
        let mut stage = stage();
        stage.act(script);
        stage.app.take_errands();
        stage.app.input(Input::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert_eq!(stage.app.take_errands(), [Errand::Quit], "{script:?}");
    }
}

/// What is asked of a server by the keys of its first screen, and at its board.
#[test]
fn keys_ask_the_server() {
    let asked = |script: &str| {
        let mut stage = Stage::new((80, 24), LOOKS);
        stage.act(script);
        stage.app.take_errands()
    };
    let sends = |script: &str, wanted: fn(&ToServer) -> bool| {
        let is_sent = |errand: &Errand| matches!(errand, Errand::Effect(Effect::Online(Order::Send(message))) if wanted(message));
        assert!(asked(script).iter().any(is_sent), "{script}");
    };
    sends("{server}{lobby}j{enter}", |message| matches!(message, ToServer::Seek { .. }));
    sends("{server}{lobby}jjj{enter}", |message| matches!(message, ToServer::Join { .. }));
    sends("{server}{game}{happens e2e4}{happens e7e5}{happens draw}y", |message| {
        matches!(message, ToServer::Act { act: protocol::Act::Accept { .. }, .. })
    });
    // What was answered is not asked again while the answer is on its way.
    let answers = asked("{server}{game}{happens e2e4}{happens e7e5}{happens draw}nyy");
    let accepts = |errand: &Errand| {
        let Errand::Effect(Effect::Online(Order::Send(ToServer::Act { act, .. }))) = errand else {
            return false;
        };
        matches!(act, protocol::Act::Accept { .. })
    };
    assert!(!answers.iter().any(accepts), "{answers:?}");
    let over = "{server}{game}{happens e2e4}{happens e7e5}{happens resigned}{happens rematch}";
    sends(&format!("{over}xy"), |message| {
        matches!(message, ToServer::Act { act: protocol::Act::Offer { offer: protocol::Offer::Rematch }, .. })
    });
    sends(&format!("{over}n"), |message| {
        matches!(message, ToServer::Act { act: protocol::Act::Decline { .. }, .. })
    });
    sends("{server}{game}{happens e2e4}{happens e7e5}{happens resigned}n", |message| {
        matches!(message, ToServer::Leave { .. })
    });
    for (script, computer) in [("{enter}", None), ("jj{right}{enter}", Some("clara"))] {
        let errands = asked(&format!("{{server}}{{lobby}}{script}"));
        let invitation = errands.into_iter().find_map(|errand| match errand {
            Errand::Invite(invitation) => Some(invitation),
            _ => None,
        });
        let named = invitation.unwrap().computer.map(|name| name.to_string());
        assert_eq!(named.as_deref(), computer, "{script}");
    }
    let early = asked("{server}{lobby}{cut}{enter}");
    assert!(!early.iter().any(|errand| matches!(errand, Errand::Invite(_))), "nobody knows us yet");
    // Only somebody who plays is asked before they go.
    assert!(asked("{server}{lobby}q").contains(&Errand::Quit));
    assert!(asked("{server}{game watched}{happens e2e4}q").contains(&Errand::Quit));
    assert!(!asked("{server}{game}{happens e2e4}q").contains(&Errand::Quit));
}
