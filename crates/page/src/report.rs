//! What the page weighs.

use std::fmt;

use crate::output::Packed;

/// A table of all files, and their sum.
#[derive(Debug)]
pub(crate) struct Report {
    lines: Vec<(String, [usize; 3])>,
}

impl Report {
    pub(crate) fn of(files: &[Packed]) -> Report {
        let line = |file: &Packed| (file.path.clone(), [file.plain, file.gzip, file.brotli]);
        Report { lines: files.iter().map(line).collect() }
    }

    fn sum(&self) -> [usize; 3] {
        [0, 1, 2].map(|column| self.lines.iter().map(|(_, sizes)| sizes[column]).sum())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<44}{:>10}{:>10}{:>10}", "file", "bytes", "gzip", "brotli")?;
        for (path, [plain, gzip, brotli]) in &self.lines {
            writeln!(f, "{path:<44}{plain:>10}{gzip:>10}{brotli:>10}")?;
        }
        let [plain, gzip, brotli] = self.sum();
        writeln!(f, "{:<44}{plain:>10}{gzip:>10}{brotli:>10}", "all")?;
        writeln!(f, "weight play {brotli}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_the_sum() {
        let lines = vec![("/".to_owned(), [9, 8, 3]), ("/a".to_owned(), [9, 8, 4])];
        let report = Report { lines }.to_string();
        assert_eq!(report.lines().last(), Some("weight play 7"));
        assert_eq!(report.lines().count(), 5);
    }
}
