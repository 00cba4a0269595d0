//! Openings of match games.

use std::fmt;

use game::Game;
use game::pgn::PgnGame;
use rng::Rng;
use rules::{Epd, Move, ParseEpdError, Position, Setup, SetupFaults};

/// A start position and the opening moves made before the engines think.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    start: Position,
    moves: Vec<Move>,
}

/// Error of an opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningError {
    /// The EPD is malformed.
    Parse(ParseEpdError),
    /// The position is illegal.
    Illegal(String),
    /// The game is over after the opening.
    GameOver,
}

impl Opening {
    /// The starting position without moves.
    #[must_use]
    pub fn standard() -> Opening {
        Opening { start: Position::start(), moves: Vec::new() }
    }

    /// Parses a line of an EPD file, with or without counters and operations.
    pub fn from_epd(line: &str) -> Result<Opening, OpeningError> {
        let epd = Epd::parse(line.as_bytes()).map_err(OpeningError::Parse)?;
        Opening { start: playable(&epd.setup)?, moves: Vec::new() }.checked()
    }

    /// The first `plies` plies of a game, or all of it if it is shorter.
    pub fn from_pgn(game: &PgnGame, plies: usize) -> Result<Opening, OpeningError> {
        Opening { start: playable(&game.start)?, moves: game.moves().take(plies).collect() }.checked()
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The opening moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The game after the opening moves.
    #[must_use]
    pub fn game(&self) -> Game {
        let is_standard = self.start == Position::start();
        let mut game = if is_standard { Game::standard() } else { Game::from_position(self.start) };
        for &m in &self.moves {
            // `checked` has verified that all moves are legal.
            let _ = game.play(m);
        }
        game
    }

    fn checked(self) -> Result<Opening, OpeningError> {
        let game = self.game();
        if game.plies() < self.moves.len() || game.outcome().is_some() || !game.claims().is_empty() {
            return Err(OpeningError::GameOver);
        }
        Ok(self)
    }
}

/// A position that every engine accepts; castling rights without a rook and the like are dropped.
fn playable(setup: &Setup) -> Result<Position, OpeningError> {
    let position =
        setup.position_waiving(SetupFaults::WAIVABLE).and_then(|position| position.setup().position());
    position.map_err(|error| OpeningError::Illegal(error.to_string()))
}

/// An opening of `plies` random moves from the starting position, the first that `accept` takes. The same
/// seed and number give the same opening on every machine.
pub fn random_opening(
    seed: u64,
    number: usize,
    plies: usize,
    mut accept: impl FnMut(&Position) -> bool,
) -> Opening {
    const TRIES: usize = 1000;
    let mut rng = Rng::with_stream(seed, number as u64);
    let mut attempt = || -> Option<Opening> {
        let (mut position, mut moves) = (Position::start(), Vec::with_capacity(plies));
        for _ in 0..plies {
            let legal = position.legal_moves();
            let &m = legal.get(rng.index(legal.len()))?;
            position = position.play(m).ok()?;
            moves.push(m);
        }
        let opening = Opening { start: Position::start(), moves }.checked().ok()?;
        accept(&position).then_some(opening)
    };
    (0..TRIES).find_map(|_| attempt()).unwrap_or_else(Opening::standard)
}

/// Shuffles the openings; the order depends on the seed alone.
#[must_use]
pub fn shuffle_openings(mut openings: Vec<Opening>, seed: u64) -> Vec<Opening> {
    Rng::with_stream(seed, openings.len() as u64).shuffle(&mut openings);
    openings
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Parse(error) => error.fmt(f),
            OpeningError::Illegal(why) => f.write_str(why),
            OpeningError::GameOver => f.write_str("the game is over after the opening"),
        }
    }
}

impl std::error::Error for OpeningError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_are_deterministic() {
        let opening = |seed, number| random_opening(seed, number, 8, |_| true);
        assert_eq!(opening(1, 5), opening(1, 5));
        assert_ne!(opening(1, 5), opening(1, 6));
        assert_ne!(opening(1, 5), opening(2, 5));
        assert_eq!((opening(1, 5).moves().len(), opening(1, 5).game().plies()), (8, 8));
    }

    /// `hanpan match --seed` plays the same openings in every version.
    #[test]
    fn random_openings_and_shuffles_are_those_recorded() {
        for (seed, number, recorded) in [
            (1, 0, "h2h4 g7g5 d2d3 a7a5 c2c3 g5h4 c3c4 d7d6"),
            (1, 5, "e2e3 h7h5 c2c3 e7e5 f1a6 c7c6 f2f3 f8c5"),
            (7, 1, "g1f3 h7h6 h1g1 a7a5 f3h4 d7d6 f2f4 e8d7"),
            (2026, 5, "h2h3 g8f6 e2e3 a7a5 h1h2 a5a4 f1d3 f6g8"),
        ] {
            let opening = random_opening(seed, number, 8, |_| true);
            let moves: Vec<String> =
                opening.moves().iter().map(|m| m.uci(rules::CastlingStyle::Standard).to_string()).collect();
            assert_eq!(moves.join(" "), recorded, "seed {seed}, opening {number}");
        }
        let all: Vec<Opening> = (0..12).map(|number| random_opening(1, number, 3, |_| true)).collect();
        let order = |seed| {
            let shuffled = shuffle_openings(all.clone(), seed);
            shuffled
                .iter()
                .map(|opening| all.iter().position(|other| other == opening).unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(order(1), [10, 7, 3, 6, 5, 0, 4, 9, 1, 2, 8, 11]);
        assert_eq!(order(9), [5, 10, 0, 9, 7, 6, 4, 8, 2, 3, 11, 1]);
    }

    #[test]
    fn rejected_random_openings_are_skipped() {
        let opening = random_opening(3, 0, 4, |position| !position.is_check() && position.halfmoves() == 0);
        assert_eq!(opening.game().position().unwrap().halfmoves(), 0);
        assert_eq!(random_opening(3, 0, 4, |_| false), Opening::standard());
    }

    #[test]
    fn openings_from_epd_and_pgn() {
        let check = |line: &str, expected: Result<usize, &str>| match (Opening::from_epd(line), expected) {
            (Ok(opening), Ok(moves)) => assert_eq!(opening.game().legal_moves().len(), moves),
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
            (found, _) => panic!("{line}: {found:?}"),
        };
        check("4k3/8/8/8/8/8/8/4K2R w K - id \"tower\";", Ok(15));
        check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Ok(15));
        check("4k3/8/8/8/8/8/8/4K3 w - -", Err("over"));
        check("7k/6Q1/6K1/8/8/8/8/8 b - -", Err("over"));
        check("8/8/8/8/8/8/8/8 w - -", Err("king"));
        check("nonsense", Err("EPD, byte"));
        let game: PgnGame = "1. e4 e5 2. Nf3 Nc6 *".parse().unwrap();
        assert_eq!(Opening::from_pgn(&game, 3).unwrap().game().plies(), 3);
        assert_eq!(Opening::from_pgn(&game, 99).unwrap().game().plies(), 4);
    }

    #[test]
    fn shuffling_is_a_deterministic_permutation() {
        let all: Vec<Opening> = (0..20).map(|number| random_opening(1, number, 3, |_| true)).collect();
        let mixed = shuffle_openings(all.clone(), 9);
        assert_ne!(mixed, all);
        assert_eq!(mixed, shuffle_openings(all.clone(), 9));
        assert!(all.iter().all(|opening| mixed.contains(opening)));
    }
}
