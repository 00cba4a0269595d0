//! `hanpan explorer FILE`: the moves played in a position.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use explorer::{ExampleGame, Explorer, GameCounts, GameRecord, PositionStats, ResultCounts};
use openings::Opening;
use rules::{CastlingStyle, Position, SetupFaults};
use serde::Serialize;

use crate::arguments::{excerpt, parse_position};
use crate::error::{CommandError, one_line};
use crate::json;
use crate::movetext;
use crate::parse_errors::MoveErrorMessage;

#[derive(clap::Args, Debug)]
// That of the command around it has the name of the type.
#[group(id = "query", multiple = true)]
pub(super) struct Args {
    /// The index
    #[arg(value_name = "FILE", required = true)]
    index: PathBuf,
    /// A position as FEN [default: startpos], then moves to play, in UCI or SAN
    #[arg(value_name = "FEN|MOVE")]
    words: Vec<String>,
    /// Print one JSON object: fen, opening, counts of games, 'moves' and 'games'
    #[arg(long)]
    json: bool,
}

/// Slashes of a FEN's first field.
const FEN_SLASHES: usize = 7;

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let refused = |error: &dyn std::fmt::Display| CommandError::file(&args.index, error);
    let (position, opening) = line(&args.words)?;
    let file = File::open(&args.index).map_err(|error| refused(&error))?;
    let mut explorer = Explorer::open(file).map_err(|error| refused(&error))?;
    let stats = explorer.find(&position).map_err(|error| refused(&error))?;
    if args.json {
        writeln!(out, "{}", json::to_string(&StatsJson::new(&position, opening, &stats))?)?;
    } else {
        write_text(out, &position, opening, &stats)?;
    }
    Ok(())
}

/// The position after the moves, and the last opening on the way to it.
fn line(words: &[String]) -> Result<(Position, Option<Opening>), CommandError> {
    let is_position = |word: &&String| word.trim() == "startpos" || word.matches('/').count() == FEN_SLASHES;
    let start = words.first().filter(is_position);
    let mut position = parse_position(start.map_or("startpos", String::as_str), SetupFaults::UNREACHABLE)?;
    let mut opening = openings::find(&position);
    for word in movetext::move_tokens(&words[usize::from(start.is_some())..]) {
        let m = position.parse_move(word).map_err(|error| {
            let error = MoveErrorMessage { text: word, error: &error };
            CommandError::BadInput(format!("'{}': {error}", excerpt(word)))
        })?;
        position = position.play_unchecked(m);
        opening = openings::find(&position).or(opening);
    }
    Ok((position, opening))
}

fn write_text(
    out: &mut dyn Write,
    position: &Position,
    opening: Option<Opening>,
    stats: &PositionStats,
) -> io::Result<()> {
    if let Some(Opening { eco, name }) = opening {
        writeln!(out, "{eco} {name}")?;
    }
    if stats.moves.is_empty() {
        return writeln!(out, "no games");
    }
    writeln!(out, "{:<8}{:>8}{:>7}{:>7}{:>7}{:>8}", "move", "games", "white", "draw", "black", "rating")?;
    write_counts(out, "all", &stats.counts)?;
    for known in &stats.moves {
        write_counts(out, &position.san(known.m).to_string(), &known.counts)?;
    }
    writeln!(out)?;
    for ExampleGame { m, record } in &stats.games {
        writeln!(out, "{}", game_line(&position.san(*m).to_string(), record))?;
    }
    Ok(())
}

fn write_counts(out: &mut dyn Write, name: &str, counts: &GameCounts) -> io::Result<()> {
    let ResultCounts { white, draws, black, .. } = counts.results;
    let decided = u64::from(white) + u64::from(draws) + u64::from(black);
    let share = |games: u32| match (200 * u64::from(games) + decided).checked_div(2 * decided) {
        Some(percent) => format!("{percent} %"),
        None => "-".to_owned(),
    };
    let rating = counts.average_rating().map_or_else(|| "-".to_owned(), |rating| rating.to_string());
    writeln!(
        out,
        "{name:<8}{:>8}{:>7}{:>7}{:>7}{rating:>8}",
        counts.results.total(),
        share(white),
        share(draws),
        share(black)
    )
}

/// `Nf3  1-0  Hou Yifan (2650) - Ju Wenjun, 2017, https://…`
fn game_line(san: &str, record: &GameRecord) -> String {
    let player = |name: &str, rating: Option<u16>| {
        let name = if name.is_empty() { "?" } else { name };
        match rating {
            Some(rating) => format!("{name} ({rating})"),
            None => name.to_owned(),
        }
    };
    let mut line = format!(
        "{san:<8}{:<9}{} - {}",
        record.result,
        player(&record.white, record.white_rating),
        player(&record.black, record.black_rating)
    );
    if let Some(year) = record.year {
        line += &format!(", {year}");
    }
    if !record.site.is_empty() {
        line += &format!(", {}", record.site);
    }
    // Names come from files: control characters are escaped.
    one_line(&line)
}

/// Output of `--json`.
#[derive(Serialize)]
struct StatsJson {
    fen: String,
    opening: Option<OpeningJson>,
    #[serde(flatten)]
    counts: CountsJson,
    moves: Vec<MoveJson>,
    games: Vec<GameJson>,
}

#[derive(Serialize)]
struct OpeningJson {
    eco: &'static str,
    name: &'static str,
}

#[derive(Serialize)]
struct CountsJson {
    total: u64,
    white: u32,
    draws: u32,
    black: u32,
    average_rating: Option<u16>,
}

#[derive(Serialize)]
struct MoveJson {
    uci: String,
    san: String,
    #[serde(flatten)]
    counts: CountsJson,
}

#[derive(Serialize)]
struct GameJson {
    uci: String,
    white: PlayerJson,
    black: PlayerJson,
    result: &'static str,
    year: Option<u16>,
    site: String,
}

#[derive(Serialize)]
struct PlayerJson {
    name: String,
    rating: Option<u16>,
}

impl StatsJson {
    fn new(position: &Position, opening: Option<Opening>, stats: &PositionStats) -> StatsJson {
        let moves = stats.moves.iter().map(|known| MoveJson {
            uci: known.m.uci(CastlingStyle::Standard).to_string(),
            san: position.san(known.m).to_string(),
            counts: CountsJson::new(&known.counts),
        });
        StatsJson {
            fen: position.fen(),
            opening: opening.map(|Opening { eco, name }| OpeningJson { eco, name }),
            counts: CountsJson::new(&stats.counts),
            moves: moves.collect(),
            games: stats.games.iter().map(GameJson::new).collect(),
        }
    }
}

impl CountsJson {
    fn new(counts: &GameCounts) -> CountsJson {
        let results = counts.results;
        CountsJson {
            total: results.total(),
            white: results.white,
            draws: results.draws,
            black: results.black,
            average_rating: counts.average_rating(),
        }
    }
}

impl GameJson {
    fn new(game: &ExampleGame) -> GameJson {
        let record = game.record.clone();
        GameJson {
            uci: game.m.uci(CastlingStyle::Standard).to_string(),
            white: PlayerJson { name: record.white, rating: record.white_rating },
            black: PlayerJson { name: record.black, rating: record.black_rating },
            result: record.result.as_str(),
            year: record.year,
            site: record.site,
        }
    }
}
