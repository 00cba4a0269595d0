//! Reads a table.

use game::pgn::Score;
use game::{Allowance, Bonus, Clock, Ending, Game, Millis, Offer, Outcome, Ruleset, TimeControl, Timestamp};
use rules::{ByColor, Color, FenError, Setup};

use super::lines::{Lines, name_of, on_many_lines};
use super::{SavedError, SavedReason};
use crate::{Player, Seat, Table, Turning};

impl Table {
    /// Reads what [`Table::saved`] writes. The clock is paused.
    ///
    /// ```
    /// use client::{SavedReason, Table};
    /// use game::{Game, Timestamp};
    /// let table = Table::plain(Game::standard());
    /// assert_eq!(Table::from_saved(&table.saved(Timestamp(0))), Ok(table));
    /// assert_eq!(Table::from_saved("").unwrap_err().reason, SavedReason::Version);
    /// ```
    ///
    /// # Errors
    /// Says which line is wrong and why.
    pub fn from_saved(text: &str) -> Result<Table, SavedError> {
        let lines = Lines::read(text)?;
        let game = read_game(&lines)?;
        let clock = read_clock(&lines, &game)?;
        let mut table = Table::new(game, *clock.control(), read_players(&lines)?, read_turning(&lines)?)
            .seen_by(lines.need("bottom")?.as_a(color)?);
        table.clock = clock;
        if let Some(entry) = lines.get("date") {
            table.date = Some(entry.as_a(|date| date.parse().ok())?);
        }
        if let Some(entry) = lines.get("recorded") {
            table.recorded = Some(entry.as_a(|score| Score::parse(score.as_bytes()))?);
        }
        if let Some(entry) = lines.get("source") {
            let pgn = entry.as_a(|text| on_many_lines(text).parse().ok())?;
            table.source = Some(Box::new(pgn));
        }
        if let Some(entry) = lines.get("warned") {
            for word in entry.value.split_whitespace() {
                table.warned[entry.as_a(|_| color(word))?] = true;
            }
        }
        Ok(table)
    }
}

fn read_game(lines: &Lines<'_>) -> Result<Game, SavedError> {
    let ruleset = lines.need("ruleset")?.as_a(Ruleset::from_name)?;
    let start = lines.need("start")?;
    let fail = |error| start.fail(SavedReason::Start(Box::new(error)));
    let setup = Setup::from_fen(start.value.as_bytes()).map_err(|error| fail(FenError::Syntax(error)))?;
    let mut game = Game::new(ruleset, &setup).map_err(|error| fail(FenError::Illegal(error)))?;
    if let Some(moves) = lines.get("moves") {
        for (index, word) in moves.value.split_whitespace().enumerate() {
            let fail = |error| moves.fail(SavedReason::Move(index, Box::new(error)));
            let m = game.read_move(word).map_err(fail)?;
            // What was read can be played.
            let _played = game.play(m);
        }
    }
    if let Some(entry) = lines.get("outcome") {
        let outcome = entry.as_a(outcome)?;
        if game.outcome().is_none() {
            let _ended = game.end(outcome);
        }
        if game.outcome() != Some(outcome) {
            return Err(entry.fail(SavedReason::Outcome));
        }
    }
    for offer in Offer::ALL {
        if let Some(entry) = lines.get(name_of(offer)) {
            game.offer(entry.as_a(color)?, offer).map_err(|_| entry.fail(SavedReason::Value))?;
        }
    }
    Ok(game)
}

/// Lets the clock run through the game once more.
fn read_clock(lines: &Lines<'_>, game: &Game) -> Result<Clock, SavedError> {
    let control = match (lines.get("white-time"), lines.get("black-time")) {
        (None, None) => TimeControl::Unlimited,
        _ => TimeControl::Clock(ByColor {
            white: lines.need("white-time")?.as_a(allowance)?,
            black: lines.need("black-time")?.as_a(allowance)?,
        }),
    };
    let mut clock = Clock::new(control);
    let Some(entry) = lines.get("spent").filter(|entry| !entry.value.is_empty()) else { return Ok(clock) };
    let wrong_times = || entry.fail(SavedReason::Times);
    let mut now = Timestamp::default();
    // A game from a file is timed only from where it was played on.
    let untimed = game.plies().checked_sub(entry.value.split_whitespace().count()).ok_or_else(wrong_times)?;
    clock.start(game.setup_at(untimed).map_or(game.turn(), |setup| setup.turn), now);
    for word in entry.value.split_whitespace() {
        now = now + entry.as_a(|_| millis(word))?;
        clock.press(now).map_err(|_| wrong_times())?;
    }
    if let Some(entry) = lines.get("thinking") {
        now = now + entry.as_a(millis)?;
    }
    clock.pause(now);
    Ok(clock)
}

fn read_players(lines: &Lines<'_>) -> Result<ByColor<Player>, SavedError> {
    Ok(ByColor { white: lines.need("white")?.as_a(player)?, black: lines.need("black")?.as_a(player)? })
}

fn read_turning(lines: &Lines<'_>) -> Result<Turning, SavedError> {
    lines.need("turning")?.as_a(Turning::from_name)
}

fn player(text: &str) -> Option<Player> {
    let (seat, name) = text.split_once(' ').unwrap_or((text, ""));
    Some(Player::new(name, Seat::from_name(seat)?))
}

fn color(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.to_string() == text)
}

fn outcome(text: &str) -> Option<Outcome> {
    let (winner, ending) = text.split_once(' ')?;
    let winner = if winner == "nobody" { None } else { Some(color(winner)?) };
    Outcome::new(winner, Ending::from_name(ending)?)
}

fn allowance(text: &str) -> Option<Allowance> {
    let mut words = text.split(' ');
    let (base, kind, amount) = (millis(words.next()?)?, words.next()?, millis(words.next()?)?);
    let bonus = match kind {
        "none" => Bonus::None,
        "increment" => Bonus::Increment(amount),
        "bronstein" => Bonus::Bronstein(amount),
        "delay" => Bonus::Delay(amount),
        _ => return None,
    };
    if words.next().is_some() { None } else { Allowance::new(base, bonus) }
}

fn millis(text: &str) -> Option<Millis> {
    text.parse().ok().map(Millis)
}
