//! Buffered input that keeps only the unread part of the text.

use std::io::{ErrorKind, Read};

use super::location::{LocationTracker, SourceLocation};

const CHUNK: usize = 64 * 1024;

/// Unread part of the text, with a cursor.
pub(super) struct Source<R> {
    inner: R,
    buffer: Vec<u8>,
    cursor: usize,
    /// End of the valid bytes in the buffer.
    end: usize,
    /// Offset of the buffer in the text.
    base: u64,
    /// Index up to which the tracker has advanced; never beyond the cursor.
    tracked: usize,
    tracker: LocationTracker,
    mark: Option<Mark>,
    /// The byte before the buffer.
    byte_before_buffer: u8,
    exhausted: bool,
    io_error: Option<ErrorKind>,
}

/// A byte whose location may be needed later; computed lazily.
enum Mark {
    /// Index in the buffer.
    Buffered(usize),
    /// Location of a byte that has left the buffer.
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

    /// Bytes that have been read but not consumed. An empty slice is not the end of the text: see
    /// [`Source::fill`].
    #[inline(always)]
    pub(super) fn unread(&self) -> &[u8] {
        &self.buffer[self.cursor..self.end]
    }

    /// The next byte, or `None` at the end of the text.
    #[inline(always)]
    pub(super) fn peek(&mut self) -> Option<u8> {
        if self.cursor == self.end && !self.fill() {
            return None;
        }
        Some(self.buffer[self.cursor])
    }

    /// Advances the cursor over bytes of [`Source::unread`].
    #[inline(always)]
    pub(super) fn consume(&mut self, count: usize) {
        self.cursor = (self.cursor + count).min(self.end);
    }

    /// The last `count` consumed bytes; valid until the next read.
    #[inline(always)]
    pub(super) fn consumed(&self, count: usize) -> &[u8] {
        &self.buffer[self.cursor.saturating_sub(count)..self.cursor]
    }

    /// Number of bytes consumed.
    #[inline(always)]
    pub(super) fn offset(&self) -> u64 {
        self.base + self.cursor as u64
    }

    /// The byte before the cursor; a line break at the beginning of the text.
    pub(super) fn previous(&self) -> u8 {
        match self.cursor {
            0 => self.byte_before_buffer,
            cursor => self.buffer[cursor - 1],
        }
    }

    /// Returns true if the unread text begins with `prefix`.
    pub(super) fn starts_with(&mut self, prefix: &[u8]) -> bool {
        while self.unread().len() < prefix.len() && prefix.starts_with(self.unread()) && self.fill() {}
        self.unread().starts_with(prefix)
    }

    /// Location of the byte `back` bytes before the cursor; valid until the next read.
    pub(super) fn location(&mut self, back: usize) -> SourceLocation {
        let to = self.cursor.saturating_sub(back).max(self.tracked);
        self.tracker.advance(&self.buffer[self.tracked..to]);
        self.tracked = to;
        self.tracker.location()
    }

    /// Marks the byte `back` bytes before the cursor; valid until the next read.
    pub(super) fn mark(&mut self, back: usize) {
        self.mark = Some(Mark::Buffered(self.cursor.saturating_sub(back)));
    }

    /// Computes the location of the marked byte now, so that a later location can be computed.
    pub(super) fn resolve_mark(&mut self) {
        self.mark = self.marked_location().map(Mark::Resolved);
    }

    /// Location of the marked byte. Must not be called after a later location was computed.
    pub(super) fn marked_location(&mut self) -> Option<SourceLocation> {
        match self.mark.take()? {
            Mark::Buffered(index) => Some(self.location(self.cursor.saturating_sub(index))),
            Mark::Resolved(place) => Some(place),
        }
    }

    /// The I/O error that ended the text, if any.
    pub(super) fn io_error(&self) -> Option<ErrorKind> {
        self.io_error
    }

    /// Reads more input; returns false at the end of the text.
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
            self.resolve_mark();
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
