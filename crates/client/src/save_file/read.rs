//! Parsing of save files.

use game::pgn::{PgnGame, PgnResult};
use game::{Allowance, Bonus, Clock, Ending, Game, Millis, Offer, Outcome, Ruleset, TimeControl, Timestamp};
use rules::{ByColor, Color, FenError, Setup};

use super::fields::{NO_WINNER, SaveFields, offer_field, unescape_newlines};
use super::{SaveFileError, SaveFileErrorKind};
use crate::{AutoFlip, LocalGame, Player, PlayerLocation};

/// Parses a PGN.
pub(crate) type ReadPgn = fn(&str) -> Option<PgnGame>;

impl LocalGame {
    /// Returns true if [`LocalGame::to_save_text`] contains the PGN of an imported game.
    #[must_use]
    pub fn is_saved_with_pgn(text: &str) -> bool {
        text.lines().any(|line| line.starts_with("source "))
    }

    /// Parses the result of [`LocalGame::to_save_text`]. The clock is paused.
    ///
    /// ```
    /// use client::{LocalGame, SaveFileErrorKind};
    /// use game::{Game, Timestamp};
    /// let game = LocalGame::untimed(Game::standard());
    /// assert_eq!(LocalGame::from_save_text(&game.to_save_text(Timestamp(0))), Ok(game));
    /// assert_eq!(LocalGame::from_save_text("").unwrap_err().reason, SaveFileErrorKind::Version);
    /// ```
    ///
    /// # Errors
    /// Returns the first invalid line.
    pub fn from_save_text(text: &str) -> Result<LocalGame, SaveFileError> {
        LocalGame::from_save_text_with(text, Some(|source| source.parse().ok()))
    }

    /// The same with a parser for the PGN of an imported game; without it such a game is invalid.
    pub(crate) fn from_save_text_with(
        text: &str,
        read_pgn: Option<ReadPgn>,
    ) -> Result<LocalGame, SaveFileError> {
        let fields = SaveFields::read(text)?;
        let game = read_game(&fields)?;
        let clock = read_clock(&fields, &game)?;
        let mut local_game =
            LocalGame::new(game, *clock.control(), read_players(&fields)?, read_auto_flip(&fields)?)
                .with_bottom(fields.require("bottom")?.parse_with(parse_color)?);
        local_game.clock = clock;
        if let Some(entry) = fields.get("date") {
            local_game.date = Some(entry.parse_with(|date| date.parse().ok())?);
        }
        if let Some(entry) = fields.get("recorded") {
            local_game.recorded_result = Some(entry.parse_with(|score| PgnResult::parse(score.as_bytes()))?);
        }
        if let Some(entry) = fields.get("source") {
            let pgn = entry.parse_with(|text| read_pgn?(&unescape_newlines(text)))?;
            local_game.source_pgn = Some(Box::new(pgn));
        }
        if let Some(entry) = fields.get("warned") {
            for word in entry.value.split_whitespace() {
                local_game.low_time_warned[entry.parse_with(|_| parse_color(word))?] = true;
            }
        }
        Ok(local_game)
    }
}

fn read_game(fields: &SaveFields<'_>) -> Result<Game, SaveFileError> {
    let ruleset = fields.require("ruleset")?.parse_with(Ruleset::from_name)?;
    let start = fields.require("start")?;
    let fail = |error| start.error(SaveFileErrorKind::InvalidStart(Box::new(error)));
    let setup = Setup::from_fen(start.value.as_bytes()).map_err(|error| fail(FenError::Syntax(error)))?;
    let mut game = Game::recorded(ruleset, &setup).map_err(|error| fail(FenError::Illegal(error)))?;
    if let Some(moves) = fields.get("moves") {
        for (index, word) in moves.value.split_whitespace().enumerate() {
            let fail = |error| moves.error(SaveFileErrorKind::IllegalMove(index, Box::new(error)));
            let m = game.parse_move(word).map_err(fail)?;
            // Parsed moves are legal.
            let _played = game.play_recorded(m);
        }
    }
    if let Some(entry) = fields.get("outcome") {
        let outcome = entry.parse_with(parse_outcome)?;
        let _ended = game.end_recorded(outcome);
        if game.outcome() != Some(outcome) {
            return Err(entry.error(SaveFileErrorKind::OutcomeMismatch));
        }
    }
    for offer in Offer::ALL {
        if let Some(entry) = fields.get(offer_field(offer)) {
            game.offer(entry.parse_with(parse_color)?, offer)
                .map_err(|_| entry.error(SaveFileErrorKind::InvalidValue))?;
        }
    }
    game.end_if_dead();
    Ok(game)
}

/// Replays the clock.
fn read_clock(fields: &SaveFields<'_>, game: &Game) -> Result<Clock, SaveFileError> {
    let control = match (fields.get("white-time"), fields.get("black-time")) {
        (None, None) => TimeControl::Unlimited,
        _ => TimeControl::Clock(ByColor {
            white: fields.require("white-time")?.parse_with(parse_allowance)?,
            black: fields.require("black-time")?.parse_with(parse_allowance)?,
        }),
    };
    let mut clock = Clock::new(control);
    let Some(entry) = fields.get("spent").filter(|entry| !entry.value.is_empty()) else { return Ok(clock) };
    let wrong_times = || entry.error(SaveFileErrorKind::ClockMismatch);
    let mut now = Timestamp::default();
    // An imported game is timed only from where it was continued.
    let untimed = game.plies().checked_sub(entry.value.split_whitespace().count()).ok_or_else(wrong_times)?;
    clock.start(game.setup_at(untimed).map_or(game.turn(), |setup| setup.turn), now);
    for word in entry.value.split_whitespace() {
        now = now + entry.parse_with(|_| parse_millis(word))?;
        clock.press(now).map_err(|_| wrong_times())?;
    }
    if let Some(entry) = fields.get("thinking") {
        now = now + entry.parse_with(parse_millis)?;
    }
    clock.pause(now);
    Ok(clock)
}

fn read_players(fields: &SaveFields<'_>) -> Result<ByColor<Player>, SaveFileError> {
    Ok(ByColor {
        white: fields.require("white")?.parse_with(parse_player)?,
        black: fields.require("black")?.parse_with(parse_player)?,
    })
}

fn read_auto_flip(fields: &SaveFields<'_>) -> Result<AutoFlip, SaveFileError> {
    fields.require("turning")?.parse_with(AutoFlip::from_name)
}

fn parse_player(text: &str) -> Option<Player> {
    let (seat, name) = text.split_once(' ').unwrap_or((text, ""));
    Some(Player::new(name, PlayerLocation::from_name(seat)?))
}

fn parse_color(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.to_string() == text)
}

fn parse_outcome(text: &str) -> Option<Outcome> {
    let (winner, ending) = text.split_once(' ')?;
    let winner = if winner == NO_WINNER { None } else { Some(parse_color(winner)?) };
    Outcome::new(winner, Ending::from_name(ending)?)
}

fn parse_allowance(text: &str) -> Option<Allowance> {
    let mut words = text.split(' ');
    let (base, kind, amount) = (parse_millis(words.next()?)?, words.next()?, parse_millis(words.next()?)?);
    let bonus = match kind {
        "none" => Bonus::None,
        "increment" => Bonus::Increment(amount),
        "bronstein" => Bonus::Bronstein(amount),
        "delay" => Bonus::Delay(amount),
        _ => return None,
    };
    if words.next().is_some() { None } else { Allowance::new(base, bonus) }
}

fn parse_millis(text: &str) -> Option<Millis> {
    text.parse().ok().map(Millis)
}
