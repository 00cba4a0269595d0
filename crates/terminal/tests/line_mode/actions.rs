//! Actions other than moves.

use crate::script::Script;

#[test]
fn undo_takes_moves_back() {
    let played = Script::new("undo").play("e4 / e5 / undo / takeback / d4 / game / undo / undo");
    played.check_with_errors(
        "*",
        &[
            "The last move was taken back.",
            "All moves were taken back.",
            "1. d4\n",
            "All moves were taken back.",
            "There is no move to take back.",
        ],
    );
}

#[test]
fn a_draw_offer_asks_the_other_side() {
    let script = Script::new("draw");
    let agreed = script.play("e4 / draw / y");
    agreed.check(
        "1/2-1/2",
        &[
            "Black offers a draw.",
            "A draw is offered. Accept? y or n",
            "Draw: both sides agreed.",
            "DRAW | BY AGREEMENT",
        ],
    );
    let declined = script.play("e4 / draw / no / e5 / Nf3");
    declined.check("*", &["White declines the draw.", "White: knight g1 to f3"]);
    let pestering = script.play("e4 / draw / perhaps / n / draw");
    pestering.check_with_errors(
        "*",
        &[
            "Please answer y or n.",
            "White declines the draw.",
            "You can offer a draw after the first move of the game, and once after each of your moves.",
        ],
    );
    script
        .play("draw / e4")
        .check_with_errors("*", &["You can offer a draw after the first move of the game"]);
    // The side not to move can offer as well.
    script.play("e4 / draw white / y").check("1/2-1/2", &["White offers a draw.", "DRAW | BY AGREEMENT"]);
    script.play("e4 / draw / n / draw 백 / y").check("1/2-1/2", &["Black offers", "White offers a draw."]);
    let korean =
        Script::new("draw-korean").in_language(client::Language::Korean).play("e4 / 무승부 / 글쎄 / 예");
    korean.check_with_errors(
        "1/2-1/2",
        &["수락할까요? (y 예, n 아니요)", "y(예)나 n(아니요)으로 답해 주세요."],
    );
    script.play("e4 / draw green").check_with_errors("*", &["Name a side: white or black."]);
}

#[test]
fn resigning_needs_confirmation() {
    let script = Script::new("resign");
    script.play("e4 / resign / y").check("1-0", &["Resign as Black?", "WHITE WINS! | RESIGNATION"]);
    script.play("e4 / resign / n / e5").check("*", &["Resign as Black?", "Black: pawn e7 to e5"]);
    script.play("e4 / resign").check("*", &["Resign as Black?"]);
}

#[test]
fn resigning_to_a_bare_king_is_a_draw() {
    let played = Script::new("resign-draw").play("new fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1 / resign / y");
    played.check("1/2-1/2", &["Resign as White?", "DRAW | RESIGNATION VS INSUFFICIENT MATERIAL"]);
}

#[test]
fn a_game_can_be_aborted_before_both_sides_moved() {
    let script = Script::new("abort");
    script.play("e4 / abort / yes").check("*", &["Abort this game?", "NO RESULT | ABORTED"]);
    let late = script.play("e4 / e5 / abort / y");
    late.check_with_errors("*", &["Both sides have moved, so the game can no longer be aborted."]);
}

const KNIGHT_SHUFFLE: &str = "Nf3 / Nf6 / Ng1 / Ng8 / Nf3 / Nf6 / Ng1";

#[test]
fn threefold_repetition_is_claimed_on_the_board() {
    let played = Script::new("claim").play(&format!("{KNIGHT_SHUFFLE} / Ng8 / claim"));
    played.check(
        "1/2-1/2",
        &["Claim a draw: threefold repetition", "Draw: the same position came up three times"],
    );
    let wrong = Script::new("claim-wrong").play("e4 / claim / e5");
    wrong.check("*", &["The same position has not come up three times", "Black: pawn e7 to e5"]);
}

#[test]
fn threefold_repetition_is_claimed_with_an_announced_move() {
    let script = Script::new("claim-move");
    let played = script.play(&format!("{KNIGHT_SHUFFLE} / claim / claim Ng8 / game"));
    played.check(
        "1/2-1/2",
        &["type claim and the move", "a draw was claimed.", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1\n"],
    );
    let wrong = script.play(&format!("{KNIGHT_SHUFFLE} / claim e5 / e5 / game"));
    wrong.check_with_errors("*", &["The same position has not come up three times", "4. Ng1 e5\n"]);
}

#[test]
fn the_fifty_move_rule_can_be_claimed() {
    let fen = "new fen 4k3/8/8/8/8/8/8/4K2R w - - 99 80";
    let played = Script::new("fifty").play(&format!("{fen} / Kd2 / claim"));
    played.check("1/2-1/2", &["fifty-move rule", "DRAW | FIFTY-MOVE RULE"]);
    Script::new("fifty-move").play(&format!("{fen} / claim Kd2")).check("1/2-1/2", &["a draw was claimed."]);
}

#[test]
fn a_new_game_needs_confirmation() {
    let script = Script::new("new");
    let played = script.play("new chess960 518 / e4 / new / n / e5 / new king-capture / y / e5");
    played.check(
        "*",
        &[
            "Leave the game in progress and start a new one?",
            "Black: pawn e7 to e5",
            "A new game begins. Black moves first.",
        ],
    );
    for (words, reason) in [
        ("tomorrow", "“tomorrow” is not a ruleset, a clock or a side."),
        ("chess960 960", "Enter a number from 0 to 959."),
        ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "White has no king. Black has no king."),
        ("fen nonsense", "FEN, character 2"),
        ("0+0", "Give each side some time"),
        ("9999+0", "Enter whole minutes, at most 1440."),
    ] {
        script.play(&format!("new {words} / e4")).check_with_errors("*", &[reason, "White: pawn e2 to e4"]);
    }
}

#[test]
fn a_rematch_follows_a_game_that_is_over() {
    let played = Script::new("rematch").play("f3 / e5 / g4 / Qh4 / rematch / e4");
    played.check("*", &["CHECKMATE", "A new game begins. White moves first.", "White: pawn e2 to e4"]);
}
