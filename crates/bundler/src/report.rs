//! Sizes of the bundled files.

use std::fmt;

use crate::output::Asset;

/// File name prefixes of what the page at `/` does not load: the other modules, and the icons of an installed app.
const LAZY_MODULES: [&str; 4] = ["club", "engine-worker", "board3d", "install"];

/// A table of all files with sums: of each lazily loaded module, and of the page at `/`.
#[derive(Debug)]
pub(crate) struct SizeReport {
    lines: Vec<(String, [usize; 3])>,
}

impl SizeReport {
    pub(crate) fn of(files: &[Asset]) -> SizeReport {
        let line = |file: &Asset| (file.path.clone(), [file.plain, file.gzip, file.brotli]);
        SizeReport { lines: files.iter().map(line).collect() }
    }

    fn sum(&self, is_counted: impl Fn(&str) -> bool) -> [usize; 3] {
        let counted: Vec<_> = self.lines.iter().filter(|(path, _)| is_counted(path)).collect();
        [0, 1, 2].map(|column| counted.iter().map(|(_, sizes)| sizes[column]).sum())
    }
}

impl fmt::Display for SizeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<44}{:>10}{:>10}{:>10}", "file", "bytes", "gzip", "brotli")?;
        for (path, [plain, gzip, brotli]) in &self.lines {
            writeln!(f, "{path:<44}{plain:>10}{gzip:>10}{brotli:>10}")?;
        }
        let is_of = |path: &str, stem: &str| {
            path.trim_start_matches('/').trim_start_matches("assets/").starts_with(stem)
        };
        let [plain, gzip, brotli] = self.sum(|_| true);
        writeln!(f, "{:<44}{plain:>10}{gzip:>10}{brotli:>10}", "all")?;
        for stem in LAZY_MODULES {
            writeln!(f, "weight {stem} {}", self.sum(|path| is_of(path, stem))[2])?;
        }
        writeln!(f, "weight play {}", self.sum(|path| !LAZY_MODULES.iter().any(|stem| is_of(path, stem)))[2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_summed_per_module() {
        let line = |path: &str, size| (path.to_owned(), [9, 8, size]);
        let page = [line("/", 3), line("/a", 4)];
        let later = [
            line("/assets/club-1.js", 10),
            line("/club.html", 20),
            line("/assets/board3d-1.wasm", 50),
            line("/assets/install-icon-1.png", 40),
        ];
        let report = SizeReport { lines: [&page[..], &later].concat() }.to_string();
        let sums: Vec<&str> = report.lines().skip(8).collect();
        assert_eq!(
            sums,
            [
                "weight club 30",
                "weight engine-worker 0",
                "weight board3d 50",
                "weight install 40",
                "weight play 7",
            ]
        );
    }
}
