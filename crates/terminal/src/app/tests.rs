//! What keys and mouse do, as players use them.

use client::online::NetworkEffect as Order;
use client::{Effect, Event, Language, PlayerAction};
use game::{Offer, Ply};
use protocol::ToServer;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use rules::Color;

use super::{App, AppEffect, DisplayOptions, FormRow, InputLine, OpponentChoice, Overlay, Prompt};
use crate::golden::TestApp;
use crate::{ColorDepth, PieceStyle};

const DISPLAY: DisplayOptions = DisplayOptions {
    piece_style_override: None,
    piece_style: PieceStyle::Auto,
    color_depth: ColorDepth::TrueColor,
    system_language: Language::English,
    language_override: None,
};

fn test_app() -> TestApp {
    TestApp::with_game((80, 24), DISPLAY)
}

/// The moves on the board after a script.
fn check_moves(script: &str, moves: &str) {
    let mut stage = test_app();
    stage.run_script(script);
    let played: Vec<String> = stage.app.view().moves().moves.into_iter().map(|seen| seen.san).collect();
    assert_eq!(played.join(" "), moves, "{script}");
}

#[test]
fn moves_by_typing_clicking_dragging_and_cursor() {
    check_moves("e4{enter}", "e4");
    check_moves("e2e4{enter}", "e4");
    check_moves(":h4{enter}", "h4");
    check_moves("Nf{tab}{enter}", "Nf3");
    check_moves("{click e2}{click e4}", "e4");
    check_moves("{press e2}{drag e3}{drag e4}{release e4}", "e4");
    check_moves("{press e2}{drag e5}{release e5}", "");
    check_moves("{up}{enter}{up}{up}{enter}", "e4");
    check_moves("kllh {up}{up}{enter}", "f4");
    check_moves("jj{enter}{esc}", "");
}

#[test]
fn h_is_a_file_before_a_rank_or_capture_and_a_cursor_key_otherwise() {
    check_moves("h4{enter}", "h4");
    check_moves("h4{enter}g5{enter}hxg5{enter}", "h4 g5 hxg5");
    check_moves("h2h3{enter}", "h3");
    check_moves("hhh {up}{enter}", "c3");
    let mut stage = test_app();
    stage.run_script("kh");
    let left = stage.app.view().cursor();
    stage.run_script("4{esc}");
    assert_ne!(stage.app.view().cursor(), left, "the step to the left was none");
}

