//! Validation of moves, positions and variants, and recovery after errors.

use game::Ruleset;
use game::pgn::{PgnNoteKind, PgnReason, Reader, Validator};

use crate::games;

#[test]
fn moves_and_positions_are_validated() {
    let check = |text: &str, expected: &str| {
        let found = match &games(text)[0] {
            Ok(game) => game.to_string().split("\n\n").nth(1).unwrap().trim_end().to_owned(),
            Err(error) => error.clone(),
        };
        assert_eq!(found, expected, "{text}");
    };
    check(
        "e2e4 e7-e5 Ng1f3 ♞c6 b5",
        "1:22: game 1: 'b5': the pawn on b2 cannot go to b5: a pawn does not move so",
    );
    check("1. e4 e5 2. Foo", "1. e4 e5 *");
    check("Foo", "1:1: game 1: 'Foo': move, byte 0: expected a piece, a square or castling");
    check("1. e4 e5 2. Foo1", "1:13: game 1: 'Foo1': move, byte 0: expected a piece, a square or castling");
    check("1. e4 e5 2. Nhf3", "1:13: game 1: 'Nhf3': there is no knight to move on the h-file");
    check("1. e4 null e5", "1. e4 *");
    check(
        "1. g1f3 g8f6 b1c3+ e7e6 2. e2e4 Bb4 3. f1e2 e8g8 4. e1g1",
        "1. Nf3 Nf6 2. Nc3 e6 3. e4 Bb4 4. Be2 O-O 5. O-O *",
    );
    check("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"] a7a8q h7h6", "1. a8=Q Kh6 *");
    check("[FEN \"7k/8/8/8/8/8/PPPPPPPP/QQQRRBNK b - - 0 1\"] 1... Kh7 *", "1... Kh7 *");
    check("1. g1g3", "1:4: game 1: 'g1g3': there is no pawn to move on g1");
    check("(1. e4) *", "1:1: game 1: there is no move to vary");
    check("1. e4 ((1. d4)) *", "1:8: game 1: there is no move to vary");
    check(
        "1. e4 e5 (1... c5 2. Nf3 {a} d6 (2... e6)) (=) () 2. Nf3! (2. f4 exf4) {b} Nc6 *",
        "1. e4 e5 (1... c5 2. Nf3 {a} 2... d6 (2... e6)) 2. Nf3 $1 {b} (2. f4 exf4) 2...\nNc6 *",
    );
    check("[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 0 41\"] 41... Kd7 Kxe2 1/2", "41... Kd7 42. Kxe2 1/2-1/2");
    check(
        "[FEN \"4k3/8/8/8/8/8/4p3/4K2 b - - 0 41\"] *",
        "1:1: game 1: FEN, byte 21: rank 1 has fewer than eight squares",
    );
    check("[Result \"1-0\"]", "1-0");
    check("[Variant \"Atomic\"]\n*", "1:1: game 1: unknown variant \"Atomic\"");
    check(
        "[Variant \"chess 960\"]\n[FEN \"rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w HAha - 0 1\"]\n \
        d4 d5 Bf4 Bf5 Qd2 Qd7 O-O-O 0-0-0 *",
        "1. d4 d5 2. Bf4 Bf5 3. Qd2 Qd7 4. O-O-O O-O-O *",
    );
}

#[test]
fn typographic_and_unusual_castling_is_played() {
    let start = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. ";
    for castling in ["O–O", "0–0", "O—O", "O\u{2212}O", "0‑0", "OO", "00", "o–o"] {
        let game =
            games(&format!("{start}{castling} Nf6 1–0")).remove(0).unwrap_or_else(|error| panic!("{error}"));
        assert!(game.to_string().contains("4. O-O Nf6 1-0"), "{castling}: {game}");
    }
    let long = "1. d4 d5 2. Bf4 Bf5 3. Nc3 Nc6 4. Qd2 Qd7 5.\u{3000}O–O–O 000 0.5-0.5";
    assert!(games(long).remove(0).unwrap().to_string().contains("5. O-O-O O-O-O 1/2-1/2"));
    let books = "1. e2–e4 e7–e5 2. ♘g1–f3 ♞b8–c6 1:0";
    assert!(games(books).remove(0).unwrap().to_string().contains("1. e4 e5 2. Nf3 Nc6 1-0"));
}

