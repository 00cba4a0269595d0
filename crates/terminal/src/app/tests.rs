//! Keyboard and mouse scripts, as players use them.

use client::online::NetworkEffect;
use client::{Effect, Event, Language, PlayerAction};
use game::{Offer, Ply};
use protocol::{ChallengeAnswer, ToServer};
use ratatui::crossterm::event::{
    Event as CrosstermEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
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

/// Runs a script and compares the moves played.
fn check_moves(script: &str, moves: &str) {
    let mut harness = test_app();
    harness.run_script(script);
    let played: Vec<String> = harness.app.view().moves().moves.into_iter().map(|seen| seen.san).collect();
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
    let mut harness = test_app();
    harness.run_script("kh");
    let left = harness.app.view().cursor();
    harness.run_script("4{esc}");
    assert_ne!(harness.app.view().cursor(), left, "the cursor step is undone");
}

#[test]
fn prompts_repeat_until_they_are_answered() {
    let promotion = "{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}";
    check_moves(&format!("{promotion}xk7n"), "a8=N");
    check_moves("{moves e4 e5}Ke5{enter}Nf3{enter}", "e4 e5 Nf3");
    check_moves("{moves e4 e5}Nf4{enter}{back}3{enter}", "e4 e5 Nf3");
    check_moves(&format!("{promotion}z{{enter}}"), "");
    check_moves(&format!("{promotion}z{{enter}}r{{enter}}"), "a8=R+");
    check_moves(&format!("{promotion}z{{down}}{{enter}}"), "a8=N");
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

/// The king is selected and can castle: other keys repeat the prompt.
#[test]
fn castling_prompt_repeats_until_answered() {
    let white = "{paste r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1}{click e1}";
    let black = "{paste r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1}{click e8}";
    for wrong in ["r", "x", "7", "=", "u"] {
        let mut harness = test_app();
        harness.run_script(&format!("{white}{wrong}"));
        assert!(harness.app.is_answer_rejected() && harness.app.castling_options().is_some(), "{wrong}");
        assert_eq!((harness.app.prompt(), harness.app.overlay()), (None, &Overlay::None), "{wrong}");
        harness.run_script("{right}");
        assert!(!harness.app.is_answer_rejected(), "{wrong}: something sensible was done since");
    }
    check_moves(&format!("{white}rx<"), "O-O-O");
    check_moves(&format!("{white}>"), "O-O");
    check_moves(&format!("{white}{{esc}}r"), "");
    check_moves(&format!("{white}g1{{enter}}"), "O-O");
    // Left is left on the screen, regardless of the colour.
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
    let notice = |script: &str| {
        let mut harness = test_app();
        harness.run_script(script);
        harness
            .app
            .notice()
            .map(|notice| notice.text(harness.app.locale(), harness.app.texts()))
            .unwrap_or_default()
    };
    for key in ["w", "+", "'"] {
        assert_eq!(notice(key), "Only available in online games.", "{key}");
    }
    assert!(notice("=").starts_with("You can offer a draw after the first move"));
    let flag = "n{down}{right}{end}{enter}{moves e4 e5}{wait 60000}";
    assert!(notice(&format!("{flag}u")).starts_with("The game is over."));
    assert_eq!(notice(&format!("{flag}uz")), "", "a rematch clears the notice");
}

#[test]
fn draw_menu_rows_have_number_keys() {
    for (keys, by) in [("=1", Color::White), ("=2", Color::Black), ("=j{enter}", Color::Black)] {
        let mut harness = test_app();
        harness.run_script(&format!("{{moves e4}}{keys}"));
        assert_eq!(harness.app.prompt(), Some(Prompt::Offer(by, Offer::Draw)), "{keys}");
    }
    let mut harness = test_app();
    harness.run_script("{moves e4}=9");
    assert_eq!(*harness.app.overlay(), Overlay::DrawMenu);
}

#[test]
fn a_failed_opponent_can_be_restarted() {
    let mut harness = test_app();
    harness.run_script(&format!("{OPPONENT_GAME}{{opponent-fails}}"));
    assert_eq!((harness.app.opponent_name(), harness.app.failed_side()), (None, Some(Color::Black)));
    assert!(harness.app.view().local_game().is_all_local());
    harness.app.take_effects();
    harness.run_script("x");
    assert!(harness.app.take_effects().contains(&AppEffect::SeatOpponent(OpponentChoice::Engine)));
    assert_eq!((harness.app.opponent_name(), harness.app.failed_side()), (Some("stockfish"), None));
    assert!(!harness.app.view().local_game().is_local(Color::Black));
    harness.app.opponent_acted(PlayerAction::play(Ply(1), "e7e5".parse().unwrap()));
    assert_eq!(harness.app.view().local_game().game().plies(), 2);
    harness.run_script("{opponent-fails unsupported}");
    assert_eq!(harness.app.failed_side(), None, "unsupported stays unsupported");
}

#[test]
fn losing_data_needs_confirmation() {
    let effects = |script: &str| {
        let mut harness = test_app();
        harness.app.take_effects();
        harness.run_script(script);
        harness.app.take_effects()
    };
    assert!(effects("q").contains(&AppEffect::Quit), "no confirmation without a game");
    assert!(!effects("{moves e4}qx").contains(&AppEffect::Quit));
    assert!(!effects("{moves e4}qn").contains(&AppEffect::Quit));
    assert!(effects("{moves e4}qxy").contains(&AppEffect::Quit));
    assert!(effects("{moves e4}ㅂㅌㅛ").contains(&AppEffect::Quit), "with a Hangul keyboard layout");
    assert!(effects("{moves e4}o/x{enter}").contains(&AppEffect::ReadFile("/x".to_owned())));
    let overwrites =
        |script: &str| effects(script).iter().any(|effect| matches!(effect, AppEffect::OverwriteFile { .. }));
    assert!(overwrites("{moves e4}s{enter}{file-exists a.pgn}xy"));
    assert!(!overwrites("{moves e4}s{enter}{file-exists a.pgn}n"));
    let written = effects("{moves e4}s{enter}");
    let is_pgn = |effect: &AppEffect| matches!(effect, AppEffect::WriteFile { path, text } if path == "white-black.pgn" && text.contains("1. e4"));
    assert!(written.iter().any(is_pgn), "{written:?}");
}

#[test]
fn overlays_open_and_close() {
    let mut harness = test_app();
    for (keys, overlay) in [("?", Overlay::Help), ("m", Overlay::Menu)] {
        harness.run_script(keys);
        assert_eq!(*harness.app.overlay(), overlay);
        harness.run_script("{esc}");
        assert_eq!(*harness.app.overlay(), Overlay::None);
    }
    harness.run_script("=");
    assert_eq!(*harness.app.overlay(), Overlay::None, "no draw offer before the first move");
    harness.run_script("e");
    assert_eq!(harness.app.input_line(), InputLine::Open);
    harness.run_script("{back}{back}");
    assert_eq!(harness.app.input_line(), InputLine::Closed);
}

#[test]
fn help_scrolling_stops_at_the_end() {
    let display = DisplayOptions {
        piece_style_override: None,
        piece_style: PieceStyle::Auto,
        color_depth: ColorDepth::TrueColor,
        system_language: Language::English,
        language_override: None,
    };
    let mut harness = TestApp::with_game((40, 20), display);
    harness.run_script("?");
    let first = harness.screen();
    harness.run_script(&"{down}".repeat(50));
    let last = harness.screen();
    assert_ne!(first, last);
    harness.run_script("{up}");
    assert_ne!(harness.screen(), last, "the first step back is visible");
}

#[test]
fn the_selected_form_row_survives_row_changes() {
    let mut harness = test_app();
    harness.run_script("n{end}{up}");
    let chosen = |app: &App| app.form_rows()[app.selected_row()];
    for _ in 0..2 {
        assert_eq!(chosen(&harness.app), FormRow::AutoFlip);
        harness.run_script("{right}");
    }
    assert_eq!(chosen(&harness.app), FormRow::AutoFlip);
}

/// A game against a remote Black player in which White has played e4.
const OPPONENT_GAME: &str = "{opponent stockfish}n{down}{down}{right}{end}{enter}{moves e4}";

#[test]
fn stale_opponent_actions_are_ignored_and_illegal_ones_fail() {
    let opponent_acts = |script: &str, action: PlayerAction| {
        let mut harness = test_app();
        harness.run_script(script);
        harness.app.opponent_acted(action);
        (harness.app.opponent_name().is_some(), harness.app.view().local_game().game().plies())
    };
    let answer = || PlayerAction::play(Ply(1), "e7e5".parse().unwrap());
    assert_eq!(opponent_acts(OPPONENT_GAME, answer()), (true, 2));
    let illegal = PlayerAction::play(Ply(1), "e7e4".parse().unwrap());
    assert_eq!(opponent_acts(OPPONENT_GAME, illegal), (false, 1), "an illegal move");
    assert_eq!(opponent_acts(&format!("{OPPONENT_GAME}ry"), answer()), (true, 1), "after a resignation");
    assert_eq!(
        opponent_acts(OPPONENT_GAME, PlayerAction::accept(Offer::Draw)),
        (true, 1),
        "there is no offer"
    );
    assert_eq!(opponent_acts(OPPONENT_GAME, PlayerAction::decline(Offer::Takeback)), (true, 1));
}

#[test]
fn wheel_and_move_list_step_through_the_game() {
    let mut harness = test_app();
    harness.run_script("{moves e4 e5 Nf3}");
    let shown = |app: &App| app.view().moves().shown_ply.0;
    let mouse = |kind, column, row| {
        CrosstermEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
    };
    harness.app.input(mouse(MouseEventKind::ScrollUp, 5, 5));
    assert_eq!(shown(&harness.app), 2);
    // Second row of the move list, in White's column.
    harness.app.input(mouse(MouseEventKind::Down(MouseButton::Left), 50, 4));
    assert_eq!(shown(&harness.app), 1);
    harness.app.send(Event::Navigate(client::Navigation::Last));
    assert_eq!(shown(&harness.app), 3);
}

#[test]
fn ctrl_c_quits_everywhere() {
    for script in ["", "e", "m", "n", ",", "s"] {
        let mut harness = test_app();
        harness.run_script(script);
        harness.app.take_effects();
        harness.app.input(CrosstermEvent::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert_eq!(harness.app.take_effects(), [AppEffect::Quit], "{script:?}");
    }
}

/// Messages sent by keys in the lobby and at the board.
#[test]
fn online_keys_send_the_right_messages() {
    let asked = |script: &str| {
        let mut harness = TestApp::new((80, 24), DISPLAY);
        harness.run_script(script);
        harness.app.take_effects()
    };
    let sends = |script: &str, wanted: fn(&ToServer) -> bool| {
        let is_sent = |effect: &AppEffect| matches!(effect, AppEffect::Client(Effect::Network(NetworkEffect::Send(message))) if wanted(message));
        assert!(asked(script).iter().any(is_sent), "{script}");
    };
    sends("{server}{lobby}j{enter}", |message| matches!(message, ToServer::Seek { .. }));
    sends("{server}{lobby}jjjj{enter}", |message| matches!(message, ToServer::Join { .. }));
    sends(
        "{server}{lobby}jjj{enter}ben 5+3 rated{enter}",
        |message| matches!(message, ToServer::Challenge { player, .. } if player.as_str() == "ben"),
    );
    let answers = |message: &ToServer, wanted: ChallengeAnswer| matches!(message, ToServer::AnswerChallenge { answer, .. } if *answer == wanted);
    for (keys, wanted) in [
        ("kk{enter}", ChallengeAnswer::Accept),
        ("kkx", ChallengeAnswer::Decline),
        ("kx", ChallengeAnswer::Cancel),
        ("k{enter}", ChallengeAnswer::Cancel),
    ] {
        let effects = asked(&format!("{{server}}{{challenges}}{{lobby}}{keys}"));
        let is_sent = |effect: &AppEffect| matches!(effect, AppEffect::Client(Effect::Network(NetworkEffect::Send(message))) if answers(message, wanted));
        assert!(effects.iter().any(is_sent), "{keys}");
    }
    sends("{server}{game}{event e2e4}{event e7e5}{event draw}y", |message| {
        matches!(message, ToServer::Action { action: protocol::PlayerAction::Accept { .. }, .. })
    });
    // An offer is not prompted again while the answer is in flight.
    let answers = asked("{server}{game}{event e2e4}{event e7e5}{event draw}nyy");
    let accepts = |effect: &AppEffect| {
        let AppEffect::Client(Effect::Network(NetworkEffect::Send(ToServer::Action { action: act, .. }))) =
            effect
        else {
            return false;
        };
        matches!(act, protocol::PlayerAction::Accept { .. })
    };
    assert!(!answers.iter().any(accepts), "{answers:?}");
    let over = "{server}{game}{event e2e4}{event e7e5}{event resigned}{event rematch}";
    sends(&format!("{over}xy"), |message| {
        matches!(
            message,
            ToServer::Action {
                action: protocol::PlayerAction::Offer { offer: protocol::OfferKind::Rematch },
                ..
            }
        )
    });
    sends(&format!("{over}n"), |message| {
        matches!(message, ToServer::Action { action: protocol::PlayerAction::Decline { .. }, .. })
    });
    sends("{server}{game}{event e2e4}{event e7e5}{event resigned}n", |message| {
        matches!(message, ToServer::Leave { .. })
    });
    for (script, computer) in [("{enter}", None), ("jj{right}{enter}", Some("clara"))] {
        let effects = asked(&format!("{{server}}{{lobby}}{script}"));
        let request = effects.into_iter().find_map(|effect| match effect {
            AppEffect::CreateOnlineGame(request) => Some(request),
            _ => None,
        });
        let named = request.unwrap().computer.map(|name| name.to_string());
        assert_eq!(named.as_deref(), computer, "{script}");
    }
    let early = asked("{server}{lobby}{disconnect}{enter}");
    assert!(
        !early.iter().any(|effect| matches!(effect, AppEffect::CreateOnlineGame(_))),
        "no identity before the connection is up"
    );
    // Only players confirm quitting.
    assert!(asked("{server}{lobby}q").contains(&AppEffect::Quit));
    assert!(asked("{server}{game watched}{event e2e4}q").contains(&AppEffect::Quit));
    assert!(!asked("{server}{game}{event e2e4}q").contains(&AppEffect::Quit));
}
