//! What is told at the end.

use std::fmt;

use crate::trial::{Ours, Run};

/// Both servers under as many connections.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) games: u32,
    pub(crate) ours: Ours,
    /// The echo, by clients that pause as ours do, and by some that never do.
    pub(crate) echo: Run,
    pub(crate) restless: Run,
}

impl Report {
    /// How many messages we handle in the time of a processor in which the echo handles one.
    pub(crate) fn ratio(&self) -> String {
        let of = |echo: &Run| self.ours.flat_out.messages_per_cpu() / echo.messages_per_cpu();
        let (ratio, restless) = (of(&self.echo), of(&self.restless));
        format!(
            "ratio echo {ratio:.2} at {} games ({restless:.2} of an echo whose clients never pause)",
            self.games
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { ours, echo, restless, .. } = self;
        writeln!(
            f,
            "  memory: {:.1} kB a connection that does nothing, {:.1} kB one that plays",
            ours.idle / 1e3,
            ours.playing / 1e3
        )?;
        for (name, what, run) in [
            ("a move a second", "moves", &ours.paced),
            ("flat out", "moves", &ours.flat_out),
            ("echo", "echoes", echo),
            ("echo without a pause", "echoes", restless),
        ] {
            writeln!(
                f,
                "  {name}: {:.0} {what}/s, p50 {:.2} ms, p99 {:.2} ms, CPU {:.0} %, {:.0} messages for a second of CPU",
                run.rate(),
                run.tally.percentile(50),
                run.tally.percentile(99),
                100.0 * run.load(),
                run.messages_per_cpu()
            )?;
        }
        write!(
            f,
            "  messages of {} bytes on average; events lost or out of order: {}",
            ours.message_bytes(),
            ours.faults
        )
    }
}
