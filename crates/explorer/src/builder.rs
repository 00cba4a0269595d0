//! Builds an index, in bounded memory.

use std::fmt;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};

use game::Ruleset;
use game::pgn::PgnGame;
use rules::{Move, Position};

use crate::Explorer;
use crate::entry::{ListedGame, Merger};
use crate::entry_stream::{EntryReader, EntryWriter};
use crate::error::IndexError;
use crate::game_list::GameListWriter;
use crate::game_record::{GameNumber, GameRecord, GameSummary};
use crate::layout::{self, HEAD_BYTES, Trailer};
use crate::merge::merge;
use crate::packed_move::PackedMove;
use crate::scratch::{Scratch, ScratchFile};

/// Number of sorted runs that are merged into one before there are more, which bounds the number of open files.
const MAX_RUNS: usize = 64;

/// Number of plies of each game that are indexed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlyLimit(pub u16);

/// 50 plies, 25 moves of each side.
impl Default for PlyLimit {
    fn default() -> PlyLimit {
        PlyLimit(50)
    }
}

/// Number of positions that are sorted in memory, 16 bytes each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SortBuffer(pub usize);

/// 16 million positions, 256 MiB.
impl Default for SortBuffer {
    fn default() -> SortBuffer {
        SortBuffer(1 << 24)
    }
}

/// Result of adding a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// The game is in the index.
    Indexed,
    /// Left out: the game does not begin at the usual starting position, or has other rules.
    OtherStart,
    /// Left out: the game has no moves.
    NoMoves,
}

/// Size of a finished index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexSize {
    /// Number of games.
    pub games: u32,
    /// Number of positions.
    pub positions: u64,
    /// Length of the file in bytes.
    pub bytes: u64,
}

/// Builds an index from games.
///
/// The games' records are written to the output at once. Their positions are collected in memory, sorted, and written to
/// temporary files as sorted runs, which are merged in the end. So the file is complete only after [`finish`](Builder::finish).
/// It does not depend on the size of the buffer, nor on whether games were added to an older index.
pub struct Builder<'a, W> {
    out: W,
    /// Length of the output.
    offset: u64,
    plies: PlyLimit,
    games: GameListWriter,
    buffer_size: SortBuffer,
    /// Sorted by [`Visit`]'s bits when full.
    buffer: Vec<Visit>,
    runs: Vec<Run>,
    scratch: Box<dyn Scratch + 'a>,
    /// Entries of indexes that are added.
    indexes: Vec<EntryReader<'a>>,
    /// Keys of the positions of a game, from the last capture or pawn move.
    seen: Vec<u64>,
}

/// A position of a game and the move played in it: key, move and number of the game, from the highest bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Visit(u128);

impl Visit {
    fn new(key: u64, m: PackedMove, number: GameNumber) -> Visit {
        Visit(u128::from(key) << 64 | u128::from(m.bits()) << 32 | u128::from(number.0))
    }

    const fn key(self) -> u64 {
        (self.0 >> 64) as u64
    }

    const fn game(self) -> ListedGame {
        let m = PackedMove::from_bits((self.0 >> 32) as u16);
        ListedGame { number: GameNumber(self.0 as u32), m }
    }
}

/// A temporary file with sorted entries.
struct Run {
    file: Box<dyn ScratchFile>,
    bytes: u64,
}

impl Run {
    fn into_reader<'a>(mut self) -> Result<EntryReader<'a>, IndexError> {
        self.file.seek(SeekFrom::Start(0))?;
        Ok(EntryReader::new(Box::new(BufReader::with_capacity(1 << 16, self.file)), self.bytes))
    }
}

