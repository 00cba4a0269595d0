//! Openings of positions and games.

use std::collections::HashMap;

use game::Game;
use openings::{Opening, find, lines, of_game};
use rules::Position;

fn game(moves: &str) -> Game {
    let mut game = Game::standard();
    for san in moves.split(' ') {
        let position = game.position().expect("a chess game");
        let m = position.parse_san(san.as_bytes()).expect("a legal move");
        game.play(m).expect("a legal move");
    }
    game
}

#[test]
fn every_line_is_legal_and_complete() {
    let all: Vec<_> = lines().collect();
    assert_eq!(all.len(), include_str!("../data/openings.tsv").lines().count());
    for line in all {
        line.position().unwrap_or_else(|error| panic!("{}: {error}", line.moves));
        let eco = line.opening.eco.as_bytes();
        assert!(matches!(eco, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']), "{}", line.opening.eco);
        assert!(line.opening.name.trim() == line.opening.name && !line.opening.name.is_empty());
    }
}

#[test]
fn no_position_has_two_names() {
    let mut names: HashMap<u64, Opening> = HashMap::new();
    for line in lines() {
        let position = line.position().expect("a legal line");
        let other = names.insert(position.repetition_key(), line.opening);
        assert_eq!(other, None, "{}", line.moves);
        assert_eq!(find(&position), Some(line.opening));
    }
}

#[test]
fn a_game_has_the_name_of_its_last_known_position() {
    let najdorf =
        of_game(&game("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 a4 h6")).expect("an opening");
    assert_eq!((najdorf.opening.eco, najdorf.plies), ("B92", 11));
    assert_eq!(najdorf.opening.name, "Sicilian Defense: Najdorf Variation, Opocensky Variation");
}

#[test]
fn the_opening_follows_the_moves() {
    let game = game("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2");
    let code = |plies| openings::of_first_plies(&game, plies).map(|found| found.opening.eco);
    assert_eq!(
        [0, 1, 2, 10, 11, 99].map(code),
        [None, Some("B00"), Some("B20"), Some("B90"), Some("B92"), Some("B92")]
    );
}

#[test]
fn another_order_of_moves_has_the_same_name() {
    let usual = of_game(&game("d4 Nf6 c4 e6 Nc3 Bb4"));
    let other = of_game(&game("c4 e6 Nc3 Bb4 d4 Nf6"));
    assert_eq!(usual.map(|found| found.opening.name), Some("Nimzo-Indian Defense"));
    assert_eq!(usual, other);
}

#[test]
fn other_starts_have_no_opening() {
    assert_eq!(find(&Position::start()), None);
    assert_eq!(of_game(&Game::standard()), None);
    let odds: Position =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1".parse().expect("a position");
    assert_eq!(of_game(&Game::from_position(odds)), None);
}

#[test]
fn openings_have_their_korean_names() {
    let korean = |moves: &str| of_game(&game(moves)).expect("an opening").opening.korean();
    assert_eq!(korean("e4 c5").as_deref(), Some("시칠리안 디펜스"));
    assert_eq!(
        korean("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2").as_deref(),
        Some("시칠리안 디펜스: 나이도르프 바리에이션, Opocensky Variation")
    );
    assert_eq!(korean("h4"), None);
}

#[test]
fn korean_names_are_complete_and_belong_to_openings_of_the_list() {
    let parts: Vec<&str> =
        lines().flat_map(|line| line.opening.name.split([':', ','])).map(str::trim).collect();
    let mut english: Vec<&str> = Vec::new();
    for line in include_str!("../data/korean.tsv").lines() {
        let (name, korean) = line.split_once('\t').expect("two names");
        assert!(parts.contains(&name), "{name}");
        assert!(korean.chars().all(|c| c == ' ' || ('가'..='힣').contains(&c)), "{korean}");
        english.push(name);
    }
    assert!(english.is_sorted_by(|a, b| a < b), "in order, and none twice");
    let all = lines().count();
    let named = lines().filter(|line| line.opening.korean().is_some()).count();
    assert!(named * 100 > all * 85, "{named} of {all}");
}

#[test]
fn tags_are_added_to_games_that_have_none() {
    let check = |text: &str, expected: [Option<&str>; 2]| {
        let mut pgn = text.parse().expect("a game");
        openings::add_tags(&mut pgn);
        assert_eq!([pgn.tags.get("ECO"), pgn.tags.get("Opening")], expected, "{text}");
    };
    check("1. e4 c5 2. h3 *", [Some("B20"), Some("Sicilian Defense")]);
    check("[ECO \"?\"]\n\n1. e4 c5 *", [Some("B20"), Some("Sicilian Defense")]);
    check("[ECO \"B20\"]\n\n1. e4 e5 *", [Some("B20"), None]);
    check("[Opening \"Mine\"]\n\n1. e4 e5 *", [None, Some("Mine")]);
    check("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *", [None, None]);
    check("*", [None, None]);
}
