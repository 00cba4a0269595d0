//! Property tests on random games under every ruleset.
#![allow(clippy::unwrap_used, reason = "a failing helper fails its test")]

extern crate hanpan_game as game;

use game::{Chess960, Claims, Game, Offer};
use rng::Rng;
use rules::{Board, Color, Move};

fn start(rng: &mut Rng) -> Game {
    match rng.index(3) {
        0 => Game::standard(),
        1 => Chess960::new(rng.index(960) as u16).map_or_else(Game::standard, Game::chess960),
        _ => Game::king_capture(Color::ALL[rng.index(2)]),
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
fn check_history(game: &Game) {
    assert_eq!(replay(game).setup(), game.setup());
    let mut board = Board::empty();
    for piece in game.tracked_pieces().iter().filter(|piece| piece.is_on_board) {
        board.set(piece.square, piece.piece);
    }
    assert_eq!(&board, game.board());
    let captured_count = game.tracked_pieces().iter().filter(|piece| !piece.is_on_board).count();
    let captured = game.captured();
    assert_eq!(captured.white.len() + captured.black.len(), captured_count);
}

#[test]
fn notation_claims_and_history_agree() {
    let mut rng = Rng::new(20_201_115);
    for _ in 0..60 {
        let mut game = start(&mut rng);
        while game.outcome().is_none() && game.plies() < 300 {
            let moves = game.legal_moves();
            game = check_move(&game, moves[rng.index(moves.len())]);
            if rng.index(20) == 0 && game.outcome().is_none() {
                let plies = rng.index(game.plies() + 1);
                game.take_back(plies).unwrap();
            }
        }
        assert_eq!(replay(&game).outcome(), game.outcome());
        check_history(&game);
    }
}

#[test]
fn rejected_actions_leave_the_game_unchanged() {
    let mut rng = Rng::new(7);
    for _ in 0..40 {
        let mut game = start(&mut rng);
        let foreign_moves = Game::standard().legal_moves();
        for _ in 0..200 {
            let before = game.clone();
            let color = Color::ALL[rng.index(2)];
            let offer = Offer::ALL[rng.index(2)];
            let moves = game.legal_moves();
            let result = match rng.index(40) {
                0 => game.resign(color),
                1 => game.flag(color),
                2 => game.abort(),
                3 => game.claim(game::Claim::ALL[rng.index(2)]),
                4..8 => game.offer(color, offer),
                8..10 => game.accept(color, offer),
                10..12 => game.decline(color, offer),
                12 => game.take_back(rng.index(5)),
                13..20 => game.play(foreign_moves[rng.index(foreign_moves.len())]),
                _ if moves.is_empty() => continue,
                _ => game.play(moves[rng.index(moves.len())]),
            };
            match result {
                Err(_) => assert_eq!(game, before),
                Ok(()) => assert!(before.outcome().is_none()),
            }
        }
        check_history(&game);
    }
}

#[test]
fn no_text_makes_parse_move_panic() {
    let mut rng = Rng::new(42);
    let letters: Vec<char> = "abcdefgh12345678KQRBNPkqrnpxO0-=+#!?:./() \u{2658}\u{0}한é".chars().collect();
    for _ in 0..20_000 {
        let text: String = (0..rng.index(9)).map(|_| letters[rng.index(letters.len())]).collect();
        for game in [Game::standard(), Game::king_capture(Color::Black)] {
            if let Ok(m) = game.parse_move(&text) {
                assert!(game.legal_moves().contains(&m), "{text}");
            }
        }
    }
}
