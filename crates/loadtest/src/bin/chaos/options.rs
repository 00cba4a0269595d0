//! Command-line options.

use loadtest::{LoadtestError, LoadtestResult};

/// Parsed options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) kills: u32,
    pub(crate) bots: u32,
    pub(crate) seed: u64,
    /// Set with `--cluster`.
    pub(crate) cluster: Option<ClusterOptions>,
}

/// Options of a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClusterOptions {
    pub(crate) nodes: u32,
    pub(crate) plan: FaultPlan,
    pub(crate) standby: StandbyMode,
    /// Servers of the NATS cluster.
    pub(crate) nats: u32,
}

/// Faults of a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FaultPlan {
    /// This number of faults.
    Random(u32),
    /// The most important kinds once, for `cargo xtask test`.
    Short,
    /// Every kind once; between them all games go on.
    Each,
}

/// Standby of the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StandbyMode {
    /// There is none.
    None,
    /// Commits wait for it.
    Synchronous,
    /// Commits do not wait for it, so that its promotion loses some: this must be found.
    Asynchronous,
}

impl Options {
    /// Parses `--kills 50 --bots 200 --seed 1`, or `--cluster --nodes 3 --nats 3 --faults 50 --bots 200 --seed 1`;
    /// these values are the defaults.
    pub(crate) fn read(mut args: impl Iterator<Item = String>) -> LoadtestResult<Options> {
        let mut options = Options { kills: 50, bots: 200, seed: 1, cluster: None };
        while let Some(option) = args.next() {
            match (option.as_str(), &mut options.cluster) {
                ("--cluster", cluster) => {
                    let (plan, standby) = (FaultPlan::Random(50), StandbyMode::Synchronous);
                    *cluster = Some(ClusterOptions { nodes: 3, plan, standby, nats: 3 });
                    continue;
                }
                ("--short", Some(cluster)) => {
                    cluster.plan = FaultPlan::Short;
                    continue;
                }
                ("--each", Some(cluster)) => {
                    cluster.plan = FaultPlan::Each;
                    continue;
                }
                ("--no-standby", Some(cluster)) => {
                    cluster.standby = StandbyMode::None;
                    continue;
                }
                ("--unsafe-standby", Some(cluster)) => {
                    cluster.standby = StandbyMode::Asynchronous;
                    continue;
                }
                _ => {}
            }
            let value = args.next().and_then(|value| value.parse::<u64>().ok());
            let value = value.ok_or_else(|| LoadtestError(format!("{option} needs a number")))?;
            let small =
                u32::try_from(value).map_err(|_| LoadtestError(format!("{option} {value} is too large")))?;
            match (option.as_str(), &mut options.cluster) {
                ("--kills", None) => options.kills = small,
                ("--bots", _) if (2..=10_000).contains(&small) => options.bots = small,
                ("--bots", _) => return Err(LoadtestError("--bots must be between 2 and 10,000".to_owned())),
                ("--seed", _) => options.seed = value,
                ("--nodes", Some(cluster)) if (1..=9).contains(&small) => cluster.nodes = small,
                ("--nodes", Some(_)) => {
                    return Err(LoadtestError("--nodes must be between 1 and 9".to_owned()));
                }
                ("--faults", Some(cluster)) => cluster.plan = FaultPlan::Random(small),
                ("--nats", Some(cluster)) if [1, 3].contains(&small) => cluster.nats = small,
                ("--nats", Some(_)) => return Err(LoadtestError("--nats must be 1 or 3".to_owned())),
                _ => {
                    return Err(LoadtestError(format!(
                        "unknown option {option}; expected --kills, --bots or --seed, or after --cluster --nodes, --nats, --faults, --short, --each, --no-standby, --unsafe-standby, --bots or --seed"
                    )));
                }
            }
        }
        Ok(options)
    }
}
