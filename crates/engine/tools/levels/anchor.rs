//! A foreign engine at a rating of its own, spoken to in the Universal Chess Interface.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rules::{CastlingStyle, Move, Position, UciMove};

/// What it may look at for a move: enough to reach the depth at which it makes its mistakes.
const NODES: u32 = 60_000;

pub(crate) struct Anchor {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    line: String,
}

impl Anchor {
    /// Starts a program that plays at a rating.
    pub(crate) fn start(program: &str, rating: u16) -> Result<Anchor, String> {
        let spawned = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|error| format!("{program}: {error}"))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program} has no pipes"));
        };
        let mut anchor =
            Anchor { child, to, from: BufReader::new(from), line: "position startpos moves".to_owned() };
        let limit = "setoption name UCI_LimitStrength value true";
        anchor.say(&format!("uci\n{limit}\nsetoption name UCI_Elo value {rating}\nisready"))?;
        anchor.wait_for("readyok")?;
        Ok(anchor)
    }

    /// A move was made.
    pub(crate) fn note(&mut self, m: Move) {
        self.line.push(' ');
        self.line.push_str(&m.uci(CastlingStyle::Standard).to_string());
    }

    /// Its move.
    pub(crate) fn choose(&mut self, position: &Position) -> Result<Move, String> {
        self.say(&format!("{}\ngo nodes {NODES}", self.line))?;
        let answer = self.wait_for("bestmove")?;
        let word = answer.split(' ').nth(1).unwrap_or_default();
        let read = word.parse::<UciMove>().map_err(|error| error.to_string())?;
        read.resolve(position).map_err(|error| error.to_string())
    }

    fn say(&mut self, text: &str) -> Result<(), String> {
        writeln!(self.to, "{text}").and_then(|()| self.to.flush()).map_err(|error| error.to_string())
    }

    fn wait_for(&mut self, word: &str) -> Result<String, String> {
        loop {
            let mut line = String::new();
            match self.from.read_line(&mut line) {
                Ok(0) => return Err("the anchor has left".to_owned()),
                Ok(_) if line.starts_with(word) => return Ok(line.trim().to_owned()),
                Ok(_) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
    }
}

impl Drop for Anchor {
    fn drop(&mut self) {
        // It may be gone already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
