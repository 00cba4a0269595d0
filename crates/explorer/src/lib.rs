//! Opening explorer: the moves played in a position, with results, ratings and examples, from an index of games.
//!
//! A [`Builder`] reads games in any number and order and writes an index; an [`Explorer`] looks up positions in it:
//!
//! ```
//! use std::io::Cursor;
//! use explorer::{Builder, Explorer, MemoryScratch, PlyLimit, SortBuffer};
//! use game::pgn::Reader;
//! use rules::{Position, Square};
//!
//! let pgn = b"1. e4 e5 1-0\n\n1. d4 1/2-1/2\n\n1. e4 c5 0-1\n\n1. e4 e5 1-0\n";
//! let mut builder = Builder::new(Vec::new(), MemoryScratch, PlyLimit::default(), SortBuffer::default())?;
//! for game in Reader::new(&pgn[..]).games() {
//!     builder.add_pgn(&game?)?;
//! }
//! let (bytes, size) = builder.finish()?;
//! assert_eq!((size.games, size.positions), (4, 2));
//!
//! let mut explorer = Explorer::open(Cursor::new(bytes))?;
//! let stats = explorer.find(&Position::start())?;
//! assert_eq!(stats.moves[0].m.to(), Square::E4);
//! assert_eq!((stats.moves[0].counts.results.white, stats.moves[0].counts.results.black), (2, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Positions are equal if they are the same by Article 9.2.3 of the Laws: side to move, castling rights, and en passant only
//! where the capture is legal. So moves that transpose are counted together. The key is a Zobrist hash of 64 bits: in an index of
//! a hundred million positions two share a key with a probability of 1 to 3,700. Moves that are not legal in the position asked for,
//! which can come only from such a pair, are left out of the answer. (With the feature `computed-keys` of `rules`, which only the
//! web page uses, keys differ, and so do files.)
//!
//! Start at `builder` and `explorer`; `layout` describes the file, `entry_codec` the positions in it.

mod builder;
mod checksum;
mod counts;
mod entry;
mod entry_codec;
mod entry_stream;
mod error;
mod explorer;
mod frame;
mod game_list;
mod game_record;
mod layout;
mod merge;
mod packed_move;
mod scratch;
mod shared_file;
mod varint;

pub use builder::{Added, Builder, IndexSize, PlyLimit, SortBuffer};
pub use counts::{GameCounts, ResultCounts};
pub use error::IndexError;
pub use explorer::{ExampleGame, Explorer, MoveStats, PositionStats};
pub use game_record::GameRecord;
pub use scratch::{FolderScratch, MemoryScratch, Scratch, ScratchFile};
pub use shared_file::SharedFile;
