//! How a line wins something: read off the board, move by move.

use game::material::{Balance, points};
use rules::{Bitboard, Color, Move, PlacedPiece, Position, Role, Square, attacks};

use super::exchange::{cheapest_recapture, exchange_gain};
use super::replay_line;

/// A way to win something, by the side to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Tactic {
    /// A piece is taken and nobody takes back, or too little.
    Capture {
        /// What is taken.
        taken: PlacedPiece,
        /// What takes it.
        by: PlacedPiece,
    },
    /// A piece is taken whose protector is pinned.
    PinnedGuard {
        /// What is taken.
        taken: PlacedPiece,
        /// What seemed to protect it.
        guard: PlacedPiece,
        /// What pins that.
        by: PlacedPiece,
    },
    /// One piece attacks several at once.
    Fork {
        /// The piece, where it goes.
        by: PlacedPiece,
        /// What it attacks, the most valuable first.
        targets: Vec<PlacedPiece>,
    },
    /// A piece cannot leave, or something behind it is lost.
    Pin {
        /// The piece that cannot leave.
        pinned: PlacedPiece,
        /// What pins it.
        by: PlacedPiece,
        /// What stands behind it.
        behind: PlacedPiece,
    },
    /// A piece has to leave, and something behind it is lost.
    Skewer {
        /// The piece that has to leave.
        front: PlacedPiece,
        /// What stands behind it.
        behind: PlacedPiece,
        /// What attacks both.
        by: PlacedPiece,
    },
    /// A piece leaves, and another one behind it attacks.
    Discovery {
        /// The piece that attacks from behind.
        by: PlacedPiece,
        /// What is lost.
        target: PlacedPiece,
    },
    /// What protects a piece is taken.
    RemovedGuard {
        /// What protected it.
        guard: PlacedPiece,
        /// What is lost.
        target: PlacedPiece,
    },
    /// An attacked piece has nowhere to go.
    Trap {
        /// The piece.
        piece: PlacedPiece,
    },
    /// A pawn becomes something better.
    Promotion {
        /// Where the pawn stands.
        pawn: Square,
    },
    /// Pieces are won in some other way.
    Material {
        /// How many points.
        points: i32,
    },
}

/// A line of moves on its way: what is done first, what is answered, what is taken then.
struct Combination {
    before: Position,
    first: Move,
    after: Position,
    then: Option<(Position, Move)>,
}

impl Tactic {
    /// How a line wins something for the side to move, if it does.
    #[must_use]
    pub fn of(position: &Position, line: &[Move]) -> Option<Tactic> {
        let steps = replay_line(*position, line);
        let &(before, first) = steps.first()?;
        let after = before.play(first).ok()?;
        let plan = Combination { before, first, after, then: steps.get(2).copied() };
        let at_once = exchange_gain(&before, first);
        if first.is_capture() && at_once >= 2 {
            return plan.capture();
        }
        plan.prepared_capture()
            .or_else(|| (first.is_capture() && at_once == 1).then(|| plan.capture()).flatten())
            .or_else(|| promotion(&steps))
            .or_else(|| material(position.turn(), &steps))
    }
}

impl Combination {
    /// The first move takes something.
    fn capture(&self) -> Option<Tactic> {
        let square = self.first.capture_square()?;
        let (taken, by) = (placed_at(&self.before, square)?, placed_at(&self.before, self.first.from())?);
        if cheapest_recapture(&self.after, self.first).is_none()
            && let Some((guard, by)) = find_pinned_guard(&self.after, square)
        {
            return Some(Tactic::PinnedGuard { taken, guard, by });
        }
        Some(Tactic::Capture { taken, by })
    }

