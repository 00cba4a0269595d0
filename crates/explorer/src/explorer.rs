//! Queries of an index.

use std::cmp::Reverse;
use std::io::{BufReader, Read, Seek, SeekFrom};

use rules::{Move, Position};

use crate::counts::{GameCounts, ResultCounts};
use crate::entry::{Entry, ListedGame, MAX_LISTED};
use crate::entry_stream::{EntryReader, find_in_block};
use crate::error::IndexError;
use crate::game_list::{GAMES_PER_BLOCK, read_block};
use crate::game_record::{GameNumber, GameRecord};
use crate::layout::{self, FrameTable, HEAD_BYTES, Trailer};
use crate::packed_move::PackedMove;
use crate::{PlyLimit, frame};

/// An index that is open for queries. Only its table of blocks is in memory.
#[derive(Clone, Debug)]
pub struct Explorer<R> {
    file: R,
    trailer: Trailer,
    table: FrameTable,
}

/// The games of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionStats {
    /// All games of the position.
    pub counts: GameCounts,
    /// The moves played in it, the most frequent first.
    pub moves: Vec<MoveStats>,
    /// A few games: all if there are no more, or else those with the highest ratings; the highest first.
    pub games: Vec<ExampleGame>,
}

/// A move and the games in which it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveStats {
    /// The move.
    pub m: Move,
    /// Its games.
    pub counts: GameCounts,
}

/// A game in which a position was reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExampleGame {
    /// The move played in the position.
    pub m: Move,
    /// The game.
    pub record: GameRecord,
}

impl<R: Read + Seek> Explorer<R> {
    /// Opens an index.
    ///
    /// # Errors
    /// The file is no index, is damaged, or cannot be read.
    pub fn open(mut file: R) -> Result<Explorer<R>, IndexError> {
        let (trailer, table) = layout::read(&mut file)?;
        Ok(Explorer { file, trailer, table })
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.trailer.games
    }

    /// Number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.trailer.positions
    }

    /// Number of plies of each game that are indexed.
    #[must_use]
    pub fn plies(&self) -> PlyLimit {
        PlyLimit(self.trailer.plies)
    }

    /// The games of a position; empty if no game has reached it, or none has played on.
    ///
    /// # Errors
    /// The file is damaged or cannot be read.
    pub fn find(&mut self, position: &Position) -> Result<PositionStats, IndexError> {
        match self.entry(position.repetition_key())? {
            Some(entry) => self.stats(position, &entry),
            None => Ok(PositionStats::default()),
        }
    }

    fn entry(&mut self, key: u64) -> Result<Option<Entry>, IndexError> {
        let after = self.table.positions.partition_point(|block| block.key <= key);
        let Some(block) = after.checked_sub(1).map(|index| self.table.positions[index]) else {
            return Ok(None);
        };
        self.file.seek(SeekFrom::Start(block.offset))?;
        let mut payload = Vec::new();
        frame::read(&mut BufReader::new(&mut self.file), &mut payload)?;
        find_in_block(&payload, key)
    }

    fn stats(&mut self, position: &Position, entry: &Entry) -> Result<PositionStats, IndexError> {
        let mut stats = PositionStats::default();
        let legal = |packed: PackedMove| packed.resolve(position);
        for known in &entry.moves {
            // Only another position with the same key has moves that are not legal in this one.
            let Some(m) = legal(known.m) else { continue };
            stats.moves.push(MoveStats { m, counts: known.counts });
        }
        for ListedGame { number, m } in &entry.games {
            let Some(m) = legal(*m) else { continue };
            stats.games.push(ExampleGame { m, record: self.game(*number)? });
        }
        if entry.moves.is_empty() {
            stats.moves = count_listed(&stats.games);
        }
        stats.moves.iter().for_each(|known| stats.counts.add(&known.counts));
        stats.sort();
        Ok(stats)
    }

    fn game(&mut self, number: GameNumber) -> Result<GameRecord, IndexError> {
        let offset =
            self.table.games.get((number.0 / GAMES_PER_BLOCK) as usize).ok_or(IndexError::Damaged)?;
        self.file.seek(SeekFrom::Start(*offset))?;
        let mut records = Vec::new();
        read_block(&mut BufReader::new(&mut self.file), &mut records)?;
        let index = (number.0 % GAMES_PER_BLOCK) as usize;
        if index < records.len() { Ok(records.swap_remove(index)) } else { Err(IndexError::Damaged) }
    }

    /// Calls `visit` for all games in their order.
    pub(crate) fn for_each_game(
        &mut self,
        mut visit: impl FnMut(&GameRecord) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        self.file.seek(SeekFrom::Start(HEAD_BYTES))?;
        let mut input = BufReader::with_capacity(1 << 16, &mut self.file);
        let mut records = Vec::new();
        let mut games = 0;
        for _ in &self.table.games {
            read_block(&mut input, &mut records)?;
            games += records.len() as u64;
            records.iter().try_for_each(&mut visit)?;
        }
        if games == u64::from(self.trailer.games) { Ok(()) } else { Err(IndexError::Damaged) }
    }

    /// Reads all entries.
    pub(crate) fn into_entries<'a>(mut self) -> Result<EntryReader<'a>, IndexError>
    where
        R: Send + 'a,
    {
        self.file.seek(SeekFrom::Start(self.trailer.games_end))?;
        let bytes = self.trailer.positions_end - self.trailer.games_end;
        Ok(EntryReader::new(Box::new(BufReader::with_capacity(1 << 16, self.file)), bytes))
    }
}

fn count_listed(games: &[ExampleGame]) -> Vec<MoveStats> {
    let mut moves: Vec<MoveStats> = Vec::new();
    for game in games {
        let index = moves.iter().position(|known| known.m == game.m).unwrap_or_else(|| {
            moves.push(MoveStats { m: game.m, counts: GameCounts::default() });
            moves.len() - 1
        });
        moves[index].counts.add_game(game.record.summary());
    }
    moves
}

impl PositionStats {
    /// Adds the games of the same position in another index.
    pub fn add(&mut self, other: PositionStats) {
        self.counts.add(&other.counts);
        for MoveStats { m, counts } in other.moves {
            match self.moves.iter_mut().find(|known| known.m == m) {
                Some(known) => known.counts.add(&counts),
                None => self.moves.push(MoveStats { m, counts }),
            }
        }
        self.games.extend(other.games);
        self.sort();
        self.games.truncate(MAX_LISTED);
    }

    fn sort(&mut self) {
        self.moves.sort_by_key(|known| Reverse(known.counts.results.total()));
        self.games.sort_by_key(|game| Reverse(game.record.summary().rating));
    }

    /// Results of all games of the position.
    #[must_use]
    pub fn results(&self) -> ResultCounts {
        self.counts.results
    }
}
