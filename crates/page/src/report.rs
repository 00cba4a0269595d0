//! What the page weighs.

use std::fmt;

use crate::output::Packed;

/// What begins with these belongs to the second module, which the page at `/` does without.
const CLUB: [&str; 4] = ["/club", "/assets/club", "/thinker", "/assets/thinker"];

/// A table of all files, and their sums: of what the page at `/` needs, and of the second module.
#[derive(Debug)]
pub(crate) struct Report {
    lines: Vec<(String, [usize; 3])>,
}

impl Report {
    pub(crate) fn of(files: &[Packed]) -> Report {
        let line = |file: &Packed| (file.path.clone(), [file.plain, file.gzip, file.brotli]);
        Report { lines: files.iter().map(line).collect() }
    }

    fn sum(&self, is_counted: impl Fn(&str) -> bool) -> [usize; 3] {
        let counted: Vec<_> = self.lines.iter().filter(|(path, _)| is_counted(path)).collect();
        [0, 1, 2].map(|column| counted.iter().map(|(_, sizes)| sizes[column]).sum())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<44}{:>10}{:>10}{:>10}", "file", "bytes", "gzip", "brotli")?;
        for (path, [plain, gzip, brotli]) in &self.lines {
            writeln!(f, "{path:<44}{plain:>10}{gzip:>10}{brotli:>10}")?;
        }
        let is_club = |path: &str| CLUB.iter().any(|beginning| path.starts_with(beginning));
        let [plain, gzip, brotli] = self.sum(|_| true);
        writeln!(f, "{:<44}{plain:>10}{gzip:>10}{brotli:>10}", "all")?;
        writeln!(f, "weight club {}", self.sum(is_club)[2])?;
        writeln!(f, "weight play {}", self.sum(|path| !is_club(path))[2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_module_has_its_sum() {
        let line = |path: &str, size| (path.to_owned(), [9, 8, size]);
        let lines = vec![line("/", 3), line("/a", 4), line("/assets/club-1.js", 10), line("/club.html", 20)];
        let report = Report { lines }.to_string();
        let sums: Vec<&str> = report.lines().skip(5).collect();
        assert_eq!(sums[1..], ["weight club 30", "weight play 7"]);
    }
}
