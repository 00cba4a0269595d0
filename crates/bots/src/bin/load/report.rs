//! What is told at the end.

use std::fmt;

use crate::trial::{Ours, Run};

/// Both servers under as many connections.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) games: u32,
    pub(crate) ours: Ours,
    pub(crate) echo: Run,
}

impl Report {
    /// How many messages we handle in the time in which the echo handles one, for each processor.
    pub(crate) fn ratio(&self) -> String {
        let ratio = self.ours.flat_out.messages_per_cpu() / self.echo.messages_per_cpu();
        format!("ratio echo {ratio:.2} at {} games", self.games)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { ours, echo, .. } = self;
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
