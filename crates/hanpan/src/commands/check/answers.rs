//! The lines `hanpan check` prints, put together without the cost of formatting.

use std::io::{self, Write};

use super::KingsInCheck;

/// Room for a line with the longest number.
const MAX_LINE_LEN: usize = 64;

/// Writes one line for each verdict, numbered from 1.
pub(super) struct AnswerWriter<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
    /// The number of the next game in decimal, ready to be copied.
    number: Vec<u8>,
}

impl<'a> AnswerWriter<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> AnswerWriter<'a> {
        AnswerWriter { out, buffer: Vec::with_capacity(1 << 16), number: vec![b'1'] }
    }

    pub(super) fn push(&mut self, verdict: KingsInCheck) -> io::Result<()> {
        if self.buffer.len() + MAX_LINE_LEN > self.buffer.capacity() {
            self.flush()?;
        }
        self.buffer.extend_from_slice(b"Game #");
        self.buffer.extend_from_slice(&self.number);
        self.buffer.extend_from_slice(match verdict {
            KingsInCheck::White => b": white king is in check.\n",
            KingsInCheck::Black => b": black king is in check.\n",
            KingsInCheck::Neither => b": no king is in check.\n",
            KingsInCheck::Both => b": both kings are in check.\n",
        });
        increment(&mut self.number);
        Ok(())
    }

    /// Hands over everything said so far.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        self.out.flush()
    }
}

/// Adds one to a number in decimal.
fn increment(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_increment_carries() {
        let mut digits = vec![b'1'];
        for expected in 2..=12_345 {
            increment(&mut digits);
            assert_eq!(digits, expected.to_string().as_bytes());
        }
    }
}
