//! UCI options of the engine.

use std::fs;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use engine::{Engine, Level, Network, Options};
use rules::CastlingStyle;
use uci::{OptionDeclaration, OptionKind, OptionName, SetOption, Text};

use super::memory;

/// Current values of the options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UciOptions {
    pub(crate) engine: Options,
    /// Number of principal variations (`MultiPV`).
    pub(crate) multi_pv: NonZeroUsize,
    /// `Move Overhead`: time lost between the engine and the clock.
    pub(crate) overhead: Duration,
    /// Castling notation (`UCI_Chess960`).
    pub(crate) style: CastlingStyle,
    /// `UCI_LimitStrength`.
    pub(crate) limit_strength: bool,
    /// Level nearest to `UCI_Elo`.
    pub(crate) level: Level,
    /// Seed of limited strength (`Level Seed`); `None` for a new one in every game.
    pub(crate) level_seed: Option<u64>,
    /// `UCI_ShowWDL`.
    pub(crate) show_wdl: bool,
    /// `Use NNUE`: evaluate with a network instead of hand-crafted terms.
    pub(crate) uses_network: bool,
    /// Network of `EvalFile`; `None` for the built-in one.
    pub(crate) network: Option<Arc<Network>>,
}

impl Default for UciOptions {
    fn default() -> UciOptions {
        UciOptions {
            engine: Options::default(),
            multi_pv: NonZeroUsize::MIN,
            overhead: Duration::from_millis(20),
            style: CastlingStyle::Standard,
            limit_strength: false,
            level: Level::Otto,
            level_seed: None,
            show_wdl: false,
            uses_network: true,
            network: None,
        }
    }
}

/// Consequence of setting an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineChange {
    /// None.
    Nothing,
    /// The engine must be created anew.
    Rebuild,
    /// The engine must be cleared.
    Clear,
}

const MAX_HASH_MIB: i64 = 1 << 16;

/// Largest `Hash`: three quarters of the memory, at most [`MAX_HASH_MIB`]. A larger table would be allocated and then filled
/// until the system ends the process.
fn max_hash() -> i64 {
    let of_memory =
        memory::total_mib().map_or(MAX_HASH_MIB, |mib| i64::try_from(mib / 4 * 3).unwrap_or(i64::MAX));
    of_memory.clamp(16, MAX_HASH_MIB)
}

/// Eight per processor, at least sixteen: with many more, searches start and stop too slowly.
fn max_threads() -> i64 {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    i64::try_from(processors * 8).unwrap_or(16).max(16)
}

impl UciOptions {
    /// Option declarations with defaults and ranges.
    pub(crate) fn declarations() -> Vec<OptionDeclaration> {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let check = || OptionKind::Check { default: false };
        let on = OptionKind::Check { default: true };
        let options = [
            ("Hash", spin(16, 1, max_hash())),
            ("Threads", spin(1, 1, max_threads())),
            ("MultiPV", spin(1, 1, 256)),
            ("Move Overhead", spin(20, 0, 5000)),
            ("Ponder", check()),
            ("UCI_Chess960", check()),
            ("UCI_ShowWDL", check()),
            ("UCI_LimitStrength", check()),
            ("UCI_Elo", spin(1500, 600, 2400)),
            ("Level Seed", spin(0, 0, i64::MAX)),
            ("Use NNUE", on),
            ("EvalFile", OptionKind::String { default: Text::new("") }),
            ("Clear Hash", OptionKind::Button),
        ];
        let declare = |(name, kind)| OptionName::new(name).map(|name| OptionDeclaration { name, kind });
        options.into_iter().filter_map(declare).collect()
    }

    /// Sets an option.
    ///
    /// # Errors
    /// Describes the invalid name or value.
    pub(crate) fn set(&mut self, set_option: &SetOption) -> Result<EngineChange, String> {
        let declarations = UciOptions::declarations();
        let Some(option) = declarations.iter().find(|option| set_option.name.is(option.name.as_str())) else {
            return Err(format!("no option is called {}", set_option.name));
        };
        if option.kind == OptionKind::Button {
            return Ok(EngineChange::Clear);
        }
        let value = set_option.value.as_ref().map_or("", |value| value.as_str());
        let Some(value) = option.kind.accept(value) else {
            return Err(format!("{} cannot be '{value}'", option.name));
        };
        let number: usize = value.as_str().parse().unwrap_or_default();
        let positive = NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN);
        let yes = value.as_str() == "true";
        let before = self.engine;
        let network_before = (self.uses_network, self.network.clone());
        match option.name.as_str() {
            "Hash" => self.engine.hash = number,
            "Threads" => self.engine.threads = positive,
            "MultiPV" => self.multi_pv = positive,
            "Move Overhead" => self.overhead = Duration::from_millis(number as u64),
            "UCI_Chess960" => {
                self.style = if yes { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
            }
            "UCI_ShowWDL" => self.show_wdl = yes,
            "UCI_LimitStrength" => self.limit_strength = yes,
            "UCI_Elo" => self.level = Level::nearest(number as u16),
            "Level Seed" => self.level_seed = (number > 0).then_some(number as u64),
            "Use NNUE" => self.uses_network = yes,
            "EvalFile" => self.network = read_network(value.as_str())?,
            // `Ponder` only tells the GUI that the engine can ponder.
            _ => {}
        }
        let is_same = self.engine == before
            && (self.uses_network, &self.network) == (network_before.0, &network_before.1);
        Ok(if is_same { EngineChange::Nothing } else { EngineChange::Rebuild })
    }

