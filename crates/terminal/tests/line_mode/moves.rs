//! All kinds of moves, and the explanations of illegal ones.

use crate::script::Script;

const PROMOTION: &str = "new fen 3r3k/4P3/8/8/8/8/P7/4K3 w - - 0 1";

#[test]
fn moves_in_any_notation_lead_to_mate() {
    let played = Script::new("mate").play("f2f3 / e5 / g2-g4 / Qd8h4");
    played.check(
        "0-1",
        &[
            "WHITE'S TURN",
            "White: pawn f2 to f3",
            "BLACK'S TURN",
            "Checkmate: Black wins.",
            "WHITE'S TURN | CHECKMATE",
        ],
    );
}

#[test]
fn check_is_announced() {
    let played = Script::new("check").play("e4 / f6 / Qh5 / g6");
    played.check("*", &["BLACK'S TURN | CHECK", "WHITE'S TURN\n"]);
}

#[test]
fn stalemate_is_a_draw() {
    let played = Script::new("stalemate").play("new fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1 / Qg6");
    played.check("1/2-1/2", &["Stalemate: the side to move cannot move", "DRAW | STALEMATE"]);
}

#[test]
fn both_sides_castle_both_ways() {
    let open = "new fen r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    for (lines, texts) in [
        ("O-O / O-O-O", ["White has castled kingside.", "Black has castled queenside."]),
        ("e1c1 / e8g8", ["White has castled queenside.", "Black has castled kingside."]),
        ("e1h1 / 0-0", ["White has castled kingside.", "Black has castled kingside."]),
    ] {
        Script::new("castling").play(&format!("{open} / {lines}")).check("*", &texts);
    }
}

#[test]
fn en_passant_is_announced_only_right_after_the_double_step() {
    let script = Script::new("en-passant");
    let played = script.play("e4 / a6 / e5 / d5 / exd6 / cxd6");
    played.check("*", &["En passant is possible: exd6", "White: pawn e5 takes pawn en passant, to d6"]);
    let waited = Script::new("en-passant-late").play("e4 / a6 / e5 / d5 / a3 / a5 / exd6");
    waited.check_with_errors("*", &["En passant is possible only right after a double step"]);
    let said = waited.text.matches("En passant is possible: ").count();
    assert_eq!(said, 1, "{}", waited.text);
}

#[test]
fn promotion_to_each_piece() {
    for (answer, role) in [("q", "queen"), ("rook", "rook"), ("B", "bishop"), ("n", "knight")] {
        let script = Script::new("promotion");
        script.play(&format!("{PROMOTION} / e8 / {answer}")).check(
            "*",
            &[
                "Promote the pawn to: q queen, r rook, b bishop, n knight, or c to cancel",
                &format!("White: pawn e7 to e8, promotes to {role}"),
            ],
        );
        // Capture and promotion in one line.
        let letter = if role == "knight" { "N" } else { &role[..1].to_uppercase() };
        let taken = script.play(&format!("{PROMOTION} / exd8={letter} / moves d8"));
        taken.check("*", &[&format!("takes rook on d8, promotes to {role}")]);
    }
}

#[test]
fn the_promotion_prompt_repeats_until_answered() {
    let played = Script::new("promotion-again").play(&format!("{PROMOTION} / e7e8 / king / 9 / q"));
    played.check_with_errors(
        "*",
        &[
            "Promote the pawn to:",
            "Please answer q, r, b, n or c.",
            "Please answer q, r, b, n or c.",
            "promotes to queen",
        ],
    );
    let cancelled = Script::new("promotion-cancel").play(&format!("{PROMOTION} / exd8 / c / Ke2 / fen"));
    cancelled
        .check("*", &["Promote the pawn to:", "White: king e1 to e2", "3r3k/4P3/8/8/8/8/P3K3/8 b - - 1 1"]);
}

#[test]
fn illegal_moves_are_explained() {
    for (lines, reason) in [
        ("Ra5 / e4", "The rook on a1 is blocked by the pawn on a2."),
        ("e2e5 / e4", "A pawn steps straight ahead and captures diagonally forward"),
        ("e7e5 / e4", "The pawn on e7 belongs to Black, and it is White's turn."),
        ("O-O / e4", "You cannot castle kingside: pieces are in the way on f1 and g1."),
        ("xyzzy / e4", "That is not a move. Write one such as e4, Nf3, exd5, O-O or g1f3. Type help for"),
        ("e4 / e5 / e5 / Nf3", "The pawn on e4 cannot capture the pawn on e5: pawns capture diagonally."),
    ] {
        let played = Script::new("illegal").play(lines);
        played.check_with_errors("*", &[reason]);
        assert_eq!(played.text.matches(reason).count(), 1, "said once: {}", played.text);
        assert!(played.text.contains("White: pawn e2 to e4"), "{}", played.text);
    }
}

#[test]
fn queries_are_not_errors() {
    for (lines, answer) in [
        ("e1 / e4", "e1, white king\nIt has no legal moves now."),
        ("king / e4", "It has no legal moves now."),
        ("claim / e4", "there is no draw to claim"),
        ("help / e4", "this list"),
        ("1. e4 / 1... e5", "Black: pawn e7 to e5"),
        ("1.e4", "White: pawn e2 to e4"),
    ] {
        Script::new("asked").play(lines).check("*", &[answer]);
    }
}

#[test]
fn a_persons_errors_do_not_fail_the_session() {
    Script::new("person")
        .by_person()
        .play("Ra5 / e4 / quit")
        .check("*", &["Type a move, such as e4, or help.", "WHITE'S TURN", "blocked by the pawn on a2"]);
}

#[test]
fn king_capture_wins() {
    let played = Script::new("king-capture").play("new king-capture white / e4 / f6 / Qh5 / a6 / Qxe8");
    played.check("1-0", &["BLACK'S TURN | CHECK", "White: queen h5 takes king on e8", "WHITE WINS!"]);
    let black = Script::new("king-capture-black").play("new king-capture / e5 / e4 / fen");
    black.check("*", &["BLACK'S TURN", "WHITE'S TURN", "BLACK'S TURN"]);
}

#[test]
fn chess960_castles_from_anywhere() {
    let played = Script::new("chess960")
        .play("new chess960 0 / g1 / cancel / g4 / g5 / Ng3 / Ng6 / king / cancel / fen");
    assert!(played.text.contains("bbqnnrkr/pppppppp/8/8") || played.text.contains("8 b b q n n r k r"));
    let castled = Script::new("chess960-castle").play(
        "new fen 4k3/8/8/8/8/8/8/RK5R w KQ - 0 1 / king / right / new fen 4k3/8/8/8/8/8/8/RK5R w KQ - 0 1 / y / b1 / left / fen",
    );
    castled.check(
        "*",
        &["White has castled kingside.", "White has castled queenside.", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"],
    );
}

#[test]
fn no_moves_after_the_end() {
    let played = Script::new("over").play("f3 / e5 / g4 / Qh4 / e4 / king / resign / undo");
    played.check_with_errors("0-1", &["The game is over. Checkmate: Black wins.", "The game is over."]);
}
