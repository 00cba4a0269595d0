//! A game in 32 bytes and 4 more for each move.

use rules::{Color, Move, Position, Role};

use crate::packed_setup::{self, SETUP_BYTES};

/// Length of a game without its moves: starting position, result (1 byte), number of moves (2 bytes).
pub const HEADER_BYTES: usize = SETUP_BYTES + 3;

/// Length of a move with its score.
pub const MOVE_BYTES: usize = 4;

/// Longest game.
pub const MAX_MOVES: usize = 600;

/// Score of a side that mates at once; a mate in n moves is this less n.
pub const MATE_SCORE: i16 = 32_000;

/// Codes of a move's highest four bits; promotions have the number of the role.
const CASTLING_CODE: u16 = 15;

/// A game of the engine against itself.
#[derive(Clone, PartialEq, Debug)]
pub struct PackedGame {
    /// Starting position.
    pub start: Position,
    /// White's half points.
    pub half_points: u8,
    /// Moves, each with the score for White in centipawns that the search gave the position before it.
    pub moves: Vec<(Move, i16)>,
}

impl PackedGame {
    /// Bytes of the game; `None` if the starting position or the number of moves cannot be packed.
    #[must_use]
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + self.moves.len() * MOVE_BYTES);
        bytes.extend(packed_setup::pack(&self.start)?);
        bytes.push(self.half_points);
        let len = u16::try_from(self.moves.len()).ok().filter(|&len| usize::from(len) <= MAX_MOVES)?;
        bytes.extend(len.to_le_bytes());
        for &(m, score) in &self.moves {
            bytes.extend(pack_move(m).to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        Some(bytes)
    }

    /// First game of `bytes`, and the rest of the bytes.
    pub fn read(bytes: &[u8]) -> Result<(PackedGame, &[u8]), PackedGameError> {
        let len = game_len(bytes)?.ok_or(PackedGameError::Truncated)?;
        let (game, rest) = bytes.split_at(len);
        let (header, moves) = game.split_first_chunk::<HEADER_BYTES>().ok_or(PackedGameError::Truncated)?;
        let (setup, _) = header.split_first_chunk::<SETUP_BYTES>().ok_or(PackedGameError::Truncated)?;
        let start = packed_setup::unpack(setup).ok_or(PackedGameError::Position)?;
        let mut position = start;
        let mut read = Vec::with_capacity(moves.len() / MOVE_BYTES);
        for &[low, high, score_low, score_high] in moves.as_chunks::<MOVE_BYTES>().0 {
            let code = u16::from_le_bytes([low, high]);
            let m = position.legal_moves().iter().copied().find(|&m| pack_move(m) == code);
            let m = m.ok_or(PackedGameError::IllegalMove { ply: read.len() })?;
            read.push((m, i16::from_le_bytes([score_low, score_high])));
            position = position.play(m).map_err(|_| PackedGameError::IllegalMove { ply: read.len() })?;
        }
        Ok((PackedGame { start, half_points: header[SETUP_BYTES], moves: read }, rest))
    }

    /// Positions before each move, with the move and its score for White.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Move, i16)> + '_ {
        let mut next = Some(self.start);
        self.moves.iter().map_while(move |&(m, score)| {
            let position = next?;
            next = position.play(m).ok();
            Some((position, m, score))
        })
    }
}

/// Length of the first game of `bytes`; `None` if it is not complete.
pub fn game_len(bytes: &[u8]) -> Result<Option<usize>, PackedGameError> {
    let Some(header) = bytes.first_chunk::<HEADER_BYTES>() else { return Ok(None) };
    let moves = usize::from(u16::from_le_bytes([header[SETUP_BYTES + 1], header[SETUP_BYTES + 2]]));
    if moves > MAX_MOVES || header[SETUP_BYTES] > 2 {
        return Err(PackedGameError::Header);
    }
    let len = HEADER_BYTES + moves * MOVE_BYTES;
    Ok((bytes.len() >= len).then_some(len))
}

