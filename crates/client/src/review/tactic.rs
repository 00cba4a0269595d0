//! Detection of the tactic in a line.

use game::material::{Balance, points};
use rules::{Bitboard, Color, Move, PlacedPiece, Position, Role, Square, attacks};

use super::exchange::{cheapest_recapture, exchange_gain};
use super::replay_line;

/// A tactic of the side to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Tactic {
    /// Winning capture: the piece is undefended or worth more.
    Capture {
        /// Captured piece.
        taken: PlacedPiece,
        /// Capturing piece.
        by: PlacedPiece,
    },
    /// Capture of a piece whose defender is pinned.
    PinnedGuard {
        /// Captured piece.
        taken: PlacedPiece,
        /// Pinned defender.
        guard: PlacedPiece,
        /// Pinning piece.
        by: PlacedPiece,
    },
    /// One piece attacks several at once.
    Fork {
        /// Forking piece on its new square.
        by: PlacedPiece,
        /// Attacked pieces, most valuable first.
        targets: Vec<PlacedPiece>,
    },
    /// Pin.
    Pin {
        /// Pinned piece.
        pinned: PlacedPiece,
        /// Pinning piece.
        by: PlacedPiece,
        /// Piece behind.
        behind: PlacedPiece,
    },
    /// Skewer.
    Skewer {
        /// Piece in front.
        front: PlacedPiece,
        /// Piece behind.
        behind: PlacedPiece,
        /// Attacking piece.
        by: PlacedPiece,
    },
    /// Discovered attack.
    Discovery {
        /// Attacking piece.
        by: PlacedPiece,
        /// Captured piece.
        target: PlacedPiece,
    },
    /// Removal of a defender.
    RemovedGuard {
        /// Captured defender.
        guard: PlacedPiece,
        /// Piece that loses its defender.
        target: PlacedPiece,
    },
    /// A defender has to recapture, and what else it defends is lost.
    OverloadedGuard {
        /// Defender of two pieces.
        guard: PlacedPiece,
        /// Piece that loses its defender.
        target: PlacedPiece,
    },
    /// A defender is drawn away.
    DeflectedGuard {
        /// Defender.
        guard: PlacedPiece,
        /// Piece that loses its defender.
        target: PlacedPiece,
    },
    /// Trapped piece.
    Trap {
        /// Trapped piece.
        piece: PlacedPiece,
    },
    /// Promotion.
    Promotion {
        /// Square of the pawn.
        pawn: Square,
    },
    /// Material gain without a named tactic.
    Material {
        /// Gain in pawns.
        points: i32,
    },
}

/// The first three plies of a line: preparing move, reply, capture.
struct Combination {
    before: Position,
    first: Move,
    after: Position,
    reply: Option<Move>,
    then: Option<(Position, Move)>,
    /// True if the line wins material.
    wins_material: bool,
}

impl Tactic {
    /// The tactic by which a line wins material for the side to move.
    #[must_use]
    pub fn of(position: &Position, line: &[Move]) -> Option<Tactic> {
        let steps = replay_line(*position, line);
        let &(before, first) = steps.first()?;
        let after = before.play(first).ok()?;
        let gain = material(position.turn(), &steps);
        let reply = steps.get(1).map(|&(_, m)| m);
        let then = steps.get(2).copied();
        let plan = Combination { before, first, after, reply, then, wins_material: gain.is_some() };
        let at_once = exchange_gain(&before, first);
        if first.is_capture() && at_once >= 2 {
            return plan.capture();
        }
        plan.prepared_capture()
            .or_else(|| (first.is_capture() && at_once == 1).then(|| plan.capture()).flatten())
            .or_else(|| promotion(&steps))
            .or(gain)
    }
}

impl Combination {
    /// The first move captures.
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

