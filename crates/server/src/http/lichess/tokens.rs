//! Endpoints about tokens.

use std::collections::BTreeMap;

use axum::extract::State;
use protocol::lichess::TokenInfo;

use super::auth::TokenCaller;
use super::error::{LichessError, LichessResult, json, ok};
use super::fields::Fields;
use super::user_id::user_id;
use crate::accounts::ApiToken;
use crate::games::EndedTokens;
use crate::http::AppState;

/// Tokens that one request may test; on Lichess a thousand. A body has room for 240.
const MAX_TESTED: usize = 100;

/// `POST /api/token/test`: owners and scopes of tokens; `null` for unknown ones.
pub(super) async fn test(State(app): State<AppState>, fields: Fields) -> LichessResult {
    let texts = fields.list();
    if texts.len() > MAX_TESTED {
        return Err(LichessError::bad_request(format!("At most {MAX_TESTED} tokens at a time")));
    }
    let mut tested = BTreeMap::new();
    for text in texts {
        let found = match text.parse::<ApiToken>() {
            Ok(token) => app.node.store.api_token(token.hash()).await?,
            Err(_) => None,
        };
        let info = found.map(|token| TokenInfo {
            user_id: user_id(&token.name),
            scopes: token.scopes.to_string(),
            expires: None,
        });
        tested.insert(text, info);
    }
    json(&tested)
}

/// `DELETE /api/token`: ends the token of the request.
pub(super) async fn revoke(State(app): State<AppState>, caller: TokenCaller) -> LichessResult {
    app.node.store.revoke_api_token(caller.player(), caller.token_id()).await?;
    app.node.end_api_tokens(caller.player(), EndedTokens::One(caller.token_id())).await;
    ok()
}
