//! Measures the levels against each other and against engines of known rating.
//!
//! Games are limited by nodes: the same seed gives the same games on every machine, except those of external
//! engines.

mod anchor;
mod game;
mod saved_games;
pub(crate) mod chart;
mod rated_player;
pub(crate) mod move_quality;
mod ratings;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use crate::arguments::Arguments;
use game::GameScore;
use rated_player::{ExternalEngine, RatedPlayer};
use ratings::CrossTable;
use saved_games::{GameKey, SavedGames};

/// Below this rating games are fast enough to play more of them.
const FAST_RATING: u16 = 1400;

/// External engines meet players whose estimated rating differs by at most this.
const MAX_RATING_GAP: u16 = 300;

/// A game to be played.
struct Pairing {
    white: usize,
    black: usize,
    seed: u64,
    /// Share of the pair's games that come before it, from 0 to 1.
    progress: f64,
}

impl Pairing {
    fn key(&self) -> GameKey {
        (self.white, self.black, self.seed)
    }
}

/// Plays the games and prints the ratings.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let players = players(arguments)?;
    let games: u64 = arguments.get("games", 10)?;
    let least: u64 = arguments.get("least", 0)?;
    let reach: usize = arguments.get("reach", 3)?;
    let threads: usize = arguments.get("threads", 2)?;
    let seed: u64 = arguments.get("seed", 1)?;
    let minutes: f64 = arguments.get("minutes", f64::INFINITY)?;
    let started = Instant::now();
    let program: String = arguments.get("anchor", "stockfish".to_owned())?;
    let mut pairings = pairings(&players, games, least, reach, seed);
    let only: String = arguments.get("only", String::new())?;
    if !only.is_empty() {
        let index = players.iter().position(|player| player.name() == only);
        let index = index.ok_or(format!("--only cannot be {only}: no player has this name"))?;
        pairings.retain(|pairing| pairing.white == index || pairing.black == index);
    }
    let (saved_games, before) = SavedGames::open(&arguments.get("kept", String::new())?)?;
    let mut table = CrossTable::new(players.len());
    for (&(white, black, _), &half) in &before {
        if white.max(black) >= players.len() {
            return Err("the saved games are of other players".to_owned());
        }
        table.add(white, black, half);
    }
    let next = AtomicUsize::new(0);
    let table = Mutex::new((table, saved_games));
    let failure = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(pairing) = pairings.get(next.fetch_add(1, Relaxed)) {
                    if before.contains_key(&pairing.key()) {
                        continue;
                    }
                    if started.elapsed().as_secs_f64() > minutes * 60.0 {
                        break;
                    }
                    let pair = [&players[pairing.white], &players[pairing.black]];
                    let played = game::play(pair, pairing.seed, &program);
                    let Ok(mut guard) = table.lock() else { break };
                    let (table, saved_games) = &mut *guard;
                    let added = played.and_then(|half| {
                        table.add(pairing.white, pairing.black, half);
                        saved_games.add(pairing.key(), half)
                    });
                    if let Err(error) = added {
                        if let Ok(mut failure) = failure.lock() {
                            *failure = Some(error);
                        }
                        break;
                    }
                    if table.games() % 200 == 0 {
                        eprintln!("{} of {} games", table.games(), pairings.len());
                    }
                }
            });
        }
    });
    if let Ok(Some(error)) = failure.into_inner() {
        return Err(error);
    }
    let (table, _) = table.into_inner().map_err(|_| "a thread died".to_owned())?;
    table.print(&players);
    table.print_powers(&players);
    Ok(())
}

/// The levels, or the powers given, then anchors and guests.
fn players(arguments: &Arguments) -> Result<Vec<RatedPlayer>, String> {
    let powers = arguments.list("powers")?;
    let mut players = match powers.is_empty() {
        true => RatedPlayer::levels(),
        false => powers.into_iter().map(RatedPlayer::Power).collect(),
    };
    players.extend(arguments.list("anchors")?.into_iter().map(RatedPlayer::Anchor));
    let guests: String = arguments.get("guests", String::new())?;
    for text in guests.split(',').filter(|text| !text.is_empty()) {
        players.push(RatedPlayer::ExternalEngine(
            ExternalEngine::read(text).ok_or(format!("--guests cannot be {text}"))?,
        ));
    }
    Ok(players)
}

/// Pairs each player with those at most `reach` places away and with external engines at most 300 points
/// away.
fn pairings(players: &[RatedPlayer], games: u64, least: u64, reach: usize, seed: u64) -> Vec<Pairing> {
    let own = players.iter().filter(|player| !player.is_external()).count();
    let neighbours = |at: usize| (at.min(reach) + (own - 1).saturating_sub(at).min(reach)).max(1) as u64;
    let mut pairings = Vec::new();
    for a in 0..players.len() {
        for b in a + 1..players.len() {
            let far = players[a].estimated_rating().abs_diff(players[b].estimated_rating()) > MAX_RATING_GAP;
            let rounds = match [a, b].map(|at| players[at].is_external()) {
                [true, _] => 0,
                [false, true] if far => 0,
                [false, true] => games,
                [false, false] if b - a > reach => 0,
                // Players with few neighbours play each of them more often.
                _ => {
                    let share = [a, b].map(|at| least.div_ceil(neighbours(at)));
                    // Weak levels are fast and play more games.
                    let more = if players[b].estimated_rating() < FAST_RATING { 4 } else { 1 };
                    games.max(share[0].max(share[1]) * more)
                }
            };
            for round in 0..rounds {
                let (white, black) = if round % 2 == 0 { (a, b) } else { (b, a) };
                let number = (round / 2 * 97 + a as u64) * 89 + b as u64;
                let seed = seed << 32 | number;
                let progress = round as f64 / rounds as f64;
                pairings.push(Pairing { white, black, seed, progress });
            }
        }
    }
    // If time runs out, all pairs have played the same share of their games.
    pairings.sort_by(|a, b| a.progress.total_cmp(&b.progress));
    pairings
}

impl GameScore {
    /// White's score: 1, 0.5 or 0.
    pub(crate) fn points(self) -> f64 {
        match self {
            GameScore::White => 1.0,
            GameScore::Draw => 0.5,
            GameScore::Black => 0.0,
        }
    }
}
