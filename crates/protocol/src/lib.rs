//! Wire protocol between client and server.
//!
//! A client sends [`ToServer`] over a WebSocket and receives [`ToClient`]; single queries go over HTTP
//! ([`http`]). Messages are JSON objects whose `type` is the variant. Parsing validates: limits of names,
//! texts and numbers are part of their types.
//!
//! ```
//! use protocol::{PlayerAction, ToServer};
//! let text = r#"{"type":"act","game":"AAAAAAAAAAAAAAAAAAAAAQ","id":"AAAAAAAAAAAAAAAAAAAAAg","act":{"type":"resign"}}"#;
//! let ToServer::Action { action, .. } = serde_json::from_str(text)? else { panic!("not an action") };
//! assert_eq!(action, PlayerAction::Resign);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! `docs/protocol.md` documents every exchange. Its examples are the files in `testdata/protocol`, which the
//! tests of client and server parse.
//!
//! # Layout
//! - `to_server`, `to_client`: the messages of the two directions.
//! - `action`: what a player does; `event`: the resulting state changes; `state`: the whole game;
//!   `action_error`: rejections.
//! - `lobby`, `challenge`, `chat`, `http`: the other exchanges; `json`: their text for clients.
//! - `lichess`: messages for clients of the Lichess API.
//! - `seat`, `game_setup`, `time_control`, `speed`, `id`, `text`, `timestamp`: the types that messages are
//!   made of.
//! - `wire`: serde helpers.

mod to_server;
mod to_client;

mod action;
mod event;
mod state;
mod action_error;

mod lobby;
mod challenge;
mod chat;
pub mod http;
mod json;
pub mod lichess;

mod seat;
mod game_setup;
mod time_control;
mod speed;
mod id;
mod text;
mod timestamp;
mod wire;

pub use action::{DrawClaim, OfferKind, PlayerAction};
pub use action_error::ActionError;
pub use challenge::{Challenge, ChallengeAnswer, ChallengeOutcome, DeclineReason};
pub use chat::{ChatContent, ChatMessage, ChatPhrase, ChatRoom};
pub use event::{ClockTimes, EventNumber, GameEvent, GameEventKind, GameResult, MoveRecord};
pub use game_setup::{FenText, GameSetup, RatingMode, StartPosition, Visibility};
pub use id::{ActionId, GameId, Id, ParseIdError, PlayerId, SeekId, kind};
pub use json::{FromJson, JsonError, ToJson};
pub use lobby::{LobbyStats, Seek};
pub use seat::{BySeat, ColorPreference, PlayerInfo, PlayerKind, PublicRating, RatingStatus, Seat};
pub use speed::Speed;
pub use state::{GameInfo, GameState, PendingOffer};
pub use text::{ChatText, PlayerName, TextError};
pub use time_control::{OnlineTimeControl, TimeControlError};
pub use timestamp::{DurationMillis, UnixMillis};
pub use to_client::{CloseReason, SeatPresence, ToClient};
pub use to_server::{ToServer, is_from_newer_client};
pub use wire::WireMove;
