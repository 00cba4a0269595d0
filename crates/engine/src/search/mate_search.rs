//! Mate search at the root: forced mates by checks, with at most one quiet move among them.
//!
//! The main search prunes and reduces sacrifices, so that it sees a mate that begins with one late. This search looks for
//! mates and nothing else: the attacker's moves are checks, all replies are tried, and the length grows from stage to
//! stage. A line that it finds is a proof. It gets a small share of the nodes between the iterations of the main search.

use rules::cpu::Cpu;
use rules::{Move, Position};

use crate::search::check_squares::CheckSquares;
use crate::search::insertion_sort::insertion_sort_by_key;
use crate::search::searcher::Searcher;
use crate::search::value::MATE;

/// A forced mate from the root.
#[derive(Clone, Default, Debug)]
pub(crate) struct ProvenMate {
    /// The mate against the longest defence found.
    pub(crate) pv: Vec<Move>,
}

/// Progress of the mate search. It belongs to the thread, so that a search that is continued at a later depth keeps it.
#[derive(Clone, Debug, Default)]
pub(crate) struct MateSearch {
    /// The mate, once it is found.
    pub(crate) proven: Option<ProvenMate>,
    /// Nodes of the searches that this one continues.
    pub(crate) earlier_nodes: u64,
    /// Index into [`STAGES`].
    stage: usize,
    /// Nodes of all attempts.
    spent: u64,
    /// Nodes after which the current stage was given up the last time.
    given_up_after: u64,
    /// Node count of the searcher at which the attempt ends.
    limit: u64,
    /// Reply that refuted the last attack.
    refutation: Option<Move>,
}

/// Length of a mate and number of its quiet moves.
#[derive(Clone, Copy, Debug)]
struct MateLength {
    moves: usize,
    quiets: usize,
}

/// Cheap stages first.
const STAGES: [MateLength; 9] = [
    MateLength { moves: 2, quiets: 0 },
    MateLength { moves: 2, quiets: 1 },
    MateLength { moves: 3, quiets: 0 },
    MateLength { moves: 4, quiets: 0 },
    MateLength { moves: 3, quiets: 1 },
    MateLength { moves: 5, quiets: 0 },
    MateLength { moves: 6, quiets: 0 },
    MateLength { moves: 4, quiets: 1 },
    MateLength { moves: 7, quiets: 0 },
];

/// Nodes granted to the mate search from the start, unless the node limit is below [`BASE_SHARE`] times as much.
const BASE_NODES: u64 = 256;

/// Node limit divided by the nodes granted from the start, for searches with few nodes.
const BASE_SHARE: u64 = 8;

/// The main search's nodes for each further node of the mate search.
const NODES_PER_MATE_NODE: u64 = 32;

/// Smallest number of nodes worth an attempt.
const MIN_ATTEMPT: u64 = 100;

impl ProvenMate {
    /// Value at the root.
    pub(crate) fn value(&self) -> i32 {
        MATE - self.pv.len() as i32
    }
}

impl<C: Cpu> Searcher<'_, C> {
    /// Continues the mate search as far as its share of the nodes allows; returns the mate when it finds it.
    pub(crate) fn search_mate(&mut self) -> Option<ProvenMate> {
        let mut state = std::mem::take(&mut self.thread_data.mate_search);
        let found = self.search_mate_stages(&mut state);
        if found.is_some() {
            state.proven.clone_from(&found);
        }
        self.thread_data.mate_search = state;
        found
    }

    fn search_mate_stages(&mut self, state: &mut MateSearch) -> Option<ProvenMate> {
        let base = self.hard_limits.map_or(0, |limits| BASE_NODES.min(limits.nodes / BASE_SHARE));
        while let Some(&length) = STAGES.get(state.stage) {
            let granted = base + (state.earlier_nodes + self.nodes) / NODES_PER_MATE_NODE;
            let available = granted.saturating_sub(state.spent);
            if available < MIN_ATTEMPT.max(2 * state.given_up_after) {
                return None;
            }
            let before = self.nodes;
            state.limit = before + available;
            let root = self.root;
            let found = self.attack(&root, length, 0, state);
            state.spent += self.nodes - before;
            if found.is_some() {
                return found.map(|pv| ProvenMate { pv });
            }
            if self.is_stopped {
                return None;
            }
            if self.nodes >= state.limit {
                state.given_up_after = available;
            } else {
                state.given_up_after = 0;
                state.stage += 1;
            }
        }
        None
    }

    /// The line of a mate of at most this length; `None` if there is none or a limit was reached.
    fn attack(
        &mut self,
        position: &Position,
        length: MateLength,
        ply: usize,
        state: &mut MateSearch,
    ) -> Option<Vec<Move>> {
        let squares = CheckSquares::new::<C>(position);
        // Fewest replies first; quiet moves last.
        let mut candidates = Vec::new();
        for m in &position.legal_moves_on::<C>() {
            let is_quiet = !squares.gives_check::<C>(position, m);
            if is_quiet && (length.quiets == 0 || length.moves < 2) {
                continue;
            }
            if !self.enter_mate_node(ply, state) {
                return None;
            }
            let child = position.play_unchecked(m);
            let replies = child.legal_moves_on::<C>().len();
            if replies == 0 && !is_quiet {
                return Some(vec![m]);
            }
            if replies > 0 && length.moves > 1 {
                candidates.push(((is_quiet, replies), m));
            }
        }
        insertion_sort_by_key(&mut candidates, |&(key, _)| key);
        for ((is_quiet, _), m) in candidates {
            let quiets = length.quiets - usize::from(is_quiet);
            let child = self.make_move(position, m, ply);
            let line = self.defend(&child, MateLength { quiets, ..length }, ply + 1, state);
            self.unmake_move();
            if let Some(mut line) = line {
                line.insert(0, m);
                return Some(line);
            }
            if self.is_stopped || self.nodes >= state.limit {
                return None;
            }
        }
        None
    }

    /// The longest line if every reply is mated; `None` if one is not, or if a limit was reached.
    fn defend(
        &mut self,
        position: &Position,
        length: MateLength,
        ply: usize,
        state: &mut MateSearch,
    ) -> Option<Vec<Move>> {
        if self.is_draw(position) {
            return None;
        }
        let mut replies: Vec<Move> = (&position.legal_moves_on::<C>()).into_iter().collect();
        let refutation = state.refutation;
        insertion_sort_by_key(&mut replies, |&m| (Some(m) != refutation, !m.is_capture()));
        let mut longest: Option<Vec<Move>> = None;
        for m in replies {
            if !self.enter_mate_node(ply, state) {
                return None;
            }
            let child = self.make_move(position, m, ply);
            let line = match self.is_draw(&child) {
                true => None,
                false => {
                    self.attack(&child, MateLength { moves: length.moves - 1, ..length }, ply + 1, state)
                }
            };
            self.unmake_move();
            let Some(mut line) = line else {
                state.refutation = Some(m);
                return None;
            };
            line.insert(0, m);
            if longest.as_ref().is_none_or(|longest| longest.len() < line.len()) {
                longest = Some(line);
            }
        }
        longest
    }

    /// Counts a node; returns false if a limit is reached.
    fn enter_mate_node(&mut self, ply: usize, state: &MateSearch) -> bool {
        self.enter_node(ply) && self.nodes < state.limit
    }
}
