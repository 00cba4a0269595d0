//! Opaque text of an archive cursor: encrypted and authenticated with the secret of the store, so that clients can
//! neither read the id in it nor make one up.

use game::Timestamp;
use protocol::GameId;

use crate::store::{Cursor, SecretUse, StoreSecret};

/// Time and id.
const PLAIN_BYTES: usize = 24;

/// The tag is also the nonce: equal cursors have equal texts, which tells nothing that the list does not.
const TAG_BYTES: usize = 8;

/// Encodes a cursor.
pub(super) fn encode(cursor: Cursor, secret: &StoreSecret) -> String {
    let mut bytes = [0; PLAIN_BYTES];
    bytes[..8].copy_from_slice(&cursor.at.0.to_be_bytes());
    bytes[8..].copy_from_slice(&cursor.game.bits().to_be_bytes());
    let tag = tag_of(&bytes, secret);
    apply_keystream(&mut bytes, &tag, secret);
    tag.iter().chain(&bytes).map(|byte| format!("{byte:02x}")).collect()
}

/// Decodes a cursor; `None` if the text is not from this server.
pub(super) fn decode(text: &str, secret: &StoreSecret) -> Option<Cursor> {
    if text.len() != 2 * (TAG_BYTES + PLAIN_BYTES) || !text.is_ascii() {
        return None;
    }
    let byte = |index: usize| u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok();
    let (mut tag, mut bytes) = ([0; TAG_BYTES], [0; PLAIN_BYTES]);
    for (index, target) in tag.iter_mut().chain(&mut bytes).enumerate() {
        *target = byte(index)?;
    }
    apply_keystream(&mut bytes, &tag, secret);
    if tag_of(&bytes, secret) != tag {
        return None;
    }
    let (at, game) = bytes.split_first_chunk::<8>()?;
    let at = Timestamp(u64::from_be_bytes(*at));
    Some(Cursor { at, game: GameId::from_bits(u128::from_be_bytes(game.try_into().ok()?)) })
}

fn tag_of(plain: &[u8; PLAIN_BYTES], secret: &StoreSecret) -> [u8; TAG_BYTES] {
    let mut tag = [0; TAG_BYTES];
    tag.copy_from_slice(&secret.hash(SecretUse::CursorTag, plain)[..TAG_BYTES]);
    tag
}

/// Encrypts or decrypts.
fn apply_keystream(bytes: &mut [u8; PLAIN_BYTES], tag: &[u8; TAG_BYTES], secret: &StoreSecret) {
    let keystream = secret.hash(SecretUse::CursorKey, tag);
    for (byte, key) in bytes.iter_mut().zip(keystream) {
        *byte ^= key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_round_trips_and_shows_nothing() {
        let secret = StoreSecret::from_bytes([7; 32]);
        let cursor = Cursor { at: Timestamp(1_700_000_000_000), game: GameId::from_bits(0x1234_5678 << 64) };
        let text = encode(cursor, &secret);
        assert_eq!(decode(&text, &secret), Some(cursor));
        assert_eq!(decode(&text, &StoreSecret::from_bytes([8; 32])), None, "the text of another server");
        assert!(!text.contains("12345678") && !text.contains(&cursor.game.to_string()), "{text}");
    }

    #[test]
    fn changed_and_invalid_texts_are_refused() {
        let secret = StoreSecret::from_bytes([7; 32]);
        let text = encode(Cursor { at: Timestamp(5), game: GameId::from_bits(6) }, &secret);
        for index in 0..text.len() {
            let digit = if text.as_bytes()[index] == b'0' { "1" } else { "0" };
            let changed = format!("{}{digit}{}", &text[..index], &text[index + 1..]);
            assert_eq!(decode(&changed, &secret), None, "{changed}");
        }
        for bad in ["", "never", "5-AAAAAAAAAAAAAAAAAAAAAQ", &"é".repeat(32), &"+1".repeat(32), &text[..62]]
        {
            assert_eq!(decode(bad, &secret), None, "{bad}");
        }
    }
}
