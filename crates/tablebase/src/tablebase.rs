//! All tables, and probing.

use std::fmt;
use std::sync::OnceLock;

use rules::{Move, Piece, Position, Role, Square};

use crate::build::build;
use crate::material::KEYS;
use crate::outcome::Entry;
use crate::successors::Arrangement;
use crate::table_index::TableIndex;
use crate::{Material, Outcome, TableBuilder, castling};

/// Men of a position that the tables know, kings included.
const MAX_MEN: usize = 4;

/// The tables. Each is built when it is first needed and kept in memory, one byte a position.
pub struct Tablebase {
    tables: Vec<OnceLock<Vec<u8>>>,
}

/// A legal move and its outcome for the side that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedMove {
    /// The move.
    pub m: Move,
    /// Outcome after the move.
    pub outcome: Outcome,
}

impl Default for Tablebase {
    fn default() -> Tablebase {
        Tablebase::new()
    }
}

impl Tablebase {
    /// No table is built yet.
    #[must_use]
    pub fn new() -> Tablebase {
        Tablebase { tables: (0..KEYS).map(|_| OnceLock::new()).collect() }
    }

    /// Returns true if [`Tablebase::probe`] knows a position.
    #[must_use]
    pub fn covers(position: &Position) -> bool {
        position.board().occupied().count() as usize <= MAX_MEN
    }

    /// Returns true if the tables know a position and are built within a second or two: those of three men, and those without
    /// pawns.
    #[must_use]
    pub fn is_quick(position: &Position) -> bool {
        let board = position.board();
        Tablebase::covers(position) && (board.occupied().count() < 4 || board.role(Role::Pawn).is_empty())
    }

    /// The outcome of a position for the side to move. `None` if there are more than four men.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Outcome> {
        if !Tablebase::covers(position) {
            return None;
        }
        if position.castling_rights().any() {
            return castling::outcome(self, position);
        }
        self.outcome(&arrangement(position)?)
    }

    /// The legal moves of a position with their outcomes, the best first. `None` if there are more than four men.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Option<Vec<RatedMove>> {
        let mut moves = Vec::new();
        for m in position.legal_moves() {
            let next = position.play(m).ok()?;
            moves.push(RatedMove { m, outcome: self.probe(&next)?.before_move() });
        }
        moves.sort_by_key(|rated| std::cmp::Reverse(rated.outcome));
        Some(moves)
    }

    /// The move of a perfect opponent: the quickest mate or the longest defence. In a drawn position it is the move after
    /// which most replies lose. `seed` chooses among equal moves. `None` without a legal move or table.
    #[must_use]
    pub fn perfect_move(&self, position: &Position, seed: u64) -> Option<Move> {
        let moves = self.moves(position)?;
        let best = moves.first()?.outcome;
        let equal = moves.into_iter().filter(|rated| rated.outcome == best);
        let rated = equal.map(|rated| match best {
            Outcome::Draw => (rated.m, self.pitfalls(position, rated.m)),
            Outcome::Win(_) | Outcome::Loss(_) => (rated.m, 0),
        });
        let rated: Vec<(Move, u32)> = rated.collect();
        let most = rated.iter().map(|(_, pitfalls)| *pitfalls).max()?;
        let equal: Vec<Move> =
            rated.into_iter().filter(|(_, found)| *found == most).map(|(m, _)| m).collect();
        let index = seed.checked_rem(equal.len() as u64).and_then(|index| usize::try_from(index).ok())?;
        equal.get(index).copied()
    }

    /// Share of the replies to a move that lose, in percent.
    fn pitfalls(&self, position: &Position, m: Move) -> u32 {
        let Some(replies) = position.play(m).ok().and_then(|next| self.moves(&next)) else { return 0 };
        let losing = replies.iter().filter(|reply| matches!(reply.outcome, Outcome::Loss(_))).count();
        u32::try_from(losing * 100 / replies.len().max(1)).unwrap_or_default()
    }

    /// The main line to mate: the best moves of both sides. Empty for a draw.
    #[must_use]
    pub fn line_to_mate(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        while let Some(Outcome::Win(1..) | Outcome::Loss(1..)) = self.probe(&position) {
            let best = self.moves(&position).and_then(|moves| moves.first().copied());
            let Some((m, next)) = best.and_then(|best| Some((best.m, position.play(best.m).ok()?))) else {
                break;
            };
            line.push(m);
            position = next;
        }
        line
    }

    /// Memory of the tables that have been built, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.tables.iter().filter_map(OnceLock::get).map(Vec::len).sum()
    }

    /// Builds a table and those it depends on; returns its size in bytes.
    pub fn prepare(&self, material: Material) -> usize {
        self.table(material).map_or(0, Vec::len)
    }

    /// Builds the tables of a position in steps. `None` if there are more than four men.
    #[must_use]
    pub fn builder(&self, position: &Position) -> Option<TableBuilder> {
        let (material, _) = arrangement(position)?.canonical()?;
        Some(TableBuilder::new(material, self))
    }

    /// Adds a complete table.
    pub(crate) fn insert(&self, material: Material, entries: Vec<u8>) {
        if let Some(table) = self.tables.get(material.key()) {
            // Another thread may have built the same table.
            let _same = table.set(entries);
        }
    }

    /// Returns true if a table is complete.
    pub(crate) fn has(&self, material: Material) -> bool {
        self.tables.get(material.key()).is_some_and(|table| table.get().is_some())
    }

    /// The outcome of men on squares, which are a legal position.
    pub(crate) fn outcome(&self, arrangement: &Arrangement) -> Option<Outcome> {
        let (material, placement) = arrangement.canonical()?;
        if material.is_always_drawn() {
            return Some(Outcome::Draw);
        }
        let number = TableIndex::new(material).indices(&placement)?.first;
        Entry(*self.table(material)?.get(number)?).outcome()
    }

    fn table(&self, material: Material) -> Option<&Vec<u8>> {
        if material.is_always_drawn() {
            return None;
        }
        let table = self.tables.get(material.key())?;
        Some(table.get_or_init(|| build(material, self)))
    }
}

/// The men of a position, castling rights aside; `None` if there are more than four.
fn arrangement(position: &Position) -> Option<Arrangement> {
    let mut men = [(Piece { color: position.turn(), role: Role::King }, Square::A1); 2];
    let mut count = 0;
    for (square, piece) in position.board().iter().filter(|(_, piece)| piece.role != Role::King) {
        *men.get_mut(count)? = (piece, square);
        count += 1;
    }
    let kings = rules::Color::ALL.map(|color| position.king(color));
    let en_passant = position.legal_en_passant().is_some();
    Some(Arrangement { kings, men, count, turn: position.turn(), en_passant })
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase").field("memory", &self.memory()).finish_non_exhaustive()
    }
}
