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

mod local_game;

#[cfg(feature = "online")]
pub mod online;

pub mod review;
#[cfg(feature = "study")]
pub mod study;

mod local_action;
mod orientation;
mod save_file;
mod player;

mod interaction;
mod marks;
mod premove;
mod shapes;
mod rejected_move;

mod form;
mod language;
mod settings;

mod board3d_scene;
mod view;
mod screen_side;
mod locale;

pub use board3d_scene::{Board3dPiece, Board3dScene, Board3dSceneError, PieceState};
pub use effect::{Announcement, Document, Effect, Sound};
pub use event::{BoardCommand, Event, Navigation};
pub use form::{
    BonusKind, Chess960NumberError, ClockChoice, ClockPreset, FormErrors, FormField, GameForm, MAX_BONUS,
    MAX_MINUTES, TimeFieldError, TimeFields,
};
pub use game::Date;
pub use interaction::{Interaction, Promotion};
pub use language::Language;
pub use local_action::LocalAction;
pub use local_game::{ClockView, Imported, LocalGame};
pub use locale::{AnalysisMessageKey, ClubMessageKey, ComputerMessageKey, Locale, MessageKey, SquareLabel};
pub use marks::{Mark, Marks};
pub use orientation::{AutoFlip, Cell, Direction, Orientation};
pub use player::{Player, PlayerLocation};
pub use premove::Premove;
pub use rejected_move::RejectedMove;
pub use save_file::{SaveFileError, SaveFileErrorKind};
pub use screen_side::ScreenSide;
pub use settings::{
    Animation, Appearance, Board3dTheme, BoardTheme, Highlight, Notation, Setting, Settings, Switch, Volume,
};
pub use shapes::{Brush, Shape, Shapes};
pub use state::{Confirmation, Problem, Screen, State};
pub use update::update;
pub use view::{AvailableActions, BoardView, MoveListView, MoveView, PieceView, SideView, SquareView, View};
