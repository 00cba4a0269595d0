//! Output of `hanpan check`, assembled as bytes because `write!` would dominate the running time.

use std::io::{self, Write};

use super::KingsInCheck;

/// Upper bound for one line: text and the longest number.
const MAX_LINE_LEN: usize = 64;

/// Writes one numbered line per board, starting at 1.
pub(super) struct AnswerWriter<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
    /// Decimal digits of the next game's number.
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

    /// Writes the buffered lines and flushes the output.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        self.out.flush()
    }
}

/// Increments a decimal number.
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
