//! `hanpan ratings`: fits Elo ratings to the games of PGN files.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use engine_match::MatchScore;
use engine_match::ratings::{FittedRating, HeadToHead, fit};
use game::pgn::{PgnReason, PgnResult, RawTag, Reader, Visit, Visitor};
use rules::Color;

use crate::encoding::{EncodingArgs, Utf8Reader};
use crate::error::{CommandError, io_message, one_line};
use crate::input::Input;

/// Fit Elo ratings to the games of PGN files
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Maximum-likelihood ratings of the Bradley-Terry model, with 95 % confidence intervals. Games without a result do not
count. With --anchor the scale is fixed by the players with known ratings; otherwise the average is 0.

Example:
  $ hanpan ratings games.pgn --anchor 'Stockfish 15.1=3000'")]
pub(crate) struct Args {
    /// PGN files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Player with a known rating, NAME=ELO
    #[arg(long = "anchor", value_name = "ANCHOR", value_parser = parse_anchor)]
    anchors: Vec<(String, f64)>,
    #[command(flatten)]
    encoding: EncodingArgs,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut results = ResultCollector::default();
    for path in &args.files {
        let source = Input::open(path).map_err(|error| CommandError::file(path, io_message(&error)))?;
        let source = Utf8Reader::new(source, args.encoding);
        let used_encoding = source.used();
        let mut reader = Reader::new(source);
        while let Some(game) = reader.read_game(&mut results) {
            game.map_err(|error| CommandError::BadInput(format!("{}:{error}", path.display())))?;
            results.add_game();
        }
        if let Some(note) = used_encoding.note() {
            writeln!(io::stderr(), "{}: note: {note}", one_line(&path.display().to_string())).ok();
        }
    }
    for (name, _) in &args.anchors {
        if !results.players.contains_key(name) {
            return Err(CommandError::BadInput(format!("no player is named {name:?}")));
        }
    }
    if let Some(note) = results.note() {
        writeln!(io::stderr(), "note: {note}").ok();
    }
    let mut names = vec![""; results.players.len()];
    for (name, &player) in &results.players {
        names[player] = name;
    }
    let known = |name: &&str| args.anchors.iter().find(|(anchor, _)| anchor == name).map(|&(_, elo)| elo);
    let anchors: Vec<Option<f64>> = names.iter().map(known).collect();
    let meeting = |(&(one, other), &tally): (&(usize, usize), &MatchScore)| HeadToHead {
        first: one,
        second: other,
        score: tally,
    };
    let meetings: Vec<HeadToHead> = results.tallies.iter().map(meeting).collect();
    write_table(out, &names, &fit(&meetings, &anchors))?;
    Ok(())
}

/// Writes a rating table, sorted by rating.
pub(crate) fn write_table(out: &mut dyn Write, names: &[&str], ratings: &[FittedRating]) -> io::Result<()> {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("player".len());
    writeln!(
        out,
        "{:>4}  {:<width$}  {:>7}  {:>6}  {:>6}  {:>7}",
        "", "player", "rating", "error", "games", "score"
    )?;
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&one, &other| ratings[other].value.total_cmp(&ratings[one].value));
    for (place, player) in order.into_iter().enumerate() {
        let FittedRating { value, error, score: tally } = ratings[player];
        let error = error.map_or_else(|| "anchor".to_owned(), |error| format!("±{error:.0}"));
        let score = format!("{:.1} %", tally.score_rate() * 100.0);
        writeln!(
            out,
            "{:>4}  {:<width$}  {value:>7.0}  {error:>6}  {:>6}  {score:>7}",
            place + 1,
            one_line(names[player]),
            tally.games(),
        )?;
    }
    Ok(())
}

fn parse_anchor(text: &str) -> Result<(String, f64), String> {
    let (name, rating) = text.rsplit_once('=').ok_or("expected NAME=ELO")?;
    let rating: f64 = rating.trim().parse().map_err(|_| "expected a number after =")?;
    if rating.is_finite() {
        Ok((name.to_owned(), rating))
    } else {
        Err("expected a number after =".to_owned())
    }
}

/// PGN visitor that collects results and skips the moves.
#[derive(Debug, Default)]
struct ResultCollector {
    players: BTreeMap<String, usize>,
    tallies: BTreeMap<(usize, usize), MatchScore>,
    white: String,
    black: String,
    score: PgnResult,
    /// Games that do not count.
    without_result: u64,
    without_players: u64,
}

impl ResultCollector {
    /// Adds the result of the game read last.
    fn add_game(&mut self) {
        if self.score == PgnResult::Unknown {
            self.without_result += 1;
            return;
        }
        let (white, black) = (std::mem::take(&mut self.white), std::mem::take(&mut self.black));
        if [&white, &black].into_iter().any(|name| matches!(name.as_str(), "" | "?")) || white == black {
            self.without_players += 1;
            return;
        }
        let (white, black) = (self.player(white), self.player(black));
        let tally = MatchScore::from_game(Color::White, self.score.winner());
        let (seats, tally) =
            if white < black { ((white, black), tally) } else { ((black, white), tally.reversed()) };
        let sum = self.tallies.entry(seats).or_default();
        *sum = *sum + tally;
    }

    /// A sentence about the games that do not count, if players are missing or no game is left.
    fn note(&self) -> Option<String> {
        let unnamed = format!("{} without the names of two players", self.without_players);
        if self.tallies.is_empty() {
            return Some(format!("no game counts: {unnamed}, {} without a result", self.without_result));
        }
        (self.without_players > 0).then(|| format!("games that do not count: {unnamed}"))
    }

    fn player(&mut self, name: String) -> usize {
        let next = self.players.len();
        *self.players.entry(name).or_insert(next)
    }
}

impl Visitor for ResultCollector {
    fn begin(&mut self) {
        (self.white, self.black, self.score) = (String::new(), String::new(), PgnResult::Unknown);
    }

    fn tag(&mut self, tag: RawTag<'_>) -> Result<(), PgnReason> {
        match tag.name {
            "White" => self.white = tag.value().into_owned(),
            "Black" => self.black = tag.value().into_owned(),
            "Result" => self.score = PgnResult::parse(tag.value().as_bytes()).unwrap_or_default(),
            _ => {}
        }
        Ok(())
    }

    fn moves(&mut self) -> Result<Visit, PgnReason> {
        Ok(Visit::Skip)
    }

    fn result(&mut self, score: PgnResult) {
        if self.score == PgnResult::Unknown {
            self.score = score;
        }
    }
}
