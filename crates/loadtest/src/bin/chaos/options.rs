//! Command-line options.

use loadtest::{LoadtestError, LoadtestResult};

/// Parsed options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) kills: u32,
    pub(crate) bots: u32,
    pub(crate) seed: u64,
}

impl Options {
    /// Parses `--kills 50 --bots 200 --seed 1`; these values are the defaults.
    pub(crate) fn read(mut args: impl Iterator<Item = String>) -> LoadtestResult<Options> {
        let mut options = Options { kills: 50, bots: 200, seed: 1 };
        while let Some(option) = args.next() {
            let value = args.next().and_then(|value| value.parse::<u64>().ok());
            let value = value.ok_or_else(|| LoadtestError(format!("{option} needs a number")))?;
            let small =
                u32::try_from(value).map_err(|_| LoadtestError(format!("{option} {value} is too large")))?;
            match option.as_str() {
                "--kills" => options.kills = small,
                "--bots" if (2..=10_000).contains(&small) => options.bots = small,
                "--bots" => return Err(LoadtestError("--bots must be between 2 and 10,000".to_owned())),
                "--seed" => options.seed = value,
                _ => {
                    return Err(LoadtestError(format!(
                        "unknown option {option}; expected --kills, --bots or --seed"
                    )));
                }
            }
        }
        Ok(options)
    }
}
