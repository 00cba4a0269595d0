//! Sizes of the bundled files.

use std::fmt;

use crate::output::Asset;
use crate::pages::{PartFiles, weights};

/// A table of all files, and the weights of the pages.
#[derive(Debug)]
pub(crate) struct SizeReport {
    lines: Vec<(String, [usize; 3])>,
    weights: Vec<(String, usize)>,
}

impl SizeReport {
    pub(crate) fn of(files: &[Asset], parts: &PartFiles) -> SizeReport {
        let line = |file: &Asset| (file.path.clone(), [file.plain, file.gzip, file.brotli]);
        SizeReport { lines: files.iter().map(line).collect(), weights: weights(files, parts) }
    }

    /// A line with name and bytes for each weight.
    pub(crate) fn weights(&self) -> String {
        self.weights.iter().map(|(name, bytes)| format!("{name} {bytes}\n")).collect()
    }
}

impl fmt::Display for SizeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<48}{:>10}{:>10}{:>10}", "file", "bytes", "gzip", "brotli")?;
        for (path, [plain, gzip, brotli]) in &self.lines {
            writeln!(f, "{path:<48}{plain:>10}{gzip:>10}{brotli:>10}")?;
        }
        let [plain, gzip, brotli] =
            [0, 1, 2].map(|column| self.lines.iter().map(|(_, sizes)| sizes[column]).sum::<usize>());
        writeln!(f, "{:<48}{plain:>10}{gzip:>10}{brotli:>10}", "all")?;
        for (name, bytes) in &self.weights {
            let kind = if name.starts_with("page ") { "" } else { "weight " };
            writeln!(f, "{kind}{name} {bytes}")?;
        }
        Ok(())
    }
}
