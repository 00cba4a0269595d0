//! Every message between client and server, in both directions, and nothing else.
//!
//! A client sends [`ToServer`] over a WebSocket and gets [`ToClient`]; what one asks only once goes over plain HTTP
//! ([`http`]). Messages are JSON objects whose `type` says what they are. Text becomes a typed value here or is refused:
//! names, lines and numbers have their limits in their types.
//!
//! ```
//! use protocol::{Act, ToServer};
//! let text = r#"{"type":"act","game":"AAAAAAAAAAAAAAAAAAAAAQ","id":"AAAAAAAAAAAAAAAAAAAAAg","act":{"type":"resign"}}"#;
//! let ToServer::Act { act, .. } = serde_json::from_str(text)? else { panic!("not an act") };
//! assert_eq!(act, Act::Resign);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! `docs/protocol.md` shows every exchange. Its examples are the files in `testdata/protocol`, which the tests of both
//! sides read.
//!
//! # Layout
//!
//! `to_server` and `to_client` are the two directions. `act` is what players do, `event` what then has happened, `state`
//! the whole of it, `refusal` why not. `lobby` and `chat` are what they are called, `json` writes and reads them for clients.
//! `seat`, `terms`, `control`, `speed`, `id`, `text`, `time` and `move_text` are the words that the others are made of;
//! `strict` refuses what is none of them.

mod to_server;
mod to_client;

mod action;
mod event;
mod state;
mod action_error;

mod lobby;
mod chat;
pub mod http;
mod json;

mod seat;
mod game_setup;
mod time_control;
mod speed;
mod id;
mod text;
mod timestamp;
mod wire_move;
mod strict;

pub use action::{DrawClaim, OfferKind, PlayerAction};
pub use action_error::ActionError;
pub use chat::{ChatContent, ChatMessage, ChatPhrase, ChatRoom};
pub use event::{ClockTimes, GameEvent, GameEventKind, GameResult, MoveRecord};
pub use game_setup::{FenText, GameSetup, RatingMode, StartPosition, Visibility};
pub use id::{ActionId, GameId, Id, ParseIdError, PlayerId, SeekId, kind};
pub use json::{Json, JsonError};
pub use lobby::{LobbyStats, Seek};
pub use seat::{BySeat, ColorPreference, PlayerInfo, PlayerKind, PublicRating, RatingStatus, Seat};
pub use speed::Speed;
pub use state::{GameInfo, GameState, PendingOffer};
pub use text::{ChatText, PlayerName, TextError};
pub use time_control::{OnlineTimeControl, TimeControlError};
pub use timestamp::{DurationMillis, UnixMillis};
pub use to_client::{CloseReason, SeatPresence, ToClient};
pub use to_server::ToServer;
pub use wire_move::WireMove;
