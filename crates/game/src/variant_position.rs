//! The position of a game under its rules.

use rules::{Board, Color, Move, MoveList, Position, Role, Setup, Square, attacks};

use crate::{Ending, Outcome, dead, king_capture, material};

/// Budget of the search for a helpmate: about 30 ms at worst, and far less in nearly all positions. If it is
/// exhausted, the position counts as winnable.
pub(crate) const SEARCH_BUDGET: u32 = 48_000;

/// A position and the rules that apply to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VariantPosition {
    /// The Laws of chess.
    Standard(Position),
    /// King capture: pseudo-legal moves, and a king may be missing.
    KingCapture(Setup),
}

impl VariantPosition {
    pub(crate) fn setup(&self) -> Setup {
        match self {
            VariantPosition::Standard(position) => position.setup(),
            VariantPosition::KingCapture(setup) => *setup,
        }
    }

    pub(crate) fn position(&self) -> Option<&Position> {
        match self {
            VariantPosition::Standard(position) => Some(position),
            VariantPosition::KingCapture(_) => None,
        }
    }

    pub(crate) fn board(&self) -> &Board {
        match self {
            VariantPosition::Standard(position) => position.board(),
            VariantPosition::KingCapture(setup) => &setup.board,
        }
    }

    pub(crate) fn turn(&self) -> Color {
        match self {
            VariantPosition::Standard(position) => position.turn(),
            VariantPosition::KingCapture(setup) => setup.turn,
        }
    }

    pub(crate) fn halfmoves(&self) -> u16 {
        match self {
            VariantPosition::Standard(position) => position.halfmoves(),
            VariantPosition::KingCapture(setup) => setup.halfmoves,
        }
    }

    pub(crate) fn fullmoves(&self) -> u32 {
        match self {
            VariantPosition::Standard(position) => position.fullmoves(),
            VariantPosition::KingCapture(setup) => setup.fullmoves.get(),
        }
    }

    pub(crate) fn moves(&self) -> MoveList {
        match self {
            VariantPosition::Standard(position) => position.legal_moves(),
            VariantPosition::KingCapture(setup) => setup.pseudo_legal_moves(),
        }
    }

    /// The position after a move; `None` if the move is illegal.
    pub(crate) fn play(&self, m: Move) -> Option<VariantPosition> {
        match self {
            VariantPosition::Standard(position) => position.play(m).ok().map(VariantPosition::Standard),
            VariantPosition::KingCapture(setup) => setup
                .pseudo_legal_moves()
                .contains(&m)
                .then(|| VariantPosition::KingCapture(setup.play_pseudo_unchecked(m))),
        }
    }

    /// The position after a legal move; meaningless for any other.
    pub(crate) fn play_unchecked(&self, m: Move) -> VariantPosition {
        match self {
            VariantPosition::Standard(position) => VariantPosition::Standard(position.play_unchecked(m)),
            VariantPosition::KingCapture(setup) => {
                VariantPosition::KingCapture(setup.play_pseudo_unchecked(m))
            }
        }
    }

    /// The position after a null move; `None` in check, and in King capture.
    pub(crate) fn null_move(&self) -> Option<VariantPosition> {
        self.position()?.null_move().map(VariantPosition::Standard)
    }

    /// A legal move in SAN.
    pub(crate) fn san(&self, m: Move) -> String {
        match self {
            VariantPosition::Standard(position) => position.san(m).to_string(),
            VariantPosition::KingCapture(setup) => king_capture::notation::write(setup, m),
        }
    }

    /// The king of the side to move, if it is attacked.
    pub(crate) fn checked_king(&self) -> Option<Square> {
        let board = self.board();
        let king = board.king(self.turn())?;
        board.attackers(king, !self.turn(), board.occupied()).any().then_some(king)
    }

    /// The outcome by the board alone, except dead positions. Checkmate takes precedence over draws.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self {
            VariantPosition::Standard(position) => outcome_by_laws(position),
            VariantPosition::KingCapture(setup) => king_capture::outcome(setup),
        }
    }

    /// Returns true if the last move has won the game.
    pub(crate) fn is_won(&self) -> bool {
        match self {
            VariantPosition::Standard(position) => position.is_checkmate(),
            VariantPosition::KingCapture(setup) => {
                king_capture::outcome(setup).is_some_and(|end| end.winner().is_some())
            }
        }
    }

    /// Returns true if this is the same position by Article 9.2.3 of the Laws: same pieces on the same
    /// squares, same side to move, same possible moves. Hashes only speed up the comparison; equality is
    /// exact.
    pub(crate) fn is_repetition_of(&self, other: &VariantPosition) -> bool {
        match (self, other) {
            (VariantPosition::Standard(a), VariantPosition::Standard(b)) => {
                a.repetition_key() == b.repetition_key()
                    && a.board() == b.board()
                    && a.turn() == b.turn()
                    && a.castling_rights() == b.castling_rights()
                    && a.legal_en_passant() == b.legal_en_passant()
            }
            (VariantPosition::KingCapture(a), VariantPosition::KingCapture(b)) => {
                a.board == b.board
                    && a.turn == b.turn
                    && a.castling_rights == b.castling_rights
                    && pseudo_legal_en_passant(a) == pseudo_legal_en_passant(b)
            }
            _ => false,
        }
    }

    /// Returns true if it is proven that neither side can checkmate any more.
    pub(crate) fn is_dead(&self, budget: &mut u32) -> bool {
        match self {
            VariantPosition::Standard(position) => dead::is_dead_within(position, budget),
            VariantPosition::KingCapture(_) => false,
        }
    }

    /// Returns true unless no series of legal moves lets this side win; used when the other side resigns,
    /// leaves or runs out of time.
    pub(crate) fn can_be_won_by(&self, color: Color) -> bool {
        match self {
            VariantPosition::Standard(position) => {
                dead::winnable(position, color, SEARCH_BUDGET) != dead::Winnable::No
            }
            // A king can always be captured by the other king.
            VariantPosition::KingCapture(_) => true,
        }
    }
}

fn outcome_by_laws(position: &Position) -> Option<Outcome> {
    if !position.has_legal_moves() {
        return Some(if position.is_check() {
            Outcome::win(!position.turn(), Ending::Checkmate)
        } else {
            Outcome::without_winner(Ending::Stalemate)
        });
    }
    material::is_insufficient(position.board()).then(|| Outcome::without_winner(Ending::Insufficient))
}

/// The en passant square, if a pawn can capture there pseudo-legally.
fn pseudo_legal_en_passant(setup: &Setup) -> Option<Square> {
    let takers = setup.board.pieces(Role::Pawn.of(setup.turn));
    setup.en_passant.filter(|&target| (attacks::pawn(!setup.turn, target) & takers).any())
}
