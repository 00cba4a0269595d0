//! A text that is read piece by piece into one buffer, of which only the unread part is kept.

use std::io::{ErrorKind, Read};

use super::location::{LocationTracker, SourceLocation};

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
    tracker: LocationTracker,
    mark: Option<Mark>,
    /// The byte before the buffer.
    byte_before_buffer: u8,
    exhausted: bool,
    io_error: Option<ErrorKind>,
}

/// A byte whose place may be asked for later. It is worked out only when it must be.
enum Mark {
    /// Where it is in the buffer.
    Buffered(usize),
    /// Where it was, before it left the buffer.
    Resolved(SourceLocation),
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
            tracker: LocationTracker::new(),
            mark: None,
            byte_before_buffer: b'\n',
            exhausted: false,
            io_error: None,
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
        if self.cursor == self.end && !self.fill() {
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
            0 => self.byte_before_buffer,
            cursor => self.buffer[cursor - 1],
        }
    }

    /// Whether the text goes on with these bytes.
    pub(super) fn starts_with(&mut self, prefix: &[u8]) -> bool {
        while self.unread().len() < prefix.len() && prefix.starts_with(self.unread()) && self.fill() {}
        self.unread().starts_with(prefix)
    }

    /// The place of the byte that lies `back` before the cursor, consumed since the last read.
    pub(super) fn location(&mut self, back: usize) -> SourceLocation {
        let to = self.cursor.saturating_sub(back).max(self.tracked);
        self.tracker.advance(&self.buffer[self.tracked..to]);
        self.tracked = to;
        self.tracker.location()
    }

    /// Keeps the place of the byte that lies `back` before the cursor, consumed since the last read.
    pub(super) fn mark(&mut self, back: usize) {
        self.mark = Some(Mark::Buffered(self.cursor.saturating_sub(back)));
    }

    /// The place that was marked last. No later place may have been asked for in between.
    pub(super) fn marked_location(&mut self) -> Option<SourceLocation> {
        match self.mark.take()? {
            Mark::Buffered(index) => Some(self.location(self.cursor.saturating_sub(index))),
            Mark::Resolved(place) => Some(place),
        }
    }

    /// The error that ended the text early, if one did.
    pub(super) fn io_error(&self) -> Option<ErrorKind> {
        self.io_error
    }

    /// Reads once more behind the unread part; says whether anything came.
    #[cold]
    pub(super) fn fill(&mut self) -> bool {
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
                    self.io_error = Some(error.kind());
                }
            }
            return !self.exhausted;
        }
    }

    fn make_room(&mut self) {
        if self.cursor > 0 && self.buffer.len() - self.end < CHUNK / 2 {
            self.byte_before_buffer = self.previous();
            self.mark = self.marked_location().map(Mark::Resolved);
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
