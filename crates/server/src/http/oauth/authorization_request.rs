//! Parameters of `/oauth`: a program asks for access to an account (RFC 6749, section 4.1.1).

use std::fmt;

use super::client_id::ClientId;
use super::pkce::CodeChallenge;
use super::redirect_uri::{RedirectUri, RedirectUriError};
use super::requested_scopes::requested_scopes;
use crate::accounts::Scopes;
use crate::http::download::percent_encoded;
use crate::http::form::FormData;

/// Maximum length of `state`.
const MAX_STATE_BYTES: usize = 1_000;

/// A valid request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AuthorizationRequest {
    pub(super) client_id: ClientId,
    pub(super) redirect_uri: RedirectUri,
    pub(super) challenge: CodeChallenge,
    pub(super) scopes: Scopes,
    /// Returned to the program as it is.
    pub(super) state: Option<String>,
}

/// Reason why a request is refused, for the author of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AuthorizationRequestError {
    Missing(&'static str),
    Repeated(&'static str),
    Invalid(&'static str),
    RedirectUri(RedirectUriError),
    ResponseType,
    ChallengeMethod,
    Scope(String),
}

impl AuthorizationRequest {
    /// Reads the parameters of a query or a form.
    ///
    /// # Errors
    ///
    /// Returns the first fault. Nothing is redirected then: without registered programs every address is that of a stranger,
    /// and the server would redirect to it without any consent.
    pub(super) fn parse(form: &FormData) -> Result<AuthorizationRequest, AuthorizationRequestError> {
        use AuthorizationRequestError::{ChallengeMethod, Invalid, Missing, Repeated, ResponseType, Scope};
        let optional = |name: &'static str| form.single(name).map_err(|_| Repeated(name));
        let required = |name: &'static str| optional(name)?.ok_or(Missing(name));
        let client_id = required("client_id")?.parse().map_err(|_| Invalid("client_id"))?;
        let redirect_uri =
            required("redirect_uri")?.parse().map_err(AuthorizationRequestError::RedirectUri)?;
        if required("response_type")? != "code" {
            return Err(ResponseType);
        }
        if required("code_challenge_method")? != "S256" {
            return Err(ChallengeMethod);
        }
        let challenge = required("code_challenge")?.parse().map_err(|_| Invalid("code_challenge"))?;
        let scopes = requested_scopes(optional("scope")?.unwrap_or_default()).map_err(Scope)?;
        let state = optional("state")?.map(str::to_owned);
        if state.as_ref().is_some_and(|state| state.len() > MAX_STATE_BYTES) {
            return Err(Invalid("state"));
        }
        Ok(AuthorizationRequest { client_id, redirect_uri, challenge, scopes, state })
    }

    /// Names and values of the request; parsing them gives it again.
    pub(super) fn parameters(&self) -> Vec<(&'static str, String)> {
        let scopes: Vec<_> = self.scopes.iter().map(|scope| scope.name()).collect();
        let mut parameters = vec![
            ("response_type", "code".to_owned()),
            ("client_id", self.client_id.as_str().to_owned()),
            ("redirect_uri", self.redirect_uri.as_str().to_owned()),
            ("code_challenge_method", "S256".to_owned()),
            ("code_challenge", self.challenge.as_str().to_owned()),
            ("scope", scopes.join(" ")),
        ];
        parameters.extend(self.state.clone().map(|state| ("state", state)));
        parameters
    }

    /// The request as a query.
    pub(super) fn query(&self) -> String {
        let pair = |(name, value): (&str, String)| format!("{name}={}", percent_encoded(&value));
        self.parameters().into_iter().map(pair).collect::<Vec<_>>().join("&")
    }

    /// The address of the program with an answer, and the state of the request.
    pub(super) fn answer(&self, parameters: &[(&str, &str)]) -> String {
        let mut parameters = parameters.to_vec();
        parameters.extend(self.state.as_deref().map(|state| ("state", state)));
        self.redirect_uri.with_parameters(&parameters)
    }

    /// Description of the token that results: the name of the program and where the code was sent.
    pub(super) fn token_description(&self) -> String {
        let origin: String = self.redirect_uri.origin().chars().take(100).collect();
        format!("{} ({origin})", self.client_id.as_str())
    }
}

impl fmt::Display for AuthorizationRequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AuthorizationRequestError::Missing("client_id") => f.write_str("client_id required (choose any)"),
            AuthorizationRequestError::Missing(name) => write!(f, "{name} required"),
            AuthorizationRequestError::Repeated(name) => write!(f, "{name} occurs more than once"),
            AuthorizationRequestError::Invalid(name) => write!(f, "{name} invalid"),
            AuthorizationRequestError::RedirectUri(error) => error.fmt(f),
            AuthorizationRequestError::ResponseType => f.write_str("supports only response_type 'code'"),
            AuthorizationRequestError::ChallengeMethod => {
                f.write_str("supports only code_challenge_method 'S256'")
            }
            AuthorizationRequestError::Scope(scope) => write!(f, "invalid scope: {scope}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    fn parse(query: &str) -> Result<AuthorizationRequest, AuthorizationRequestError> {
        AuthorizationRequest::parse(&FormData::parse(query))
    }

    fn query(changed: &str) -> String {
        format!(
            "response_type=code&client_id=app&redirect_uri=http%3A%2F%2Flocalhost%3A9%2Fcb&code_challenge_method=S256\
             &code_challenge={CHALLENGE}&scope=board:play+puzzle:read&{changed}"
        )
    }

    #[test]
    fn a_request_round_trips_without_the_scopes_that_do_not_exist() {
        let request = parse(&query("state=a%26b%0d%0a")).unwrap();
        assert_eq!((request.client_id.as_str(), request.scopes.to_string().as_str()), ("app", "board:play"));
        assert_eq!(request.state.as_deref(), Some("a&b\r\n"));
        assert_eq!(parse(&request.query()), Ok(request.clone()));
        assert_eq!(request.answer(&[("code", "x")]), "http://localhost:9/cb?code=x&state=a%26b%0D%0A");
        assert_eq!(parse(&query("")).unwrap().answer(&[("code", "x")]), "http://localhost:9/cb?code=x");
        assert_eq!(request.token_description(), "app (http://localhost:9)");
    }

    #[test]
    fn faults_are_named() {
        let check = |query: &str, expected: &str| {
            assert_eq!(parse(query).unwrap_err().to_string(), expected, "{query}");
        };
        check("", "client_id required (choose any)");
        check(&query("client_id=other"), "client_id occurs more than once");
        check(&query(&format!("state={}", "x".repeat(1_001))), "state invalid");
        let replaced = |from: &str, to: &str| query("").replace(from, to);
        check(&replaced("client_id=app", "client_id=%00"), "client_id invalid");
        check(
            &replaced("redirect_uri=http%3A", "redirect_uri=javascript%3A"),
            "redirect_uri scheme not allowed (https, http to localhost, or a reversed domain name like com.example.app)",
        );
        check(&replaced("response_type=code", "response_type=token"), "supports only response_type 'code'");
        check(&replaced("=S256", "=plain"), "supports only code_challenge_method 'S256'");
        check(&replaced("code_challenge_method=S256", ""), "code_challenge_method required");
        check(&replaced(CHALLENGE, "short"), "code_challenge invalid");
        check(&replaced(CHALLENGE, ""), "code_challenge required");
        check(&replaced("board:play", "admin"), "invalid scope: admin");
    }
}
