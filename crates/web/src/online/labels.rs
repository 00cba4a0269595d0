//! Texts for values of the protocol.

use client::{ClockPreset, ClubMessageKey, Locale};
use protocol::http::{AccountField, ApiErrorReason, GameSummary};
use protocol::{ActionError, ColorPreference, GameInfo, PlayerInfo, Speed};
use rules::Color;

use crate::platform::fetch::FetchError;

/// Name of a player, or an ellipsis for a free seat.
pub(crate) fn player_name(locale: Locale, player: Option<&PlayerInfo>) -> String {
    player.map_or_else(|| "…".to_owned(), |player| locale.player_name(player))
}

/// Name of a speed.
pub(crate) fn speed(locale: Locale, speed: Speed) -> &'static str {
    locale.club_message(match speed {
        Speed::Bullet => ClubMessageKey::Bullet,
        Speed::Blitz => ClubMessageKey::Blitz,
        Speed::Rapid => ClubMessageKey::Rapid,
        Speed::Classical => ClubMessageKey::Classical,
        Speed::Correspondence => ClubMessageKey::Correspondence,
        Speed::Unlimited => ClubMessageKey::Unlimited,
    })
}

/// Name of a side.
pub(crate) fn side(locale: Locale, side: ColorPreference) -> &'static str {
    match side {
        ColorPreference::White => locale.color(Color::White),
        ColorPreference::Black => locale.color(Color::Black),
        ColorPreference::Random => locale.club_message(ClubMessageKey::RandomSide),
    }
}

/// Text of a failed request.
pub(crate) fn fetch_error(locale: Locale, error: &FetchError) -> &'static str {
    locale.club_message(match error {
        FetchError::Network => ClubMessageKey::ServerUnreachable,
        FetchError::InvalidResponse => ClubMessageKey::BadResponse,
        FetchError::Refused(reason) => match reason {
            ApiErrorReason::Refused { refusal } => return locale.server_refusal(*refusal),
            ApiErrorReason::Malformed { .. }
            | ApiErrorReason::ForeignOrigin
            | ApiErrorReason::TooLarge
            | ApiErrorReason::WrongMethod => ClubMessageKey::BadResponse,
            ApiErrorReason::NotFound => ClubMessageKey::NoPage,
            ApiErrorReason::NotLoggedIn => ClubMessageKey::NotLoggedIn,
            ApiErrorReason::WrongCredentials => ClubMessageKey::WrongCredentials,
            ApiErrorReason::Banned => ClubMessageKey::Banned,
            ApiErrorReason::NameTaken => ClubMessageKey::NameTaken,
            ApiErrorReason::HasAccount => ClubMessageKey::HasAccount,
            ApiErrorReason::Unfit { field: AccountField::Name, .. } => ClubMessageKey::InvalidName,
            ApiErrorReason::Unfit { field: AccountField::Password, .. } => ClubMessageKey::InvalidPassword,
            ApiErrorReason::TooOften => return locale.server_refusal(ActionError::TooFast),
        },
    })
}

/// Setup of a game in one line.
pub(crate) fn setup(locale: Locale, about: &GameInfo) -> String {
    let time = locale.time_control(&about.control.get());
    locale.join_terms(time, special_ruleset(about), about.stakes)
}

/// Setup of a game for narrow screens: `5+3 · Casual`; unusual time controls are written out.
pub(crate) fn short_setup(locale: Locale, about: &GameInfo) -> String {
    let control = about.control.get();
    let preset = ClockPreset::ALL.into_iter().find(|preset| preset.time_control() == control);
    let time = preset.map_or_else(|| locale.time_control(&control), |preset| preset.to_string());
    locale.join_terms(time, special_ruleset(about), about.stakes)
}

fn special_ruleset(about: &GameInfo) -> Option<game::Ruleset> {
    Some(about.ruleset).filter(|&ruleset| ruleset != game::Ruleset::Standard)
}

/// Result of a game: `1–0`, `½–½`, `0–1`, or empty while it is running.
pub(crate) fn score(summary: &GameSummary) -> &'static str {
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
