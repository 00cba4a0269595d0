//! What the command line asks for.

use loadtest::{LoadtestError, LoadtestResult};

/// How much of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) kills: u32,
    pub(crate) bots: u32,
    pub(crate) seed: u64,
}

impl Options {
    /// Reads `--kills 50 --bots 200 --seed 1`, which are the numbers for what is left out.
    pub(crate) fn read(mut args: impl Iterator<Item = String>) -> LoadtestResult<Options> {
        let mut options = Options { kills: 50, bots: 200, seed: 1 };
        while let Some(option) = args.next() {
            let value = args.next().and_then(|value| value.parse::<u64>().ok());
            let value = value.ok_or_else(|| LoadtestError(format!("{option} needs a number")))?;
            let small =
                u32::try_from(value).map_err(|_| LoadtestError(format!("{option} {value} is too many")))?;
            match option.as_str() {
                "--kills" => options.kills = small,
                "--bots" if (2..=10_000).contains(&small) => options.bots = small,
                "--bots" => return Err(LoadtestError("there have to be 2 to 10,000 bots".to_owned())),
                "--seed" => options.seed = value,
                _ => {
                    return Err(LoadtestError(format!(
                        "there is no {option}, only --kills, --bots and --seed"
                    )));
                }
            }
        }
        Ok(options)
    }
}
