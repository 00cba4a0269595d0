//! What is told at the end.

use std::fmt;

use crate::measurement::{HanpanMeasurement, Measurement};

/// Both servers under as many connections.
#[derive(Debug)]
pub(crate) struct LoadReport {
    pub(crate) games: u32,
    pub(crate) hanpan: HanpanMeasurement,
    /// The echo, by clients that pause as ours do, and by some that never do.
    pub(crate) paced_echo: Measurement,
    pub(crate) unpaced_echo: Measurement,
}

impl LoadReport {
    /// How many messages we handle in the time of a processor in which the echo handles one.
    pub(crate) fn ratio(&self) -> String {
        let of = |echo: &Measurement| self.hanpan.max_rate.messages_per_cpu() / echo.messages_per_cpu();
        let (ratio, restless) = (of(&self.paced_echo), of(&self.unpaced_echo));
        format!(
            "ratio echo {ratio:.2} at {} games ({restless:.2} of an echo whose clients never pause)",
            self.games
        )
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LoadReport { hanpan: ours, paced_echo: echo, unpaced_echo: restless, .. } = self;
        writeln!(
            f,
            "  memory: {:.1} kB a connection that does nothing, {:.1} kB one that plays",
            ours.idle_bytes / 1e3,
            ours.playing_bytes / 1e3
        )?;
        for (name, what, run) in [
            ("a move a second", "moves", &ours.paced),
            ("flat out", "moves", &ours.max_rate),
            ("echo", "echoes", echo),
            ("echo without a pause", "echoes", restless),
        ] {
            writeln!(
                f,
                "  {name}: {:.0} {what}/s, p50 {:.2} ms, p99 {:.2} ms, CPU {:.0} %, {:.0} messages for a second of CPU",
                run.per_second(),
                run.metrics.percentile(50),
                run.metrics.percentile(99),
                100.0 * run.cpu_share(),
                run.messages_per_cpu()
            )?;
        }
        write!(
            f,
            "  messages of {} bytes on average; events lost or out of order: {}",
            ours.message_bytes(),
            ours.violations
        )
    }
}
