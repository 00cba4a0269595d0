//! Engines of a match, as specified on the command line and as probed.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use engine_match::SearchLimit;
use uci::{Engine, Program};

use super::Args;
use super::match_progress::MatchProgress;
use crate::arguments::excerpt;
use crate::error::{CommandError, one_line};

/// An engine on the command line: settings, then the command.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct EngineSpec {
    name: Option<String>,
    program: Program,
    options: Vec<(String, String)>,
    limit: SearchLimit,
    rating: Option<f64>,
}

/// An engine of the match.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct MatchEngine {
    /// Unique name.
    pub(super) name: String,
    /// Program to run.
    pub(super) program: Program,
    /// Options to set, all of which the engine has.
    pub(super) options: Vec<(String, String)>,
    /// Search limit.
    pub(super) limit: SearchLimit,
    /// Known rating, for an anchor.
    pub(super) rating: Option<f64>,
}

impl MatchEngine {
    /// Starts the engine and sets its options.
    pub(super) fn start(&self, deadline: Instant) -> Result<Engine, uci::EngineError> {
        let mut engine = Engine::start(&self.program, deadline)?;
        for (name, value) in &self.options {
            // `probe_engines` has set all of them before.
            engine.set_option(name, value).ok();
        }
        Ok(engine)
    }
}

/// Starts every engine once to learn its name and to check its options.
pub(super) fn probe_engines(
    args: &Args,
    progress: &mut MatchProgress,
) -> Result<Vec<MatchEngine>, CommandError> {
    let mut engines: Vec<MatchEngine> = Vec::new();
    for spec in &args.engines {
        let path = spec.program.path.display().to_string();
        let bad = |error: &dyn std::fmt::Display| CommandError::BadInput(format!("{path}: {error}"));
        let mut engine =
            Engine::start(&spec.program, Instant::now() + args.patience).map_err(|error| bad(&error))?;
        let display_name = spec.name.clone().unwrap_or_else(|| match engine.name() {
            "" => path.clone(),
            name => one_line(name),
        });
        let display_name = unique_name(&display_name, &engines);
        let mut options = Vec::new();
        for (name, value) in &args.options {
            match engine.set_option(name, value) {
                Ok(()) => options.push((name.clone(), value.clone())),
                Err(uci::SetOptionError::UnknownOption { .. }) => {
                    progress.message(&format!("{display_name} has no option {name} and plays without it"));
                }
                Err(error) => return Err(bad(&error)),
            }
        }
        for (name, value) in &spec.options {
            engine.set_option(name, value).map_err(|error| bad(&error))?;
            options.push((name.clone(), value.clone()));
        }
        let own = spec.limit;
        engines.push(MatchEngine {
            name: display_name,
            program: spec.program.clone(),
            options,
            limit: if own.is_none() { args.limit() } else { own },
            rating: spec.rating,
        });
        // The exit status does not matter.
        engine.quit(Instant::now() + Duration::from_secs(1)).ok();
    }
    Ok(engines)
}

/// Appends a number to a name that is taken.
fn unique_name(name: &str, engines: &[MatchEngine]) -> String {
    let is_free = |name: &String| engines.iter().all(|match_engine| match_engine.name != *name);
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

/// Parses `KEY=VALUE … COMMAND ARGUMENT …`.
impl FromStr for EngineSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineSpec, String> {
        let mut words = split_words(text)?.into_iter().peekable();
        let mut spec = EngineSpec {
            name: None,
            program: Program::new(""),
            options: Vec::new(),
            limit: SearchLimit::default(),
            rating: None,
        };
        while let Some((key, value)) = words.peek().and_then(|word| word.split_once('=')) {
            spec.set(key, value)?;
            words.next();
        }
        let command = words.next().filter(|word| !word.is_empty()).ok_or("there is no command")?;
        spec.program.args = words.map(Into::into).collect();
        let own = command.strip_prefix("hanpan").filter(|_| spec.program.args.is_empty());
        match own.map(|rest| (rest, rest.strip_prefix(':'))) {
            Some(("", _)) => (spec.program.path, spec.program.args) = own_engine()?,
            Some((_, Some(level))) => {
                (spec.program.path, spec.program.args) = own_engine()?;
                spec.name.get_or_insert_with(|| format!("Hanpan {}", one_line(level)));
                let limits = [("UCI_LimitStrength", "true"), ("UCI_Elo", level)];
                spec.options.extend(limits.map(|(name, value)| (name.to_owned(), value.to_owned())));
            }
            _ => spec.program.path = command.into(),
        }
        Ok(spec)
    }
}

