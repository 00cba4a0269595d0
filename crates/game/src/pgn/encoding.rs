//! Bytes of unknown encoding become text.

use std::borrow::Cow;

/// Reads UTF-8, or Latin-1 where the bytes are not UTF-8, as a whole. PGN was defined as Latin-1 and is written as
/// UTF-8 by everyone today; text in one is very rarely valid in the other by accident.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn non_utf8_is_decoded_as_latin_1() {
        assert_eq!(decode("정보 é".as_bytes()), "정보 é");
        assert_eq!(decode(b"Ren\xE9 \xFF"), "René ÿ");
    }
}
