//! An external UCI engine, at a rating or within a limit.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rules::{CastlingStyle, Move, Position, UciMove};

/// Limit of an engine that plays at a rating: enough nodes to reach the depth at which it weakens its play.
const RATED_LIMIT: &str = "nodes 60000";

pub(crate) struct UciProcess {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    position_command: String,
    limit: String,
}

impl UciProcess {
    /// Starts an engine that plays at a rating.
    pub(crate) fn at_rating(program: &str, rating: u16) -> Result<UciProcess, String> {
        let limited = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value";
        UciProcess::start(program, &format!("{limited} {rating}\n"), RATED_LIMIT)
    }

    /// Starts an engine at full strength within a limit.
    pub(crate) fn within(program: &str, limit: &str) -> Result<UciProcess, String> {
        // Own books are switched off.
        UciProcess::start(program, "setoption name OwnBook value false\n", limit)
    }

    fn start(program: &str, options: &str, limit: &str) -> Result<UciProcess, String> {
        let mut words = program.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        let spawned = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|error| format!("{program}: {error}"))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program} has no pipes"));
        };
        let (line, limit) = ("position startpos moves".to_owned(), limit.to_owned());
        let mut anchor =
            UciProcess { child, stdin: to, stdout: BufReader::new(from), position_command: line, limit };
        anchor.send(&format!("uci\n{options}isready"))?;
        anchor.wait_for("readyok")?;
        Ok(anchor)
    }

    /// Adds a move to the game.
    pub(crate) fn add_move(&mut self, m: Move) {
        self.position_command.push(' ');
        self.position_command.push_str(&m.uci(CastlingStyle::Standard).to_string());
    }

    /// Searches for a move.
    pub(crate) fn choose(&mut self, position: &Position) -> Result<Move, String> {
        self.send(&format!("{}\ngo {}", self.position_command, self.limit))?;
        let answer = self.wait_for("bestmove")?;
        let word = answer.split(' ').nth(1).unwrap_or_default();
        let read = word.parse::<UciMove>().map_err(|error| error.to_string())?;
        read.resolve(position).map_err(|error| error.to_string())
    }

    fn send(&mut self, text: &str) -> Result<(), String> {
        writeln!(self.stdin, "{text}").and_then(|()| self.stdin.flush()).map_err(|error| error.to_string())
    }

    fn wait_for(&mut self, word: &str) -> Result<String, String> {
        loop {
            let mut line = String::new();
            match self.stdout.read_line(&mut line) {
                Ok(0) => return Err("the anchor has left".to_owned()),
                Ok(_) if line.starts_with(word) => return Ok(line.trim().to_owned()),
                Ok(_) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
    }
}

impl Drop for UciProcess {
    fn drop(&mut self) {
        // Fails if the process has ended already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
