//! The index in two parts, so that new games do not rewrite all of it.

use explorer::{
    Builder, Explorer, FolderScratch, GameRecord, IndexError, MemoryScratch, PlyLimit, PositionStats,
    Scratch, ScratchFile, SharedFile, SortBuffer,
};
use rules::{Move, Position};

/// Positions sorted in memory: 4 MiB.
const BUFFER: SortBuffer = SortBuffer(1 << 18);

/// The recent part is joined with the large one when it has more games than this...
const MAX_RECENT_GAMES: u32 = 1000;

/// ... and more than this share of it.
const RECENT_SHARE: u32 = 8;

/// The parts of an index. Clones read the same files.
#[derive(Clone, Debug)]
pub(super) struct Segments {
    all_but_recent: Segment,
    recent: Segment,
}

type Segment = Explorer<SharedFile>;

/// Parts under construction.
#[derive(Debug)]
pub(super) struct NewSegments {
    all_but_recent: Segment,
    recent: SegmentBuilder,
}

type SegmentBuilder = Builder<'static, Box<dyn ScratchFile>>;

impl Segments {
    /// An index without games.
    fn empty() -> Result<Segments, IndexError> {
        let empty =
            || finished(SegmentBuilder::new(scratch_file()?, scratch(), PlyLimit::default(), BUFFER)?);
        Ok(Segments { all_but_recent: empty()?, recent: empty()? })
    }

    /// Number of games.
    pub(super) fn games(&self) -> u32 {
        self.all_but_recent.games().saturating_add(self.recent.games())
    }

    /// The games of a position.
    pub(super) fn find(&mut self, position: &Position) -> Result<PositionStats, IndexError> {
        let mut stats = self.all_but_recent.find(position)?;
        stats.add(self.recent.find(position)?);
        Ok(stats)
    }
}

impl NewSegments {
    /// Begins with the games of `current`, or without games.
    pub(super) fn after(current: Option<Segments>) -> Result<NewSegments, IndexError> {
        let Segments { all_but_recent, recent } = current.map_or_else(Segments::empty, Ok)?;
        let recent = SegmentBuilder::adding_to(recent, scratch_file()?, scratch(), BUFFER)?;
        Ok(NewSegments { all_but_recent, recent })
    }

    /// Adds a game.
    pub(super) fn add(&mut self, record: &GameRecord, moves: Vec<Move>) -> Result<(), IndexError> {
        self.recent.add(record, moves).map(drop)
    }

    /// Completes the parts.
    pub(super) fn finish(self) -> Result<Segments, IndexError> {
        let (all_but_recent, recent) = (self.all_but_recent, finished(self.recent)?);
        if recent.games() <= MAX_RECENT_GAMES.max(all_but_recent.games() / RECENT_SHARE) {
            return Ok(Segments { all_but_recent, recent });
        }
        let mut joined = SegmentBuilder::adding_to(all_but_recent, scratch_file()?, scratch(), BUFFER)?;
        joined.add_index(recent)?;
        Ok(Segments { all_but_recent: finished(joined)?, ..Segments::empty()? })
    }
}

fn finished(builder: SegmentBuilder) -> Result<Segment, IndexError> {
    let (file, _) = builder.finish()?;
    Explorer::open(SharedFile::new(file))
}

fn scratch_file() -> Result<Box<dyn ScratchFile>, IndexError> {
    Ok(scratch().create()?)
}

/// Files in the system's folder for temporary files, or memory where there is none, as in a container from scratch.
fn scratch() -> TemporaryStorage {
    TemporaryStorage { files: FolderScratch::new(std::env::temp_dir()) }
}

#[derive(Debug)]
struct TemporaryStorage {
    files: FolderScratch,
}

impl Scratch for TemporaryStorage {
    fn create(&mut self) -> std::io::Result<Box<dyn ScratchFile>> {
        self.files.create().or_else(|_| MemoryScratch.create())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_in_both_parts_and_after_the_parts_are_joined() {
        let record = GameRecord::default();
        let start = Position::start();
        let moves: Vec<Move> = start.legal_moves().into_iter().collect();
        let mut segments = None;
        let mut games = 0;
        for round in 0..4 {
            let mut builder = NewSegments::after(segments).unwrap();
            for index in 0..300_u32 {
                builder.add(&record, vec![moves[(round + index as usize) % moves.len()]]).unwrap();
            }
            games += 300;
            let mut finished = builder.finish().unwrap();
            let stats = finished.find(&start).unwrap();
            assert_eq!((finished.games(), stats.counts.results.total()), (games, u64::from(games)));
            assert_eq!((stats.moves.len(), stats.games.len()), (20, 4));
            segments = Some(finished);
        }
        let Segments { all_but_recent, recent } = segments.unwrap();
        assert_eq!((all_but_recent.games(), recent.games()), (1200, 0), "joined");
    }
}
