//! Numbers and texts as bytes.

use super::CompactLogError;

/// Bits per byte of a LEB128 number.
const GROUP: u32 = 7;

/// Buffer that a value is written to.
#[derive(Debug, Default)]
pub(super) struct ByteWriter(pub(super) Vec<u8>);

impl ByteWriter {
    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// Unsigned LEB128: seven bits per byte, the lowest first.
    pub(super) fn number(&mut self, mut value: u64) {
        while value >= 1 << GROUP {
            self.0.push(value as u8 | 1 << GROUP);
            value >>= GROUP;
        }
        self.0.push(value as u8);
    }

    pub(super) fn id(&mut self, bits: u128) {
        self.0.extend(bits.to_be_bytes());
    }

    /// Text with its length.
    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend(text.as_bytes());
    }

    /// `None` as 0, a value as its successor. A value without one is refused.
    pub(super) fn optional(&mut self, value: Option<u64>) -> Option<()> {
        self.number(value.map_or(Some(0), |value| value.checked_add(1))?);
        Some(())
    }
}

/// Rest of a value that is read.
#[derive(Clone, Debug)]
pub(super) struct ByteReader<'a>(pub(super) &'a [u8]);

impl<'a> ByteReader<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn byte(&mut self) -> Result<u8, CompactLogError> {
        let (&first, rest) = self.0.split_first().ok_or(CompactLogError::Damaged("it ends too early"))?;
        self.0 = rest;
        Ok(first)
    }

    pub(super) fn bytes(&mut self, count: usize) -> Result<&'a [u8], CompactLogError> {
        let (bytes, rest) =
            self.0.split_at_checked(count).ok_or(CompactLogError::Damaged("it ends too early"))?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(super) fn number(&mut self) -> Result<u64, CompactLogError> {
        let mut value = 0_u64;
        for shift in (0..u64::BITS).step_by(GROUP as usize) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            value |= bits << shift;
            if byte >> GROUP == 0 {
                return Ok(value);
            }
        }
        Err(CompactLogError::Damaged("a number is too large"))
    }

    pub(super) fn small_number(&mut self) -> Result<u32, CompactLogError> {
        u32::try_from(self.number()?).map_err(|_| CompactLogError::Damaged("a number is too large"))
    }

    pub(super) fn id(&mut self) -> Result<u128, CompactLogError> {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(self.bytes(16)?);
        Ok(u128::from_be_bytes(bytes))
    }

    pub(super) fn text(&mut self) -> Result<&'a str, CompactLogError> {
        let length = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        std::str::from_utf8(self.bytes(length)?).map_err(|_| CompactLogError::Damaged("a text is not UTF-8"))
    }

    pub(super) fn optional(&mut self) -> Result<Option<u64>, CompactLogError> {
        Ok(self.number()?.checked_sub(1))
    }
}
