//! `go`: search parameters.

use std::fmt;
use std::time::Duration;

use rules::{ByColor, Color, UciMove};

use crate::Text;
use crate::tokens::Tokens;

/// Search parameters. Without any limit the engine chooses its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Go {
    /// Moves to search; all if empty.
    pub search_moves: Vec<UciMove>,
    /// Ponder: the last move of the position is only expected; search until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Remaining time of each side.
    pub time: ByColor<Option<Duration>>,
    /// Increment of each side.
    pub increment: ByColor<Option<Duration>>,
    /// Moves until the next time control; `None` for sudden death.
    pub moves_to_go: Option<u32>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// Exact time for the move.
    pub move_time: Option<Duration>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Perft depth: count moves instead of searching. A common extension of the protocol.
    pub perft: Option<u32>,
}

impl Go {
    /// Searches for exactly this time.
    #[must_use]
    pub fn for_time(time: Duration) -> Go {
        Go { move_time: Some(time), ..Go::default() }
    }

    /// Searches to a depth in plies.
    #[must_use]
    pub fn to_depth(depth: u32) -> Go {
        Go { depth: Some(depth), ..Go::default() }
    }

    /// Searches within these clocks.
    #[must_use]
    pub fn by_clock(time: ByColor<Duration>, increment: ByColor<Duration>) -> Go {
        Go { time: time.map(Some), increment: increment.map(Some), ..Go::default() }
    }

    /// True if there is no limit.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        let limits = Go { search_moves: Vec::new(), ponder: false, ..self.clone() };
        limits == Go::default()
    }

    /// The words of a `go` line that parsing skips: unknown words and limits without a number.
    ///
    /// ```
    /// use hanpan_uci::{Go, Text};
    /// assert_eq!(Go::unknown_words(b"go deep depth x nodes 5"), ["deep", "depth", "x"].map(Text::new));
    /// ```
    #[must_use]
    pub fn unknown_words(line: &[u8]) -> Vec<Text> {
        let line = String::from_utf8_lossy(line);
        let mut tokens = Tokens::new(&line);
        tokens.take_until("go");
        let mut unread = Vec::new();
        Go::read_reporting(&mut tokens, |word| unread.push(Text::new(word)));
        unread
    }

    /// Parses the arguments of `go`. A limit with a malformed number is ignored.
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Go {
        Go::read_reporting(tokens, |_| {})
    }

    /// Parses the arguments and reports skipped words.
    fn read_reporting(tokens: &mut Tokens<'_>, mut tell: impl FnMut(&str)) -> Go {
        let mut go = Go::default();
        while let Some(word) = tokens.next() {
            let is_understood = match word {
                "searchmoves" => {
                    while let Some(m) = tokens.parse_next(|word| word.parse().ok()) {
                        go.search_moves.push(m);
                    }
                    !go.search_moves.is_empty()
                }
                "ponder" => set(&mut go.ponder, true),
                "infinite" => set(&mut go.infinite, true),
                "wtime" => set_some(&mut go.time.white, millis(tokens)),
                "btime" => set_some(&mut go.time.black, millis(tokens)),
                "winc" => set_some(&mut go.increment.white, millis(tokens)),
                "binc" => set_some(&mut go.increment.black, millis(tokens)),
                "movestogo" => set_some(&mut go.moves_to_go, tokens.number()),
                "depth" => set_some(&mut go.depth, tokens.number()),
                "nodes" => set_some(&mut go.nodes, tokens.number()),
                "mate" => set_some(&mut go.mate, tokens.number()),
                "movetime" => set_some(&mut go.move_time, millis(tokens)),
                "perft" => set_some(&mut go.perft, tokens.number()),
                _ => false,
            };
            if !is_understood {
                tell(word);
            }
        }
        go
    }
}

/// Sets a value; returns true.
fn set<T>(place: &mut T, value: T) -> bool {
    *place = value;
    true
}

/// Sets a value; returns true if there is one.
fn set_some<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    *place = value;
    place.is_some()
}

/// Milliseconds. GUIs send negative times for clocks that ran out; they count as zero.
fn millis(tokens: &mut Tokens<'_>) -> Option<Duration> {
    let millis: i64 = tokens.number()?;
    Some(Duration::from_millis(u64::try_from(millis).unwrap_or_default()))
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        for (names, values) in [(["wtime", "btime"], &self.time), (["winc", "binc"], &self.increment)] {
            for (name, color) in names.into_iter().zip(Color::ALL) {
                number(f, name, values[color].map(|time| time.as_millis()))?;
            }
        }
        number(f, "movestogo", self.moves_to_go)?;
        number(f, "depth", self.depth)?;
        number(f, "nodes", self.nodes)?;
        number(f, "mate", self.mate)?;
        number(f, "movetime", self.move_time.map(|time| time.as_millis()))?;
        number(f, "perft", self.perft)?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.search_moves.is_empty() {
            f.write_str(" searchmoves")?;
        }
        self.search_moves.iter().try_for_each(|m| write!(f, " {m}"))
    }
}

fn number(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}