/// Path and arguments of this program as an engine.
fn own_engine() -> Result<(PathBuf, Vec<OsString>), String> {
    let path = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok((path, vec!["uci".into()]))
}

impl EngineSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let bad = |why: &str| format!("{key}={}: {why}", excerpt(value));
        match key {
            "name" if value.trim().is_empty() => return Err(bad("expected a name")),
            "name" => self.name = Some(one_line(value.trim())),
            "rating" => {
                let rating = value.parse().ok().filter(|rating: &f64| rating.is_finite());
                self.rating = Some(rating.ok_or_else(|| bad("expected a number"))?);
            }
            "folder" => self.program.folder = Some(value.into()),
            "clock" => {
                let tempo = value
                    .parse()
                    .map_err(|error: engine_match::ParseTimeControlError| bad(&error.to_string()))?;
                self.limit.time_control = Some(tempo);
            }
            "movetime" => self.limit.move_time = Some(seconds(value).map_err(|why| bad(&why))?),
            "nodes" => {
                self.limit.nodes = Some(value.parse().map_err(|_| bad("expected a whole number"))?);
            }
            "depth" => {
                self.limit.depth = Some(value.parse().map_err(|_| bad("expected a whole number"))?);
            }
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => self.options.push((name.to_owned(), value.to_owned())),
                _ => {
                    return Err(format!(
                        "unknown setting {}; the settings are name, option.NAME, clock, movetime, nodes, depth, \
                         rating and folder",
                        excerpt(key)
                    ));
                }
            },
        }
        Ok(())
    }
}

/// Parses decimal seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds, 0 to 1000000".to_owned())
}

/// Parses `NAME=VALUE`.
pub(crate) fn option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

/// Splits at whitespace; single and double quotes keep words together.
fn split_words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(mark), _) if letter == mark => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err("a quotation mark is not closed".to_owned());
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_split_at_blanks_outside_quotes() {
        let check =
            |text: &str, expected: &[&str]| assert_eq!(split_words(text).unwrap(), expected, "{text}");
        check("", &[]);
        check("  a  b ", &["a", "b"]);
        check("'a b'c \"d 'e\" ''", &["a bc", "d 'e", ""]);
        assert!(split_words("a 'b").is_err());
    }

    #[test]
    fn engine_specs_parse() {
        let spec: EngineSpec =
            "name='My engine' 'option.Move Overhead=10' clock=5+0.05 rating=1500 /bin/engine --uci a=b"
                .parse()
                .unwrap();
        assert_eq!((spec.name.as_deref(), spec.rating), (Some("My engine"), Some(1500.0)));
        assert_eq!(spec.options, [("Move Overhead".to_owned(), "10".to_owned())]);
        assert_eq!(spec.program.path.to_str(), Some("/bin/engine"));
        assert_eq!(spec.program.args, ["--uci", "a=b"]);
        assert_eq!(spec.limit.to_string(), "5+0.05");
        let own: EngineSpec = "nodes=100 hanpan".parse().unwrap();
        assert_eq!(own.program.args, ["uci"]);
        let weak: EngineSpec = "hanpan:1200".parse().unwrap();
        assert_eq!((weak.name.as_deref(), weak.program.args), (Some("Hanpan 1200"), vec!["uci".into()]));
        assert_eq!(weak.options[1], ("UCI_Elo".to_owned(), "1200".to_owned()));
        let other: EngineSpec = "hanpan:1200 bench".parse().unwrap();
        assert_eq!(other.program.path.to_str(), Some("hanpan:1200"));
        for bad in ["", "name=x", "name= x", "colour=red x", "clock=fast x", "nodes=many x", "option.=1 x"] {
            assert!(bad.parse::<EngineSpec>().is_err(), "{bad}");
        }
    }

    #[test]
    fn engine_names_are_made_unique() {
        let match_engine = |name: &str| MatchEngine {
            name: name.to_owned(),
            program: Program::new("x"),
            options: Vec::new(),
            limit: SearchLimit::default(),
            rating: None,
        };
        let all = [match_engine("a"), match_engine("a (2)")];
        assert_eq!((unique_name("b", &all), unique_name("a", &all)), ("b".to_owned(), "a (3)".to_owned()));
    }
}
