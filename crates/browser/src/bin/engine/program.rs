//! A program that speaks UCI.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use browser::{Error, Outcome};

use crate::pace::Pace;

/// As much memory as the worker has, in mebibytes.
const HASH: u32 = 16;

pub(crate) struct Program {
    name: String,
    child: Child,
    ears: ChildStdin,
    voice: BufReader<ChildStdout>,
}

impl Program {
    pub(crate) fn start(program: &str, args: &[&str]) -> Outcome<Program> {
        let failed = |why: String| Error::Start { what: program.to_owned(), why };
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let (Some(ears), Some(voice)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no ears or no voice".to_owned()));
        };
        let mut started = Program { name: program.to_owned(), child, ears, voice: BufReader::new(voice) };
        started.say("uci")?;
        let introduction = started.hear("uciok")?;
        if let Some(name) = introduction.iter().find_map(|line| line.strip_prefix("id name ")) {
            started.name = name.to_owned();
        }
        started.say(&format!("setoption name Hash value {HASH}\nsetoption name Threads value 1"))?;
        Ok(started)
    }

    /// What it calls itself.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Lets it look at a position that it has never seen.
    pub(crate) fn search(&mut self, fen: &str, nodes: u64) -> Outcome<Pace> {
        self.say(&format!("ucinewgame\nposition fen {fen}\nisready"))?;
        self.hear("readyok")?;
        let begun = Instant::now();
        self.say(&format!("go nodes {nodes}"))?;
        let told = self.hear("bestmove")?;
        let time = begun.elapsed();
        let nodes = told.iter().rev().find_map(|line| number_after(line, "nodes"));
        let nodes = nodes.ok_or(Error::Waited { wanted: "nodes".to_owned(), seen: told.join("\n") })?;
        Ok(Pace::new(nodes, time))
    }

    fn say(&mut self, line: &str) -> Outcome {
        writeln!(self.ears, "{line}").map_err(|error| Error::File(format!("{}: {error}", self.name)))
    }

    /// Everything up to the line that begins so.
    fn hear(&mut self, wanted: &str) -> Outcome<Vec<String>> {
        let mut told = Vec::new();
        loop {
            let mut line = String::new();
            match self.voice.read_line(&mut line) {
                Ok(1..) => {}
                Ok(0) => return Err(Error::Waited { wanted: wanted.to_owned(), seen: told.join("\n") }),
                Err(error) => return Err(Error::File(format!("{}: {error}", self.name))),
            }
            if line.starts_with(wanted) {
                return Ok(told);
            }
            told.push(line.trim_end().to_owned());
        }
    }
}

fn number_after(line: &str, word: &str) -> Option<u64> {
    line.split_whitespace().skip_while(|part| *part != word).nth(1)?.parse().ok()
}

impl Drop for Program {
    fn drop(&mut self) {
        // One that has ended by itself cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
