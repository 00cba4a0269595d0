//! `info`: search information.

use std::fmt;
use std::time::Duration;

use rules::UciMove;

use super::score::{Evaluation, Wdl};
use crate::Text;
use crate::tokens::Tokens;

/// Search information; every field is optional.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Selective depth in plies.
    pub selective_depth: Option<u32>,
    /// Rank of the principal variation, from 1 (MultiPV).
    pub multi_pv: Option<u32>,
    /// Score for the side to move.
    pub evaluation: Option<Evaluation>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nodes_per_second: Option<u64>,
    /// Usage of the transposition table in permille.
    pub hash_full: Option<u32>,
    /// Endgame tablebase hits.
    pub tablebase_hits: Option<u64>,
    /// Shredderbase hits.
    pub shredderbase_hits: Option<u64>,
    /// CPU usage in permille.
    pub cpu_load: Option<u32>,
    /// Elapsed time.
    pub time: Option<Duration>,
    /// Root move being searched.
    pub current_move: Option<UciMove>,
    /// Number of that move, from 1.
    pub current_move_number: Option<u32>,
    /// Principal variation.
    pub pv: Vec<UciMove>,
    /// A move and the line that refutes it.
    pub refutation: Vec<UciMove>,
    /// Line being searched.
    pub current_line: Option<CurrentLine>,
    /// Free text.
    pub string: Option<Text>,
}

/// Line searched by a CPU.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CurrentLine {
    /// Number of the CPU, if given.
    pub cpu: Option<u32>,
    /// The line.
    pub moves: Vec<UciMove>,
}

impl Info {
    /// An `info string`.
    #[must_use]
    pub fn from_string(text: &str) -> Info {
        Info { string: Some(Text::new(text)), ..Info::default() }
    }

    /// Parses the arguments of `info`; malformed ones are skipped.
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Info {
        let mut info = Info::default();
        let mut wdl = None;
        while let Some(word) = tokens.next() {
            match word {
                "depth" => info.depth = tokens.number(),
                "seldepth" => info.selective_depth = tokens.number(),
                "multipv" => info.multi_pv = tokens.number(),
                "score" => info.evaluation = Evaluation::read(tokens),
                "wdl" => wdl = Wdl::read(tokens),
                "nodes" => info.nodes = tokens.number(),
                "nps" => info.nodes_per_second = tokens.number(),
                "hashfull" => info.hash_full = tokens.number(),
                "tbhits" => info.tablebase_hits = tokens.number(),
                "sbhits" => info.shredderbase_hits = tokens.number(),
                "cpuload" => info.cpu_load = tokens.number(),
                "time" => info.time = tokens.number().map(Duration::from_millis),
                "currmove" => info.current_move = tokens.parse_next(|word| word.parse().ok()),
                "currmovenumber" => info.current_move_number = tokens.number(),
                "pv" => info.pv = moves(tokens),
                "refutation" => info.refutation = moves(tokens),
                "currline" => {
                    info.current_line = Some(CurrentLine { cpu: tokens.number(), moves: moves(tokens) });
                }
                "string" => info.string = Some(Text::new(tokens.rest())),
                _ => {}
            }
        }
        // Some engines send `wdl` within the score, others after it.
        if let Some(evaluation) = &mut info.evaluation {
            evaluation.wdl = wdl;
        }
        info
    }
}

/// Parses moves up to the first token that is not one.
fn moves(tokens: &mut Tokens<'_>) -> Vec<UciMove> {
    std::iter::from_fn(|| tokens.parse_next(|word| word.parse().ok())).collect()
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_value(f, "depth", self.depth)?;
        write_value(f, "seldepth", self.selective_depth)?;
        write_value(f, "multipv", self.multi_pv)?;
        if let Some(evaluation) = self.evaluation {
            write!(f, " {evaluation}")?;
        }
        write_value(f, "nodes", self.nodes)?;
        write_value(f, "nps", self.nodes_per_second)?;
        write_value(f, "hashfull", self.hash_full)?;
        write_value(f, "tbhits", self.tablebase_hits)?;
        write_value(f, "sbhits", self.shredderbase_hits)?;
        write_value(f, "cpuload", self.cpu_load)?;
        write_value(f, "time", self.time.map(|time| time.as_millis()))?;
        write_value(f, "currmove", self.current_move)?;
        write_value(f, "currmovenumber", self.current_move_number)?;
        write_moves(f, "pv", &self.pv)?;
        write_moves(f, "refutation", &self.refutation)?;
        if let Some(CurrentLine { cpu, moves }) = &self.current_line {
            f.write_str(" currline")?;
            cpu.map_or(Ok(()), |cpu| write!(f, " {cpu}"))?;
            moves.iter().try_for_each(|m| write!(f, " {m}"))?;
        }
        write_value(f, "string", self.string.as_ref())
    }
}

fn write_value(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

fn write_moves(f: &mut fmt::Formatter<'_>, name: &str, moves: &[UciMove]) -> fmt::Result {
    if moves.is_empty() {
        return Ok(());
    }
    write!(f, " {name}")?;
    moves.iter().try_for_each(|m| write!(f, " {m}"))
}
