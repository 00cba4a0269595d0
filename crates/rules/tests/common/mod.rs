//! Test positions from `testdata/perft`, and random games from them.
#![allow(dead_code, reason = "not every test uses all helpers")]

use std::fs;
use std::path::Path;

use rng::Rng;
use rules::{Epd, Move, Position, Setup, SetupFaults};

/// Returns true if `HANPAN_FULL=1` asks for the complete tests.
pub(crate) fn is_full() -> bool {
    std::env::var_os("HANPAN_FULL").is_some_and(|value| value == "1")
}

/// A position with its perft counts by depth.
pub(crate) struct PerftCase {
    pub(crate) setup: Setup,
    pub(crate) position: Position,
    pub(crate) counts: Vec<(u32, u64)>,
}

/// The positions of a file in `testdata/perft`; waivable faults are waived.
pub(crate) fn perft_cases(file: &str) -> Vec<PerftCase> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/perft").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| read(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

fn read(line: &str) -> Option<PerftCase> {
    let Epd { setup, operations } = line.parse().ok()?;
    let counts = operations.iter().map(|operation| {
        let depth = operation.opcode.strip_prefix('D')?.parse().ok()?;
        Some((depth, operation.operands.first()?.parse().ok()?))
    });
    let counts = counts.collect::<Option<Vec<_>>>()?;
    Some(PerftCase { setup, position: setup.position_waiving(SetupFaults::WAIVABLE).ok()?, counts })
}

/// All reachable positions, standard and Chess960.
pub(crate) fn reachable_positions() -> Vec<Position> {
    ["famous.epd", "special.epd", "chess960.epd"]
        .into_iter()
        .flat_map(perft_cases)
        .map(|g| g.position)
        .collect()
}

/// All unreachable positions.
pub(crate) fn unreachable_positions() -> Vec<Position> {
    perft_cases("impossible.epd").into_iter().map(|case| case.position).collect()
}

/// Random numbers and moves from a seed.
pub(crate) struct TestRng(Rng);

impl TestRng {
    pub(crate) fn new(seed: u64) -> TestRng {
        TestRng(Rng::new(seed))
    }

    pub(crate) fn below(&mut self, sides: usize) -> usize {
        self.0.index(sides)
    }

    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        self.0.choose(of)
    }

    /// A random legal move with a preference for rare kinds; independent of the order of the move list.
    pub(crate) fn legal_move(&mut self, position: &Position) -> Option<Move> {
        let mut moves = position.legal_moves().to_vec();
        moves.sort_unstable();
        if self.below(4) == 0 {
            let is_rare = |m: &Move| m.is_castle() || m.is_en_passant() || m.promotion().is_some();
            let rare: Vec<Move> = moves.iter().copied().filter(is_rare).collect();
            if !rare.is_empty() {
                moves = rare;
            }
        }
        self.pick(&moves).copied()
    }
}

/// Calls `f` for `plies` positions of random games of at most 100 plies, starting from these positions in
/// turn.
pub(crate) fn visit_random_games(
    starts: &[Position],
    seed: u64,
    plies: usize,
    mut f: impl FnMut(&Position, &mut TestRng),
) {
    let mut rng = TestRng::new(seed);
    let mut visited = 0;
    for start in starts.iter().cycle() {
        let mut position = *start;
        for _ in 0..100 {
            if visited == plies {
                return;
            }
            visited += 1;
            f(&position, &mut rng);
            let Some(m) = rng.legal_move(&position) else { break };
            position = position.play_unchecked(m);
        }
    }
}
