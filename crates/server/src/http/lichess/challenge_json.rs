//! Challenges as the Lichess API has them.

use axum::http::HeaderMap;
use game::TimeControl;
use protocol::lichess::{
    ChallengeEvent, ChallengeJson, ChallengePerf, ChallengeUser, Named, TimeControlJson,
};
use protocol::{DeclineReason, GameInfo, PlayerId, RatingMode, Seat, Speed};

use super::error::LichessError;
use super::render::{BOT, COMPAT, initial_fen, perf_name, speed_key, variant};
use super::user_id::user_id;
use crate::games::state::GameBuilder;
use crate::http::AppState;
use crate::http::games::game_url;
use crate::lobby::check_form;
use crate::store::{Challenge, ChallengeState};
use glicko::Rating;

/// Writes challenges for one of their players.
pub(super) struct ChallengeView<'a> {
    pub(super) app: &'a AppState,
    /// Headers of the request, for links.
    pub(super) headers: &'a HeaderMap,
    pub(super) viewer: PlayerId,
}

impl ChallengeView<'_> {
    /// A challenge.
    ///
    /// # Errors
    ///
    /// Returns 400 if its game has no form in the Lichess API: people challenge each other to such games, too.
    pub(super) async fn json(&self, challenge: &Challenge) -> Result<ChallengeJson, LichessError> {
        let terms = &challenge.terms;
        // The start of a Chess960 game is part of the terms, so nothing is left to chance.
        let about: GameInfo = GameBuilder::new(challenge.id, &terms.setup, 0)?.about;
        check_form(&about).map_err(LichessError::bad_request)?;
        let control = about.control.get();
        let speed = Speed::of(&control);
        let declined = match challenge.state {
            ChallengeState::Declined(reason) => Some(reason),
            _ => None,
        };
        Ok(ChallengeJson {
            id: challenge.id,
            url: game_url(self.app, self.headers, challenge.id),
            status: match challenge.state {
                ChallengeState::Open => "created",
                ChallengeState::Accepted => "accepted",
                ChallengeState::Declined(_) => "declined",
                ChallengeState::Canceled => "canceled",
            },
            challenger: self.user(challenge.challenger, speed).await?,
            dest_user: Some(self.user(challenge.challenged, speed).await?),
            variant: variant(about.ruleset),
            rated: about.stakes == RatingMode::Rated,
            speed: speed_key(speed),
            time_control: time_control(&control),
            color: if terms.is_random { "random" } else { color(terms.seat) },
            final_color: color(terms.seat),
            perf: ChallengePerf { icon: "", named: Named { name: perf_name(about.ruleset, speed) } },
            initial_fen: initial_fen(&about),
            direction: Some(if challenge.challenger == self.viewer { "out" } else { "in" }),
            decline_reason: declined.map(decline_words),
            decline_reason_key: declined.map(|reason| reason.key().to_lowercase()),
        })
    }

    /// A line of the event stream.
    pub(super) async fn event(
        &self,
        kind: &'static str,
        challenge: &Challenge,
    ) -> Result<ChallengeEvent, LichessError> {
        Ok(ChallengeEvent { kind, challenge: self.json(challenge).await?, compat: COMPAT })
    }

    async fn user(&self, player: PlayerId, speed: Speed) -> Result<ChallengeUser, LichessError> {
        let store = &self.app.node.store;
        let account =
            store.account(player).await?.ok_or_else(|| LichessError::not_found("No such challenge"))?;
        let ratings = store.ratings(player).await?;
        let rating = ratings.iter().find(|(at, _)| *at == speed).map_or(Rating::default(), |&(_, r)| r);
        let is_rated = speed != Speed::Unlimited;
        Ok(ChallengeUser {
            id: user_id(&account.name),
            name: account.name.to_string(),
            title: account.is_bot.then_some(BOT),
            rating: is_rated.then(|| rating.points()),
            provisional: is_rated && rating.is_provisional(),
            online: self.app.is_online(&account).await?,
        })
    }
}

/// Colour of a seat.
pub(super) fn color(seat: Seat) -> &'static str {
    match seat {
        Seat::White => "white",
        Seat::Black => "black",
    }
}

pub(super) fn time_control(control: &TimeControl) -> TimeControlJson {
    match control {
        TimeControl::Unlimited => TimeControlJson::Unlimited,
        TimeControl::Correspondence { days } => TimeControlJson::Correspondence { days_per_turn: days.get() },
        TimeControl::Clock(sides) => {
            let (limit, increment) = (sides.white.base().0 / 1_000, sides.white.bonus().amount().0 / 1_000);
            TimeControlJson::Clock { limit, increment, show: format!("{}+{increment}", minutes(limit)) }
        }
    }
}

/// Minutes for people: `5`, `1.5`, `½`.
fn minutes(seconds: u64) -> String {
    match seconds {
        15 => "¼".to_owned(),
        30 => "½".to_owned(),
        45 => "¾".to_owned(),
        _ if seconds.is_multiple_of(60) => (seconds / 60).to_string(),
        _ => {
            let text = format!("{:.2}", seconds as f64 / 60.0);
            text.trim_end_matches('0').to_owned()
        }
    }
}

/// A reason for declining, in English.
fn decline_words(reason: DeclineReason) -> &'static str {
    match reason {
        DeclineReason::Generic | DeclineReason::Unknown => "I do not want to play this game.",
        DeclineReason::Later => "Not now; ask me later.",
        DeclineReason::TooFast => "The clock is too fast for me.",
        DeclineReason::TooSlow => "The clock is too slow for me.",
        DeclineReason::TimeControl => "I do not play with this time control.",
        DeclineReason::Rated => "I play rated games only.",
        DeclineReason::Casual => "I play casual games only.",
        DeclineReason::Standard => "I play standard chess only.",
        DeclineReason::Variant => "I do not play this variant.",
        DeclineReason::NoBot => "I do not play against bots.",
        DeclineReason::OnlyBot => "I play against bots only.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_shown_in_minutes() {
        for (seconds, expected) in [(30, "½"), (60, "1"), (90, "1.5"), (180, "3"), (100, "1.67"), (0, "0")] {
            assert_eq!(minutes(seconds), expected);
        }
    }
}
