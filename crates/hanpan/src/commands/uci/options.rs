//! UCI options of the engine.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use engine::{Level, Options};
use rules::CastlingStyle;
use uci::{OptionDeclaration, OptionKind, OptionName, SetOption};

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
    /// `UCI_ShowWDL`.
    pub(crate) show_wdl: bool,
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
            show_wdl: false,
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
        let options = [
            ("Hash", spin(16, 1, MAX_HASH_MIB)),
            ("Threads", spin(1, 1, max_threads())),
            ("MultiPV", spin(1, 1, 256)),
            ("Move Overhead", spin(20, 0, 5000)),
            ("Ponder", check()),
            ("UCI_Chess960", check()),
            ("UCI_ShowWDL", check()),
            ("UCI_LimitStrength", check()),
            ("UCI_Elo", spin(1500, 600, 2400)),
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
            // `Ponder` only tells the GUI that the engine can ponder.
            _ => {}
        }
        Ok(if self.engine == before { EngineChange::Nothing } else { EngineChange::Rebuild })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        check("setoption name UCI_Elo value 3000", Err("UCI_Elo cannot be '3000'"));
        check("setoption name Hash value 0", Err("Hash cannot be '0'"));
        check("setoption name Hash value many", Err("Hash cannot be 'many'"));
        check("setoption name Colour value red", Err("no option is called Colour"));
    }
}
