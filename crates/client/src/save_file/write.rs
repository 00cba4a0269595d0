//! Writing of save files.

use std::fmt::{self, Write};

use game::{Allowance, Bonus, Offer, TimeControl, Timestamp};
use rules::{CastlingStyle, Color};

use super::fields::{HEADER, MAX_SOURCE_BYTES, NO_WINNER, escape_newlines, offer_field};
use crate::LocalGame;

impl LocalGame {
    /// The save file of the game, with the clock at `now`.
    #[must_use]
    pub fn to_save_text(&self, now: Timestamp) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _written = write(self, now, &mut text);
        text
    }
}

fn write(local_game: &LocalGame, now: Timestamp, out: &mut String) -> fmt::Result {
    let game = &local_game.game;
    writeln!(out, "{HEADER}")?;
    writeln!(out, "ruleset {}", game.ruleset().name())?;
    writeln!(out, "start {}", game.start().shredder_fen())?;
    for color in Color::ALL {
        let player = &local_game.players[color];
        writeln!(out, "{color} {} {}", player.location().name(), player.name())?;
    }
    writeln!(out, "bottom {}", local_game.orientation.bottom)?;
    writeln!(out, "turning {}", local_game.auto_flip.name())?;
    if let Some(date) = local_game.date {
        writeln!(out, "date {date}")?;
    }
    if let Some(score) = local_game.recorded_result {
        writeln!(out, "recorded {score}")?;
    }
    if let Some(source) = &local_game.source_pgn {
        let text = source.to_string();
        // Larger files are dropped; the game itself is saved.
        if text.len() <= MAX_SOURCE_BYTES {
            writeln!(out, "source {}", escape_newlines(&text))?;
        }
    }
    if let TimeControl::Clock(times) = local_game.clock.control() {
        for color in Color::ALL {
            write!(out, "{color}-time ")?;
            write_allowance(times[color], out)?;
        }
    }
    write_list("moves", game.moves().map(|m| m.uci(CastlingStyle::Chess960)), out)?;
    write_list("spent", local_game.clock.presses().iter().map(|press| press.spent.0), out)?;
    writeln!(out, "thinking {}", local_game.thinking_time(now).0)?;
    if Color::ALL.into_iter().any(|color| local_game.low_time_warned[color]) {
        write_list("warned", Color::ALL.into_iter().filter(|&color| local_game.low_time_warned[color]), out)?;
    }
    for offer in Offer::ALL {
        if let Some(by) = game.pending(offer) {
            writeln!(out, "{} {by}", offer_field(offer))?;
        }
    }
    if let Some(outcome) = game.outcome() {
        let winner = outcome.winner().map_or(NO_WINNER.to_owned(), |color| color.to_string());
        writeln!(out, "outcome {winner} {}", outcome.ending().name())?;
    }
    Ok(())
}

/// Base time, kind of bonus and bonus, in milliseconds.
fn write_allowance(allowance: Allowance, out: &mut String) -> fmt::Result {
    let kind = match allowance.bonus() {
        Bonus::None => "none",
        Bonus::Increment(_) => "increment",
        Bonus::Bronstein(_) => "bronstein",
        Bonus::Delay(_) => "delay",
    };
    writeln!(out, "{} {kind} {}", allowance.base().0, allowance.bonus().amount().0)
}

fn write_list(name: &str, items: impl Iterator<Item = impl fmt::Display>, out: &mut String) -> fmt::Result {
    out.write_str(name)?;
    for item in items {
        write!(out, " {item}")?;
    }
    out.write_char('\n')
}
