//! JSON of the messages, and its conversion into values.

use std::time::Duration;

use clap::ValueEnum;
use protocol::lichess::UNLIMITED_MILLIS;
use rules::{ByColor, Color, Setup, UciMove};
use serde::Deserialize;

use super::{
    ANONYMOUS, BOT, Challenge, FullGame, GameEnd, GameKey, GameState, Mode, Opponent, OpponentKind, WireError,
};

pub(super) fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, WireError> {
    serde_json::from_str(text).map_err(|error| WireError(error.to_string()))
}

/// The value whose name on the command line is the key on the wire.
fn by_key<T: ValueEnum>(key: &str) -> Option<T> {
    let is_named = |value: &&T| value.to_possible_value().is_some_and(|named| named.get_name() == key);
    T::value_variants().iter().find(is_named).cloned()
}

#[derive(Deserialize)]
pub(super) struct RawKind {
    #[serde(rename = "type", default)]
    pub(super) kind: String,
}

#[derive(Deserialize)]
pub(super) struct RawEvent {
    #[serde(rename = "type", default)]
    pub(super) kind: String,
    pub(super) challenge: Option<RawChallenge>,
    pub(super) game: Option<RawGame>,
}

#[derive(Deserialize)]
pub(super) struct RawUser {
    pub(super) id: Option<String>,
    pub(super) username: Option<String>,
    pub(super) name: Option<String>,
    pub(super) title: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawChallenge {
    pub(super) id: String,
    pub(super) challenger: Option<RawUser>,
    pub(super) variant: Option<RawVariant>,
    pub(super) speed: Option<String>,
    #[serde(default)]
    pub(super) rated: bool,
    pub(super) time_control: Option<RawTimeControl>,
    pub(super) decline_reason: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct RawVariant {
    pub(super) key: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawTimeControl {
    pub(super) limit: Option<u64>,
    pub(super) show: Option<String>,
    pub(super) days_per_turn: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawGame {
    pub(super) game_id: Option<String>,
    pub(super) id: Option<String>,
    pub(super) opponent: Option<RawUser>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawFull {
    pub(super) variant: Option<RawVariant>,
    pub(super) initial_fen: Option<String>,
    pub(super) white: Option<RawUser>,
    pub(super) black: Option<RawUser>,
    pub(super) state: RawState,
}

#[derive(Deserialize)]
pub(super) struct RawState {
    #[serde(default)]
    pub(super) moves: String,
    pub(super) wtime: Option<u64>,
    pub(super) btime: Option<u64>,
    pub(super) winc: Option<u64>,
    pub(super) binc: Option<u64>,
    pub(super) status: String,
    pub(super) winner: Option<String>,
    #[serde(default)]
    pub(super) wdraw: bool,
    #[serde(default)]
    pub(super) bdraw: bool,
    #[serde(default)]
    pub(super) wtakeback: bool,
    #[serde(default)]
    pub(super) btakeback: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawGone {
    pub(super) gone: bool,
    pub(super) claim_win_in_seconds: Option<u64>,
}

impl RawGame {
    pub(super) fn key(&self) -> Result<GameKey, WireError> {
        let id = self.game_id.as_deref().or(self.id.as_deref());
        id.ok_or_else(|| WireError("a game without an id".into()))?.parse()
    }
}

impl TryFrom<RawChallenge> for Challenge {
    type Error = WireError;

    fn try_from(raw: RawChallenge) -> Result<Challenge, WireError> {
        let user = raw.challenger.ok_or_else(|| WireError("a challenge without a challenger".into()))?;
        let name = user.name.or(user.username).unwrap_or_else(|| ANONYMOUS.into());
        let is_bot = user.title.as_deref() == Some(BOT);
        let control = raw.time_control.as_ref();
        let days = control.and_then(|control| control.days_per_turn);
        Ok(Challenge {
            key: raw.id.parse()?,
            challenger: Opponent {
                id: user.id.unwrap_or_else(|| name.to_lowercase()),
                name,
                kind: if is_bot { OpponentKind::Bots } else { OpponentKind::People },
            },
            variant: raw.variant.and_then(|variant| by_key(&variant.key)),
            speed: raw.speed.as_deref().and_then(by_key),
            mode: if raw.rated { Mode::Rated } else { Mode::Casual },
            initial: control.and_then(|control| control.limit).map(Duration::from_secs),
            time_control: match (control.and_then(|control| control.show.clone()), days) {
                (Some(show), _) => show,
                (None, Some(days)) => format!("{days} days per move"),
                (None, None) => "no clock".to_owned(),
            },
        })
    }
}

impl TryFrom<RawFull> for FullGame {
    type Error = WireError;

    fn try_from(raw: RawFull) -> Result<FullGame, WireError> {
        let key = raw.variant.map_or_else(|| "standard".to_owned(), |variant| variant.key);
        let variant = by_key(&key).ok_or_else(|| WireError(format!("the rules {key} are unknown")))?;
        let start = match raw.initial_fen.as_deref() {
            None | Some("startpos" | "") => Setup::start(),
            Some(fen) => Setup::from_fen(fen.as_bytes()).map_err(|error| WireError(error.to_string()))?,
        };
        let id = |user: Option<RawUser>| user.and_then(|user| user.id);
        let players = ByColor { white: id(raw.white), black: id(raw.black) };
        Ok(FullGame { variant, start, players, state: raw.state.try_into()? })
    }
}

impl TryFrom<RawState> for GameState {
    type Error = WireError;

    fn try_from(raw: RawState) -> Result<GameState, WireError> {
        let moves = raw.moves.split_ascii_whitespace().map(|text| {
            UciMove::parse(text.as_bytes()).map_err(|error| WireError(format!("{text}: {error}")))
        });
        let time = |millis: Option<u64>| millis.filter(|&left| left < UNLIMITED_MILLIS);
        let times = time(raw.wtime).zip(time(raw.btime));
        let millis = |value: Option<u64>| Duration::from_millis(value.unwrap_or(0));
        let winner = match raw.winner.as_deref() {
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            _ => None,
        };
        let is_running = matches!(raw.status.as_str(), "created" | "started");
        Ok(GameState {
            moves: moves.collect::<Result<_, _>>()?,
            times: times.map(|(white, black)| ByColor {
                white: Duration::from_millis(white),
                black: Duration::from_millis(black),
            }),
            increments: ByColor { white: millis(raw.winc), black: millis(raw.binc) },
            end: (!is_running).then_some(GameEnd { status: raw.status, winner }),
            offers_draw: ByColor { white: raw.wdraw, black: raw.bdraw },
            wants_takeback: ByColor { white: raw.wtakeback, black: raw.btakeback },
        })
    }
}
