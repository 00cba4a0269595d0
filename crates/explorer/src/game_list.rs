//! The list of games: frames of a fixed number of records.

use std::io::{self, Read, Write};

use crate::error::IndexError;
use crate::frame;
use crate::game_record::{GameNumber, GameRecord, GameSummary};
use crate::varint::Cursor;

/// Number of records in a frame.
pub(crate) const GAMES_PER_BLOCK: u32 = 64;

/// Writes records while games are read, and keeps their summaries.
#[derive(Debug, Default)]
pub(crate) struct GameListWriter {
    payload: Vec<u8>,
    /// Places of the blocks.
    blocks: Vec<u64>,
    summaries: Vec<GameSummary>,
}

impl GameListWriter {
    /// Appends a record to `out`, whose length is `offset`.
    pub(crate) fn push(
        &mut self,
        record: &GameRecord,
        out: &mut impl Write,
        offset: &mut u64,
    ) -> Result<GameNumber, IndexError> {
        let number = u32::try_from(self.summaries.len()).ok().filter(|&number| number < u32::MAX);
        let number = number.ok_or(IndexError::Full)?;
        if number.is_multiple_of(GAMES_PER_BLOCK) {
            self.close_block(out, offset)?;
            self.blocks.push(*offset);
        }
        record.encode(&mut self.payload);
        self.summaries.push(record.summary());
        Ok(GameNumber(number))
    }

    /// Writes the last block.
    pub(crate) fn close_block(&mut self, out: &mut impl Write, offset: &mut u64) -> io::Result<()> {
        if !self.payload.is_empty() {
            *offset += frame::write(out, &self.payload)?;
            self.payload.clear();
        }
        Ok(())
    }

    pub(crate) fn summaries(&self) -> &[GameSummary] {
        &self.summaries
    }

    pub(crate) fn blocks(&self) -> &[u64] {
        &self.blocks
    }
}

/// Reads the records of the next block into `records`.
pub(crate) fn read_block(input: &mut impl Read, records: &mut Vec<GameRecord>) -> Result<u64, IndexError> {
    let mut payload = Vec::new();
    let bytes = frame::read(input, &mut payload)?;
    let mut cursor = Cursor::new(&payload);
    records.clear();
    while !cursor.is_empty() {
        records.push(GameRecord::decode(&mut cursor).ok_or(IndexError::Damaged)?);
    }
    Ok(bytes)
}
