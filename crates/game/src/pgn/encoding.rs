//! Text encoding.

use std::borrow::Cow;

/// Decodes UTF-8, or Latin-1 if the bytes are not valid UTF-8. PGN is defined as Latin-1, but programs write
/// UTF-8 today; Latin-1 text is rarely valid UTF-8 by accident.
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
