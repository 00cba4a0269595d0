//! The headless client: what a board on any screen shows, and what it does when it is touched. No screen, no socket, no
//! clock on the wall, no chance: events and moments come in, effects go out, painters read a [`View`].
//!
//! ```
//! use client::{Effect, Event, Mark, Screen, Sound, State, update};
//! use game::Timestamp;
//! use rules::Square;
//!
//! let mut state = State::default();
//! update(&mut state, Event::Start { seed: 1 }, Timestamp(0));
//! update(&mut state, Event::Click(Square::E2), Timestamp(0));
//! assert!(state.view(Timestamp(0)).board().squares[Square::E4 as usize].marks.has(Mark::Target));
//!
//! let effects = update(&mut state, Event::Click(Square::E4), Timestamp(900));
//! assert_eq!(effects[0], Effect::Play(Sound::Move));
//! assert_eq!(state.view(Timestamp(900)).moves().list[0].san, "e4");
//! ```
//!
//! # Layout
//! - [`State`], [`Event`], [`Effect`], [`update`](update()): all that is known, happens, is to be done; and the one door.
//! - [`Table`]: the game with its clock, players and board. [`Form`] makes one, a saved text or a PGN too.
//! - `online`: the same game on a server, with people elsewhere; with the feature of that name.
//! - `study`: a game that is looked at freely, with the feature of that name; [`review`]: what its moves were worth.
//! - [`Hand`], [`Premove`], [`Slip`], [`Shapes`], [`Marks`]: what goes on over the board.
//! - [`View`]: what there is to draw; [`Scene`]: the same as a text, for painters in other modules. [`Words`]: what there is to say, in every language.

mod state;

mod effect;
mod event;
mod update;

mod table;

#[cfg(feature = "online")]
pub mod online;

pub mod review;
#[cfg(feature = "study")]
pub mod study;

mod date;
mod deed;
mod orientation;
mod saved;
mod seat;

mod hand;
mod marks;
mod premove;
mod shapes;
mod slip;

mod form;
mod language;
mod settings;

mod scene;
mod view;
mod way;
mod words;

pub use date::{BadDate, Date};
pub use deed::Deed;
pub use effect::{Announcement, Document, Effect, Sound};
pub use event::{Act, Event, Moment};
pub use form::{
    BadNumber, BonusKind, ClockChoice, Field, Form, FormErrors, MAX_BONUS, MAX_MINUTES, Preset, TimeError,
    TimeFields,
};
pub use hand::{Hand, Promotion};
pub use language::Language;
pub use marks::{Mark, Marks};
pub use orientation::{Cell, Direction, Orientation, Turning};
pub use premove::Premove;
pub use saved::{SavedError, SavedReason};
pub use scene::{BadScene, Scene, SceneMan, Stance};
pub use seat::{Player, Seat};
pub use settings::{
    Animation, Appearance, BoardTheme, Highlight, Notation, Setting, Settings, SpaceLook, Switch, Volume,
};
pub use shapes::{Brush, Shape, Shapes};
pub use slip::Slip;
pub use state::{Problem, Question, Screen, State};
pub use table::{Brought, ClockFace, Table};
pub use update::update;
pub use view::{Actions, BoardView, ManView, MoveView, Moves, SideView, SquareView, View};
pub use way::Way;
pub use words::{AnalysisPhrase, ClubPhrase, ComputerPhrase, Phrase, SquareLabel, Words};
