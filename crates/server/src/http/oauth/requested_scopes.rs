//! Scopes of an authorization request.

use crate::accounts::{Scope, Scopes};

/// Scopes of Lichess for which this server has no endpoints.
const OTHER_SCOPES: [&str; 19] = [
    "preference:write",
    "engine:read",
    "engine:write",
    "challenge:bulk",
    "study:read",
    "study:write",
    "tournament:write",
    "racer:write",
    "puzzle:read",
    "puzzle:write",
    "team:read",
    "team:write",
    "team:lead",
    "follow:read",
    "follow:write",
    "msg:write",
    "web:mobile",
    "web:login",
    "web:mod",
];

/// Reads names separated by blanks. Scopes that only Lichess has are left out, so that programs made for it work here with
/// what there is; the answer of the exchange names the scopes that were granted.
///
/// # Errors
///
/// Returns the first name that is no scope, or all of the text if nothing remains.
pub(super) fn requested_scopes(text: &str) -> Result<Scopes, String> {
    let mut scopes = Vec::new();
    for name in text.split_whitespace() {
        match name.parse::<Scope>() {
            Ok(scope) => scopes.push(scope),
            Err(_) if OTHER_SCOPES.contains(&name) => {}
            Err(_) => return Err(name.chars().take(40).collect()),
        }
    }
    if scopes.is_empty() && !text.trim().is_empty() {
        return Err(text.trim().chars().take(40).collect());
    }
    Ok(scopes.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_of_lichess_are_left_out_and_unknown_ones_refused() {
        let check = |text: &str, expected: Result<&str, &str>| {
            let found = requested_scopes(text).map(|scopes| scopes.to_string());
            assert_eq!(found.as_deref().map_err(String::as_str), expected, "{text}");
        };
        check("", Ok(""));
        check("board:play", Ok("board:play"));
        check(" bot:play  challenge:read bot:play", Ok("challenge:read,bot:play"));
        check("board:play puzzle:read team:lead", Ok("board:play"));
        check("puzzle:read", Err("puzzle:read"));
        check("board:play board:pley", Err("board:pley"));
        check("<script>", Err("<script>"));
    }
}
