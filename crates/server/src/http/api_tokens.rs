//! API tokens of the caller: list, create, end. Only a session manages them, never a token.

use axum::extract::{Path, State};
use protocol::ActionError;
use protocol::http::{ApiErrorReason, ApiTokenSummary, CreateTokenRequest, CreateTokenResponse};

use super::AppState;
use super::error::{ApiResult, action_error, store_failure};
use super::extract::{Caller, JsonBody};
use super::response::{json, no_content};
use crate::accounts::{ApiToken, MAX_API_TOKENS, Scopes};
use crate::games::EndedTokens;
use crate::random;
use crate::store::{ApiTokenId, ApiTokenInfo, NewApiToken, StoreError, TokenCreation};

/// Maximum length of a description.
const MAX_DESCRIPTION_CHARS: usize = 120;

/// `GET /api/tokens`: the caller's tokens, the newest first.
pub(super) async fn list(State(app): State<AppState>, caller: Caller) -> ApiResult {
    let (player, _) = caller.logged_in()?;
    let tokens = app.node.store.api_tokens(player).await.map_err(|error| store_failure(&error))?;
    json(&tokens.into_iter().map(summary).collect::<Vec<_>>())
}

/// `POST /api/tokens`: creates a token; its text is told once.
pub(super) async fn create(
    State(app): State<AppState>,
    caller: Caller,
    JsonBody(request): JsonBody<CreateTokenRequest>,
) -> ApiResult {
    let (player, _) = caller.logged_in()?;
    let scopes: Result<Scopes, _> = request.scopes.iter().map(|scope| scope.parse()).collect();
    let scopes = scopes.map_err(|error| ApiErrorReason::Malformed { words: error.to_string() })?;
    let description: String = request.description.chars().filter(|c| !c.is_control()).collect();
    if description.chars().count() > MAX_DESCRIPTION_CHARS {
        let words = format!("a description of more than {MAX_DESCRIPTION_CHARS} characters");
        return Err(ApiErrorReason::Malformed { words }.into());
    }
    let token = ApiToken::random().map_err(|error| store_failure(&StoreError::Failed(error.to_string())))?;
    let (id, at, limit) = (random::id(), app.node.time.now(), MAX_API_TOKENS);
    let new = NewApiToken { id, token: token.hash(), player, description, scopes, at, limit };
    match app.node.store.create_api_token(new).await.map_err(|error| store_failure(&error))? {
        TokenCreation::Created => json(&CreateTokenResponse { id: id.to_string(), token: token.expose() }),
        TokenCreation::TooMany => Err(action_error(ActionError::TooMany).into()),
        TokenCreation::NoAccount => Err(ApiErrorReason::NotLoggedIn.into()),
    }
}

/// `DELETE /api/tokens/{id}`: ends a token and its streams.
pub(super) async fn revoke(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> ApiResult {
    let (player, _) = caller.logged_in()?;
    let token: ApiTokenId = id.parse().map_err(|_| ApiErrorReason::NotFound)?;
    let ended = app.node.store.revoke_api_token(player, token).await;
    if !ended.map_err(|error| store_failure(&error))? {
        return Err(ApiErrorReason::NotFound.into());
    }
    app.node.end_api_tokens(player, EndedTokens::One(token)).await;
    Ok(no_content())
}

fn summary(token: ApiTokenInfo) -> ApiTokenSummary {
    ApiTokenSummary {
        id: token.id.to_string(),
        description: token.description,
        scopes: token.scopes.iter().map(|scope| scope.name().to_owned()).collect(),
        created: token.at.into(),
        used: (token.used > token.at).then(|| token.used.into()),
    }
}
