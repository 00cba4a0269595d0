//! PGN: streaming reader, game trees and writer.
//!
//! [`Reader`] reads a text of any size game by game and keeps no more than one token or, as a tree, one game
//! in memory. It calls a [`Visitor`] for each element ([`Validator`] only checks); [`Reader::games`] builds a
//! tree for each game, [`PgnGame`]. An error has line and column, and reading continues with the next game.
//!
//! [`PgnGame::replay`] converts a tree to a [`Game`](crate::Game), and [`PgnGame::from_game`] the reverse.
//!
//! The reader accepts:
//! - lines that end with LF, CR LF or CR; a byte order mark, NUL and Ctrl-Z as white space;
//! - UTF-8, and Latin-1 in each tag value or comment that is not UTF-8;
//! - any spacing: a game in one line, several tags in one line, no blank line between games or after the
//!   tags;
//! - tags only, moves only, and both without a result;
//! - an unescaped quotation mark in a tag value, unless `]` follows;
//! - comments `{…}` over several lines and `;…` to the end of the line, also before the tags; lines that
//!   begin with `%` are skipped;
//! - move numbers in any form, right or wrong, or none: `1.e4`, `1. e4`, `1e4`, `1 . e4`, `1...e5`;
//! - moves as leniently as [`San::parse`](rules::San::parse), also followed by `e.p.`;
//! - moves in UCI: `g1f3`, `e7e8q`;
//! - NAGs as `$5`, as `!?`, and as signs such as `+/-`, `=` and `±`;
//! - null moves `--`, `Z0`, `@@@@`, `0000` and `null` in variations; in the main line the game ends before one;
//! - typographic characters: `…`, no-break spaces, dashes in results (`1–0`), `½-½`;
//! - a result inside a variation, which is ignored; a comment on the line of the result, which belongs to the
//!   game; a variation without moves and comments, which is dropped;
//! - a `FEN` tag with or without `SetUp`;
//! - a second `Event` tag, any tag after the moves, or a line that begins with `1.` after the moves, as the
//!   beginning of the next game;
//! - words after the first move or tag that cannot be moves, unknown symbols, and NAGs above 255, which are
//!   dropped.
//!
//! Dropped or contradictory text is a [`PgnNote`] for visitors that [want notes](Visitor::NOTES).
//!
//! Everything else is an error: unclosed elements, illegal moves, unexpected bytes, a `FEN` without a legal
//! position, a `Variant` other than Standard, Chess960, From Position and King capture. After an error the
//! reader continues after the result of that game or at the tags of the next. A line that begins with
//! `[Event "` always begins a game, even inside a comment: otherwise a missing brace would hide all following
//! games.
//!
//! The writer produces the export format: the seven tag roster with `?` for unknown values, then the other
//! tags by name; lines of at most 79 characters; `$5` for `!?`; a number before Black's move if White's move
//! does not directly precede it. The `Result`, `FEN`, `SetUp` and `Variant` tags are derived from the game. A
//! comment that contains `}` is written with `;`. An illegal move ends its line with a comment that says so.
//! The output parses back to the same tree.

mod semantics;
mod builder;
mod bytes;
mod comment;
mod error;
mod lexer;
mod nag;
mod location;
mod note;
mod reader;
mod recover;
mod replay;
mod result;
mod source;
mod tag;
mod encoding;
mod token;
mod tree;
mod typography;
mod validator;
mod visitor;
mod writer;

pub use builder::{Games, PartialGameError};
pub use comment::{Comment, EvalScore, Evaluation, ParseEvaluationError, RawComment};
pub use error::{IllegalPgnMove, PgnError, PgnReason};
pub use location::SourceLocation;
pub use nag::Nag;
pub use note::{PgnNote, PgnNoteKind};
pub use reader::{MAX_DEPTH, Reader};
pub use replay::ReplayError;
pub use result::PgnResult;
pub use tag::{RawTag, SEVEN_TAG_ROSTER, TagNameError, Tags};
pub use tree::{PgnGame, PgnLine, PgnMove};
pub use validator::Validator;
pub use visitor::{Visit, Visitor};
pub use writer::MoveTimes;
