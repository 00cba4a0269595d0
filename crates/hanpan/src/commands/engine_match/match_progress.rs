//! Progress of a match on standard error, and its results.

use std::io::{self, Write};

use engine_match::{EndReason, Sprt, SprtStatus, Standings, ratings};
use rules::Color;

use super::engine_spec::MatchEngine;
use super::game_runner::FinishedGame;
use crate::commands::ratings::write_table;
use crate::error::one_line;
use crate::progress::Progress;

/// Progress display: a status line on a terminal, otherwise a line per game.
pub(super) struct MatchProgress {
    games: usize,
    progress: Progress,
    /// Games of a resumed match, which say nothing about the remaining time.
    previously_played: usize,
}

impl MatchProgress {
    pub(super) fn new(games: usize) -> MatchProgress {
        MatchProgress { games, progress: Progress::start(None), previously_played: 0 }
    }

    /// Starts the display, after `before` games of a resumed match.
    pub(super) fn start(&mut self, before: usize) {
        self.previously_played = before;
        self.progress = Progress::start(Some((self.games - before) as u64));
    }

    /// Prints a message.
    pub(super) fn message(&mut self, line: &str) {
        self.progress.println(&format!("hanpan: {}", one_line(line)));
    }

    /// Shows a finished game.
    pub(super) fn game_finished(
        &mut self,
        finished: &FinishedGame,
        engines: &[MatchEngine],
        standings: &Standings,
        sprt: Option<Sprt>,
    ) {
        let scheduled = finished.scheduled;
        let (white, black) = (&engines[scheduled.white].name, &engines[scheduled.black].name);
        let result = match finished.end.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        };
        let game = format!("game {} of {}: {white} - {black} {result}", scheduled.number + 1, self.games);
        let why = match finished.end.reason {
            EndReason::Fault(color, fault) => {
                let name = if color == Color::White { white } else { black };
                let remark =
                    finished.remark.as_deref().map_or(String::new(), |remark| format!(" ({remark})"));
                format!("{name}: {fault}{remark}")
            }
            reason => reason.to_string(),
        };
        let is_fault = matches!(finished.end.reason, EndReason::Fault(..));
        if is_fault || !self.progress.is_enabled() {
            let moves = finished.plies.div_ceil(2);
            let line = format!("{game}, {why}, {moves} moves; {}", score_summary(engines, standings, sprt));
            self.progress.println(&one_line(&line));
        }
        self.refresh(engines, standings, sprt);
    }

    /// Updates the status line.
    pub(super) fn refresh(&mut self, engines: &[MatchEngine], standings: &Standings, sprt: Option<Sprt>) {
        if self.progress.is_enabled() {
            let played = standings.played();
            let line = format!("{played}/{} {}", self.games, score_summary(engines, standings, sprt));
            self.progress.show_with((played - self.previously_played) as u64, &line);
        }
    }

    /// Removes the status line.
    pub(super) fn finish(&mut self) {
        self.progress.clear();
    }
}

/// Score, Elo and log-likelihood ratio of a match of two engines.
fn score_summary(engines: &[MatchEngine], standings: &Standings, sprt: Option<Sprt>) -> String {
    if engines.len() != 2 {
        return String::new();
    }
    let mut line = standings.score(0, 1).to_string();
    if let Some(elo) = standings.elo(0, 1) {
        line += &format!(", Elo {elo}");
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        line += &format!(", LLR {:.2} ({lower:.2} to {upper:.2})", sprt.llr(standings.pentanomial(0, 1)));
    }
    line
}

/// Writes the results of the match.
pub(super) fn write_results(
    out: &mut dyn Write,
    engines: &[MatchEngine],
    standings: &Standings,
    sprt: Option<Sprt>,
) -> io::Result<()> {
    for (player, match_engine) in engines.iter().enumerate() {
        for (fault, count) in standings.faults(player) {
            writeln!(out, "{}: {fault} {count}", match_engine.name)?;
        }
    }
    for &(one, other) in standings.schedule().pairings() {
        let names = format!("{} - {}", engines[one].name, engines[other].name);
        writeln!(out, "{names}: {}", pairing_line(standings, one, other))?;
    }
    if let Some(sprt) = sprt {
        writeln!(out, "{}", sprt_line(sprt, standings))?;
    }
    if engines.len() > 2 || engines.iter().any(|match_engine| match_engine.rating.is_some()) {
        let anchors: Vec<Option<f64>> = engines.iter().map(|match_engine| match_engine.rating).collect();
        let names: Vec<&str> = engines.iter().map(|match_engine| match_engine.name.as_str()).collect();
        write_table(out, &names, &ratings::fit(&standings.head_to_heads(), &anchors))?;
    }
    Ok(())
}

fn pairing_line(standings: &Standings, one: usize, other: usize) -> String {
    let tally = standings.score(one, other);
    let games = format!("{tally} of {}", tally.games());
    match standings.elo(one, other) {
        Some(elo) => format!("{games}, {:.1} %, Elo {elo}", tally.score_rate() * 100.0),
        None => games,
    }
}

fn sprt_line(sprt: Sprt, standings: &Standings) -> String {
    let spread = standings.pentanomial(0, 1);
    let (lower, upper) = sprt.bounds();
    let words = match sprt.status(spread) {
        SprtStatus::Continue => "undecided",
        SprtStatus::AcceptH0 => "H0 accepted",
        SprtStatus::AcceptH1 => "H1 accepted",
    };
    format!("SPRT {sprt}: LLR {:.2} ({lower:.2} to {upper:.2}), {words}", sprt.llr(spread))
}
