//! What the club says about what the protocol knows.

use client::{ClubPhrase, Words};
use protocol::http::{FailureReason, Field, Summary};
use protocol::{Player, Refusal, Side, Speed, Start, Terms};
use rules::Color;

use crate::world::fetch::Trouble;

/// Who sits at a seat, if anybody does.
pub(crate) fn seated(words: Words, player: Option<&Player>) -> String {
    player.map_or_else(|| "…".to_owned(), |player| words.person(player))
}

/// A class of time controls.
pub(crate) fn speed(words: Words, speed: Speed) -> &'static str {
    words.club(match speed {
        Speed::Bullet => ClubPhrase::Bullet,
        Speed::Blitz => ClubPhrase::Blitz,
        Speed::Rapid => ClubPhrase::Rapid,
        Speed::Classical => ClubPhrase::Classical,
        Speed::Correspondence => ClubPhrase::Correspondence,
        Speed::Unlimited => ClubPhrase::Unlimited,
    })
}

/// The seat that somebody wants.
pub(crate) fn side(words: Words, side: Side) -> &'static str {
    match side {
        Side::White => words.color(Color::White),
        Side::Black => words.color(Color::Black),
        Side::Random => words.club(ClubPhrase::RandomSide),
    }
}

/// Why a question to the server has no answer.
pub(crate) fn trouble(words: Words, trouble: &Trouble) -> &'static str {
    words.club(match trouble {
        Trouble::NotReached => ClubPhrase::NotReached,
        Trouble::NotUnderstood => ClubPhrase::NotUnderstood,
        Trouble::Refused(reason) => match reason {
            FailureReason::Refused { refusal } => return words.denied(*refusal),
            FailureReason::Malformed { .. }
            | FailureReason::ForeignOrigin
            | FailureReason::TooLarge
            | FailureReason::WrongMethod => ClubPhrase::NotUnderstood,
            FailureReason::NotFound => ClubPhrase::NoPage,
            FailureReason::NotLoggedIn => ClubPhrase::NotLoggedIn,
            FailureReason::WrongCredentials => ClubPhrase::WrongCredentials,
            FailureReason::Banned => ClubPhrase::Banned,
            FailureReason::NameTaken => ClubPhrase::NameTaken,
            FailureReason::HasAccount => ClubPhrase::HasAccount,
            FailureReason::Unfit { field: Field::Name, .. } => ClubPhrase::UnfitName,
            FailureReason::Unfit { field: Field::Password, .. } => ClubPhrase::UnfitPassword,
            FailureReason::TooOften => return words.denied(Refusal::TooFast),
        },
    })
}

/// What somebody looks for, in one line: time, rules where they are special, and whether it counts.
pub(crate) fn terms(words: Words, terms: &Terms) -> String {
    let ruleset = match terms.start {
        Start::Standard => None,
        Start::Chess960 { .. } => Some(game::Ruleset::Chess960),
        Start::FromPosition { .. } => Some(game::Ruleset::FromPosition),
        Start::KingCapture { .. } => Some(game::Ruleset::KingCapture),
    };
    joined(words, &terms.control.get(), ruleset, terms.stakes)
}

/// The same of a game that has been set up.
pub(crate) fn about(words: Words, about: &protocol::About) -> String {
    let special = Some(about.ruleset).filter(|&ruleset| ruleset != game::Ruleset::Standard);
    joined(words, &about.control.get(), special, about.stakes)
}

fn joined(
    words: Words,
    control: &game::TimeControl,
    ruleset: Option<game::Ruleset>,
    stakes: protocol::Stakes,
) -> String {
    let stakes = words.club(match stakes {
        protocol::Stakes::Casual => ClubPhrase::Casual,
        protocol::Stakes::Rated => ClubPhrase::Rated,
    });
    let time = words.time_control(control);
    match ruleset {
        None => format!("{time} · {stakes}"),
        Some(ruleset) => format!("{time} · {} · {stakes}", words.ruleset(ruleset)),
    }
}

/// The result of a game in a list: `1–0`, `½–½`, `0–1`, or nothing while it goes on.
pub(crate) fn score(summary: &Summary) -> &'static str {
    match &summary.result {
        None => "",
        Some(result) => match result.0.winner() {
            Some(Color::White) => "1–0",
            Some(Color::Black) => "0–1",
            None if result.0.is_draw() => "½–½",
            None => "–",
        },
    }
}