impl<'a, W: Write> Builder<'a, W> {
    /// Begins an index.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn new(
        mut out: W,
        scratch: impl Scratch + 'a,
        plies: PlyLimit,
        buffer_size: SortBuffer,
    ) -> Result<Builder<'a, W>, IndexError> {
        out.write_all(&layout::head())?;
        Ok(Builder {
            out,
            offset: HEAD_BYTES,
            plies,
            games: GameListWriter::default(),
            buffer_size,
            buffer: Vec::new(),
            runs: Vec::new(),
            scratch: Box::new(scratch),
            indexes: Vec::new(),
            seen: Vec::new(),
        })
    }

    /// Begins a new index with all games of an older one.
    ///
    /// # Errors
    /// The output cannot be written, or the older index cannot be read.
    pub fn adding_to<R: Read + Seek + Send + 'a>(
        older: Explorer<R>,
        out: W,
        scratch: impl Scratch + 'a,
        buffer_size: SortBuffer,
    ) -> Result<Builder<'a, W>, IndexError> {
        let mut builder = Builder::new(out, scratch, older.plies(), buffer_size)?;
        builder.add_index(older)?;
        Ok(builder)
    }

    /// Adds all games of another index.
    ///
    /// # Errors
    /// The output cannot be written, or the other index cannot be read or has another number of plies.
    pub fn add_index<R: Read + Seek + Send + 'a>(
        &mut self,
        mut other: Explorer<R>,
    ) -> Result<(), IndexError> {
        if other.plies() != self.plies {
            return Err(IndexError::OtherPlies);
        }
        let first_game = u32::try_from(self.games()).map_err(|_| IndexError::Full)?;
        other.for_each_game(|record| {
            self.games.push(record, &mut self.out, &mut self.offset)?;
            Ok(())
        })?;
        self.indexes.push(other.into_entries()?.with_first_game(first_game));
        Ok(())
    }

    /// Adds a game in PGN.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn add_pgn(&mut self, game: &PgnGame) -> Result<Added, IndexError> {
        if game.ruleset != Ruleset::Standard {
            return Ok(Added::OtherStart);
        }
        self.add(&GameRecord::from_pgn(game), game.moves())
    }

    /// Adds a game with its moves from the usual starting position. An illegal move ends it.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn add(
        &mut self,
        record: &GameRecord,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Added, IndexError> {
        let mut moves = moves.into_iter().take(self.plies.0.into()).peekable();
        if moves.peek().is_none() {
            return Ok(Added::NoMoves);
        }
        let number = self.games.push(record, &mut self.out, &mut self.offset)?;
        let mut position = Position::start();
        self.seen.clear();
        for m in moves {
            if position.halfmoves() == 0 {
                self.seen.clear();
            }
            let key = position.repetition_key();
            // A game counts once in each position, with the first move that it played there.
            if !self.seen.contains(&key) {
                self.seen.push(key);
                self.buffer.push(Visit::new(key, PackedMove::new(m), number));
            }
            let Ok(next) = position.play(m) else { break };
            position = next;
        }
        if self.buffer.len() >= self.buffer_size.0 {
            self.write_run()?;
        }
        Ok(Added::Indexed)
    }

    /// Number of games so far.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.summaries().len()
    }

    /// Completes the index and returns the output.
    ///
    /// # Errors
    /// The output cannot be written, or an added index or a temporary file cannot be read.
    pub fn finish(mut self) -> Result<(W, IndexSize), IndexError> {
        self.write_run()?;
        self.games.close_block(&mut self.out, &mut self.offset)?;
        let games_end = self.offset;

        let mut sources = self.indexes;
        for run in self.runs {
            sources.push(run.into_reader()?);
        }
        let mut writer = EntryWriter::new(self.out, games_end);
        merge(sources, self.games.summaries(), &mut writer)?;
        let mut written = writer.finish()?;

        let games = self.games.summaries().len() as u32;
        let trailer = Trailer {
            plies: self.plies.0,
            games,
            positions: written.entries,
            games_end,
            positions_end: written.end,
        };
        let tail = layout::tail(&trailer, self.games.blocks(), &written.blocks);
        written.out.write_all(&tail)?;
        written.out.flush()?;
        let bytes = written.end + tail.len() as u64;
        Ok((written.out, IndexSize { games, positions: written.entries, bytes }))
    }

    /// Sorts the buffer and writes it as a run.
    fn write_run(&mut self) -> Result<(), IndexError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        self.buffer.sort_unstable();
        let writer = BufWriter::with_capacity(1 << 16, self.scratch.create()?);
        self.runs.push(sorted_run(&self.buffer, self.games.summaries(), writer)?);
        self.buffer.clear();
        if self.runs.len() == MAX_RUNS {
            self.merge_runs()?;
        }
        Ok(())
    }

    fn merge_runs(&mut self) -> Result<(), IndexError> {
        let runs = self.runs.drain(..).map(Run::into_reader).collect::<Result<_, _>>()?;
        let file = BufWriter::with_capacity(1 << 16, self.scratch.create()?);
        let mut writer = EntryWriter::new(file, 0);
        merge(runs, self.games.summaries(), &mut writer)?;
        self.runs.push(run_of(writer)?);
        Ok(())
    }
}

fn sorted_run(
    visits: &[Visit],
    summaries: &[GameSummary],
    file: BufWriter<Box<dyn ScratchFile>>,
) -> Result<Run, IndexError> {
    let mut writer = EntryWriter::new(file, 0);
    let mut merger = Merger::new(summaries);
    for visits in visits.chunk_by(|a, b| a.key() == b.key()) {
        merger.begin(visits[0].key());
        visits.iter().for_each(|visit| merger.add_game(visit.game()));
        writer.push(merger.finish())?;
    }
    run_of(writer)
}

fn run_of(writer: EntryWriter<BufWriter<Box<dyn ScratchFile>>>) -> Result<Run, IndexError> {
    let written = writer.finish()?;
    let file = written.out.into_inner().map_err(|error| IndexError::Io(error.into_error()))?;
    Ok(Run { file, bytes: written.end })
}

impl<W> fmt::Debug for Builder<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("games", &self.games.summaries().len()).finish_non_exhaustive()
    }
}