    /// The first move prepares, the third one takes.
    fn prepared_capture(&self) -> Option<Tactic> {
        let (between, then) = self.then?;
        let square = then.capture_square()?;
        if exchange_gain(&between, then) < 2 {
            return None;
        }
        let target = placed_at(&between, square)?;
        // What was moved into a capture, or took something itself, was not attacked by the first move.
        let was_there = placed_at(&self.after, square) == Some(target);
        if !was_there {
            return None;
        }
        self.discovery(then, target)
            .or_else(|| self.removed_guard(target))
            .or_else(|| self.skewer(then, target))
            .or_else(|| self.fork(then, target))
            .or_else(|| self.pin(target))
            .or_else(|| self.trap(then, target))
    }

    fn discovery(&self, then: Move, target: PlacedPiece) -> Option<Tactic> {
        let (from, left) = (then.from(), self.first.from());
        let is_uncovered = from != self.first.to() && attacks::between(from, target.square).has(left);
        is_uncovered.then_some(())?;
        Some(Tactic::Discovery { by: placed_at(&self.after, from)?, target })
    }

    fn removed_guard(&self, target: PlacedPiece) -> Option<Tactic> {
        let square = self.first.capture_square()?;
        let guards = self.before.attackers(target.square, target.piece.color);
        guards.has(square).then_some(())?;
        Some(Tactic::RemovedGuard { guard: placed_at(&self.before, square)?, target })
    }

    fn skewer(&self, then: Move, target: PlacedPiece) -> Option<Tactic> {
        let from = self.first.to();
        (then.from() == from).then_some(())?;
        let occupied = self.after.board().occupied();
        let front = (attacks::between(from, target.square) & occupied).single()?;
        let front = placed_at(&self.after, front)?;
        let is_worth_more = piece_value(front) > points(target.piece.role);
        (is_worth_more && self.attacked().has(front.square)).then_some(())?;
        Some(Tactic::Skewer { front, behind: target, by: placed_at(&self.after, from)? })
    }

    fn fork(&self, then: Move, target: PlacedPiece) -> Option<Tactic> {
        let by = placed_at(&self.after, self.first.to())?;
        (then.from() == by.square).then_some(())?;
        let enemies = self.attacked() & self.after.board().color(!by.piece.color);
        let mut targets: Vec<PlacedPiece> = enemies
            .into_iter()
            .filter_map(|square| placed_at(&self.after, square))
            .filter(|&enemy| enemy == target || self.is_worth_taking(by, enemy))
            .collect();
        targets.sort_by_key(|&target| std::cmp::Reverse(piece_value(target)));
        (targets.len() > 1).then_some(Tactic::Fork { by, targets })
    }

    /// The king, whatever is worth more than the attacker, and what nobody protects, pawns aside.
    fn is_worth_taking(&self, by: PlacedPiece, enemy: PlacedPiece) -> bool {
        let is_free = self.after.attackers(enemy.square, enemy.piece.color).is_empty();
        piece_value(enemy) > piece_value(by) || is_free && enemy.piece.role != Role::Pawn
    }

    fn pin(&self, target: PlacedPiece) -> Option<Tactic> {
        let by = placed_at(&self.after, self.first.to())?;
        let color = target.piece.color;
        let is_slider = matches!(by.piece.role, Role::Bishop | Role::Rook | Role::Queen);
        (is_slider && self.attacked().has(target.square)).then_some(())?;
        let occupied = self.after.board().occupied();
        // With the piece away, what does the line reach?
        let through = attacks::piece(by.piece, by.square, occupied.without(target.square.bitboard()));
        let beyond = (through & self.after.board().color(color)).without(self.attacked());
        let behind = beyond
            .into_iter()
            .filter(|&square| attacks::between(by.square, square).has(target.square))
            .filter_map(|square| placed_at(&self.after, square))
            .find(|&behind| piece_value(behind) > piece_value(target))?;
        Some(Tactic::Pin { pinned: target, by, behind })
    }

