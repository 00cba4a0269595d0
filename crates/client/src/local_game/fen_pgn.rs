//! A table from a FEN or a PGN, and the PGN of a table.

use game::pgn::{Comment, PgnError, PgnGame, PgnLine, PgnMove, PgnResult, Tags};
use game::{Bonus, Game, Millis, TimeControl};
use rules::{ByColor, Color, FenError, Move, Position};

use super::LocalGame;
use crate::{Player, PlayerLocation};

impl LocalGame {
    /// A game from a position, for two people here.
    ///
    /// # Errors
    /// Says where the text is wrong, or all that is wrong with the position.
    pub fn from_fen(text: &str) -> Result<LocalGame, FenError> {
        Position::from_fen(text).map(|position| LocalGame::untimed(Game::from_position(position)))
    }

    /// The first game of a PGN, its moves made and nobody's clock running. A result that its moves do not bring about is
    /// [recorded](Table::recorded) and does not end the game here: PGN does not say why it ended.
    ///
    /// ```
    /// use client::Table;
    /// use game::pgn::Score;
    /// let table = Table::from_pgn("[White \"Byrne\"]\n\n1. e4 e5 2. Nf3 1-0").unwrap();
    /// assert_eq!((table.game().plies(), table.recorded()), (3, Some(Score::WhiteWins)));
    /// assert_eq!(table.players().white.name(), "Byrne");
    /// ```
    ///
    /// # Errors
    /// Says in which line and column the text is wrong and why.
    pub fn from_pgn(text: &str) -> Result<LocalGame, PgnError> {
        let pgn: PgnGame = text.parse()?;
        // The reader has vouched for start and moves; where a game was played on after its end, it ends there.
        let mut game = Game::new(pgn.ruleset, &pgn.start).unwrap_or_else(|_| Game::standard());
        let _ended_early = pgn.moves().try_for_each(|m| game.play(m));
        let player = |tag| {
            Player::new(pgn.tags.get(tag).filter(|&name| name != "?").unwrap_or(""), PlayerLocation::Local)
        };
        let recorded = (pgn.result != PgnResult::Unknown && game.outcome().is_none()).then_some(pgn.result);
        let mut table = LocalGame::untimed(game);
        table.players = ByColor { white: player("White"), black: player("Black") };
        table.date = pgn.tags.get("Date").and_then(|date| date.parse().ok());
        table.recorded_result = recorded;
        table.source_pgn = Some(Box::new(pgn));
        Ok(table)
    }

    /// The game as PGN holds it: names, date, time control, result, and the clock beside each move. What a file said that the
    /// game came from is kept: its other tags, and what stands beside the moves for as long as they are the same.
    #[must_use]
    pub fn pgn(&self) -> PgnGame {
        let mut pgn = PgnGame { ruleset: self.game.ruleset(), start: self.game.start(), ..PgnGame::new() };
        pgn.tags = self.kept_tags();
        let name = |color: Color| Some(self.players[color].name()).filter(|name| !name.is_empty());
        // A file's own time control stands, unless the game is played on with a clock.
        let is_timed_here = self.source_pgn.is_none() || self.is_timed();
        let tags = [
            ("White", name(Color::White).map(str::to_owned)),
            ("Black", name(Color::Black).map(str::to_owned)),
            ("Date", self.date.map(|date| date.to_string())),
            ("TimeControl", time_control_tag(self.clock.control()).filter(|_| is_timed_here)),
        ];
        for (tag, value) in tags {
            // These names are fine, so nothing is refused.
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

    /// The tags of the file, less those that tell of an end that is none any more.
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
        let same = source.iter().zip(self.game.moves()).take_while(|(node, m)| node.m == *m).count();
        let presses = self.clock.presses();
        // A game from a file is timed only from where it was played on.
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

/// The `TimeControl` tag, where it can say what was agreed: the same time for both.
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
        // The standard has no word for a delay; this is how programs that know of it read it. None of them has a word for
        // Bronstein's, which lets a player think as long: a file calls both the same, a kept game tells them apart.
        Bonus::Bronstein(delay) | Bonus::Delay(delay) => Some(format!("{base}+{}d", seconds(delay)?)),
    }
}
