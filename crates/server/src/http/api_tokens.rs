//! API tokens of the caller: list, create, end. Only a session manages them, never a token. `oauth/token_pages` has the pages.

use axum::extract::{Path, State};
use protocol::http::{ApiErrorReason, ApiTokenSummary, CreateTokenRequest, CreateTokenResponse};
use protocol::{ActionError, PlayerId};

use super::AppState;
use super::error::{ApiResult, action_error, store_failure};
use super::extract::{Caller, JsonBody};
use super::response::{json, no_content};
use crate::accounts::{ApiToken, MAX_API_TOKENS, Scopes};
use crate::games::EndedTokens;
use crate::random;
use crate::store::{ApiTokenId, ApiTokenInfo, NewApiToken, SessionId, StoreError, TokenCreation};

/// Maximum length of a description.
pub(super) const MAX_DESCRIPTION_CHARS: usize = 120;

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
    let owner = caller.logged_in()?;
    let scopes: Result<Scopes, _> = request.scopes.iter().map(|scope| scope.parse()).collect();
    let scopes = scopes.map_err(|error| ApiErrorReason::Malformed { words: error.to_string() })?;
    let description: String = request.description.chars().filter(|c| !c.is_control()).collect();
    if !is_description(&description) {
        let words = format!("a description of more than {MAX_DESCRIPTION_CHARS} characters");
        return Err(ApiErrorReason::Malformed { words }.into());
    }
    let (id, token, created) =
        app.new_api_token(owner, description, scopes).await.map_err(|error| store_failure(&error))?;
    match created {
        TokenCreation::Created => json(&CreateTokenResponse { id: id.to_string(), token: token.expose() }),
        TokenCreation::TooMany => Err(action_error(ActionError::TooMany).into()),
        TokenCreation::NoAccount => Err(ApiErrorReason::NotLoggedIn.into()),
    }
}

/// `DELETE /api/tokens/{id}`: ends a token and its streams.
pub(super) async fn revoke(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> ApiResult {
    let (player, _) = caller.logged_in()?;
    let token: ApiTokenId = id.parse().map_err(|_| ApiErrorReason::NotFound)?;
    let ended = app.end_api_token(player, token).await;
    if !ended.map_err(|error| store_failure(&error))? {
        return Err(ApiErrorReason::NotFound.into());
    }
    Ok(no_content())
}

/// Returns true if a description is short enough.
pub(super) fn is_description(text: &str) -> bool {
    text.chars().count() <= MAX_DESCRIPTION_CHARS
}

impl AppState {
    /// Creates a token, unless the account is banned or has as many as it may, or the session has ended.
    pub(super) async fn new_api_token(
        &self,
        (player, session): (PlayerId, SessionId),
        description: String,
        scopes: Scopes,
    ) -> Result<(ApiTokenId, ApiToken, TokenCreation), StoreError> {
        let token = ApiToken::random().map_err(|error| StoreError::Failed(error.to_string()))?;
        let (id, at, limit) = (random::id(), self.node.time.now(), MAX_API_TOKENS);
        let new = NewApiToken {
            id,
            token: token.hash(),
            player,
            session: Some(session),
            description,
            scopes,
            at,
            limit,
        };
        let created = self.node.store.create_api_token(new).await?;
        Ok((id, token, created))
    }

    /// Ends a token of a player and its streams; returns false if there is none.
    pub(super) async fn end_api_token(
        &self,
        player: PlayerId,
        token: ApiTokenId,
    ) -> Result<bool, StoreError> {
        let is_ended = self.node.store.revoke_api_token(player, token).await?;
        if is_ended {
            self.node.end_api_tokens(player, EndedTokens::One(token)).await;
        }
        Ok(is_ended)
    }
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