    fn trap(&self, then: Move, target: PlacedPiece) -> Option<Tactic> {
        let is_attacked = then.from() == self.first.to() && self.attacked().has(target.square);
        (is_attacked && points(target.piece.role) >= 3).then_some(())?;
        let has_refuge = self.after.legal_moves().into_iter().any(|escape| {
            escape.from() == target.square
                && self.after.play(escape).is_ok_and(|then| is_safe(&then, escape.to()))
        });
        (!has_refuge).then_some(Tactic::Trap { piece: target })
    }

    /// What the piece that moved first attacks from where it has gone.
    fn attacked(&self) -> Bitboard {
        self.after.board().attacks_from(self.first.to())
    }
}

/// Whether nothing can be gained by taking on a square.
fn is_safe(position: &Position, square: Square) -> bool {
    let mut takes = position.legal_moves().into_iter().filter(|m| m.to() == square && m.is_capture());
    !takes.any(|m| exchange_gain(position, m) > 0)
}

/// A piece that would protect a square but for a pin, and what pins it. It is its turn.
fn find_pinned_guard(position: &Position, square: Square) -> Option<(PlacedPiece, PlacedPiece)> {
    let color = position.turn();
    let guard = (position.attackers(square, color) & position.pinned(color)).first()?;
    let king = position.king(color);
    let by = position.pinners(color).into_iter().find(|&by| attacks::between(king, by).has(guard))?;
    Some((placed_at(position, guard)?, placed_at(position, by)?))
}

fn promotion(steps: &[(Position, Move)]) -> Option<Tactic> {
    let own: Vec<Move> = steps.iter().step_by(2).take(2).map(|&(_, m)| m).collect();
    let m = own.iter().find(|m| m.promotion().is_some())?;
    // Where it stands now, if it takes a step before.
    let step = own.first().filter(|first| first.to() == m.from());
    Some(Tactic::Promotion { pawn: step.unwrap_or(m).from() })
}

/// So many plies of a line are looked at for what they win.
const MATERIAL_HORIZON: usize = 6;

fn material(color: Color, steps: &[(Position, Move)]) -> Option<Tactic> {
    let balance = |position: &Position| {
        let white = Balance::of(position.board()).points();
        if color == Color::White { white } else { -white }
    };
    let (first, _) = steps.first()?;
    let (last, m) = steps.get(..MATERIAL_HORIZON.min(steps.len()))?.last()?;
    let end = last.play(*m).ok()?;
    // A line may end in the middle of an exchange: what is taken back then is not won.
    let back = cheapest_recapture(&end, *m).map_or(0, |back| exchange_gain(&end, back).max(0));
    let taken_back = if last.turn() == color { back } else { 0 };
    let points = balance(&end) - balance(first) - taken_back;
    (points >= 2).then_some(Tactic::Material { points })
}

fn placed_at(position: &Position, square: Square) -> Option<PlacedPiece> {
    Some(PlacedPiece { piece: position.piece_at(square)?, square })
}

