//! The lines `hanpan check` prints, put together without the cost of formatting.

use std::io::{self, Write};

use super::Verdict;

/// Room for a line with the longest number.
const LONGEST_LINE: usize = 64;

/// Writes one line for each verdict, numbered from 1.
pub(super) struct Answers<'a> {
    out: &'a mut dyn Write,
    lines: Vec<u8>,
    /// The number of the next game in decimal, ready to be copied.
    number: Vec<u8>,
}

impl<'a> Answers<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Answers<'a> {
        Answers { out, lines: Vec::with_capacity(1 << 16), number: vec![b'1'] }
    }

    pub(super) fn push(&mut self, verdict: Verdict) -> io::Result<()> {
        if self.lines.len() + LONGEST_LINE > self.lines.capacity() {
            self.flush()?;
        }
        self.lines.extend_from_slice(b"Game #");
        self.lines.extend_from_slice(&self.number);
        self.lines.extend_from_slice(match verdict {
            Verdict::White => b": white king is in check.\n",
            Verdict::Black => b": black king is in check.\n",
            Verdict::Neither => b": no king is in check.\n",
            Verdict::Both => b": both kings are in check.\n",
        });
        increment(&mut self.number);
        Ok(())
    }

    /// Hands over everything said so far.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.lines)?;
        self.lines.clear();
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
    fn numbers_carry() {
        let mut digits = vec![b'1'];
        for expected in 2..=12_345 {
            increment(&mut digits);
            assert_eq!(digits, expected.to_string().as_bytes());
        }
    }
}
