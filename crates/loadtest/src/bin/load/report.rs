//! Formats the results.

use std::fmt;

use crate::measurement::{HanpanMeasurement, Measurement};

/// Results of both servers for the same number of connections.
#[derive(Debug)]
pub(crate) struct LoadReport {
    pub(crate) games: u32,
    pub(crate) hanpan: HanpanMeasurement,
    /// The echo server with clients that pause between messages, and with clients that do not.
    pub(crate) paced_echo: Measurement,
    pub(crate) unpaced_echo: Measurement,
}

impl LoadReport {
    /// Formats the ratio of messages per CPU second between Hanpan and the echo server.
    pub(crate) fn ratio(&self) -> String {
        let of = |echo: &Measurement| self.hanpan.max_rate.messages_per_cpu() / echo.messages_per_cpu();
        let (ratio, unpaced_echo) = (of(&self.paced_echo), of(&self.unpaced_echo));
        format!(
            "ratio echo {ratio:.2} at {} games ({unpaced_echo:.2} of an echo whose clients never pause)",
            self.games
        )
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LoadReport { hanpan, paced_echo: echo, unpaced_echo, .. } = self;
        writeln!(
            f,
            "  memory: {:.1} kB a connection that does nothing, {:.1} kB one that plays",
            hanpan.idle_bytes / 1e3,
            hanpan.playing_bytes / 1e3
        )?;
        for (name, what, run) in [
            ("a move a second", "moves", &hanpan.paced),
            ("flat out", "moves", &hanpan.max_rate),
            ("echo", "echoes", echo),
            ("echo without a pause", "echoes", unpaced_echo),
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
            hanpan.message_bytes(),
            hanpan.violations
        )
    }
}
