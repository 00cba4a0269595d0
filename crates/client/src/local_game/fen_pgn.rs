//! FEN and PGN import, and PGN export.

use game::pgn::{Comment, PgnError, PgnGame, PgnLine, PgnMove, PgnResult, Tags};
use game::{Bonus, Game, Millis, TimeControl};
use rules::{ByColor, Color, FenError, IllegalPositionError, Move, Position, Setup, SetupFault};

use super::LocalGame;
use crate::{Player, PlayerLocation};

impl LocalGame {
    /// A game of two local players from a FEN.
    ///
    /// # Errors
    /// Returns the syntax error or all faults of the position.
    pub fn from_fen(text: &str) -> Result<LocalGame, FenError> {
        playable_position(text).map(|position| LocalGame::untimed(Game::from_position(position)))
    }

    /// The first game of a PGN, with its moves played and the clock stopped. A result that does not follow
    /// from the moves is [recorded](LocalGame::recorded_result) without ending the game, since PGN does not
    /// name its reason.
    ///
    /// ```
    /// use client::LocalGame;
    /// use game::pgn::PgnResult;
    /// let game = LocalGame::from_pgn("[White \"Byrne\"]\n\n1. e4 e5 2. Nf3 1-0").unwrap();
    /// assert_eq!((game.game().plies(), game.recorded_result()), (3, Some(PgnResult::WhiteWins)));
    /// assert_eq!(game.players().white.name(), "Byrne");
    /// ```
    ///
    /// # Errors
    /// Returns line, column and reason of the first error.
    pub fn from_pgn(text: &str) -> Result<LocalGame, PgnError> {
        let pgn: PgnGame = text.parse()?;
        // The PGN reader has validated start and moves; moves after the end of the game are dropped.
        let mut game = Game::recorded(pgn.ruleset, &pgn.start).unwrap_or_else(|_| Game::standard());
        let _ended_early = pgn.moves().try_for_each(|m| game.play_recorded(m));
        if pgn.result.winner().is_none() {
            game.end_if_dead();
        }
        let player = |tag| {
            Player::new(pgn.tags.get(tag).filter(|&name| name != "?").unwrap_or(""), PlayerLocation::Local)
        };
        let recorded = (pgn.result != PgnResult::Unknown && game.outcome().is_none()).then_some(pgn.result);
        let mut local_game = LocalGame::untimed(game);
        local_game.players = ByColor { white: player("White"), black: player("Black") };
        local_game.date = pgn.tags.get("Date").and_then(|date| date.parse().ok());
        local_game.recorded_result = recorded;
        local_game.source_pgn = Some(Box::new(pgn));
        Ok(local_game)
    }

    /// The game as PGN: names, date, time control, result and clock comments. Tags and annotations of an
    /// imported PGN are kept as far as the moves are the same.
    #[must_use]
    pub fn pgn(&self) -> PgnGame {
        let mut pgn = PgnGame { ruleset: self.game.ruleset(), start: self.game.start(), ..PgnGame::new() };
        pgn.tags = self.kept_tags();
        let name = |color: Color| Some(self.players[color].name()).filter(|name| !name.is_empty());
        // The time control tag of an imported PGN is kept, unless the game is continued with a clock.
        let is_timed_here = self.source_pgn.is_none() || self.is_timed();
        let tags = [
            ("White", name(Color::White).map(str::to_owned)),
            ("Black", name(Color::Black).map(str::to_owned)),
            ("Date", self.date.map(|date| date.to_string())),
            ("TimeControl", time_control_tag(self.clock.control()).filter(|_| is_timed_here)),
        ];
        for (tag, value) in tags {
            // The tag names are valid.
            let _inserted = value.map(|value| pgn.tags.insert(tag, &value));
        }
        let comments = self.source_pgn.as_ref().map_or_else(Vec::new, |source| source.line.comments.clone());
        pgn.line = PgnLine { comments, moves: self.pgn_moves() };
        pgn.result = match self.game.outcome() {
            Some(outcome) => PgnResult::parse(outcome.result().as_bytes()).unwrap_or_default(),
            None => self.recorded_result.unwrap_or_default(),
        };
        pgn
    }

    /// Name for files of the game, without extension: players and date as far as they are known.
    pub(crate) fn file_stem(&self) -> String {
        let names = Color::ALL.map(|color| self.players[color].name().to_owned());
        let date = self.date.map(|date| date.to_string());
        let parts: Vec<String> = names.into_iter().chain(date).filter(|part| !part.is_empty()).collect();
        let stem = if parts.is_empty() { "hanpan".to_owned() } else { parts.join("-") };
        // Characters that no file system reserves.
        stem.replace(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.'), "_")
    }

    /// Tags of the imported PGN, without those that describe an outdated end.
    fn kept_tags(&self) -> Tags {
        let Some(source) = &self.source_pgn else { return Tags::default() };
        let mut tags = source.tags.clone();
        if !source.moves().eq(self.game.moves()) {
            for stale in ["Termination", "PlyCount"] {
                tags.remove(stale);
            }
        }
        tags
    }

    fn pgn_moves(&self) -> Vec<PgnMove> {
        let source = self.source_pgn.as_ref().map_or(&[][..], |source| &source.line.moves);
        let same = source.iter().zip(self.game.moves()).take_while(|(node, m)| node.m == Some(*m)).count();
        let presses = self.clock.presses();
        // An imported game is timed only from where it was continued.
        let untimed = self.game.plies().saturating_sub(presses.len());
        let is_limited = |color| self.clock.control().initial(color).is_some();
        let with_clock = |(ply, m): (usize, Move)| {
            let mut node = source.get(ply).filter(|_| ply < same).cloned().unwrap_or_else(|| PgnMove::new(m));
            let press = ply
                .checked_sub(untimed)
                .and_then(|index| presses.get(index))
                .filter(|press| is_limited(press.color));
            node.comments.extend(press.map(|press| Comment::new("").with_clock(press.after[press.color])));
            node
        };
        self.game.moves().enumerate().map(with_clock).collect()
    }
}

/// A position from a FEN. Compositions are accepted, with more pieces of a kind than promotions allow; what is
/// probably a typing error is not.
pub(crate) fn playable_position(fen: &str) -> Result<Position, FenError> {
    let setup = Setup::from_fen(fen.as_bytes()).map_err(FenError::Syntax)?;
    playable_setup(&setup).map_err(FenError::Illegal)
}

/// The position of a setup with which a game can begin.
pub(crate) fn playable_setup(setup: &Setup) -> Result<Position, IllegalPositionError> {
    setup.position_waiving(SetupFault::TooMuchMaterial)
}

/// The `TimeControl` tag; `None` if it cannot express the time control (different times, correspondence).
fn time_control_tag(control: &TimeControl) -> Option<String> {
    let allowance = match control {
        TimeControl::Unlimited => return Some("-".to_owned()),
        TimeControl::Clock(times) if times.white == times.black => times.white,
        TimeControl::Clock(_) | TimeControl::Correspondence { .. } => return None,
    };
    let seconds = |span: Millis| span.0.is_multiple_of(1_000).then_some(span.0 / 1_000);
    let base = seconds(allowance.base())?;
    match allowance.bonus() {
        Bonus::None => Some(base.to_string()),
        Bonus::Increment(increment) => Some(format!("{base}+{}", seconds(increment)?)),
        // PGN defines no delay; `d` is a common extension. It does not distinguish Bronstein and simple
        // delay.
        Bonus::Bronstein(delay) | Bonus::Delay(delay) => Some(format!("{base}+{}d", seconds(delay)?)),
    }
}
