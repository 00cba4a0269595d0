//! The Laws of chess as pure values: squares, bitboards, positions, legal moves and their notations.
//!
//! ```
//! use hanpan_rules::{Position, San};
//!
//! let mut position = Position::start();
//! for text in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"] {
//!     let san: San = text.parse()?;
//!     let m = san.resolve(&position)?;
//!     assert_eq!(position.san(m).to_string(), text);
//!     position = position.play(m)?;
//! }
//! assert!(position.is_checkmate());
//! assert_eq!(position.fen(), "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Setup`] holds anything that FEN can express, a [`Position`] only what has passed [`Setup::position`],
//! which reports every [`SetupFault`] at once. A [`Move`] comes from a position; text is parsed to [`San`] or
//! [`UciMove`] first and then resolved against a position. [`Position::explain`] gives the reason why a move
//! is illegal.
//!
//! The crate does no I/O and needs neither `std` nor other crates.
//!
//! # Move generation
//!
//! `generate` computes legal targets with masks and passes whole sets of squares to a sink. Listing,
//! counting, finding one move and making all moves ([`perft`]) are sinks of that generator.
#![no_std]

extern crate alloc;

// Board and pieces.
mod color;
mod role;
mod square;
mod bitboard;
pub mod attacks;
pub mod cpu;
mod board;

// Setups, positions and moves.
mod setup;
mod setup_fault;
mod validate;
mod position;
mod moves;
mod movelist;
mod zobrist;

// Move generation, making moves, perft, reasons for illegal moves.
mod static_color;
mod generate;
mod castling;
mod king_zone;
mod move_counter;
mod legal;
mod list_sink;
mod play;
mod make_sink;
pub mod perft;
mod pseudo_legal;
mod explain;

// Notations.
mod fen;
mod epd;
mod uci;
mod san;
mod parse_move;
mod diagram;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::{ByColor, Color};
pub use diagram::{
    BadLetterError, Coordinates, Diagram, DiagramStyle, LetterBoard, LettersReason, ParseLettersError,
};
pub use epd::{Epd, EpdReason, Operation, ParseEpdError};
pub use explain::{IllegalCastlingReason, IllegalMoveReason, PlacedPiece};
pub use fen::{FenError, FenReason, ParseFenError};
pub use movelist::{MoveList, MoveListIter};
pub use moves::{CastlingSide, Move};
pub use parse_move::ParseMoveError;
pub use position::{IllegalMoveError, Position};
pub use role::{Piece, Role};
pub use san::{FigurineSan, ParseSanError, San, SanError, SanReason, SanSuffix};
pub use setup::Setup;
pub use setup_fault::{SetupFault, SetupFaults};
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci::{CastlingStyle, ParseUciError, UciMove, UciMoveError, UciReason};
pub use validate::IllegalPositionError;

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
