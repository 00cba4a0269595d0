//! Head and tail of an index file.
//!
//! ```text
//! magic, version                        16 bytes
//! frames of game records                in the order in which the games were added
//! frames of entries                     in the order of the keys
//! table of the frames                   places of the game frames, first keys and places of the entry frames
//! trailer                               places of the sections, counts, checksums
//! ```
//!
//! Numbers are little-endian. A checksum covers every byte.

use std::io::{Read, Seek, SeekFrom};

use crate::checksum::crc32;
use crate::entry_stream::BlockStart;
use crate::error::IndexError;
use crate::game_list::GAMES_PER_BLOCK;
use crate::varint::Cursor;

const MAGIC: [u8; 12] = *b"hanpan-index";

/// Version of the format.
const VERSION: u32 = 1;

/// Length of magic and version.
pub(crate) const HEAD_BYTES: u64 = 16;

const TRAILER_BYTES: u64 = 46;

/// Places of the sections, and counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trailer {
    /// Plies of a game that are indexed.
    pub(crate) plies: u16,
    pub(crate) games: u32,
    pub(crate) positions: u64,
    /// End of the game records, where the entries begin.
    pub(crate) games_end: u64,
    /// End of the entries, where the table begins.
    pub(crate) positions_end: u64,
}

/// Table of the frames.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FrameTable {
    pub(crate) games: Vec<u64>,
    pub(crate) positions: Vec<BlockStart>,
}

/// Magic and version.
pub(crate) fn head() -> Vec<u8> {
    [&MAGIC[..], &VERSION.to_le_bytes()].concat()
}

/// Table and trailer.
pub(crate) fn tail(trailer: &Trailer, games: &[u64], positions: &[BlockStart]) -> Vec<u8> {
    let mut bytes: Vec<u8> = games.iter().flat_map(|offset| offset.to_le_bytes()).collect();
    for BlockStart { key, offset } in positions {
        bytes.extend_from_slice(&key.to_le_bytes());
        bytes.extend_from_slice(&offset.to_le_bytes());
    }
    let table_checksum = crc32(&[&bytes]);
    let start = bytes.len();
    bytes.extend_from_slice(&trailer.plies.to_le_bytes());
    bytes.extend_from_slice(&trailer.games.to_le_bytes());
    for number in [trailer.positions, trailer.games_end, trailer.positions_end] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(&(positions.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&table_checksum.to_le_bytes());
    let checksum = crc32(&[&bytes[start..]]);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Reads head and tail, and checks that they fit the length of the file.
pub(crate) fn read(file: &mut (impl Read + Seek)) -> Result<(Trailer, FrameTable), IndexError> {
    let length = file.seek(SeekFrom::End(0))?;
    check_head(file, length)?;
    let trailer_start = length.checked_sub(TRAILER_BYTES).ok_or(IndexError::Damaged)?;
    let mut bytes = [0; TRAILER_BYTES as usize];
    file.seek(SeekFrom::Start(trailer_start))?;
    file.read_exact(&mut bytes)?;
    let (trailer, blocks, checksum) = read_trailer(&bytes).ok_or(IndexError::Damaged)?;

    let game_blocks = u64::from(trailer.games.div_ceil(GAMES_PER_BLOCK));
    let table_bytes = blocks.checked_mul(16).and_then(|bytes| bytes.checked_add(8 * game_blocks));
    let table_bytes = table_bytes.ok_or(IndexError::Damaged)?;
    let is_in_order = HEAD_BYTES <= trailer.games_end
        && trailer.games_end <= trailer.positions_end
        && trailer.positions_end.checked_add(table_bytes) == Some(trailer_start);
    if !is_in_order {
        return Err(IndexError::Damaged);
    }
    file.seek(SeekFrom::Start(trailer.positions_end))?;
    let mut bytes = vec![0; usize::try_from(table_bytes).map_err(|_| IndexError::Damaged)?];
    file.read_exact(&mut bytes)?;
    if crc32(&[&bytes]) != checksum {
        return Err(IndexError::Damaged);
    }
    let table = read_table(&bytes, game_blocks, blocks).ok_or(IndexError::Damaged)?;
    Ok((trailer, table))
}

fn check_head(file: &mut (impl Read + Seek), length: u64) -> Result<(), IndexError> {
    if length < HEAD_BYTES {
        return Err(IndexError::NotAnIndex);
    }
    let mut bytes = [0; HEAD_BYTES as usize];
    file.seek(SeekFrom::Start(0))?;
    file.read_exact(&mut bytes)?;
    let mut cursor = Cursor::new(&bytes);
    if cursor.array() != Some(MAGIC) {
        return Err(IndexError::NotAnIndex);
    }
    match cursor.u32() {
        Some(VERSION) => Ok(()),
        version => Err(IndexError::Version(version.unwrap_or_default())),
    }
}

/// The trailer, the number of entry frames and the checksum of the table.
fn read_trailer(bytes: &[u8]) -> Option<(Trailer, u64, u32)> {
    let (content, checksum) = bytes.split_last_chunk::<4>()?;
    if crc32(&[content]) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let mut cursor = Cursor::new(content);
    let trailer = Trailer {
        plies: cursor.u16()?,
        games: cursor.u32()?,
        positions: cursor.u64()?,
        games_end: cursor.u64()?,
        positions_end: cursor.u64()?,
    };
    Some((trailer, cursor.u64()?, cursor.u32()?))
}

fn read_table(bytes: &[u8], games: u64, positions: u64) -> Option<FrameTable> {
    let mut cursor = Cursor::new(bytes);
    let games = (0..games).map(|_| cursor.u64()).collect::<Option<_>>()?;
    let block = |_| Some(BlockStart { key: cursor.u64()?, offset: cursor.u64()? });
    let positions = (0..positions).map(block).collect::<Option<_>>()?;
    Some(FrameTable { games, positions })
}
