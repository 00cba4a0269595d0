//! `POST /api/token`: a program exchanges an authorization code for a token (RFC 6749, section 4.1.3). The code is from the
//! page `/oauth` (`http/oauth/`).

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{HeaderMap, HeaderValue, PRAGMA};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use protocol::lichess::{AccessToken, OauthErrorBody};

use super::error::LichessError;
use super::fields::Fields;
use crate::accounts::{ApiToken, MAX_API_TOKENS, Scopes, Token};
use crate::http::oauth::{ClientId, CodeVerifier, RedirectUri};
use crate::http::response::json_response;
use crate::http::{AppState, PeerAddress};
use crate::limits::ExpensiveRequest;
use crate::random;
use crate::store::{CodeBinding, CodeRedemption, RedemptionResult, StoreError};

/// Reason why a code is not exchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ExchangeError {
    /// A parameter is missing.
    Missing(&'static str),
    /// A parameter has no valid form.
    Invalid(&'static str),
    GrantType,
    /// The code was not issued for this request, or not any more.
    Grant(&'static str),
    /// The account has as many tokens as it may.
    TooManyTokens,
    /// Anything that has nothing to do with OAuth.
    Other(LichessError),
}

/// `POST /api/token`: the token for a code.
pub(super) async fn exchange(
    State(app): State<AppState>,
    Extension(peer): Extension<PeerAddress>,
    headers: HeaderMap,
    fields: Fields,
) -> Response<Body> {
    let address = app.client_address(peer, &headers);
    // Every attempt writes.
    if !app.node.expensive_requests.allow(address, ExpensiveRequest::Guest, app.node.time.now()) {
        return LichessError::too_many().into_response();
    }
    let mut response = match redeem(&app, &fields).await {
        Ok((token, scopes)) => {
            let names: Vec<_> = scopes.iter().map(|scope| scope.name()).collect();
            let body =
                AccessToken { token_type: "Bearer", access_token: token.expose(), scope: names.join(" ") };
            json_response(StatusCode::OK, &body).unwrap_or_default()
        }
        Err(error) => error.into_response(),
    };
    response.headers_mut().insert(PRAGMA, HeaderValue::from_static("no-cache"));
    response
}

async fn redeem(app: &AppState, fields: &Fields) -> Result<(ApiToken, Scopes), ExchangeError> {
    let required = |name: &'static str| fields.get(name).ok_or(ExchangeError::Missing(name));
    if required("grant_type")? != "authorization_code" {
        return Err(ExchangeError::GrantType);
    }
    let code: Token = required("code")?.parse().map_err(|_| ExchangeError::Grant(NO_CODE))?;
    let verifier: CodeVerifier =
        required("code_verifier")?.parse().map_err(|_| ExchangeError::Invalid("code_verifier"))?;
    let redirect_uri: RedirectUri =
        required("redirect_uri")?.parse().map_err(|_| ExchangeError::Invalid("redirect_uri"))?;
    let client_id: ClientId =
        required("client_id")?.parse().map_err(|_| ExchangeError::Invalid("client_id"))?;
    let token =
        ApiToken::random().map_err(|error| ExchangeError::from(StoreError::Failed(error.to_string())))?;
    let redemption = CodeRedemption {
        code: code.hash(),
        binding: CodeBinding {
            client_id: client_id.as_str().to_owned(),
            redirect_uri: redirect_uri.as_str().to_owned(),
            challenge: verifier.challenge().into_string(),
        },
        id: random::id(),
        token: token.hash(),
        at: app.node.time.now(),
        limit: MAX_API_TOKENS,
    };
    match app.node.store.redeem_oauth_code(redemption).await? {
        RedemptionResult::Created(scopes) => Ok((token, scopes)),
        RedemptionResult::NoCode => Err(ExchangeError::Grant(NO_CODE)),
        RedemptionResult::WrongClient => {
            Err(ExchangeError::Grant("authorization code was issued for a different client_id"))
        }
        RedemptionResult::WrongRedirect => {
            Err(ExchangeError::Grant("authorization code was issued for a different redirect_uri"))
        }
        RedemptionResult::WrongVerifier => {
            Err(ExchangeError::Grant("hash of code_verifier does not match code_challenge"))
        }
        RedemptionResult::TooManyTokens => Err(ExchangeError::TooManyTokens),
    }
}

const NO_CODE: &str = "authorization code invalid, expired or consumed";

impl From<StoreError> for ExchangeError {
    fn from(error: StoreError) -> ExchangeError {
        ExchangeError::Other(error.into())
    }
}

impl IntoResponse for ExchangeError {
    fn into_response(self) -> Response<Body> {
        let (error, error_description) = match self {
            ExchangeError::Missing(name) => ("invalid_request", format!("{name} required")),
            ExchangeError::Invalid(name) => ("invalid_request", format!("{name} invalid")),
            ExchangeError::GrantType => {
                ("unsupported_grant_type", "supports only grant_type 'authorization_code'".to_owned())
            }
            ExchangeError::Grant(words) => ("invalid_grant", words.to_owned()),
            ExchangeError::TooManyTokens => {
                ("invalid_grant", "the account has too many tokens; revoke one first".to_owned())
            }
            ExchangeError::Other(error) => return error.into_response(),
        };
        json_response(StatusCode::BAD_REQUEST, &OauthErrorBody { error, error_description })
            .unwrap_or_default()
    }
}
