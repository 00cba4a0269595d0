//! Property tests on random games under every ruleset.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use game::{Chess960, Claims, Game, Offer};
use rules::{Board, Color, Move};

/// Xorshift with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn start(random: &mut Random) -> Game {
    match random.below(3) {
        0 => Game::standard(),
        1 => Chess960::new(random.below(960) as u16).map_or_else(Game::standard, Game::chess960),
        _ => Game::king_capture(Color::ALL[random.below(2)]),
    }
}

/// Checks for one legal move that notation, outcome and claims agree.
fn check_move(game: &Game, m: Move) -> Game {
    let san = game.san_of_legal_move(m).unwrap();
    assert_eq!(game.parse_move(&san), Ok(m), "{san} in {}", game.setup());
    let mut next = game.clone();
    next.play(m).unwrap();
    let won = next.outcome().is_some_and(|outcome| outcome.winner().is_some());
    assert_eq!(san.ends_with('#'), won, "{san} in {}", game.setup());
    if next.outcome().is_none() {
        assert_eq!(san.ends_with('+'), next.checked_king().is_some(), "{san} in {}", game.setup());
        assert_eq!(game.claims_with(m), next.claims(), "{san} in {}", game.setup());
    } else if won {
        assert_eq!(game.claims_with(m), Claims::default());
    }
    next
}

/// Replays the moves.
fn replay(game: &Game) -> Game {
    let mut again = Game::new(game.ruleset(), &game.start()).unwrap();
    game.moves().for_each(|m| again.play(m).unwrap());
    again
}

/// Everything derived from the moves agrees with the board.
fn check_record(game: &Game) {
    assert_eq!(replay(game).setup(), game.setup());
    let mut board = Board::empty();
    for man in game.tracked_pieces().iter().filter(|man| man.is_on_board) {
        board.set(man.square, man.piece);
    }
    assert_eq!(&board, game.board());
    let dead = game.tracked_pieces().iter().filter(|man| !man.is_on_board).count();
    let captured = game.captured();
    assert_eq!(captured.white.len() + captured.black.len(), dead);
}

#[test]
fn the_parts_agree() {
    let mut random = Random(20_201_115);
    for _ in 0..60 {
        let mut game = start(&mut random);
        while game.outcome().is_none() && game.plies() < 300 {
            let moves = game.legal_moves();
            game = check_move(&game, moves[random.below(moves.len())]);
            if random.below(20) == 0 && game.outcome().is_none() {
                let plies = random.below(game.plies() + 1);
                game.take_back(plies).unwrap();
            }
        }
        assert_eq!(replay(&game).outcome(), game.outcome());
        check_record(&game);
    }
}

#[test]
fn refused_acts_leave_the_game_as_it_was() {
    let mut random = Random(7);
    for _ in 0..40 {
        let mut game = start(&mut random);
        let stray = Game::standard().legal_moves();
        for _ in 0..200 {
            let before = game.clone();
            let color = Color::ALL[random.below(2)];
            let offer = Offer::ALL[random.below(2)];
            let moves = game.legal_moves();
            let result = match random.below(40) {
                0 => game.resign(color),
                1 => game.flag(color),
                2 => game.abort(),
                3 => game.claim(game::Claim::ALL[random.below(2)]),
                4..8 => game.offer(color, offer),
                8..10 => game.accept(color, offer),
                10..12 => game.decline(color, offer),
                12 => game.take_back(random.below(5)),
                13..20 => game.play(stray[random.below(stray.len())]),
                _ if moves.is_empty() => continue,
                _ => game.play(moves[random.below(moves.len())]),
            };
            match result {
                Err(_) => assert_eq!(game, before),
                Ok(()) => assert!(before.outcome().is_none()),
            }
        }
        check_record(&game);
    }
}

#[test]
fn no_text_is_too_strange_to_be_read() {
    let mut random = Random(42);
    let letters: Vec<char> = "abcdefgh12345678KQRBNPkqrnpxO0-=+#!?:./() \u{2658}\u{0}한é".chars().collect();
    for _ in 0..20_000 {
        let text: String = (0..random.below(9)).map(|_| letters[random.below(letters.len())]).collect();
        for game in [Game::standard(), Game::king_capture(Color::Black)] {
            if let Ok(m) = game.parse_move(&text) {
                assert!(game.legal_moves().contains(&m), "{text}");
            }
        }
    }
}
