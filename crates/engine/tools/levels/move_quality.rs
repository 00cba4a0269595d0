//! Move quality of each level: centipawn loss and hanging pieces.

use std::fmt::Write as _;
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use engine::{Engine, Level, Limits, NeverStop, Opponent, Options, Score, SearchPosition, TimeLimit};
use rules::Position;

use crate::arguments::Arguments;
use crate::selfplay::game_result;

/// Upper bounds of the loss classes in centipawns; the last class has none.
pub(crate) const LOSS_CLASSES: [i32; 9] = [5, 20, 50, 100, 150, 200, 300, 500, 1000];

/// Counts of one level.
#[derive(Clone, Default, Debug)]
pub(crate) struct MoveQuality {
    /// Moves by loss class.
    pub(crate) losses: [u32; LOSS_CLASSES.len() + 1],
    /// Sum of all losses.
    pub(crate) total: i64,
    /// Moves after which a piece can be captured for nothing.
    pub(crate) hanging: u32,
}

impl MoveQuality {
    pub(crate) fn moves(&self) -> u32 {
        self.losses.iter().sum()
    }

    fn record(&mut self, loss: i32, hangs: bool) {
        let class = LOSS_CLASSES.iter().position(|&end| loss < end).unwrap_or(LOSS_CLASSES.len());
        self.losses[class] += 1;
        self.total += i64::from(loss);
        self.hanging += u32::from(hangs);
    }
}

/// Positions with a larger score are not counted.
const DECIDED_SCORE: i32 = 500;

/// Losses are capped at this.
const MAX_LOSS: i32 = 1500;

/// Centipawn loss and SEE gain that count as a hanging piece.
const PIECE_LOSS: i32 = 290;

/// Every level plays itself; the engine at full strength evaluates each move.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let games: usize = arguments.get("games", 20)?;
    let nodes: u64 = arguments.get("nodes", 5000)?;
    let threads: usize = arguments.get("threads", 2)?;
    let seed: u64 = arguments.get("seed", 1)?;
    let out = arguments.need("out")?;
    let powers = arguments.list("powers")?;
    let levels: Vec<Level> = Level::ALL.iter().copied().filter(|level| level.rating().is_some()).collect();
    let found = Mutex::new(vec![MoveQuality::default(); levels.len()]);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut engine = Engine::with_network(Options { hash: 4, ..Options::default() }, None);
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    // The strongest levels are slowest and start first.
                    let Some(level_index) = levels.len().checked_sub(1 + number / games) else { break };
                    let mut quality = MoveQuality::default();
                    let new = |seed| match powers.get(level_index) {
                        Some(&power) => engine::tuning::with_power(power, seed),
                        None => Opponent::new(levels[level_index], seed),
                    };
                    let seed = seed << 20 | number as u64;
                    measure_game([new(seed), new(!seed)], nodes, &mut engine, &mut quality);
                    let Ok(mut found) = found.lock() else { break };
                    let sum = &mut found[level_index];
                    sum.total += quality.total;
                    sum.hanging += quality.hanging;
                    sum.losses.iter_mut().zip(quality.losses).for_each(|(sum, more)| *sum += more);
                    eprint!("\r{} of {} games", done.fetch_add(1, Relaxed) + 1, games * levels.len());
                }
            });
        }
    });
    eprintln!();
    let found = found.into_inner().map_err(|_| "a thread died".to_owned())?;
    let mut text = String::new();
    for (level, quality) in levels.iter().zip(&found) {
        let losses = quality.losses.map(|count| count.to_string()).join(" ");
        // Writing to a string cannot fail.
        writeln!(text, "{level} {} {} {losses}", quality.total, quality.hanging).ok();
    }
    fs::write(out, text).map_err(|error| format!("{out}: {error}"))
}

/// Plays one game of a level against itself and records the quality of its moves.
fn measure_game(mut players: [Opponent; 2], nodes: u64, engine: &mut Engine, quality: &mut MoveQuality) {
    let mut search_position = SearchPosition::new(Position::start());
    let mut keys = Vec::new();
    engine.clear();
    for ply in 0..300 {
        let position = *search_position.position();
        keys.push(position.repetition_key());
        if game_result(&position, &keys).is_some() {
            break;
        }
        let Some(choice) = players[ply % 2].choose(&search_position, TimeLimit::Unlimited, &NeverStop) else {
            break;
        };
        let mut value = |search_position: &SearchPosition| match engine
            .search(search_position, &Limits::nodes(nodes), &NeverStop, &mut |_| {})
            .score
        {
            Score::Centipawns(centipawns) => centipawns.clamp(-MAX_LOSS, MAX_LOSS),
            Score::Mate(moves) if moves > 0 => MAX_LOSS,
            Score::Mate(_) => -MAX_LOSS,
        };
        let before = value(&search_position);
        if search_position.play(choice.m).is_err() {
            break;
        }
        if ply >= 8 && before.abs() < DECIDED_SCORE {
            let loss = (before + value(&search_position)).max(0);
            let after = search_position.position();
            let can_be_taken = engine::tuning::has_winning_capture(after, PIECE_LOSS);
            quality.record(loss, loss >= PIECE_LOSS - 90 && can_be_taken);
        }
    }
}
