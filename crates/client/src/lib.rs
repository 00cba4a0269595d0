//! Headless chess client: a pure state machine for every user interface. No screen, no socket, no clock, no
//! randomness: events and timestamps come in, effects go out, user interfaces read a [`View`].
//!
//! ```
//! use client::{Effect, Event, Mark, Screen, Sound, State, update};
//! use game::Timestamp;
//! use rules::Square;
//!
//! let mut state = State::default();
//! update(&mut state, Event::StartGame { seed: 1 }, Timestamp(0));
//! update(&mut state, Event::Click(Square::E2), Timestamp(0));
//! assert!(state.view(Timestamp(0)).board().squares[Square::E4 as usize].marks.has(Mark::Target));
//!
//! let effects = update(&mut state, Event::Click(Square::E4), Timestamp(900));
//! assert_eq!(effects[0], Effect::PlaySound(Sound::Move));
//! assert_eq!(state.view(Timestamp(900)).moves().moves[0].san, "e4");
//! ```
//!
//! # Layout
//! - [`State`], [`Event`], [`Effect`], [`update`](update()): the state machine; `update` is the only way to
//!   change the state.
//! - [`LocalGame`]: the game on the board with clock, players and orientation; created by [`GameForm`], from
//!   a save file or from a PGN.
//! - [`online`]: connection, outbox, lobby and the game as confirmed by the server.
//! - [`study`]: analysis board with a tree of moves; [`review`]: grading of played moves.
//! - [`editor`]: board editor; [`practice`]: endgames against perfect defence.
//! - [`Extensions`]: the abilities of a state. They are values, so that a page can load the code of online play and studies later.
//! - `board`: [`Interaction`], [`Premove`], [`RejectedMove`], [`Shapes`], [`Marks`], [`Orientation`]: the
//!   state of the board widget.
//! - [`View`]: what to draw; [`Board3dScene`]: the same as a text for the 3D module. [`Locale`]: user-visible
//!   texts.

mod state;

mod effect;
mod event;
mod update;

mod local_game;

pub mod editor;
pub mod online;
pub mod practice;

pub mod review;
pub mod study;

mod board;
mod player;
mod save_file;

mod form;
mod settings;

mod view;
mod locale;

pub use board::{
    AutoFlip, Brush, Cell, Direction, Interaction, Mark, Marks, Orientation, Premove, Promotion,
    RejectedMove, ScreenSide, Shape, Shapes,
};
pub use effect::{Announcement, Document, Effect, Sound};
pub use event::{BoardCommand, Event, Navigation};
pub use form::{
    BonusKind, Chess960NumberError, ClockChoice, ClockPreset, FormErrors, FormField, GameForm, MAX_BONUS,
    MAX_MINUTES, TimeFieldError, TimeFields,
};
pub use game::Date;
pub use local_game::{ClockView, Imported, LocalGame};
pub use locale::{EditorMarks, Locale, SquareLabel};
pub use player::{Player, PlayerLocation};
pub use protocol::{OfferKind, PlayerAction};
pub use save_file::{SaveFileError, SaveFileErrorKind};
pub use settings::{
    Animation, Appearance, Board3dTheme, BoardTheme, FrontEnds, Highlight, MoveConfirmation, Notation,
    PieceSet, Setting, SettingControl, SettingId, SettingSection, Settings, SoundSet, Switch, Volume,
};
pub use state::{Confirmation, Problem, Screen, State};
pub use texts::{
    AnalysisMessageKey, ClubMessageKey, ComputerMessageKey, EditorMessageKey, Language, LearnMessageKey,
    MessageKey, PracticeMessageKey, PuzzleMessageKey,
};
pub use update::{Extensions, update};
pub use view::{
    AvailableActions, Board3dPiece, Board3dScene, Board3dSceneError, BoardView, MoveListView, MoveView,
    PieceState, PieceView, SideView, SquareView, View,
};
