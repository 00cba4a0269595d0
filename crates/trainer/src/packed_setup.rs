//! A starting position in 29 bytes.

use std::num::NonZeroU32;

use rules::{Bitboard, Board, Color, File, Piece, Position, Rank, Role, Setup, SetupFaults, Square};

/// Length of a packed position in bytes.
pub(crate) const SETUP_BYTES: usize = 29;

/// Value of the en passant byte without an en passant square.
const NO_EN_PASSANT: u8 = 8;

/// Packs a position: occupied squares (8 bytes), a nibble for each piece in the order of squares (16), the side to move in bit
/// 0 and its castling rooks (queenside White, kingside White, queenside Black, kingside Black) in bits 1 to 4 (1), the file of
/// the en passant square (1), the halfmove clock (1), the fullmove number (2).
///
/// Castling rooks are the outermost ones: `None` if a position has others, or more than 32 pieces.
pub(crate) fn pack(position: &Position) -> Option<[u8; SETUP_BYTES]> {
    let setup = position.setup();
    let mut bytes = [0; SETUP_BYTES];
    if setup.board.occupied().count() > 32 {
        return None;
    }
    bytes[..8].copy_from_slice(&setup.board.occupied().0.to_le_bytes());
    for (index, (_, piece)) in setup.board.iter().enumerate() {
        let code = piece.role as u8 | (piece.color as u8) << 3;
        bytes[8 + index / 2] |= code << (4 * (index % 2));
    }
    bytes[24] = setup.turn as u8;
    for (bit, (color, outermost)) in castling_bits().enumerate() {
        let rook = outermost_rook(&setup.board, color, outermost);
        if rook.is_some_and(|rook| setup.castling_rights.has(rook)) {
            bytes[24] |= 2 << bit;
        }
    }
    bytes[25] = setup.en_passant.map_or(NO_EN_PASSANT, |square| square.file() as u8);
    bytes[26] = u8::try_from(setup.halfmoves).ok()?;
    bytes[27..].copy_from_slice(&u16::try_from(setup.fullmoves.get()).ok()?.to_le_bytes());
    (unpack(&bytes)? == *position).then_some(bytes)
}

/// Inverse of [`pack`]; `None` if the bytes are no legal position.
pub(crate) fn unpack(bytes: &[u8; SETUP_BYTES]) -> Option<Position> {
    let mut board = Board::empty();
    let occupied = u64::from_le_bytes(bytes[..8].try_into().ok()?);
    for (index, square) in Bitboard(occupied).into_iter().enumerate() {
        let code = bytes[8..24].get(index / 2)? >> (4 * (index % 2)) & 15;
        let role = Role::ALL.into_iter().find(|&role| role as u8 == code & 7)?;
        board.set(square, Piece { color: Color::ALL[usize::from(code >> 3)], role });
    }
    let turn = Color::ALL[usize::from(bytes[24] & 1)];
    let mut castling_rights = Bitboard::EMPTY;
    for (bit, (color, outermost)) in castling_bits().enumerate() {
        if bytes[24] & 2 << bit != 0 {
            castling_rights = castling_rights.with(outermost_rook(&board, color, outermost)?);
        }
    }
    let rank = if turn == Color::White { Rank::Sixth } else { Rank::Third };
    let en_passant = File::ALL.get(usize::from(bytes[25])).map(|&file| Square::new(file, rank));
    let fullmoves = NonZeroU32::new(u16::from_le_bytes([bytes[27], bytes[28]]).into())?;
    let setup = Setup { board, turn, castling_rights, en_passant, halfmoves: bytes[26].into(), fullmoves };
    setup.position_waiving(SetupFaults::WAIVABLE).ok()
}

/// End of the back rank at which a castling rook stands.
#[derive(Clone, Copy)]
enum Outermost {
    First,
    Last,
}

fn castling_bits() -> impl Iterator<Item = (Color, Outermost)> {
    Color::ALL.into_iter().flat_map(|color| [Outermost::First, Outermost::Last].map(|end| (color, end)))
}

fn outermost_rook(board: &Board, color: Color, end: Outermost) -> Option<Square> {
    let king = board.king(color)?;
    let rooks = board.pieces(Role::Rook.of(color)) & Bitboard::rank(color.back_rank());
    match end {
        Outermost::First => rooks.into_iter().find(|&rook| rook < king),
        Outermost::Last => rooks.into_iter().filter(|&rook| rook > king).last(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_a_round_trip() {
        let check = |fen: &str| {
            let position: Position = fen.parse().unwrap();
            let bytes = pack(&position).unwrap_or_else(|| panic!("{fen}"));
            assert_eq!(unpack(&bytes), Some(position), "{fen}");
        };
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        check("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 13 40");
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        check("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 300");
    }

    #[test]
    fn arbitrary_bytes_are_no_position() {
        assert_eq!(unpack(&[0; SETUP_BYTES]), None);
        assert_eq!(unpack(&[0xff; SETUP_BYTES]), None);
    }
}
