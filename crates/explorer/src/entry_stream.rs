//! Entries in the order of their keys, in frames.

use std::io::{self, Read, Write};

use crate::entry::Entry;
use crate::entry_codec::{decode, encode};
use crate::error::IndexError;
use crate::frame::{self, TARGET_BYTES};
use crate::varint::Cursor;

/// Beginning of a block of entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockStart {
    /// Key of the first entry.
    pub(crate) key: u64,
    /// Place in the file.
    pub(crate) offset: u64,
}

/// Writes entries, whose keys must increase.
#[derive(Debug)]
pub(crate) struct EntryWriter<W> {
    out: W,
    /// Place of the next block.
    offset: u64,
    payload: Vec<u8>,
    /// Key of the last entry in the payload.
    before: u64,
    blocks: Vec<BlockStart>,
    entries: u64,
}

/// Output and table of finished entries.
#[derive(Debug)]
pub(crate) struct WrittenEntries<W> {
    pub(crate) out: W,
    pub(crate) end: u64,
    pub(crate) blocks: Vec<BlockStart>,
    pub(crate) entries: u64,
}

impl<W: Write> EntryWriter<W> {
    /// `offset` is the place where the output begins.
    pub(crate) fn new(out: W, offset: u64) -> EntryWriter<W> {
        EntryWriter { out, offset, payload: Vec::new(), before: 0, blocks: Vec::new(), entries: 0 }
    }

    pub(crate) fn push(&mut self, entry: &Entry) -> io::Result<()> {
        if self.payload.len() >= TARGET_BYTES {
            self.close_block()?;
        }
        if self.payload.is_empty() {
            self.blocks.push(BlockStart { key: entry.key, offset: self.offset });
            self.before = 0;
        }
        encode(entry, self.before, &mut self.payload);
        self.before = entry.key;
        self.entries += 1;
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<WrittenEntries<W>> {
        if !self.payload.is_empty() {
            self.close_block()?;
        }
        self.out.flush()?;
        Ok(WrittenEntries { out: self.out, end: self.offset, blocks: self.blocks, entries: self.entries })
    }

    fn close_block(&mut self) -> io::Result<()> {
        self.offset += frame::write(&mut self.out, &self.payload)?;
        self.payload.clear();
        Ok(())
    }
}

/// Reads entries one after another.
pub(crate) struct EntryReader<'a> {
    input: Box<dyn Read + Send + 'a>,
    /// Added to the numbers of games.
    first_game: u32,
    /// Bytes of further blocks.
    remaining: u64,
    payload: Vec<u8>,
    /// Bytes of the payload that have been read.
    consumed: usize,
    entry: Entry,
}

impl<'a> EntryReader<'a> {
    /// Reads blocks of `bytes` bytes in all.
    pub(crate) fn new(input: Box<dyn Read + Send + 'a>, bytes: u64) -> EntryReader<'a> {
        EntryReader {
            input,
            first_game: 0,
            remaining: bytes,
            payload: Vec::new(),
            consumed: 0,
            entry: Entry::default(),
        }
    }

    /// Counts the games from this number on.
    pub(crate) fn with_first_game(self, first_game: u32) -> EntryReader<'a> {
        EntryReader { first_game, ..self }
    }

    /// The last entry that was read.
    pub(crate) fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Reads the next entry. Returns false at the end.
    pub(crate) fn advance(&mut self) -> Result<bool, IndexError> {
        if self.consumed == self.payload.len() {
            if self.remaining == 0 {
                return Ok(false);
            }
            let bytes = frame::read(&mut self.input, &mut self.payload)?;
            self.remaining = self.remaining.checked_sub(bytes).ok_or(IndexError::Damaged)?;
            self.consumed = 0;
            self.entry.key = 0;
        }
        let mut cursor = Cursor::new(&self.payload[self.consumed..]);
        decode(&mut cursor, &mut self.entry).ok_or(IndexError::Damaged)?;
        self.consumed = self.payload.len() - cursor.len();
        for game in &mut self.entry.games {
            game.number.0 = game.number.0.checked_add(self.first_game).ok_or(IndexError::Full)?;
        }
        Ok(true)
    }
}

/// Finds the entry with a key in the payload of a block.
pub(crate) fn find_in_block(payload: &[u8], key: u64) -> Result<Option<Entry>, IndexError> {
    let mut cursor = Cursor::new(payload);
    let mut entry = Entry::default();
    while !cursor.is_empty() {
        decode(&mut cursor, &mut entry).ok_or(IndexError::Damaged)?;
        if entry.key >= key {
            return Ok(Some(entry).filter(|entry| entry.key == key));
        }
    }
    Ok(None)
}