/// Score for White as it is stored.
#[must_use]
pub fn pack_score(score: engine::Score, turn: Color) -> i16 {
    let score = match score {
        engine::Score::Centipawns(centipawns) => centipawns.clamp(-20_000, 20_000) as i16,
        engine::Score::Mate(moves) if moves > 0 => MATE_SCORE - moves.min(1000) as i16,
        engine::Score::Mate(moves) => -MATE_SCORE - moves.max(-1000) as i16,
    };
    if turn == Color::White { score } else { -score }
}

/// From square, to square, and the promoted role, or [`CASTLING_CODE`] if the king castles.
fn pack_move(m: Move) -> u16 {
    let kind = if m.is_castle() { CASTLING_CODE } else { m.promotion().map_or(0, |role: Role| role as u16) };
    m.from() as u16 | (m.to() as u16) << 6 | kind << 12
}

/// Bytes that are no packed game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackedGameError {
    /// The game is not complete.
    Truncated,
    /// Result or number of moves are out of range.
    Header,
    /// The starting position is illegal.
    Position,
    /// A move is illegal.
    IllegalMove {
        /// Number of moves before it.
        ply: usize,
    },
}

impl std::fmt::Display for PackedGameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PackedGameError::Truncated => write!(f, "the game is not complete"),
            PackedGameError::Header => write!(f, "result or number of moves are out of range"),
            PackedGameError::Position => write!(f, "the starting position is illegal"),
            PackedGameError::IllegalMove { ply } => write!(f, "the move after {ply} others is illegal"),
        }
    }
}

impl std::error::Error for PackedGameError {}

#[cfg(test)]
mod tests {
    use super::*;
    use rng::Rng;

    /// A game of random legal moves.
    fn random_game(seed: u64) -> PackedGame {
        let mut rng = Rng::new(seed);
        let start: Position =
            "r3k2r/P1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/p1PBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let mut game = PackedGame { start, half_points: (seed % 3) as u8, moves: Vec::new() };
        let mut position = start;
        for ply in 0..80_i16 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[rng.index(moves.len())];
            game.moves.push((m, ply - 40));
            position = position.play(m).unwrap();
        }
        game
    }

    #[test]
    fn games_survive_a_round_trip() {
        let games: Vec<PackedGame> = (0..50).map(random_game).collect();
        let kinds = games.iter().flat_map(|game| &game.moves);
        assert!(
            kinds.clone().any(|(m, _)| m.is_castle()) && kinds.clone().any(|(m, _)| m.promotion().is_some())
        );
        let bytes: Vec<u8> = games.iter().flat_map(|game| game.to_bytes().unwrap()).collect();
        let mut rest = bytes.as_slice();
        for game in &games {
            let (read, after) = PackedGame::read(rest).unwrap();
            assert_eq!(&read, game);
            assert_eq!(read.positions().count(), game.moves.len());
            rest = after;
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn damaged_games_are_errors() {
        let bytes = random_game(1).to_bytes().unwrap();
        for end in 0..bytes.len() {
            assert_eq!(PackedGame::read(&bytes[..end]), Err(PackedGameError::Truncated));
        }
        let mut other = bytes.clone();
        other[HEADER_BYTES] ^= 1;
        assert_eq!(PackedGame::read(&other), Err(PackedGameError::IllegalMove { ply: 0 }));
        other[SETUP_BYTES] = 3;
        assert_eq!(PackedGame::read(&other), Err(PackedGameError::Header));
    }

    #[test]
    fn scores_are_stored_for_white() {
        use engine::Score;
        assert_eq!(pack_score(Score::Centipawns(31), Color::Black), -31);
        assert_eq!(pack_score(Score::Mate(2), Color::White), MATE_SCORE - 2);
        assert_eq!(pack_score(Score::Mate(-2), Color::White), -MATE_SCORE + 2);
        assert_eq!(pack_score(Score::Mate(-2), Color::Black), MATE_SCORE - 2);
    }
}
