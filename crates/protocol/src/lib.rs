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

mod act;
mod event;
mod state;
mod refusal;

mod lobby;
mod chat;
pub mod http;
mod json;

mod seat;
mod terms;
mod control;
mod speed;
mod id;
mod text;
mod time;
mod move_text;
mod strict;

pub use act::{Act, DrawClaim, Offer};
pub use chat::{Line, Phrase, Room, Speech};
pub use control::{Control, ControlError};
pub use event::{Clocks, Event, GameResult, Happening, Played};
pub use id::{ActId, GameId, Id, ParseIdError, PlayerId, SeekId, kind};
pub use json::{Json, NotJson};
pub use lobby::{Crowd, Seek};
pub use move_text::MoveText;
pub use refusal::Refusal;
pub use seat::{Both, Player, Rating, Seat, Side, Standing, Trust};
pub use speed::Speed;
pub use state::{About, GameState, Offered};
pub use terms::{Fen, Stakes, Start, Terms, Visibility};
pub use text::{ChatText, Name, TextError};
pub use time::{Moment, Span};
pub use to_client::{Attendance, Farewell, ToClient};
pub use to_server::ToServer;
