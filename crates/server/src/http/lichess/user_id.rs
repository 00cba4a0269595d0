//! Ids of users: their names in lower case, with characters that need no escaping in URLs.

use crate::accounts::AccountName;

/// Id of an account. ASCII letters become lower case; a Hangul syllable becomes `~` and its code in hexadecimal. No name
/// contains `~`, so two names that differ in more than case have different ids.
pub(super) fn user_id(name: &AccountName) -> String {
    name_id(name.as_str())
}

/// Id of an account with this name.
pub(super) fn name_id(name: &str) -> String {
    let mut id = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii() {
            id.push(c.to_ascii_lowercase());
        } else {
            id.push_str(&format!("~{:04x}", u32::from(c)));
        }
    }
    id
}

/// Reads a name or an id.
pub(super) fn parse_user(text: &str) -> Option<AccountName> {
    let mut parts = text.split('~');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = u32::from_str_radix(part.get(..4)?, 16).ok()?;
        name.push(char::from_u32(code)?);
        name.push_str(&part[4..]);
    }
    name.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_safe_in_urls_and_lead_back_to_the_name() {
        let check = |name: &str, id: &str| {
            let name: AccountName = name.parse().unwrap();
            assert_eq!(user_id(&name), id);
            assert_eq!(parse_user(id).unwrap().lowercase(), name.lowercase());
            assert_eq!(parse_user(name.as_str()), Some(name));
        };
        check("Magnus_C", "magnus_c");
        check("a-B", "a-b");
        check("한판Fan", "~d55c~d310fan");
        check("d55c", "d55c");
        for bad in ["", "~", "~d5", "~zzzz", "a b", "~d800x", "x~d55"] {
            assert_eq!(parse_user(bad), None, "{bad}");
        }
    }
}
