//! Names that no new account gets: they would pass for the server, its operator or a guest.
//!
//! Accounts of older versions keep such names.

use super::AccountName;

const RESERVED: &str = "admin administrator ai anon anonymous bot computer everybody everyone hanpan me mod moderator \
    nobody null official open operator root server staff support system undefined unknown you \
    공식 관리자 나 모두 봇 서버 시스템 운영자 운영팀 익명 컴퓨터 한판";

/// Beginnings of names that only guests have.
const RESERVED_PREFIXES: &[&str] = &["guest", "게스트", "손님"];

/// Returns true if no new account may have this name, or one that looks like it.
pub(crate) fn is_reserved(name: &AccountName) -> bool {
    let whole = looks(name.as_str());
    let without_number =
        looks(name.as_str().trim_end_matches(|character: char| matches!(character, '0'..='9' | '_' | '-')));
    RESERVED.split_whitespace().map(looks).any(|word| word == whole || word == without_number)
        || RESERVED_PREFIXES.iter().any(|word| whole.starts_with(&looks(word)))
}

/// A name as it looks at a glance: without separators, with digits as the letters for which they stand.
fn looks(name: &str) -> String {
    let plain = |character: char| match character.to_ascii_lowercase() {
        '_' | '-' => None,
        'i' | '1' => Some('l'),
        '0' => Some('o'),
        '3' => Some('e'),
        '4' => Some('a'),
        '5' => Some('s'),
        '7' => Some('t'),
        '8' => Some('b'),
        'v' => Some('u'),
        character => Some(character),
    };
    name.chars().filter_map(plain).collect::<String>().replace("rn", "m")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_server_and_of_guests_are_reserved_with_their_look_alikes() {
        let check = |text: &str, expected| {
            assert_eq!(is_reserved(&text.parse().unwrap()), expected, "{text}");
        };
        let reserved = "me ME ai A1 AI-2 open 0pen computer Computer admin Adm1n 4dmin a-d-m-i-n _admin_ admin1 Admin_007 adrnin system \
            5ystem server Seruer hanpan HANPAN anonymous an0nymous guest Guest1 guest_42 gue5t7 GuestUser \
            관리자 운영자 컴퓨터 손님 손님12 게스트 한판";
        for name in reserved.split_whitespace() {
            check(name, true);
        }
        let free = "Ann Melon admiral computers systematic hanpanfan 한판-Fan 나라 Rooter 12 2024 Gust Otto You-Jin mod3rn";
        for name in free.split_whitespace() {
            check(name, false);
        }
    }
}