/// The points of a piece; a king is beyond price.
fn piece_value(piece: PlacedPiece) -> i32 {
    match piece.piece.role {
        Role::King => 100,
        role => points(role),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a line and tells what was seen in it: the kind, and the squares in their order.
    #[track_caller]
    fn check(fen: &str, line: &str, expected: &str) {
        let start: Position = fen.parse().unwrap();
        let mut position = start;
        let mut moves = Vec::new();
        for san in line.split_whitespace() {
            let m = san.parse::<rules::San>().unwrap().resolve(&position).unwrap();
            position = position.play(m).unwrap();
            moves.push(m);
        }
        let told =
            Tactic::of(&start, &moves).map_or_else(|| "nothing".to_owned(), |tactic| describe(&tactic));
        assert_eq!(told, expected, "{fen} {line}");
    }

    fn describe(tactic: &Tactic) -> String {
        let names = |pieces: &[&PlacedPiece]| {
            let words: Vec<String> =
                pieces.iter().map(|placed| format!("{}{}", placed.piece.letter(), placed.square)).collect();
            words.join(" ")
        };
        match tactic {
            Tactic::Capture { taken, by } => format!("capture {}", names(&[taken, by])),
            Tactic::PinnedGuard { taken, guard, by } => {
                format!("pinned guard {}", names(&[taken, guard, by]))
            }
            Tactic::Fork { by, targets } => {
                format!("fork {} of {}", names(&[by]), names(&targets.iter().collect::<Vec<_>>()))
            }
            Tactic::Pin { pinned, by, behind } => format!("pin {}", names(&[pinned, by, behind])),
            Tactic::Skewer { front, behind, by } => format!("skewer {}", names(&[front, behind, by])),
            Tactic::Discovery { by, target } => format!("discovery {}", names(&[by, target])),
            Tactic::RemovedGuard { guard, target } => format!("removed guard {}", names(&[guard, target])),
            Tactic::Trap { piece } => format!("trap {}", names(&[piece])),
            Tactic::Promotion { pawn } => format!("promotion {pawn}"),
            Tactic::Material { points } => format!("material {points}"),
        }
    }

    #[test]
    fn captures_are_found() {
        check("4k3/8/8/3n4/8/8/8/B2QK3 w - - 0 1", "Qxd5", "capture nd5 Qd1");
        check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "capture pd5 Pe4");
        check("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "exd5 cxd5", "nothing");
        check("4k3/8/4n3/3r4/8/1B6/8/4R1K1 w - - 0 1", "Bxd5", "capture rd5 Bb3");
        check("4k3/8/4n3/2r5/8/B7/8/4R1K1 w - - 0 1", "Bxc5", "pinned guard rc5 ne6 Re1");
    }

    #[test]
    fn double_attacks_are_found() {
        check("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8", "fork Nc7 of ke8 ra8");
        check("4k3/8/8/2r1b3/8/8/3P4/4K3 w - - 0 1", "d4 Bxd4", "nothing");
        check("4k3/8/8/2r1b3/8/8/3P4/4K2R w - - 0 1", "d4 Kd7 dxe5", "fork Pd4 of rc5 be5");
        check("4q3/8/8/4k3/8/8/8/R6K w - - 0 1", "Re1+ Kd5 Rxe8", "skewer ke5 qe8 Re1");
        check("4k3/8/8/4q3/8/8/8/R6K w - - 0 1", "Re1 Kd7 Rxe5", "pin qe5 Re1 ke8");
        check("q3k3/8/8/8/4N3/8/8/B3K2B w - - 0 1", "Nd6+ Ke7 Bxa8", "discovery Bh1 qa8");
        check("4k3/8/5n2/3b4/8/8/1B6/3RK3 w - - 0 1", "Bxf6 Kf7 Rxd5", "capture nf6 Bb2");
        check("4k3/6p1/5n2/3r4/8/8/1B6/3RK3 w - - 0 1", "Bxf6 gxf6 Rxd5", "removed guard nf6 rd5");
        check("6k1/p4ppp/8/8/1P6/B7/8/n3K3 w - - 0 1", "Kd1 a6 Kc1", "nothing");
    }

    #[test]
    fn promotions_and_material_gains_are_found() {
        check("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=Q", "promotion a7");
        check("8/7k/P7/8/8/8/8/K7 w - - 0 1", "a7 Kg7 a8=Q", "promotion a6");
        check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4 Kd7 e5", "nothing");
        check("4k3/8/8/2p5/3n4/8/3R4/3RK3 w - - 0 1", "Kf1 Kf8 Rxd4", "nothing");
        check("4k3/8/8/8/3n4/8/8/3RK3 w - - 0 1", "Kf1 Ke7 Ke1 Ke8 Rxd4", "material 3");
    }

    #[test]
    fn trapped_pieces_are_found() {
        check("r3k3/B1p5/1p6/8/8/8/5PPP/6K1 b - - 0 1", "Rxa7", "capture Ba7 ra8");
        check("2k5/B1p5/1p6/8/8/8/5PPP/6K1 b - - 0 1", "Kb7 h3 Kxa7", "trap Ba7");
    }
}
