//! Terms of a game from request parameters.

use std::num::NonZeroU32;

use game::{Allowance, Bonus, Chess960, Millis, TimeControl};
use protocol::{
    ColorPreference, FenText, GameSetup, OnlineTimeControl, RatingMode, StartPosition, Visibility,
};
use rules::Setup;

use super::error::LichessError;
use super::fields::Fields;
use crate::lobby::RatingRange;
use crate::random;

/// Reads rules, clock and stakes of a challenge: `variant`, `fen`, `clock.limit`, `clock.increment`, `days`, `rated`.
///
/// # Errors
///
/// Returns 400 if this server has no such game.
pub(super) fn challenge_terms(fields: &Fields) -> Result<GameSetup, LichessError> {
    let limit = span(fields, "clock.limit", 1)?;
    let increment = span(fields, "clock.increment", 1)?;
    let clock = (limit.is_some() || increment.is_some())
        .then(|| (limit.unwrap_or_default(), increment.unwrap_or_default()));
    terms(fields, clock)
}

/// Reads rules, clock and stakes of a seek: as [`challenge_terms`], but `time` in minutes and `increment` in seconds.
///
/// # Errors
///
/// Returns 400 if this server has no such game.
pub(super) fn seek_terms(fields: &Fields) -> Result<GameSetup, LichessError> {
    let base = span(fields, "time", 60)?;
    let increment = span(fields, "increment", 1)?;
    let clock = base.map(|base| (base, increment.unwrap_or_default()));
    if clock.is_none() && fields.get("days").is_none() {
        return Err(LichessError::bad_request("time or days is missing"));
    }
    terms(fields, clock)
}

/// Ratings of the opponent that the caller asks for, such as `1500-1800`; `None` if empty or missing.
///
/// # Errors
///
/// Returns 400 if the text is no range.
pub(super) fn rating_range(fields: &Fields) -> Result<Option<RatingRange>, LichessError> {
    let range = fields.get("ratingRange").map(str::parse::<RatingRange>).transpose();
    range.map_err(|error| LichessError::bad_request(format!("Invalid value for ratingRange: {error}")))
}

/// The colour that the caller asks for.
///
/// # Errors
///
/// Returns 400 if there is no such colour.
pub(super) fn side(fields: &Fields) -> Result<ColorPreference, LichessError> {
    match fields.get("color") {
        None | Some("random") => Ok(ColorPreference::Random),
        Some("white") => Ok(ColorPreference::White),
        Some("black") => Ok(ColorPreference::Black),
        Some(other) => Err(LichessError::bad_request(format!("No such color: {other}"))),
    }
}

/// A time in units of some seconds. Clients compute it and send fractions, such as `15.0`.
fn span(fields: &Fields, name: &str, unit_seconds: u32) -> Result<Option<Millis>, LichessError> {
    let Some(value) = fields.parsed::<f64>(name)? else { return Ok(None) };
    let millis = (value * f64::from(unit_seconds) * 1_000.0).round();
    if (0.0..1e12).contains(&millis) {
        Ok(Some(Millis(millis as u64)))
    } else {
        Err(LichessError::bad_request(format!("Invalid value for {name}: {value}")))
    }
}

fn terms(fields: &Fields, clock: Option<(Millis, Millis)>) -> Result<GameSetup, LichessError> {
    let rated = fields.flag("rated") == Some(true);
    Ok(GameSetup {
        start: start(fields)?,
        control: control(fields, clock)?,
        stakes: if rated { RatingMode::Rated } else { RatingMode::Casual },
        visibility: Visibility::Public,
    })
}

fn control(fields: &Fields, clock: Option<(Millis, Millis)>) -> Result<OnlineTimeControl, LichessError> {
    let days = fields.parsed::<u32>("days")?;
    let control = match (clock, days) {
        (Some((base, increment)), _) => {
            let bonus = if increment == Millis::ZERO { Bonus::None } else { Bonus::Increment(increment) };
            let allowance = Allowance::new(base, bonus);
            TimeControl::same(allowance.ok_or_else(|| LichessError::bad_request("The clock has no time"))?)
        }
        (None, Some(days)) => TimeControl::Correspondence {
            days: NonZeroU32::new(days).ok_or_else(|| LichessError::bad_request("days must be 1 to 30"))?,
        },
        (None, None) => TimeControl::Unlimited,
    };
    OnlineTimeControl::new(control)
        .map_err(|error| LichessError::bad_request(format!("Invalid clock: {error}")))
}

