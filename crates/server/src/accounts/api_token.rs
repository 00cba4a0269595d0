//! Personal API tokens: secrets with which programs act for an account.

use std::fmt;
use std::io;
use std::str::FromStr;

use super::{ParseTokenError, Token, TokenHash};

/// API token: `hpt_` and 64 hexadecimal digits. The prefix keeps it apart from the token of a cookie, and lets scanners of
/// published secrets find it. `Debug` does not reveal it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiToken(Token);

/// Tokens that an account may have.
pub(crate) const MAX_API_TOKENS: u32 = 50;

const PREFIX: &str = "hpt_";

impl ApiToken {
    /// Generates a random token.
    ///
    /// # Errors
    ///
    /// Returns an error if the system's random source fails.
    pub fn random() -> io::Result<ApiToken> {
        Token::random().map(ApiToken)
    }

    /// The hash to store.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        self.0.hash()
    }

    /// The text of the token, for its owner only.
    #[must_use]
    pub fn expose(&self) -> String {
        format!("{PREFIX}{}", self.0.expose())
    }
}

impl FromStr for ApiToken {
    type Err = ParseTokenError;

    fn from_str(text: &str) -> Result<ApiToken, ParseTokenError> {
        text.strip_prefix(PREFIX).ok_or(ParseTokenError)?.parse().map(ApiToken)
    }
}

/// Permission of an API token, with its name in the Lichess API.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// `preference:read`.
    PreferenceRead,
    /// `email:read`.
    EmailRead,
    /// `challenge:read`.
    ChallengeRead,
    /// `challenge:write`.
    ChallengeWrite,
    /// `board:play`.
    BoardPlay,
    /// `bot:play`.
    BotPlay,
}

/// The text is no scope of this server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScopeError(String);

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 6] = [
        Scope::PreferenceRead,
        Scope::EmailRead,
        Scope::ChallengeRead,
        Scope::ChallengeWrite,
        Scope::BoardPlay,
        Scope::BotPlay,
    ];

    /// Name in the Lichess API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Scope::PreferenceRead => "preference:read",
            Scope::EmailRead => "email:read",
            Scope::ChallengeRead => "challenge:read",
            Scope::ChallengeWrite => "challenge:write",
            Scope::BoardPlay => "board:play",
            Scope::BotPlay => "bot:play",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl FromStr for Scope {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Scope, ScopeError> {
        Scope::ALL.into_iter().find(|scope| scope.name() == text).ok_or_else(|| ScopeError(text.to_owned()))
    }
}

/// Set of scopes. Its text is the list of names, separated by commas.
///
/// ```
/// use server::accounts::{Scope, Scopes};
/// let scopes: Scopes = "bot:play,challenge:read".parse()?;
/// assert!(scopes.has(Scope::BotPlay) && !scopes.has(Scope::BoardPlay));
/// assert_eq!(scopes.to_string(), "challenge:read,bot:play");
/// # Ok::<(), server::accounts::ScopeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes(u8);

impl Scopes {
    /// Every scope.
    #[must_use]
    pub fn all() -> Scopes {
        Scope::ALL.into_iter().collect()
    }

    /// Scopes of a stored text. Those of a newer program, which this one cannot grant anything for, are left out: the owner
    /// must see the token and be able to revoke it.
    pub(crate) fn from_column(text: &str) -> Scopes {
        text.split(',').filter_map(|name| name.parse::<Scope>().ok()).collect()
    }

    /// Returns true if the set has this scope.
    #[must_use]
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// The scopes of the set.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |&scope| self.has(scope))
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

impl FromStr for Scopes {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Scopes, ScopeError> {
        text.split(',').filter(|name| !name.is_empty()).map(str::parse).collect()
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, scope) in self.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { "," })?;
            f.write_str(scope.name())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scopes({self})")
    }
}

impl fmt::Display for ScopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Scope::ALL.into_iter().map(Scope::name).collect();
        write!(f, "no scope {:?}; there are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for ScopeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_api_token_round_trips_and_is_no_cookie() {
        let token = ApiToken::random().unwrap();
        let text = token.expose();
        assert_eq!(text.parse(), Ok(token.clone()));
        assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{text}");
        assert!(text.parse::<Token>().is_err());
        for bad in ["", "hpt_", &text[4..], &text[..text.len() - 1], "lip_0123456789"] {
            assert_eq!(bad.parse::<ApiToken>(), Err(ParseTokenError), "{bad}");
        }
        assert!(!format!("{token:?}").contains(&text[4..12]));
    }

    #[test]
    fn sets_of_scopes_round_trip_as_text() {
        let check = |text: &str, expected: &str| {
            assert_eq!(text.parse::<Scopes>().unwrap().to_string(), expected, "{text}");
        };
        check("", "");
        check("bot:play", "bot:play");
        check("bot:play,board:play,bot:play", "board:play,bot:play");
        assert_eq!(Scopes::all().to_string().parse(), Ok(Scopes::all()));
        assert_eq!("bot:play,team:lead".parse::<Scopes>(), Err(ScopeError("team:lead".to_owned())));
    }
}
