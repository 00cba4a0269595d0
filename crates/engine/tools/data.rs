//! All positions with their terms, laid out for fitting.

use std::fs;
use std::thread;

use engine::tuning::{BY_OWN_KING, COUNT, features};

use crate::record::{LENGTH, Record};

/// Beside the terms: a piece on its square wherever the own king stands. The tables for each kind of king square then
/// need to learn only how they differ.
pub(crate) const COMMON: usize = 6 * 64;
/// What is fitted.
pub(crate) const PARAMETERS: usize = COUNT + COMMON;

/// Positions in columns.
#[derive(Default)]
pub(crate) struct Data {
    /// Where each position's terms begin in `counts`.
    starts: Vec<usize>,
    counts: Vec<(u16, i8)>,
    examples: Vec<Example>,
}

/// What is known about a position beside its terms.
#[derive(Clone, Copy)]
pub(crate) struct Example {
    pub(crate) middlegame: f32,
    pub(crate) endgame: f32,
    /// For White, in hundredths of a pawn.
    pub(crate) score: f32,
    /// For White, from 0 to 1.
    pub(crate) result: f32,
}

impl Data {
    /// Reads files, separated by commas.
    pub(crate) fn read(paths: &str, threads: usize) -> Result<Data, String> {
        let mut bytes = Vec::new();
        for path in paths.split(',') {
            bytes.extend(fs::read(path).map_err(|error| format!("{path}: {error}"))?);
        }
        let records = bytes.len() / LENGTH;
        let part = records.div_ceil(threads).max(1) * LENGTH;
        let parts: Vec<Data> = thread::scope(|scope| {
            let workers: Vec<_> =
                bytes.chunks(part).map(|part| scope.spawn(move || Data::of_records(part))).collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
        });
        let mut data = Data::default();
        for part in parts {
            let offset = data.counts.len();
            data.starts.extend(part.starts.iter().map(|start| start + offset));
            data.counts.extend(part.counts);
            data.examples.extend(part.examples);
        }
        Ok(data)
    }

    fn of_records(bytes: &[u8]) -> Data {
        let mut data = Data::default();
        let (records, _) = bytes.as_chunks::<LENGTH>();
        for record in records.iter().filter_map(Record::from_bytes) {
            let Some(found) = record.position().and_then(|position| features(&position)) else { continue };
            data.starts.push(data.counts.len());
            data.counts.extend(&found.counts);
            let own = found.counts.iter().filter(|&&(term, _)| usize::from(term) < BY_OWN_KING.len);
            data.counts
                .extend(own.map(|&(term, count)| ((COUNT + usize::from(term) % COMMON) as u16, count)));
            data.examples.push(Example {
                middlegame: found.middlegame,
                endgame: found.endgame,
                score: f32::from(record.score),
                result: f32::from(record.result) / 2.0,
            });
        }
        data
    }

    pub(crate) fn len(&self) -> usize {
        self.examples.len()
    }

    /// A position's terms and the rest.
    pub(crate) fn get(&self, index: usize) -> (&[(u16, i8)], Example) {
        let end = self.starts.get(index + 1).copied().unwrap_or(self.counts.len());
        (&self.counts[self.starts[index]..end], self.examples[index])
    }
}
