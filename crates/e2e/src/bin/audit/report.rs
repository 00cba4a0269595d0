//! Audit report: a game, then one line per number for programs.

use std::fmt;
use std::str::FromStr;

use e2e::Error;

use crate::lighthouse::Score;

/// Minimum score.
const MIN_SCORE: u8 = 95;

/// Maximum transfer size of the start page in bytes.
const MAX_PLAY_BYTES: u64 = 250_000;

/// Maximum of what another page loads besides.
const MAX_PAGE_BYTES: u64 = 200_000;

/// Transfer size of a page: `play` is the start page, `page NAME` what another page loads besides.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Weight {
    pub(crate) name: String,
    pub(crate) bytes: u64,
}

impl Weight {
    fn is_within_limit(&self) -> bool {
        self.bytes <= if self.name == "play" { MAX_PLAY_BYTES } else { MAX_PAGE_BYTES }
    }
}

impl FromStr for Weight {
    type Err = Error;

    fn from_str(text: &str) -> Result<Weight, Error> {
        let weight = text
            .rsplit_once(' ')
            .and_then(|(name, bytes)| Some(Weight { name: name.to_owned(), bytes: bytes.parse().ok()? }));
        weight.ok_or_else(|| Error::File(format!("no weight: {text}")))
    }
}

/// Number of violated rules on a page.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) page: String,
    pub(crate) violations: usize,
}

/// Result of the audit.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct AuditReport {
    pub(crate) findings: Vec<Finding>,
    pub(crate) scores: [Score; 3],
    pub(crate) weights: Vec<Weight>,
}

impl AuditReport {
    /// Returns true if every number is within its limit.
    pub(crate) fn passes(&self) -> bool {
        self.findings.iter().all(|finding| finding.violations == 0)
            && self.scores.iter().all(|score| score.worst() >= MIN_SCORE)
            && self.weights.iter().all(Weight::is_within_limit)
    }
}

impl fmt::Display for AuditReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Lighthouse at the game    phone  desktop   (median of three runs each; the lower one counts)"
        )?;
        for Score { category, phone, desktop } in &self.scores {
            writeln!(f, "  {category:<23} {phone:>5}    {desktop:>5}")?;
        }
        let play = self.weights.iter().find(|weight| weight.name == "play").map_or(0, |weight| weight.bytes);
        let kilobytes = play as f64 / 1000.0;
        writeln!(f, "\nWhat travels, compressed")?;
        writeln!(
            f,
            "  hanpan       {kilobytes:>6.1} kB   board, pieces, all rules, clocks, PGN, sounds, two languages"
        )?;
        writeln!(
            f,
            "  chessground    16.6 kB   board and pieces only: it knows no rules and keeps no game\n"
        )?;
        for score in &self.scores {
            writeln!(f, "lighthouse {} {}", score.category, score.worst())?;
        }
        for Finding { page, violations } in &self.findings {
            writeln!(f, "axe {page} {violations}")?;
        }
        write!(f, "weight play {play}")?;
        for Weight { name, bytes } in self.weights.iter().filter(|weight| weight.name != "play") {
            write!(f, "\n{name} {bytes}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(violations: usize, performance: u8, play: u64, page: u64) -> AuditReport {
        let score = |category, phone| Score { category, phone, desktop: 100 };
        AuditReport {
            findings: vec![
                Finding { page: "home-light".to_owned(), violations: 0 },
                Finding { page: "home-dark".to_owned(), violations },
            ],
            scores: [
                score("performance", performance),
                score("accessibility", 100),
                score("best-practices", 100),
            ],
            weights: [("play", play), ("page online", page)]
                .map(|(name, bytes)| Weight { name: name.to_owned(), bytes })
                .into(),
        }
    }

    #[test]
    fn report_fails_if_one_number_is_out_of_bounds() {
        let check = |violations, performance, play, page, is_good| {
            assert_eq!(report(violations, performance, play, page).passes(), is_good);
        };
        check(0, 95, 250_000, 200_000, true);
        check(1, 95, 250_000, 200_000, false);
        check(0, 94, 250_000, 200_000, false);
        check(0, 95, 250_001, 200_000, false);
        check(0, 95, 250_000, 200_001, false);
    }

    #[test]
    fn report_ends_with_one_line_per_number() {
        let text = report(2, 97, 249_000, 150_000).to_string();
        let lines: Vec<&str> = text.lines().rev().take(7).collect();
        let expected = [
            "page online 150000",
            "weight play 249000",
            "axe home-dark 2",
            "axe home-light 0",
            "lighthouse best-practices 100",
            "lighthouse accessibility 100",
            "lighthouse performance 97",
        ];
        assert_eq!(lines, expected);
    }
}
