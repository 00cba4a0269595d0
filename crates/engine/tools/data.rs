//! The data set: all positions with their terms.

use std::fs;
use std::thread;

use engine::tuning::{PSQT_OWN_KING, TERM_COUNT, features};

use crate::training_record::{RECORD_BYTES, TrainingRecord};

/// Parameters beside the terms: a piece-square table shared by all buckets of the own king, so that the
/// buckets need to learn only their differences.
pub(crate) const SHARED_PSQT: usize = 6 * 64;
/// Number of fitted parameters.
pub(crate) const PARAMETER_COUNT: usize = TERM_COUNT + SHARED_PSQT;

/// Positions in columns.
#[derive(Default)]
pub(crate) struct Dataset {
    /// Index of each position's first term in `counts`.
    starts: Vec<usize>,
    counts: Vec<(u16, i8)>,
    samples: Vec<Sample>,
}

/// A position without its terms.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) middlegame: f32,
    pub(crate) endgame: f32,
    /// Search score for White in centipawns.
    pub(crate) score: f32,
    /// Game result for White, from 0 to 1.
    pub(crate) result: f32,
}

impl Dataset {
    /// Reads comma-separated files.
    pub(crate) fn read(paths: &str, threads: usize) -> Result<Dataset, String> {
        let mut bytes = Vec::new();
        for path in paths.split(',') {
            bytes.extend(fs::read(path).map_err(|error| format!("{path}: {error}"))?);
        }
        let records = bytes.len() / RECORD_BYTES;
        let part = records.div_ceil(threads).max(1) * RECORD_BYTES;
        let parts: Vec<Dataset> = thread::scope(|scope| {
            let workers: Vec<_> =
                bytes.chunks(part).map(|part| scope.spawn(move || Dataset::from_records(part))).collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
        });
        let mut data = Dataset::default();
        for part in parts {
            let offset = data.counts.len();
            data.starts.extend(part.starts.iter().map(|start| start + offset));
            data.counts.extend(part.counts);
            data.samples.extend(part.samples);
        }
        Ok(data)
    }

    fn from_records(bytes: &[u8]) -> Dataset {
        let mut data = Dataset::default();
        let (records, _) = bytes.as_chunks::<RECORD_BYTES>();
        for record in records.iter().filter_map(TrainingRecord::from_bytes) {
            let Some(found) = record.position().and_then(|position| features(&position)) else { continue };
            data.starts.push(data.counts.len());
            data.counts.extend(&found.counts);
            let own = found.counts.iter().filter(|&&(term, _)| usize::from(term) < PSQT_OWN_KING.len);
            data.counts.extend(
                own.map(|&(term, count)| ((TERM_COUNT + usize::from(term) % SHARED_PSQT) as u16, count)),
            );
            data.samples.push(Sample {
                middlegame: found.middlegame,
                endgame: found.endgame,
                score: f32::from(record.score),
                result: f32::from(record.result) / 2.0,
            });
        }
        data
    }

    pub(crate) fn len(&self) -> usize {
        self.samples.len()
    }

    /// A position's terms and its other data.
    pub(crate) fn get(&self, index: usize) -> (&[(u16, i8)], Sample) {
        let end = self.starts.get(index + 1).copied().unwrap_or(self.counts.len());
        (&self.counts[self.starts[index]..end], self.samples[index])
    }
}
