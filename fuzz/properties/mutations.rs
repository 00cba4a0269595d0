//! Deterministic mutations of the seeds, to check the properties of the fuzz targets without a fuzzer.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use rng::Rng;

/// Calls `property` with mutations of the seeds of a target, fifty times as many with `HANPAN_FULL=1`.
/// Reports the bytes if it panics.
pub(crate) fn check(target: &str, rounds: usize, property: fn(&[u8])) {
    let is_full = std::env::var_os("HANPAN_FULL").is_some_and(|value| value == "1");
    let rounds = if is_full { 50 * rounds } else { rounds };
    let seeds = seeds(target);
    for seed in &seeds {
        property(seed);
    }
    let mut mutator = Mutator(Rng::new(1));
    for _ in 0..rounds {
        let text = mutator.mutate(&seeds);
        if panic::catch_unwind(AssertUnwindSafe(|| property(&text))).is_err() {
            panic!("{target}: b\"{}\"", text.escape_ascii());
        }
    }
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
        .collect()
}

struct Mutator(Rng);

impl Mutator {
    fn below(&mut self, sides: usize) -> usize {
        self.0.index(sides)
    }

    /// A seed with a few bytes changed, removed, inserted or duplicated, or with a piece of another seed.
    fn mutate(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        const BYTES: &[u8] =
            b"abcdefgh12345678KQRBNPkqrnpwOo0-x=+#/ .;:,$%*\"\\\n\r\t(){}[]<>!?\xe2\x99\x94\xff\0";
        let mut text = seeds[self.below(seeds.len())].clone();
        for _ in 0..=self.below(4) {
            let byte =
                if self.below(8) == 0 { self.below(256) as u8 } else { BYTES[self.below(BYTES.len())] };
            let at = self.below(text.len() + 1);
            let end = text.len().min(at + 1 + self.below(12));
            match self.below(6) {
                0 => text.insert(at, byte),
                1 => drop(text.drain(at..end)),
                2 => text.splice(at..at, text[at..end].to_vec()).for_each(drop),
                3 => {
                    let other = &seeds[self.below(seeds.len())];
                    let from = self.below(other.len() + 1);
                    let piece = other[from..other.len().min(from + 1 + self.below(30))].to_vec();
                    text.splice(at..at, piece).for_each(drop);
                }
                _ if at < text.len() => text[at] = byte,
                _ => text.push(byte),
            }
        }
        text
    }
}
