//! Writes a game without building a tree of it.

use std::fmt;

use super::super::{PgnGame, Tags};
use super::lines::LineWrapper;
use super::tags;
use crate::variant_position::VariantPosition;
use crate::{Game, Millis};
use rules::Color;

/// Times of a move, written as `%clk`, `%emt` and `%lag`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveTimes {
    /// Time left after the move.
    pub left: Option<Millis>,
    /// Time spent on the move.
    pub spent: Option<Millis>,
    /// Lag compensation.
    pub lag: Option<Millis>,
}

impl MoveTimes {
    /// Commands with their times.
    fn commands(self) -> impl Iterator<Item = (&'static str, Millis)> {
        let commands = [("[%clk ", self.left), ("[%emt ", self.spent), ("[%lag ", self.lag)];
        commands.into_iter().filter_map(|(command, time)| Some((command, time?)))
    }
}

impl PgnGame {
    /// Appends a game in the export format: the same text as [`PgnGame::from_game`] with a comment of the times after each
    /// move, several times as fast, for archives. `times` has the times of a move by its index, from 0.
    ///
    /// ```
    /// use hanpan_game::{Game, Millis};
    /// use hanpan_game::pgn::{MoveTimes, PgnGame, Tags};
    /// let mut game = Game::standard();
    /// game.play(game.parse_move("e4")?)?;
    /// let times = |_| MoveTimes { left: Some(Millis::minutes(5)), ..MoveTimes::default() };
    /// let mut text = String::new();
    /// PgnGame::write_game(&game, Tags::default(), times, &mut text);
    /// assert!(text.ends_with("\n\n1. e4 {[%clk 0:05:00]} *\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_game(game: &Game, tags: Tags, times: impl Fn(usize) -> MoveTimes, out: &mut String) {
        let head = PgnGame::without_moves(game, tags);
        // Writing to a string never fails.
        let _ = head.write_head_and_moves(game, times, out);
    }

    fn write_head_and_moves(
        &self,
        game: &Game,
        times: impl Fn(usize) -> MoveTimes,
        out: &mut String,
    ) -> fmt::Result {
        tags::write(self, out)?;
        out.push('\n');
        let mut lines = LineWrapper::new(out);
        let (mut word, mut is_disturbed) = (String::new(), true);
        let states = std::iter::once(&game.start).chain(game.history.iter().map(|ply| &ply.after));
        for (ply, (before, played)) in states.zip(&game.history).enumerate() {
            if before.turn() == Color::White || is_disturbed {
                word.clear();
                push_number(before.fullmoves(), &mut word);
                word.push_str(if before.turn() == Color::White { "." } else { "..." });
                lines.word(&word)?;
            }
            word.clear();
            match (before, &played.after) {
                (VariantPosition::Standard(before), VariantPosition::Standard(after)) => {
                    before.san_to(played.m, after).push_to(&mut word);
                }
                _ => word.push_str(&before.san(played.m)),
            }
            lines.word(&word)?;
            let mut commands = times(ply).commands().peekable();
            is_disturbed = commands.peek().is_some();
            let mut open = "{";
            while let Some((command, time)) = commands.next() {
                word.clear();
                word.push_str(open);
                word.push_str(command);
                time.push_to(&mut word);
                word.push_str(if commands.peek().is_some() { "]" } else { "]}" });
                lines.word(&word)?;
                open = "";
            }
        }
        lines.word(self.result.as_str())?;
        lines.end()
    }
}

/// Appends a number; faster than formatting it.
fn push_number(number: u32, text: &mut String) {
    if number >= 10 {
        push_number(number / 10, text);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

#[cfg(test)]
mod tests {
    use super::super::super::{Comment, PgnMove};
    use super::*;
    use crate::Ruleset;
    use rules::Setup;

    /// Times of some of the moves.
    fn times(ply: usize) -> MoveTimes {
        let time = |millis| Some(Millis(millis));
        match ply % 5 {
            0 => MoveTimes { left: time(598_750), spent: time(1_250), lag: time(40) },
            1 => MoveTimes::default(),
            2 => MoveTimes { left: None, spent: time(36_000_007), lag: None },
            _ => MoveTimes { left: time(3_600_000), spent: None, lag: None },
        }
    }

    /// The same times as text.
    fn comment(ply: usize) -> &'static str {
        match ply % 5 {
            0 => "[%clk 0:09:58.75] [%emt 0:00:01.25] [%lag 0:00:00.04]",
            1 => "",
            2 => "[%emt 10:00:00.007]",
            _ => "[%clk 1:00:00]",
        }
    }

    /// A game of the first legal moves in turn.
    fn play(ruleset: Ruleset, setup: &Setup) -> Game {
        let mut game = Game::new(ruleset, setup).unwrap();
        for turn in 0..200 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[turn * 7 % moves.len()]).unwrap();
        }
        game
    }

    #[test]
    fn the_text_is_that_of_the_tree() {
        let after_e4 =
            Setup::from_fen(b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").unwrap();
        for (ruleset, setup) in [
            (Ruleset::Standard, Setup::start()),
            (Ruleset::FromPosition, after_e4),
            (Ruleset::Chess960, Setup::start()),
            (Ruleset::KingCapture, Setup::start()),
        ] {
            let game = play(ruleset, &setup);
            assert!(game.plies() > 20, "{}", game.plies());
            let mut tags = Tags::default();
            tags.insert("White", "Hou \"Yifan\"").unwrap();
            let mut tree = PgnGame::from_game(&game, tags.clone());
            for (ply, node) in tree.line.moves.iter_mut().enumerate() {
                let text = comment(ply);
                *node = PgnMove { comments: Vec::new(), ..node.clone() };
                node.comments.extend((!text.is_empty()).then(|| Comment::new(text)));
            }
            let mut text = String::new();
            PgnGame::write_game(&game, tags, times, &mut text);
            assert_eq!(text, tree.to_string());
        }
    }
}
