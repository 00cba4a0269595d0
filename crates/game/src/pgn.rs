//! PGN, the text in which games are kept.
//!
//! [`Reader`] goes through a text of any size, game by game, holding no more of it than one token or, as a tree, one
//! game. Its visitors are told what stands there ([`Visitor`]; [`Validator`] only checks); [`Reader::games`] gives a
//! tree for each game, [`PgnGame`]. An error has its line and column, and the next game is read all the same.
//!
//! A tree says what stands in a text; [`PgnGame::replay`] makes a [`Game`](crate::Game) of it that can go on, and
//! [`PgnGame::record`] the reverse.
//!
//! Reading takes what people and programs have written:
//! - lines that end with LF, CR LF or CR; a byte order mark, NUL and Ctrl-Z where white space may stand;
//! - UTF-8, and Latin-1 in each tag value or comment that is not UTF-8;
//! - any spacing: a whole game in one line, several tags in one, no blank line between games or after the tags;
//! - tags only, moves only, and both without a result;
//! - a quotation mark in a tag's value without its backslash, unless `]` follows;
//! - comments `{…}` over several lines and `;…` to the end of the line, also before the tags; lines that begin with `%`
//!   are passed over;
//! - move numbers in any shape, right or wrong, or none: `1.e4`, `1. e4`, `1e4`, `1 . e4`, `1...e5`;
//! - moves as leniently as [`San::parse`](rules::San::parse); `e.p.` after one;
//! - marks as `$5` and as `!?`, and signs such as `+/-` and `=`;
//! - a result inside a variation, which says nothing, and a comment on the line of the result, which belongs to the
//!   game; a variation without moves and comments, which is dropped;
//! - a `FEN` tag with or without `SetUp`;
//! - a tag `Event` where there was one already begins the next game, and so does any tag after the moves.
//!
//! Nothing else is tolerated: what is not closed, a null move, a move that is not legal, a byte that begins nothing, a
//! `FEN` that gives no position, a `Variant` we do not know (we know Standard, Chess960, From Position and King
//! capture) are errors. After one the reader goes on behind the result of that game or at the tags of the next. A line
//! that begins with `[Event "` always begins a game, even inside a comment: otherwise a forgotten brace would swallow
//! all games after it.
//!
//! Writing gives the export format: the seven tags of the roster, `?` where nothing is known, the others by name; lines
//! of at most 79 characters; `$5` for `!?`; a number before Black's move wherever White's does not stand directly
//! before it. The `Result`, `FEN`, `SetUp` and `Variant` tags are written as the game is, whatever they said. A comment
//! with `}` in it is written with `;`, the only way to keep it. A move that cannot be played ends its line with a
//! comment that says so. What is written reads back to the same tree.

mod semantics;
mod builder;
mod bytes;
mod comment;
mod error;
mod lexer;
mod nag;
mod location;
mod reader;
mod recover;
mod replay;
mod result;
mod source;
mod tag;
mod encoding;
mod token;
mod tree;
mod validator;
mod visitor;
mod writer;

pub use builder::{Games, PartialGameError};
pub use comment::{Comment, EvalScore, Evaluation, ParseEvaluationError, RawComment};
pub use error::{IllegalPgnMove, PgnError, PgnReason};
pub use location::SourceLocation;
pub use nag::Nag;
pub use reader::{MAX_DEPTH, Reader};
pub use replay::ReplayError;
pub use result::PgnResult;
pub use tag::{RawTag, SEVEN_TAG_ROSTER, TagNameError, Tags};
pub use tree::{PgnGame, PgnLine, PgnMove};
pub use validator::Validator;
pub use visitor::{Visit, Visitor};