#[test]
fn prompts_repeat_until_they_are_answered() {
    let promotion = "{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}";
    check_moves(&format!("{promotion}xk7n"), "a8=N");
    check_moves(&format!("{promotion}{{down}}{{enter}}"), "a8=N");
    check_moves(&format!("{promotion}{{click a6}}"), "a8=R+");
    check_moves(&format!("{promotion}c"), "");
    check_moves(&format!("{promotion}♔♘"), "a8=N");
    check_moves(&format!("{promotion}♜"), "a8=R+");
    check_moves("{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}a8{enter}b", "a8=B");
    check_moves(&format!("{promotion}{{esc}}a8=Q{{enter}}"), "a8=Q+");
    check_moves("{moves e4 e5 Nf3 Nc6 Bc4 Bc5}>", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
    check_moves("{moves d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 a3}<", "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 a3 O-O-O");
}

/// The king is selected and can castle: what is no answer is told so, and the question stays.
#[test]
fn castling_prompt_repeats_until_answered() {
    let white = "{paste r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1}{click e1}";
    let black = "{paste r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1}{click e8}";
    for wrong in ["r", "x", "7", "=", "u"] {
        let mut stage = test_app();
        stage.run_script(&format!("{white}{wrong}"));
        assert!(stage.app.is_answer_rejected() && stage.app.castling_options().is_some(), "{wrong}");
        assert_eq!((stage.app.prompt(), stage.app.overlay()), (None, &Overlay::None), "{wrong}");
        stage.run_script("{right}");
        assert!(!stage.app.is_answer_rejected(), "{wrong}: something sensible was done since");
    }
    check_moves(&format!("{white}rx<"), "O-O-O");
    check_moves(&format!("{white}>"), "O-O");
    check_moves(&format!("{white}{{esc}}r"), "");
    check_moves(&format!("{white}g1{{enter}}"), "O-O");
    // Left is left on the screen, whoever sits where.
    check_moves(&format!("{black}<"), "O-O-O");
    check_moves(&format!("{black}t<"), "O-O");
    check_moves(&format!("{black}c8{{enter}}"), "O-O-O");
}

#[test]
fn tab_cycles_through_completions() {
    check_moves("N{tab}{enter}", "Na3");
    check_moves("N{tab}{tab}{enter}", "Nc3");
    check_moves("N{tab}{tab}{tab}{tab}{enter}", "Nh3");
    check_moves("N{tab}{tab}{tab}{tab}{tab}{enter}", "Na3");
    check_moves("N{backtab}{enter}", "Nh3");
    check_moves("N{tab}{back}{back}f{tab}{enter}", "Nf3");
}

#[test]
fn unavailable_commands_say_why() {
    let remark = |script: &str| {
        let mut stage = test_app();
        stage.run_script(script);
        stage.app.notice().map(|remark| remark.text(stage.app.words(), stage.app.texts())).unwrap_or_default()
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
fn draw_menu_rows_have_number_keys() {
    for (keys, by) in [("=1", Color::White), ("=2", Color::Black), ("=j{enter}", Color::Black)] {
        let mut stage = test_app();
        stage.run_script(&format!("{{moves e4}}{keys}"));
        assert_eq!(stage.app.prompt(), Some(Prompt::Offer(by, Offer::Draw)), "{keys}");
    }
    let mut stage = test_app();
    stage.run_script("{moves e4}=9");
    assert_eq!(*stage.app.overlay(), Overlay::DrawMenu);
}

#[test]
fn a_failed_opponent_can_be_restarted() {
    let mut stage = test_app();
    stage.run_script(&format!("{OPPONENT_GAME}{{lost}}"));
    assert_eq!((stage.app.opponent_name(), stage.app.failed_side()), (None, Some(Color::Black)));
    assert!(stage.app.view().local_game().is_all_local());
    stage.app.take_effects();
    stage.run_script("x");
    assert!(stage.app.take_effects().contains(&AppEffect::SeatOpponent(OpponentChoice::Engine)));
    assert_eq!((stage.app.opponent_name(), stage.app.failed_side()), (Some("stockfish"), None));
    assert!(!stage.app.view().local_game().is_local(Color::Black));
    stage.app.opponent_acted(PlayerAction::play(Ply(1), "e7e5".parse().unwrap()));
    assert_eq!(stage.app.view().local_game().game().plies(), 2);
    stage.run_script("{lost unfit}");
    assert_eq!(stage.app.failed_side(), None, "it could not play the next time either");
}

#[test]
fn losing_data_needs_confirmation() {
    let errands = |script: &str| {
        let mut stage = test_app();
        stage.app.take_effects();
        stage.run_script(script);
        stage.app.take_effects()
    };
    assert!(errands("q").contains(&AppEffect::Quit), "nothing is lost");
    assert!(!errands("{moves e4}qx").contains(&AppEffect::Quit));
    assert!(!errands("{moves e4}qn").contains(&AppEffect::Quit));
    assert!(errands("{moves e4}qxy").contains(&AppEffect::Quit));
    assert!(errands("{moves e4}ㅂㅌㅛ").contains(&AppEffect::Quit), "also on a keyboard in Hangul");
    assert!(errands("{moves e4}o/x{enter}").contains(&AppEffect::ReadFile("/x".to_owned())));
    let overwrites =
        |script: &str| errands(script).iter().any(|errand| matches!(errand, AppEffect::OverwriteFile { .. }));
    assert!(overwrites("{moves e4}s{enter}{exists a.pgn}xy"));
    assert!(!overwrites("{moves e4}s{enter}{exists a.pgn}n"));
    let written = errands("{moves e4}s{enter}");
    let is_pgn = |errand: &AppEffect| matches!(errand, AppEffect::WriteFile { path, text } if path == "white-black.pgn" && text.contains("1. e4"));
    assert!(written.iter().any(is_pgn), "{written:?}");
}

#[test]
fn overlays_open_and_close() {
    let mut stage = test_app();
    for (keys, layer) in [("?", Overlay::Help), ("m", Overlay::Menu)] {
        stage.run_script(keys);
        assert_eq!(*stage.app.overlay(), layer);
        stage.run_script("{esc}");
        assert_eq!(*stage.app.overlay(), Overlay::None);
    }
    stage.run_script("=");
    assert_eq!(*stage.app.overlay(), Overlay::None, "before the first move there is no draw to be had");
    stage.run_script("e");
    assert_eq!(stage.app.input_line(), InputLine::Open);
    stage.run_script("{back}{back}");
    assert_eq!(stage.app.input_line(), InputLine::Closed);
}

#[test]
fn help_scrolling_stops_at_the_end() {
    let looks = DisplayOptions {
        piece_style_override: None,
        piece_style: PieceStyle::Auto,
        color_depth: ColorDepth::TrueColor,
        system_language: Language::English,
        language_override: None,
    };
    let mut stage = TestApp::with_game((40, 20), looks);
    stage.run_script("?");
    let first = stage.screen();
    stage.run_script(&"{down}".repeat(50));
    let last = stage.screen();
    assert_ne!(first, last);
    stage.run_script("{up}");
    assert_ne!(stage.screen(), last, "the first step back is seen");
}

#[test]
fn the_selected_form_row_survives_row_changes() {
    let mut stage = test_app();
    stage.run_script("n{end}{up}");
    let chosen = |app: &App| app.form_rows()[app.selected_row()];
    for _ in 0..2 {
        assert_eq!(chosen(&stage.app), FormRow::AutoFlip);
        stage.run_script("{right}");
    }
    assert_eq!(chosen(&stage.app), FormRow::AutoFlip);
}

/// A game against somebody elsewhere who plays Black, in which White has played e4.
const OPPONENT_GAME: &str = "{opponent stockfish}n{down}{down}{right}{end}{enter}{moves e4}";

#[test]
fn stale_opponent_actions_are_ignored_and_illegal_ones_fail() {
    let told = |script: &str, action: PlayerAction| {
        let mut stage = test_app();
        stage.run_script(script);
        stage.app.opponent_acted(action);
        (stage.app.opponent_name().is_some(), stage.app.view().local_game().game().plies())
    };
    let answer = || PlayerAction::play(Ply(1), "e7e5".parse().unwrap());
    assert_eq!(told(OPPONENT_GAME, answer()), (true, 2));
    let illegal = PlayerAction::play(Ply(1), "e7e4".parse().unwrap());
    assert_eq!(told(OPPONENT_GAME, illegal), (false, 1), "an illegal move");
    assert_eq!(told(&format!("{OPPONENT_GAME}ry"), answer()), (true, 1), "behind a resignation");
    assert_eq!(told(OPPONENT_GAME, PlayerAction::accept(Offer::Draw)), (true, 1), "there is no offer");
    assert_eq!(told(OPPONENT_GAME, PlayerAction::decline(Offer::Takeback)), (true, 1));
}

#[test]
fn wheel_and_move_list_step_through_the_game() {
    let mut stage = test_app();
    stage.run_script("{moves e4 e5 Nf3}");
    let shown = |app: &App| app.view().moves().shown_ply;
    let mouse =
        |kind, column, row| Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    stage.app.input(mouse(MouseEventKind::ScrollUp, 5, 5));
    assert_eq!(shown(&stage.app), 2);
    // The second row under the title of the list, in White's column.
    stage.app.input(mouse(MouseEventKind::Down(MouseButton::Left), 50, 4));
    assert_eq!(shown(&stage.app), 1);
    stage.app.send(Event::Navigate(client::Navigation::Last));
    assert_eq!(shown(&stage.app), 3);
}

#[test]
fn ctrl_c_quits_everywhere() {
    for script in ["", "e", "m", "n", ",", "s"] {
        let mut stage = test_app();
        stage.run_script(script);
        stage.app.take_effects();
        stage.app.input(Input::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert_eq!(stage.app.take_effects(), [AppEffect::Quit], "{script:?}");
    }
}

/// What is asked of a server by the keys of its first screen, and at its board.
#[test]
fn online_keys_send_the_right_messages() {
    let asked = |script: &str| {
        let mut stage = TestApp::new((80, 24), DISPLAY);
        stage.run_script(script);
        stage.app.take_effects()
    };
    let sends = |script: &str, wanted: fn(&ToServer) -> bool| {
        let is_sent = |errand: &AppEffect| matches!(errand, AppEffect::Client(Effect::Network(Order::Send(message))) if wanted(message));
        assert!(asked(script).iter().any(is_sent), "{script}");
    };
    sends("{server}{lobby}j{enter}", |message| matches!(message, ToServer::Seek { .. }));
    sends("{server}{lobby}jjj{enter}", |message| matches!(message, ToServer::Join { .. }));
    sends("{server}{game}{happens e2e4}{happens e7e5}{happens draw}y", |message| {
        matches!(message, ToServer::Act { act: protocol::PlayerAction::Accept { .. }, .. })
    });
    // What was answered is not asked again while the answer is on its way.
    let answers = asked("{server}{game}{happens e2e4}{happens e7e5}{happens draw}nyy");
    let accepts = |errand: &AppEffect| {
        let AppEffect::Client(Effect::Network(Order::Send(ToServer::Act { act, .. }))) = errand else {
            return false;
        };
        matches!(act, protocol::PlayerAction::Accept { .. })
    };
    assert!(!answers.iter().any(accepts), "{answers:?}");
    let over = "{server}{game}{happens e2e4}{happens e7e5}{happens resigned}{happens rematch}";
    sends(&format!("{over}xy"), |message| {
        matches!(
            message,
            ToServer::Act { act: protocol::PlayerAction::Offer { offer: protocol::OfferKind::Rematch }, .. }
        )
    });
    sends(&format!("{over}n"), |message| {
        matches!(message, ToServer::Act { act: protocol::PlayerAction::Decline { .. }, .. })
    });
    sends("{server}{game}{happens e2e4}{happens e7e5}{happens resigned}n", |message| {
        matches!(message, ToServer::Leave { .. })
    });
    for (script, computer) in [("{enter}", None), ("jj{right}{enter}", Some("clara"))] {
        let errands = asked(&format!("{{server}}{{lobby}}{script}"));
        let invitation = errands.into_iter().find_map(|errand| match errand {
            AppEffect::CreateOnlineGame(invitation) => Some(invitation),
            _ => None,
        });
        let named = invitation.unwrap().computer.map(|name| name.to_string());
        assert_eq!(named.as_deref(), computer, "{script}");
    }
    let early = asked("{server}{lobby}{cut}{enter}");
    assert!(
        !early.iter().any(|errand| matches!(errand, AppEffect::CreateOnlineGame(_))),
        "nobody knows us yet"
    );
    // Only somebody who plays is asked before they go.
    assert!(asked("{server}{lobby}q").contains(&AppEffect::Quit));
    assert!(asked("{server}{game watched}{happens e2e4}q").contains(&AppEffect::Quit));
    assert!(!asked("{server}{game}{happens e2e4}q").contains(&AppEffect::Quit));
}
