//! Prompts for destination, promotion and castling; queries about the board.

use rng::Rng;

use crate::script::Script;

const OPEN: &str = "new fen r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R";

#[test]
fn a_piece_is_selected_by_its_square() {
    let played = Script::new("select").play("b1 / c3 / e7 / e5 / g1 / cancel / d2 / d4");
    played.check(
        "*",
        &[
            "b1, white knight, can move to a3 and c3",
            "Where to? A square, or cancel",
            "White: knight b1 to c3",
            "e7, black pawn, can move to e5 and e6",
            "g1, white knight",
            "White: pawn d2 to d4",
        ],
    );
}

#[test]
fn an_illegal_destination_is_explained() {
    let played = Script::new("wrong-target").play("b1 / d2 / b1 / b4 / b1 / somewhere / c3");
    played.check_with_errors(
        "*",
        &[
            "Your own pawn already stands on d2.",
            "A knight jumps two squares straight and one to the side, so it cannot go from b1 to b4.",
            "That is not one of the answers. Please try again.",
            "White: knight b1 to c3",
        ],
    );
}

#[test]
fn the_king_lists_castling_options() {
    for (rights, lines, texts) in [
        (
            "w KQkq",
            "e1 / left",
            ["can castle: left (c1), right (g1) or cancel?", "White has castled queenside."],
        ),
        (
            "w KQkq",
            "e1 / Right",
            ["can castle: left (c1), right (g1) or cancel?", "White has castled kingside."],
        ),
        (
            "b KQkq",
            "king / right",
            ["can castle: left (c8), right (g8) or cancel?", "Black has castled kingside."],
        ),
        (
            "b KQkq",
            "king / l",
            ["can castle: left (c8), right (g8) or cancel?", "Black has castled queenside."],
        ),
        // On a flipped board left and right are swapped.
        (
            "b KQkq",
            "flip / king / left",
            ["can castle: left (g8), right (c8) or cancel?", "Black has castled kingside."],
        ),
        (
            "b KQkq",
            "king / c8",
            ["can castle: left (c8), right (g8) or cancel?", "Black has castled queenside."],
        ),
        (
            "b KQkq",
            "king / kingside",
            ["can castle: left (c8), right (g8) or cancel?", "Black has castled kingside."],
        ),
        (
            "w KQkq",
            "king / Queenside",
            ["can castle: left (c1), right (g1) or cancel?", "White has castled queenside."],
        ),
        (
            "w KQkq",
            "king / 킹사이드",
            ["can castle: left (c1), right (g1) or cancel?", "White has castled kingside."],
        ),
        ("w Qkq", "king / d1", ["can castle: left (c1) or cancel?", "White: king e1 to d1"]),
        ("w - ", "king / f1", ["Where to? A square, or cancel", "White: king e1 to f1"]),
    ] {
        Script::new("castling-ways").play(&format!("{OPEN} {rights} - 0 1 / {lines}")).check("*", &texts);
    }
}

#[test]
fn unavailable_castling_is_asked_again() {
    let played =
        Script::new("castling-closed").play(&format!("{OPEN} w Kkq - 0 1 / e1 / left / c / a3 / fen"));
    played.check_with_errors(
        "*",
        &["can castle: right (g1) or cancel?", "not one of the answers", "White: pawn a2 to a3"],
    );
}

/// The king may not pass an attacked square; the rook may.
#[test]
fn castling_is_offered_only_through_safe_squares() {
    for (fen, question) in [
        ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "can castle: left (c1) or cancel?"),
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "can castle: left (c1), right (g1) or cancel?"),
        ("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", "Where to? A square, or cancel"),
    ] {
        Script::new("castling-safe").play(&format!("new fen {fen} / king / c")).check("*", &[question]);
    }
}

#[test]
fn attacks_lists_and_maps_attacked_squares() {
    let fen = "new fen 4k3/8/8/3p4/4P3/2N5/1B6/R2QK3 w - - 0 1";
    for (square, squares) in [
        ("e4", "e4, white pawn, attacks: d5 f5"),
        ("d5", "d5, black pawn, attacks: c4 e4"),
        ("c3", "c3, white knight, attacks: b1 d1 a2 e2 a4 e4 b5 d5"),
        ("b2", "b2, white bishop, attacks: a1 c1 a3 c3"),
        ("a1", "a1, white rook, attacks: b1 c1 d1 a2 a3 a4 a5 a6 a7 a8"),
        ("d1", "d1, white queen, attacks: a1 b1 c1 e1 c2 d2 e2 b3 d3 f3 a4 d4 g4 d5 h5"),
        ("e8", "e8, black king, attacks: d7 e7 f7 d8 f8"),
        ("h1", "h1, empty, attacks: none"),
    ] {
        Script::new("attacks").play(&format!("{fen} / attacks {square}")).check("*", &[squares]);
    }
    let map = ". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . x . x . . .\n\
               . x . . . x . .\n. . . o . . . .";
    let knight = Script::new("attack-map").play("new fen 4k3/p7/8/8/8/8/8/3NK3 w - - 0 1 / attacks d1");
    knight.check("*", &[map]);
    Script::new("attacks-wrong")
        .play("attacks / attacks z9")
        .check_with_errors("*", &["Name a square, such as e4."]);
}