fn start(fields: &Fields) -> Result<StartPosition, LichessError> {
    let setup = fields.get("fen").map(|fen| Setup::from_fen(fen.as_bytes()));
    let setup =
        setup.transpose().map_err(|error| LichessError::bad_request(format!("Invalid FEN: {error}")))?;
    let variant = fields.get("variant").unwrap_or("standard");
    match (variant, setup) {
        ("chess960", None) => {
            let number = (random::seed() % u64::from(game::chess960::COUNT)) as u16;
            Ok(StartPosition::Chess960 { number: Some(number) })
        }
        ("chess960", Some(setup)) => {
            let start = Chess960::of(&setup);
            let start = start.ok_or_else(|| LichessError::bad_request("The FEN is no start of Chess960"))?;
            Ok(StartPosition::Chess960 { number: Some(start.number()) })
        }
        ("standard" | "fromPosition", None) => Ok(StartPosition::Standard),
        ("standard" | "fromPosition", Some(setup)) if setup == Setup::start() => Ok(StartPosition::Standard),
        ("standard" | "fromPosition", Some(setup)) => {
            let fen = FenText::try_from(setup.to_string()).map_err(LichessError::bad_request)?;
            Ok(StartPosition::FromPosition { fen })
        }
        (other, _) => Err(LichessError::bad_request(format!("This server does not play {other}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_from_parameters() {
        let check = |query: &str, expected: Result<&str, &str>| {
            let read = challenge_terms(&Fields::parse(query, ""));
            match (read, expected) {
                (Ok(terms), Ok(json)) => assert_eq!(serde_json::to_string(&terms).unwrap(), json, "{query}"),
                (Err(error), Err(words)) => {
                    assert!(format!("{error:?}").contains(words), "{query}: {error:?}")
                }
                (read, _) => panic!("{query}: {read:?}"),
            }
        };
        let casual = |start: &str, control: &str| {
            format!(
                r#"{{"start":{{{start}}},"control":{{{control}}},"stakes":"casual","visibility":"public"}}"#
            )
        };
        let standard = r#""ruleset":"standard""#;
        let side = r#"{"base":300000,"bonus":{"type":"increment","amount":3000}}"#;
        let clock = format!(r#""type":"clock","white":{side},"black":{side}"#);
        check("clock.limit=300&clock.increment=3", Ok(&casual(standard, &clock)));
        check("", Ok(&casual(standard, r#""type":"unlimited""#)));
        check("days=3&rated=false", Ok(&casual(standard, r#""type":"correspondence","days":3"#)));
        let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        let position = format!(r#""ruleset":"from-position","fen":"{fen}""#);
        check(&format!("fen={fen}"), Ok(&casual(&position, r#""type":"unlimited""#)));
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let number = r#""ruleset":"chess960","number":518"#;
        check(&format!("variant=chess960&fen={start}"), Ok(&casual(number, r#""type":"unlimited""#)));
        check("variant=atomic", Err("atomic"));
        check("fen=nonsense", Err("FEN"));
        check("clock.limit=0&clock.increment=0", Err("no time"));
        check("clock.limit=99999999&clock.increment=0", Err("clock"));
        check("clock.limit=many", Err("clock.limit"));
        check("clock.limit=-1", Err("clock.limit"));
        check("clock.limit=NaN", Err("clock.limit"));
        check("clock.limit=300.0&clock.increment=3", Ok(&casual(standard, &clock)));
        check("days=0", Err("30"));
    }

    #[test]
    fn seeks_have_minutes() {
        let terms = seek_terms(&Fields::parse("", "time=1.5&increment=2&rated=true&ratingRange=")).unwrap();
        let TimeControl::Clock(sides) = terms.control.get() else { panic!("no clock") };
        assert_eq!(
            (sides.white.base(), sides.white.bonus()),
            (Millis(90_000), Bonus::Increment(Millis(2_000)))
        );
        assert_eq!(terms.stakes, RatingMode::Rated);
        assert!(seek_terms(&Fields::parse("", "foo=1")).is_err(), "neither time nor days");
    }
}