    /// The first move prepares, the third ply captures.
    fn prepared_capture(&self) -> Option<Tactic> {
        let (between, then) = self.then?;
        let square = then.capture_square()?;
        if exchange_gain(&between, then) < 2 {
            return None;
        }
        let target = placed_at(&between, square)?;
        // The target stood there before the reply.
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
            .or_else(|| self.drawn_away_guard(target))
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

    /// The reply is by a defender of the target, which defends it no more.
    fn drawn_away_guard(&self, target: PlacedPiece) -> Option<Tactic> {
        let (reply, (between, _)) = (self.reply?, self.then?);
        let color = target.piece.color;
        let guarded = self.after.attackers(target.square, color).has(reply.from());
        let guards_still = between.attackers(target.square, color).has(reply.to());
        (self.wins_material && guarded && !guards_still).then_some(())?;
        let guard = placed_at(&self.after, reply.from())?;
        let recaptures = self.first.is_capture() && reply.to() == self.first.to();
        Some(match recaptures {
            true => Tactic::OverloadedGuard { guard, target },
            false => Tactic::DeflectedGuard { guard, target },
        })
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
        let mut targets: Vec<PlacedPiece> = Vec::new();
        let attacked = enemies.into_iter().filter_map(|square| placed_at(&self.after, square));
        for enemy in attacked.filter(|&enemy| enemy == target || self.is_worth_taking(by, enemy)) {
            // The most valuable first. The standard library's stable sort would cost the page 2 kB.
            let at = targets.iter().position(|&other| piece_value(other) < piece_value(enemy));
            targets.insert(at.unwrap_or(targets.len()), enemy);
        }
        (targets.len() > 1).then_some(Tactic::Fork { by, targets })
    }

    /// True for the king, more valuable pieces, and undefended pieces other than pawns.
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
        // Squares attacked through the pinned piece.
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

    /// Squares attacked by the moved piece.
    fn attacked(&self) -> Bitboard {
        self.after.board().attacks_from(self.first.to())
    }
}

/// True if no capture on the square gains material.
fn is_safe(position: &Position, square: Square) -> bool {
    let mut takes = position.legal_moves().into_iter().filter(|m| m.to() == square && m.is_capture());
    !takes.any(|m| exchange_gain(position, m) > 0)
}

/// A pinned defender of a square, and the pinning piece.
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
    // The pawn may step forward before it promotes.
    let step = own.first().filter(|first| first.to() == m.from());
    Some(Tactic::Promotion { pawn: step.unwrap_or(m).from() })
}

/// Number of plies examined for a material gain.
const MATERIAL_HORIZON: usize = 6;

fn material(color: Color, steps: &[(Position, Move)]) -> Option<Tactic> {
    let balance = |position: &Position| {
        let white = Balance::of(position.board()).points();
        if color == Color::White { white } else { -white }
    };
    let (first, _) = steps.first()?;
    let (last, m) = steps.get(..MATERIAL_HORIZON.min(steps.len()))?.last()?;
    let end = last.play(*m).ok()?;
    // A line may end within an exchange: subtract the recapture.
    let back = cheapest_recapture(&end, *m).map_or(0, |back| exchange_gain(&end, back).max(0));
    let taken_back = if last.turn() == color { back } else { 0 };
    let points = balance(&end) - balance(first) - taken_back;
    (points >= 2).then_some(Tactic::Material { points })
}

fn placed_at(position: &Position, square: Square) -> Option<PlacedPiece> {
    Some(PlacedPiece { piece: position.piece_at(square)?, square })
}

/// Value of a piece in pawns; the king counts most.
fn piece_value(piece: PlacedPiece) -> i32 {
    match piece.piece.role {
        Role::King => 100,
        role => points(role),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Describes the tactic of a line: its kind and its squares.
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
        let described =
            Tactic::of(&start, &moves).map_or_else(|| "nothing".to_owned(), |tactic| describe(&tactic));
        assert_eq!(described, expected, "{fen} {line}");
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
            Tactic::OverloadedGuard { guard, target } => format!("overload {}", names(&[guard, target])),
            Tactic::DeflectedGuard { guard, target } => format!("deflection {}", names(&[guard, target])),
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
    fn defenders_without_time_are_found() {
        // The rook on d8 defends the knight on d5 and the rook on c8.
        check("2rr2k1/5ppp/8/3n4/8/5B2/5PPP/2R3K1 w - - 0 1", "Rxc8 Rxc8 Bxd5", "overload rd8 nd5");
        // The check draws the rook away from the queen.
        check("3r2k1/5ppp/8/3q4/8/3Q4/5PPP/4R1K1 w - - 0 1", "Re8+ Rxe8 Qxd5", "deflection rd8 qd5");
        // The king defends no knight.
        check("4k3/8/3n4/8/4P3/8/8/3RK3 w - - 0 1", "e5 Ke7 exd6+", "material 3");
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
