//! Formats the results.

use std::fmt;

use loadtest::{LoadtestError, LoadtestResult};

use super::system::SystemKind;
use super::{PhaseMeasurement, SystemMeasurement};

/// Results of all systems.
#[derive(Debug)]
pub(super) struct ClusterReport {
    pub(super) games: u32,
    pub(super) systems: Vec<SystemMeasurement>,
}

/// Width of a column.
const WIDTH: usize = 12;

/// A line of the table: its name, and its value for a phase.
type TableRow = (&'static str, fn(&PhaseMeasurement) -> String);

/// Lines of the table.
const ROWS: [TableRow; 9] = [
    ("moves/s", |phase| format!("{:.0}", phase.per_second())),
    ("acknowledgement, p50 ms", |phase| format!("{:.2}", phase.metrics.percentile(50))),
    ("acknowledgement, p99 ms", |phase| format!("{:.2}", phase.metrics.percentile(99))),
    ("from there to the opponent, p50 ms", |phase| format!("{:.2}", phase.metrics.arrival_percentile(50))),
    ("from there to the opponent, p99 ms", |phase| format!("{:.2}", phase.metrics.arrival_percentile(99))),
    ("moves per CPU second of the servers", |phase| format!("{:.0}", phase.per_cpu_second())),
    ("CPU µs per move, servers", |phase| format!("{:.0}", phase.micros_per_move(phase.cpu.nodes))),
    ("CPU µs per move, PostgreSQL", |phase| format!("{:.0}", phase.micros_per_move(phase.cpu.postgres))),
    ("CPU µs per move, NATS", |phase| format!("{:.0}", phase.micros_per_move(phase.cpu.nats))),
];

impl ClusterReport {
    /// Reports events that were lost or out of order.
    pub(super) fn check(&self) -> LoadtestResult {
        match self.systems.iter().map(|system| system.violations).sum() {
            0 => Ok(()),
            violations => Err(LoadtestError(format!("{violations} events lost or out of order"))),
        }
    }

    /// Writes the results of a phase, a column for each system.
    fn write_table(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &str,
        phase: fn(&SystemMeasurement) -> &PhaseMeasurement,
    ) -> fmt::Result {
        write!(f, "{:<38}", format!("{} games, {name}", self.games))?;
        self.systems.iter().try_for_each(|system| write!(f, "{:>WIDTH$}", system.kind))?;
        writeln!(f)?;
        for (row, value) in ROWS {
            write!(f, "  {row:<36}")?;
            self.systems.iter().try_for_each(|system| write!(f, "{:>WIDTH$}", value(phase(system))))?;
            writeln!(f)?;
        }
        Ok(())
    }

    /// A value of the system of this kind.
    fn value(&self, kind: SystemKind, value: impl Fn(&SystemMeasurement) -> f64) -> f64 {
        self.systems.iter().find(|system| system.kind == kind).map_or(0.0, value)
    }
}

impl fmt::Display for ClusterReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_table(f, "one move per second and game", |system| &system.paced)?;
        self.write_table(f, "maximum rate", |system| &system.max_rate)?;
        let per_cpu = |kind| self.value(kind, |system| system.max_rate.per_cpu_second());
        let p99 = |kind| self.value(kind, |system| system.paced.metrics.percentile(99));
        writeln!(f, "ratio postgres {:.2}", per_cpu(SystemKind::Postgres) / per_cpu(SystemKind::Sqlite))?;
        write!(f, "p99 cluster {:.2} sqlite {:.2}", p99(SystemKind::Cluster), p99(SystemKind::Sqlite))
    }
}
