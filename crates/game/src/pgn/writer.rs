//! Writer of the export format.

mod game;
mod lines;
mod tags;

use std::fmt;

use rules::{CastlingStyle, Color, SetupFaults};

use super::{PgnGame, PgnLine, PgnMove};
use crate::Ruleset;
use crate::variant_position::VariantPosition;
pub use game::MoveTimes;
use lines::LineWrapper;

/// Work items on an explicit stack, so that nesting needs no recursion.
enum WriteTask<'a> {
    /// A variation with its parentheses.
    Variation(&'a PgnLine, VariantPosition),
    /// The rest of a line.
    Moves(&'a [PgnMove], VariantPosition, BlackMoveNumber),
    Close,
}

/// Numbering of Black's moves.
#[derive(Clone, Copy)]
enum BlackMoveNumber {
    /// Always, because White's move does not directly precede.
    Needed,
    WhiteOnly,
}

pub(super) fn write(game: &PgnGame, out: &mut impl fmt::Write) -> fmt::Result {
    tags::write(game, out)?;
    out.write_char('\n')?;
    let mut lines = LineWrapper::new(out);
    for comment in &game.line.comments {
        lines.comment(comment)?;
    }
    if let Some(start) = start(game) {
        write_moves(&game.line, start, &mut lines)?;
    } else if !game.line.moves.is_empty() {
        lines.remark("The moves cannot be played from this position")?;
    }
    lines.word(game.result.as_str())?;
    lines.end()
}

fn start(game: &PgnGame) -> Option<VariantPosition> {
    match game.ruleset {
        Ruleset::KingCapture => Some(VariantPosition::KingCapture(game.start)),
        _ => {
            let position = game.start.position_waiving(SetupFaults::UNREACHABLE);
            position.ok().map(VariantPosition::Standard)
        }
    }
}

fn write_moves<W: fmt::Write>(
    line: &PgnLine,
    start: VariantPosition,
    lines: &mut LineWrapper<'_, W>,
) -> fmt::Result {
    let mut jobs = vec![WriteTask::Moves(&line.moves, start, BlackMoveNumber::Needed)];
    while let Some(job) = jobs.pop() {
        match job {
            WriteTask::Moves([], ..) => {}
            WriteTask::Moves([node, rest @ ..], state, number) => {
                let next = node.m.map_or_else(|| state.null_move(), |m| state.play(m));
                let Some(next) = next else {
                    let m = node.m.map_or("--".to_owned(), |m| m.uci(CastlingStyle::Chess960).to_string());
                    lines.remark(&format!("{m} cannot be played"))?;
                    continue;
                };
                write_move(node, &state, number, lines)?;
                let undisturbed = node.comments.is_empty() && node.variations.is_empty();
                let number = if undisturbed { BlackMoveNumber::WhiteOnly } else { BlackMoveNumber::Needed };
                jobs.push(WriteTask::Moves(rest, next, number));
                jobs.extend(node.variations.iter().rev().map(|line| WriteTask::Variation(line, state)));
            }
            WriteTask::Variation(line, state) => {
                lines.open();
                for comment in &line.comments {
                    lines.comment(comment)?;
                }
                jobs.push(WriteTask::Close);
                jobs.push(WriteTask::Moves(&line.moves, state, BlackMoveNumber::Needed));
            }
            WriteTask::Close => lines.close()?,
        }
    }
    Ok(())
}

fn write_move<W: fmt::Write>(
    node: &PgnMove,
    state: &VariantPosition,
    number: BlackMoveNumber,
    lines: &mut LineWrapper<'_, W>,
) -> fmt::Result {
    let dots = match (state.turn(), number) {
        (Color::White, _) => Some("."),
        (Color::Black, BlackMoveNumber::Needed) => Some("..."),
        (Color::Black, BlackMoveNumber::WhiteOnly) => None,
    };
    if let Some(dots) = dots {
        lines.word_of(&[&state.fullmoves().to_string(), dots])?;
    }
    match node.m {
        Some(m) => lines.word(&state.san(m))?,
        None => lines.word("--")?,
    }
    for nag in &node.nags {
        lines.word(&nag.to_string())?;
    }
    for comment in &node.comments {
        lines.comment(comment)?;
    }
    Ok(())
}
