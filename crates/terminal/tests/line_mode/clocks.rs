//! Clocks: time passes between lines.

use crate::script::Script;

#[test]
fn clocks_run_between_lines() {
    let played = Script::new("time").play("new 5+3 / e4 / +60000 / e5 / +1000 / clock");
    played.check(
        "*",
        &[
            "White: 5 minutes left",
            "Black: 4 minutes 3 seconds left",
            "5 minutes + 3 seconds per move",
            "White: 5 minutes 2 seconds left",
        ],
    );
}

#[test]
fn sides_can_have_different_times() {
    let played = Script::new("own-time").play("new 5+3/1+0 / clock");
    played.check("*", &["White 5 minutes + 3 seconds per move; Black 1 minute", "Black: 1 minute left"]);
}

#[test]
fn delay_and_bronstein_hold_the_clock() {
    let delayed = Script::new("delay").play("new 1d5 / e4 / +4000 / e5 / +7000 / clock");
    delayed.check("*", &["5 seconds delay per move", "White: 58 seconds left\nBlack: 1 minute left"]);
    let given_back = Script::new("bronstein").play("new 1b5 / e4 / +4000 / e5 / +7000 / d4 / clock");
    given_back.check("*", &["up to 5 seconds back per move", "White: 58 seconds left\nBlack: 1 minute left"]);
}

#[test]
fn a_move_after_the_flag_is_not_played() {
    let played = Script::new("flag").play("new 1+0 / e4 / +61000 / e5 / game");
    played.check("1-0", &["Black ran out of time: White wins.", "WHITE WINS! | TIME OUT", "1. e4\n"]);
}

#[test]
fn an_answer_after_the_flag_is_ignored() {
    let fen = "new 1+0 fen 3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    let played = Script::new("flag-promotion").play(&format!("{fen} / Ke2 / Kg7 / e8 / +61000 / q / fen"));
    played.check(
        "0-1",
        &["Promote the pawn to:", "White ran out of time: Black wins.", "3r4/4P1k1/8/8/8/8/4K3/8 w"],
    );
}

#[test]
fn low_time_is_announced_once() {
    let played = Script::new("low").play("new 1+0 / e4 / +52000 / clock / clock / e5");
    played.check("*", &["Black is low on time"]);
    assert_eq!(played.text.matches("low on time").count(), 1, "{}", played.text);
}

#[test]
fn clocks_pause_and_resume() {
    let played =
        Script::new("pause").play("new 1+0 / e4 / +10000 / pause / +100000 / resume / +5000 / clock");
    played.check("*", &["The clocks are paused.", "The clocks are running again.", "Black: 45 seconds left"]);
}

#[test]
fn pausing_without_a_running_clock_is_an_error() {
    let played = Script::new("no-pause").play("e4 / pause / resume");
    played.check_with_errors("*", &["No clock is running.", "No clock is paused."]);
}