#[test]
fn board_on_off_flip_and_symbols() {
    let script = Script::new("board");
    let silent = script.play("board off / e4 / e5 / board / board on / Nf3");
    silent.check("*", &["8 r n b q k b n r", "Black: pawn e7 to e5\nWHITE'S TURN", "5 . . . . p . . ."]);
    assert_eq!(silent.text.matches("\n  a b c d e f g h\n").count(), 4, "{}", silent.text);
    script.play("flip").check("*", &["  a b c d e f g h", "1 R N B K Q B N R", "  h g f e d c b a"]);
    let options =
        terminal::Options { piece_style: Some(terminal::PieceStyle::Symbols), ..script.options.clone() };
    Script { options, ..script }.play("quit").check("*", &["8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"]);
}

#[test]
fn moves_and_game_print_lists() {
    let played =
        Script::new("lists").play("game / moves b1 / moves e4 / e4 / e5 / Nf3 / game / moves / moves x");
    played.check_with_errors(
        "*",
        &["No moves yet", "Na3 Nc3", "none", "1. e4 e5 2. Nf3\n", "Nf6", "Name a square"],
    );
    let late = Script::new("late-list").play("new fen 4k3/8/8/8/8/8/8/4K2R b - - 0 31 / Ke7 / Ke2 / game");
    late.check("*", &["31... Ke7 32. Ke2\n"]);
}

#[test]
fn help_names_every_command() {
    let played = Script::new("help").play("help");
    played.check("*", &["Type a move", "undo, takeback: ", "claim MOVE: ", "save FILE: ", "quit, exit, q: "]);
    assert!(!played.text.contains('|'), "{}", played.text);
}

#[test]
fn empty_lines_are_ignored_and_end_of_input_quits() {
    Script::new("empty").play_lines(&[]).check("*", &["WHITE'S TURN"]);
    Script::new("blank").play_lines(&["", "  ", "\t"]).check("*", &["WHITE'S TURN"]);
    let ended = Script::new("ended").play("e4");
    ended.check("*", &["> (end of input)\nGame saved. Resume with: hanpan play --resume\n*\n"]);
    let cut = Script::new("cut-off").play("e1 / e2");
    assert_eq!(cut.text.matches("(end of input)").count(), 1, "{}", cut.text);
    assert_eq!(cut.result(), "*", "{}", cut.text);
}

#[test]
fn promotion_answers_by_letter_name_or_symbol() {
    let pawn = "new fen 7k/P6p/8/8/8/8/8/K7 w - - 0 1 / a8";
    for (answer, role) in
        [("q", "queen"), ("Rook", "rook"), ("♗", "bishop"), ("♞", "knight"), ("나이트", "knight")]
    {
        let played = Script::new("promotion-answers").play(&format!("{pawn} / {answer}"));
        played.check("*", &["Promote the pawn to:", &format!("promotes to {role}")]);
    }
    Script::new("promotion-king").play(&format!("{pawn} / ♔ / c")).check_with_errors("*", &["Please answer"]);
}

#[test]
fn random_input_always_ends_with_a_result() {
    const LINES: &[&str] = &[
        "e4",
        "e5",
        "e1",
        "e2",
        "cancel",
        "left",
        "king",
        "y",
        "n",
        "q",
        "undo",
        "draw",
        "claim",
        "claim e4",
        "resign",
        "abort",
        "clock",
        "pause",
        "resume",
        "fen",
        "pgn",
        "game",
        "new",
        "new chess960",
        "new king-capture 1+0",
        "new 0",
        "rematch",
        "flip",
        "moves",
        "attacks a1",
        "board off",
        "save",
        "load",
        "help",
        "\u{1b}[2J",
        "한글",
        "Nf3",
        "Nf6",
        "Ng1",
        "Ng8",
        "O-O",
        "d4",
        "exd5",
        "+30000",
        "\u{0}",
        "a8=Q",
        "e9e9",
        "💥",
    ];
    let script = Script::new("storm");
    let mut rng = Rng::new(11);
    for _ in 0..60 {
        let lines: Vec<&str> = (0..60).map(|_| LINES[rng.index(LINES.len())]).collect();
        let played = script.play_lines(&lines);
        assert!(["1-0", "0-1", "1/2-1/2", "*"].contains(&played.result()), "{lines:?}\n{}", played.text);
        assert!(!played.text.contains('\u{1b}'), "{lines:?}");
    }
}
