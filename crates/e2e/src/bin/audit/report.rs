//! Audit report: a game, then one line per number for programs.

use std::fmt;

use crate::lighthouse::Score;

/// Minimum score.
const MIN_SCORE: u8 = 95;

/// Maximum transfer size in bytes.
const MAX_PAGE_BYTES: u64 = 250_000;

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
    /// Transfer size of all files in bytes.
    pub(crate) weight: u64,
}

impl AuditReport {
    /// Returns true if every number is within its limit.
    pub(crate) fn passes(&self) -> bool {
        self.findings.iter().all(|finding| finding.violations == 0)
            && self.scores.iter().all(|score| score.worst() >= MIN_SCORE)
            && self.weight <= MAX_PAGE_BYTES
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
        let kilobytes = self.weight as f64 / 1000.0;
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
        write!(f, "weight play {}", self.weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(violations: usize, performance: u8, weight: u64) -> AuditReport {
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
            weight,
        }
    }

    #[test]
    fn report_fails_if_one_number_is_out_of_bounds() {
        let check = |violations, performance, weight, is_good| {
            assert_eq!(report(violations, performance, weight).passes(), is_good);
        };
        check(0, 95, 250_000, true);
        check(1, 95, 250_000, false);
        check(0, 94, 250_000, false);
        check(0, 95, 250_001, false);
    }

    #[test]
    fn report_ends_with_one_line_per_number() {
        let text = report(2, 97, 249_000).to_string();
        let lines: Vec<&str> = text.lines().rev().take(6).collect();
        let expected = [
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