#[test]
fn results_against_checkmate_and_stalemate_are_noted() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let stalemate = "[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"] 1. Kf7";
    let kinds = |text: &str| -> Vec<PgnNoteKind> {
        let mut games = Reader::new(text.as_bytes()).games_with_notes();
        games.next().unwrap().unwrap();
        let kinds = games.notes().iter().map(|note| note.kind).collect();
        let mut validator = Validator::main_line();
        Reader::new(text.as_bytes()).read_game(&mut validator).unwrap().unwrap();
        assert_eq!(validator.notes(), games.notes(), "{text}");
        kinds
    };
    assert_eq!(kinds(&format!("[Result \"1-0\"] {mate} 1-0")), [PgnNoteKind::FinalPosition]);
    assert_eq!(kinds(&format!("[Result \"1-0\"] {mate}")), [PgnNoteKind::FinalPosition]);
    assert_eq!(kinds(&format!("{mate} 1/2-1/2")), [PgnNoteKind::FinalPosition]);
    assert_eq!(kinds(&format!("{stalemate} 1-0")), [PgnNoteKind::FinalPosition]);
    for text in
        [&format!("{mate} 0-1"), &format!("{mate} *"), &format!("{stalemate} 1/2-1/2"), "1. e4 1-0", mate]
    {
        assert_eq!(kinds(text), [], "{text}");
    }
    assert_eq!(kinds("1. e4 (1. f3 e5 2. g4 Qh4#) -- 1-0"), [PgnNoteKind::NullMove]);
}

#[test]
fn the_next_game_is_read_after_an_error() {
    let text = "[Event \"1\"]\n\n1. e4 e5 2. Ke3 {no} Nc6 (2... d5) 1-0\n\n[Event \"2\"]\n[FEN \"x\"]\n\n1. e4 *\n\n\
        [Event \"3\"]\n\n1. e4 (1. d5) 1-0\n1. d4 *\n";
    let games: Vec<_> = Reader::new(text.as_bytes()).games().collect();
    let places: Vec<_> = games
        .iter()
        .map(|game| match game {
            Ok(game) => format!("{} moves", game.moves().count()),
            Err(broken) => format!("{} after {}", broken.error.location, broken.game.moves().count()),
        })
        .collect();
    assert_eq!(places, ["3:13 after 2", "6:1 after 0", "12:11 after 1", "1 moves"]);
}

#[test]
fn king_capture_games_round_trip() {
    let text = "[Variant \"King capture\"]\n[FEN \"4k3/8/8/8/8/8/4q3/R3K3 w Q - 0 1\"]\n[SetUp \"1\"]\n\n\
        1. O-O-O Qxd1+ 2. Kb2 Qc1+ 3. Ka3 Qxa3# 0-1";
    let game = games(text).remove(0).unwrap();
    assert_eq!(game.ruleset, Ruleset::KingCapture);
    assert_eq!(game.moves().count(), 6);
    assert_eq!(games(&game.to_string()).remove(0).unwrap().line, game.line);
    let refused = games(&text.replace("Kb2", "Kb4")).remove(0).unwrap_err();
    assert_eq!(refused, "5:19: game 1: 'Kb4': the king on c1 cannot go to b4: a king does not move so");
}

#[test]
fn moves_after_a_king_capture_are_errors() {
    let text = "[Variant \"King capture\"]\n\n1. e4 f5 2. Qh5+ a6 3. Qxe8# b6 4. Nf3 *";
    let refused = games(text).remove(0).unwrap_err();
    assert_eq!(refused, "3:30: game 1: 'b6': the game is over: 1-0, king-captured");
}

#[test]
fn the_first_of_repeated_tags_counts() {
    let text =
        "[White \"A\"]\n[White \"B\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[FEN \"x\"]\n\n1. O-O *";
    let game = games(text).remove(0).unwrap();
    assert_eq!(game.tags.iter().filter(|(name, _)| *name == "White").collect::<Vec<_>>(), [("White", "A")]);
    assert_eq!(game.moves().count(), 1);
}

#[test]
fn many_tags_are_read_in_linear_time() {
    let mut text = String::new();
    for number in 0..200_000 {
        text.push_str(&format!("[Tag{number} \"{number}\"]\n"));
    }
    text.push_str("[Tag7 \"again\"]\n\n1. e4 *\n");
    let started = std::time::Instant::now();
    let game = games(&text).remove(0).unwrap();
    assert_eq!((game.tags.len(), game.tags.get("Tag7")), (200_000, Some("7")));
    assert!(game.to_string().contains("[Tag199999 \"199999\"]"));
    // Comparing each with all others takes minutes.
    assert!(started.elapsed() < std::time::Duration::from_secs(10), "{:?}", started.elapsed());
}

#[test]
fn variation_depth_is_limited() {
    let nested = |depth| format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let read = |text: &str| Reader::new(text.as_bytes()).games().next().unwrap();
    assert_eq!(read(&nested(256)).unwrap().to_string().matches('(').count(), 256);
    let broken = read(&nested(300_000)).unwrap_err();
    assert_eq!(broken.error.reason, PgnReason::TooDeep(256));
    assert_eq!(broken.game.moves().count(), 1);
}
