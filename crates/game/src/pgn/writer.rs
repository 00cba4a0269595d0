//! Writes the export format.

mod lines;
mod tags;

use std::fmt;

use rules::{CastlingStyle, Color};

use super::{Line, PgnGame, PgnMove};
use crate::Ruleset;
use crate::state::State;
use lines::Lines;

/// What is left to write; kept on a stack of our own, so that depth costs no call stack.
enum Job<'a> {
    /// A variation with its brackets.
    Variation(&'a Line, State),
    /// The rest of a line.
    Moves(&'a [PgnMove], State, Number),
    Close,
}

/// When Black's move has a number.
#[derive(Clone, Copy)]
enum Number {
    /// Always: White's move does not stand directly before it.
    Needed,
    WhiteOnly,
}

pub(super) fn write(game: &PgnGame, out: &mut impl fmt::Write) -> fmt::Result {
    tags::write(game, out)?;
    out.write_char('\n')?;
    let mut lines = Lines::new(out);
    for comment in &game.line.comments {
        lines.comment(comment)?;
    }
    if let Some(start) = start(game) {
        write_moves(&game.line, start, &mut lines)?;
    } else if !game.line.moves.is_empty() {
        lines.remark("The moves cannot be played from this position")?;
    }
    lines.word(game.score.as_str())?;
    lines.end()
}

fn start(game: &PgnGame) -> Option<State> {
    match game.ruleset {
        Ruleset::KingCapture => Some(State::KingCapture(game.start)),
        _ => game.start.position().ok().map(State::Laws),
    }
}

fn write_moves<W: fmt::Write>(line: &Line, start: State, lines: &mut Lines<'_, W>) -> fmt::Result {
    let mut jobs = vec![Job::Moves(&line.moves, start, Number::Needed)];
    while let Some(job) = jobs.pop() {
        match job {
            Job::Moves([], ..) => {}
            Job::Moves([node, rest @ ..], state, number) => {
                let Some(next) = state.play(node.m) else {
                    let m = node.m.uci(CastlingStyle::Chess960);
                    lines.remark(&format!("{m} cannot be played"))?;
                    continue;
                };
                write_move(node, &state, number, lines)?;
                let undisturbed = node.comments.is_empty() && node.variations.is_empty();
                let number = if undisturbed { Number::WhiteOnly } else { Number::Needed };
                jobs.push(Job::Moves(rest, next, number));
                jobs.extend(node.variations.iter().rev().map(|line| Job::Variation(line, state)));
            }
            Job::Variation(line, state) => {
                lines.open();
                for comment in &line.comments {
                    lines.comment(comment)?;
                }
                jobs.push(Job::Close);
                jobs.push(Job::Moves(&line.moves, state, Number::Needed));
            }
            Job::Close => lines.close()?,
        }
    }
    Ok(())
}

fn write_move<W: fmt::Write>(
    node: &PgnMove,
    state: &State,
    number: Number,
    lines: &mut Lines<'_, W>,
) -> fmt::Result {
    let fullmoves = state.setup().fullmoves;
    match (state.turn(), number) {
        (Color::White, _) => lines.word(&format!("{fullmoves}."))?,
        (Color::Black, Number::Needed) => lines.word(&format!("{fullmoves}..."))?,
        (Color::Black, Number::WhiteOnly) => {}
    }
    lines.word(&state.san(node.m))?;
    for nag in &node.nags {
        lines.word(&nag.to_string())?;
    }
    for comment in &node.comments {
        lines.comment(comment)?;
    }
    Ok(())
}
