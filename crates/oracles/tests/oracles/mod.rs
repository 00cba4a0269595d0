//! shakmaty and cozy-chess as oracles.

use rules::{CastlingStyle, Move, Position, Setup, SetupFault};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup as _, Position as _, PositionErrorKinds};

/// The current position in the other libraries.
pub(crate) struct Oracles {
    shakmaty: Chess,
    /// `None` for unreachable positions that cozy-chess rejects.
    cozy: Option<cozy_chess::Board>,
}

impl Oracles {
    #[allow(clippy::result_large_err, reason = "shakmaty's error holds the position")]
    pub(crate) fn of(setup: &Setup) -> Oracles {
        let fen: Fen = setup.to_string().parse().unwrap();
        let shakmaty = Chess::from_setup(fen.into_setup(), CastlingMode::Chess960)
            .or_else(|error| error.ignore_impossible_check())
            .or_else(|error| error.ignore_too_much_material())
            .unwrap_or_else(|error| panic!("{setup}: {error}"));
        Oracles { shakmaty, cozy: cozy_chess::Board::from_fen(&setup.shredder_fen(), true).ok() }
    }

    pub(crate) fn play(&mut self, m: Move) {
        let text = m.uci(CastlingStyle::Chess960).to_string();
        let uci: UciMove = text.parse().unwrap();
        self.shakmaty.play_unchecked(uci.to_move(&self.shakmaty).unwrap());
        if let Some(cozy) = &mut self.cozy {
            cozy.play_unchecked(text.parse().unwrap());
        }
    }

    /// Asserts that all libraries agree.
    pub(crate) fn check(&self, position: &Position) {
        self.check_moves(position);
        self.check_state(position);
        if let Some(cozy) = &self.cozy {
            check_cozy(cozy, position);
        }
    }

    fn check_moves(&self, position: &Position) {
        let ours = position.legal_moves().into_iter().map(|m| {
            let [standard, chess960] =
                [CastlingStyle::Standard, CastlingStyle::Chess960].map(|style| m.uci(style).to_string());
            format!("{chess960} {standard} {}", position.san(m))
        });
        let theirs = self.shakmaty.legal_moves().into_iter().map(|m| {
            let chess960 = m.to_uci(CastlingMode::Chess960).to_string();
            let is_classical = |king: shakmaty::Square, rook: shakmaty::Square| {
                king.file() == shakmaty::File::E
                    && [shakmaty::File::A, shakmaty::File::H].contains(&rook.file())
            };
            let standard = match m {
                shakmaty::Move::Castle { king, rook } if !is_classical(king, rook) => chess960.clone(),
                _ => m.to_uci(CastlingMode::Standard).to_string(),
            };
            format!("{chess960} {standard} {}", SanPlus::from_move(self.shakmaty.clone(), m))
        });
        same("moves, against shakmaty", sorted(ours), sorted(theirs), position);
    }

    fn check_state(&self, position: &Position) {
        let theirs = &self.shakmaty;
        same("FEN", position.fen(), Fen::from_position(theirs, EnPassantMode::Legal).to_string(), position);
        same("checkers", position.checkers().0, u64::from(theirs.checkers()), position);
        same("checkmate", position.is_checkmate(), theirs.is_checkmate(), position);
        same("stalemate", position.is_stalemate(), theirs.is_stalemate(), position);
        let insufficient = game::material::is_insufficient(position.board());
        same("insufficient material", insufficient, theirs.is_insufficient_material(), position);
        let hash = |mode| theirs.zobrist_hash::<Zobrist64>(mode).0;
        same("hash", position.hash(), hash(EnPassantMode::PseudoLegal), position);
        same("repetition key", position.repetition_key(), hash(EnPassantMode::Legal), position);
    }
}

fn check_cozy(cozy: &cozy_chess::Board, position: &Position) {
    let ours = position.legal_moves().into_iter().map(|m| m.uci(CastlingStyle::Chess960).to_string());
    let mut theirs = Vec::new();
    cozy.generate_moves(|moves| {
        theirs.extend(moves.into_iter().map(|m| m.to_string()));
        false
    });
    same("moves, against cozy-chess", sorted(ours), sorted(theirs.into_iter()), position);
    same("checkers, against cozy-chess", position.checkers().0, cozy.checkers().0, position);
    // cozy-chess includes blockers of both colors between a king and a slider.
    let pinned = cozy.pinned() & cozy.colors(cozy.side_to_move());
    same("pins, against cozy-chess", position.pinned(position.turn()).0, pinned.0, position);
    let three = |fen: &str| fen.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let ours = three(&position.setup().shredder_fen());
    same("FEN, against cozy-chess", ours, three(&format!("{cozy:#}")), position);
}

/// Asserts that both find the faults that they have in common.
pub(crate) fn check_faults(setup: &Setup) {
    let fen: Fen = setup.to_string().parse().unwrap();
    let theirs = match Chess::from_setup(fen.into_setup(), CastlingMode::Chess960) {
        Ok(_) => PositionErrorKinds::empty(),
        Err(error) => error.kinds(),
    };
    let faults = setup.faults();
    let no_king = faults.has(SetupFault::NoWhiteKing) || faults.has(SetupFault::NoBlackKing);
    let too_many = faults.has(SetupFault::TooManyWhiteKings) || faults.has(SetupFault::TooManyBlackKings);
    for (what, ours, kind) in [
        ("no king", no_king, PositionErrorKinds::MISSING_KING),
        ("too many kings", too_many, PositionErrorKinds::TOO_MANY_KINGS),
        ("pawns", faults.has(SetupFault::PawnOnEndRank), PositionErrorKinds::PAWNS_ON_BACKRANK),
        ("opponent in check", faults.has(SetupFault::OpponentInCheck), PositionErrorKinds::OPPOSITE_CHECK),
        ("material", faults.has(SetupFault::TooMuchMaterial), PositionErrorKinds::TOO_MUCH_MATERIAL),
        ("castling", faults.has(SetupFault::BadCastling), PositionErrorKinds::INVALID_CASTLING_RIGHTS),
        ("en passant", faults.has(SetupFault::BadEnPassant), PositionErrorKinds::INVALID_EP_SQUARE),
    ] {
        assert_eq!(ours, theirs.contains(kind), "{what}: ours and shakmaty's, {setup}");
    }
    // Adjacent kings check each other, which shakmaty reports differently.
    if !faults.has(SetupFault::OpponentInCheck) {
        let impossible = theirs.contains(PositionErrorKinds::IMPOSSIBLE_CHECK);
        assert_eq!(
            faults.has(SetupFault::ImpossibleCheck),
            impossible,
            "check: ours and shakmaty's, {setup}"
        );
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: T, theirs: T, position: &Position) {
    assert!(ours == theirs, "{what}\nours   {ours:?}\ntheirs {theirs:?}\n{}", position.fen());
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts
}
