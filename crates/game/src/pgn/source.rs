//! A text that is read piece by piece into one buffer, of which only the unread part is kept.

use std::io::{ErrorKind, Read};

use super::place::{Place, Tracker};

const CHUNK: usize = 64 * 1024;

/// The unread part of the text: looked at from the cursor, consumed by moving it.
pub(super) struct Source<R> {
    inner: R,
    buffer: Vec<u8>,
    cursor: usize,
    /// The end of what has been read into the buffer.
    end: usize,
    /// How much text came before the buffer.
    base: u64,
    /// Where in the buffer the tracker stands; never after the cursor.
    tracked: usize,
    tracker: Tracker,
    mark: Option<Mark>,
    /// The byte before the buffer.
    before: u8,
    exhausted: bool,
    failure: Option<ErrorKind>,
}

/// A byte whose place may be asked for later. It is worked out only when it must be.
enum Mark {
    /// Where it is in the buffer.
    Kept(usize),
    /// Where it was, before it left the buffer.
    Gone(Place),
}

impl<R: Read> Source<R> {
    pub(super) fn new(inner: R) -> Source<R> {
        Source {
            inner,
            buffer: vec![0; CHUNK],
            cursor: 0,
            end: 0,
            base: 0,
            tracked: 0,
            tracker: Tracker::new(),
            mark: None,
            before: b'\n',
            exhausted: false,
            failure: None,
        }
    }

    /// What has been read but not consumed. Empty does not mean the end: see [`Source::more`].
    #[inline(always)]
    pub(super) fn unread(&self) -> &[u8] {
        &self.buffer[self.cursor..self.end]
    }

    /// The next byte, or none at the end of the text.
    #[inline(always)]
    pub(super) fn peek(&mut self) -> Option<u8> {
        if self.cursor == self.end && !self.more() {
            return None;
        }
        Some(self.buffer[self.cursor])
    }

    /// Moves the cursor over bytes that were seen through [`Source::unread`].
    #[inline(always)]
    pub(super) fn consume(&mut self, count: usize) {
        self.cursor = (self.cursor + count).min(self.end);
    }

    /// The last `count` bytes before the cursor, which were consumed since the last read.
    #[inline(always)]
    pub(super) fn consumed(&self, count: usize) -> &[u8] {
        &self.buffer[self.cursor.saturating_sub(count)..self.cursor]
    }

    /// How much text has been consumed.
    #[inline(always)]
    pub(super) fn offset(&self) -> u64 {
        self.base + self.cursor as u64
    }

    /// The byte just before the cursor; a line break at the very beginning.
    pub(super) fn previous(&self) -> u8 {
        match self.cursor {
            0 => self.before,
            cursor => self.buffer[cursor - 1],
        }
    }

    /// Whether the text goes on with these bytes.
    pub(super) fn starts_with(&mut self, prefix: &[u8]) -> bool {
        while self.unread().len() < prefix.len() && prefix.starts_with(self.unread()) && self.more() {}
        self.unread().starts_with(prefix)
    }

    /// The place of the byte that lies `back` before the cursor, consumed since the last read.
    pub(super) fn place(&mut self, back: usize) -> Place {
        let to = self.cursor.saturating_sub(back).max(self.tracked);
        self.tracker.advance(&self.buffer[self.tracked..to]);
        self.tracked = to;
        self.tracker.place()
    }

    /// Keeps the place of the byte that lies `back` before the cursor, consumed since the last read.
    pub(super) fn mark(&mut self, back: usize) {
        self.mark = Some(Mark::Kept(self.cursor.saturating_sub(back)));
    }

    /// The place that was marked last. No later place may have been asked for in between.
    pub(super) fn marked_place(&mut self) -> Option<Place> {
        match self.mark.take()? {
            Mark::Kept(index) => Some(self.place(self.cursor.saturating_sub(index))),
            Mark::Gone(place) => Some(place),
        }
    }

    /// The error that ended the text early, if one did.
    pub(super) fn failure(&self) -> Option<ErrorKind> {
        self.failure
    }

    /// Reads once more behind the unread part; says whether anything came.
    #[cold]
    pub(super) fn more(&mut self) -> bool {
        if self.exhausted {
            return false;
        }
        self.make_room();
        loop {
            match self.inner.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.exhausted = true,
                Ok(count) => self.end = (self.end + count).min(self.buffer.len()),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.exhausted = true;
                    self.failure = Some(error.kind());
                }
            }
            return !self.exhausted;
        }
    }

    fn make_room(&mut self) {
        if self.cursor > 0 && self.buffer.len() - self.end < CHUNK / 2 {
            self.before = self.previous();
            self.mark = self.marked_place().map(Mark::Gone);
            self.tracker.advance(&self.buffer[self.tracked..self.cursor]);
            self.tracked = 0;
            self.buffer.copy_within(self.cursor..self.end, 0);
            self.base += self.cursor as u64;
            self.end -= self.cursor;
            self.cursor = 0;
        }
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.buffer.len(), 0);
        }
    }
}
