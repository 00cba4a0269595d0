//! The export format, and that it parses back to the same tree.

use game::pgn::{PgnGame, PgnResult, Reader};

use crate::ChunkedSource;
use crate::random_trees::RandomPgn;

#[test]
fn output_follows_the_export_format() {
    let mut game: PgnGame = "[Zeta \"z\"][Black \"B \\\"b\\\"\"][alpha \"a\\\\\"][Alpha \"1\"][Result \"?\"] \
        1. e4 {[%clk 0:00:01] A comment that is long enough to need a second line, with [Event \"x\"] in it.} \
        e5 ;a } brace\n 2. Nf3 (2. f4 ; another }\n) 1-0"
        .parse()
        .unwrap();
    assert_eq!(
        game.to_string(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"B \\\"b\\\"\"]\n\
        [Result \"1-0\"]\n[Alpha \"1\"]\n[Zeta \"z\"]\n[alpha \"a\\\\\"]\n\n\
        1. e4 {[%clk 0:00:01] A comment that is long enough to need a second line, with\n\
        [Event \"x\"] in it.} 1... e5 ;a } brace\n2. Nf3 (2. f4 ;another }\n) 1-0\n"
            .replace("line, with\n[Event", "line,\nwith [Event")
    );
    game.result = PgnResult::Draw;
    game.line.moves.swap(0, 1);
    assert!(game.to_string().ends_with("\n\n{e7e5 cannot be played} 1/2-1/2\n"), "{game}");
}

#[test]
fn output_parses_back_to_the_same_tree() {
    let mut rng = RandomPgn::new(1);
    let written: Vec<_> = (0..400).map(|_| rng.game()).collect();
    let text: String = written.iter().map(|game| format!("{game}\n")).collect();
    let mut variations = 0;
    let mut read = Reader::new(ChunkedSource(text.as_bytes(), 1000)).games();
    for game in &written {
        let found = read.next().unwrap().unwrap_or_else(|error| panic!("{error}\n{game}"));
        assert_eq!(&found, game, "{game}");
        assert_eq!(found.to_string(), game.to_string());
        variations += game.line.moves.iter().map(|node| node.variations.len()).sum::<usize>();
    }
    assert!(read.next().is_none());
    assert!(variations > 500, "{variations}");
}

#[test]
fn lines_are_wrapped_at_79_characters() {
    let mut rng = RandomPgn::new(2);
    for _ in 0..50 {
        let text = rng.game().to_string();
        let (_, moves) = text.split_once("\n\n").unwrap();
        for line in moves.lines().filter(|line| !line.contains(';')) {
            let unbroken = line.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
            assert!(line.chars().count() <= 79 || unbroken > 20 || line.contains('['), "{line}");
            assert!(!line.ends_with(' '), "{line}");
        }
    }
}