    /// An engine with these options.
    pub(crate) fn new_engine(&self) -> Engine {
        let network = if self.uses_network { self.network.clone().or_else(Network::built_in) } else { None };
        Engine::with_network(self.engine, network)
    }
}

/// The network of a file; `None` if the path is empty.
fn read_network(path: &str) -> Result<Option<Arc<Network>>, String> {
    if path.is_empty() || path == "<empty>" {
        return Ok(None);
    }
    let bytes = fs::read(path).map_err(|error| format!("EvalFile {path}: {error}"))?;
    let network = Network::from_bytes(&bytes).map_err(|error| format!("EvalFile {path}: {error}"))?;
    Ok(Some(Arc::new(network)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::SearchPosition;
    use rules::Position;
    use uci::ToEngine;

    #[track_caller]
    fn check(line: &str, expected: Result<EngineChange, &str>) -> UciOptions {
        let ToEngine::SetOption(set_option) = line.parse().unwrap() else { panic!("{line}") };
        let mut options = UciOptions::default();
        assert_eq!(options.set(&set_option), expected.map_err(str::to_owned), "{line}");
        options
    }

    #[test]
    fn options_are_validated() {
        assert_eq!(check("setoption name hash value 64", Ok(EngineChange::Rebuild)).engine.hash, 64);
        assert_eq!(check("setoption name MultiPV value 3", Ok(EngineChange::Nothing)).multi_pv.get(), 3);
        check("setoption name Clear Hash", Ok(EngineChange::Clear));
        check("setoption name Ponder value true", Ok(EngineChange::Nothing));
        let chess960 = check("setoption name UCI_Chess960 value true", Ok(EngineChange::Nothing));
        assert_eq!(chess960.style, CastlingStyle::Chess960);
        assert!(
            check("setoption name UCI_LimitStrength value true", Ok(EngineChange::Nothing)).limit_strength
        );
        assert_eq!(check("setoption name UCI_Elo value 1240", Ok(EngineChange::Nothing)).level, Level::Mina);
        let seeded = check("setoption name Level Seed value 7", Ok(EngineChange::Nothing));
        assert_eq!(seeded.level_seed, Some(7));
        assert_eq!(check("setoption name Level Seed value 0", Ok(EngineChange::Nothing)).level_seed, None);
        assert_eq!(check("setoption name EvalFile value <empty>", Ok(EngineChange::Nothing)).network, None);
        check("setoption name Use NNUE value true", Ok(EngineChange::Nothing));
        let hand_crafted = check("setoption name Use NNUE value false", Ok(EngineChange::Rebuild));
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let root = SearchPosition::new(Position::from_fen(fen).unwrap());
        let value = |options: &UciOptions| options.new_engine().evaluate(&root);
        assert_ne!(value(&hand_crafted), value(&UciOptions::default()));
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src/eval/network.bin");
        let line = format!("setoption name EvalFile value {file}");
        assert_eq!(value(&check(&line, Ok(EngineChange::Rebuild))), value(&UciOptions::default()));
        check("setoption name UCI_Elo value 3000", Err("UCI_Elo cannot be '3000'"));
        check("setoption name Hash value 0", Err("Hash cannot be '0'"));
        check("setoption name Hash value many", Err("Hash cannot be 'many'"));
        if memory::total_mib().is_some_and(|mib| mib < 65_536) {
            check("setoption name Hash value 65536", Err("Hash cannot be '65536'"));
        }
        check("setoption name Colour value red", Err("no option is called Colour"));
    }

    #[test]
    fn a_file_that_is_no_network_is_an_error() {
        let mut options = UciOptions::default();
        for path in ["/no/such/file", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")] {
            let line = format!("setoption name EvalFile value {path}");
            let ToEngine::SetOption(set_option) = line.parse().unwrap() else { panic!("{line}") };
            assert!(options.set(&set_option).unwrap_err().starts_with("EvalFile "), "{line}");
        }
        assert_eq!(options.network, None);
    }
}
