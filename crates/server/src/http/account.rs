//! Account and session endpoints.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use protocol::http::{ApiErrorReason, Credentials, Me, SessionInfo};

use super::AppState;
use super::error::{ApiResult, action_error, store_failure};
use super::extract::{Caller, JsonBody};
use super::me::speed_ratings;
use super::password::choose_credentials;
use super::response::{json, no_content, with_new_token};
use crate::accounts::Identity;
use crate::accounts::SESSION_LIFETIME;
use crate::accounts::Token;
use crate::games::{DisconnectScope, EndedTokens, GamesToEnd};
use crate::random;
use crate::store::{Account, AccountError, NewAccount, NewSession, Session, SessionId, SessionSelector};

/// Maximum length of the stored user agent.
const MAX_DEVICE_CHARS: usize = 120;

/// Sessions of an account.
const MAX_SESSIONS: usize = 50;

/// `POST /api/account`: gives a guest a name and password; the guest's games stay.
pub(super) async fn create(
    State(app): State<AppState>,
    caller: Caller,
    headers: HeaderMap,
    JsonBody(credentials): JsonBody<Credentials>,
) -> ApiResult {
    let (name, password) = choose_credentials(&credentials)?;
    let attempt = app.node.login_throttle.registration(caller.address, app.node.time.now());
    let hash = app.hash_password(password, attempt).await?;
    let (player, at) = (caller.identity.id, app.node.time.now());
    let account = NewAccount { player, name: name.clone(), password: hash.clone(), at };
    match app.node.store.create_account(account).await {
        Ok(()) => {
            app.node.login_throttle.record_registration(&name, caller.address);
            let account = Account { player, name, password: hash, at, is_bot: false, ban: None };
            app.open_session(&caller, account, &headers).await
        }
        Err(AccountError::NameTaken) => Err(ApiErrorReason::NameTaken.into()),
        Err(AccountError::HasAccount) => Err(ApiErrorReason::HasAccount.into()),
        Err(AccountError::Store(error)) => Err(store_failure(&error).into()),
        Err(AccountError::NoAccount | AccountError::Banned | AccountError::TooManyTokens) => {
            Err(ApiErrorReason::NotFound.into())
        }
    }
}

/// `POST /api/session`: logs in.
pub(super) async fn log_in(
    State(app): State<AppState>,
    caller: Caller,
    headers: HeaderMap,
    JsonBody(credentials): JsonBody<Credentials>,
) -> ApiResult {
    let account = app.verify_credentials(&credentials, caller.address).await?;
    app.open_session(&caller, account, &headers).await
}

/// `DELETE /api/session`: logs out. The browser becomes a new guest.
pub(super) async fn log_out(State(app): State<AppState>, caller: Caller) -> ApiResult {
    let (player, session) = caller.logged_in()?;
    let ended = app.node.store.end_sessions(player, SessionSelector::Only(session)).await;
    ended.map_err(|error| store_failure(&error))?;
    app.node.disconnect(player, DisconnectScope::Session(Some(session)));
    Ok(with_new_token(no_content(), new_token()?))
}

/// `DELETE /api/account`: deletes an account and anonymizes its games. Requires the password.
pub(super) async fn delete(
    State(app): State<AppState>,
    caller: Caller,
    JsonBody(credentials): JsonBody<Credentials>,
) -> ApiResult {
    let (player, _) = caller.logged_in()?;
    let account = app.verify_credentials(&credentials, caller.address).await?;
    if account.player != player {
        return Err(ApiErrorReason::WrongCredentials.into());
    }
    app.node.end_games(&caller.identity, GamesToEnd::All).await.map_err(action_error)?;
    match app.node.store.delete_account(player).await {
        Ok(()) | Err(AccountError::NoAccount) => {}
        Err(AccountError::Store(error)) => return Err(store_failure(&error).into()),
        Err(_) => return Err(ApiErrorReason::NotFound.into()),
    }
    app.node.disconnect(player, DisconnectScope::All);
    app.node.end_api_tokens(player, EndedTokens::All).await;
    // Games that were created meanwhile.
    app.node.end_games(&caller.identity, GamesToEnd::All).await.map_err(action_error)?;
    app.node.games.reload_games_of(player).await;
    Ok(with_new_token(no_content(), new_token()?))
}

/// `GET /api/sessions`: lists the caller's sessions.
pub(super) async fn sessions(State(app): State<AppState>, caller: Caller) -> ApiResult {
    let (player, session) = caller.logged_in()?;
    let sessions = app.node.store.sessions(player, app.node.time.now()).await;
    let sessions = sessions.map_err(|error| store_failure(&error))?;
    json(&sessions.iter().map(|one| session_info(one, Some(session))).collect::<Vec<_>>())
}

/// `DELETE /api/sessions/{id}`: ends one session.
pub(super) async fn end_session(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
) -> ApiResult {
    let (player, _) = caller.logged_in()?;
    let id = id.parse::<SessionId>().map_err(|_| ApiErrorReason::NotFound)?;
    app.node
        .store
        .end_sessions(player, SessionSelector::Only(id))
        .await
        .map_err(|error| store_failure(&error))?;
    app.node.disconnect(player, DisconnectScope::Session(Some(id)));
    Ok(no_content())
}

/// `DELETE /api/sessions`: ends all other sessions.
pub(super) async fn end_other_sessions(State(app): State<AppState>, caller: Caller) -> ApiResult {
    let (player, session) = caller.logged_in()?;
    app.node
        .store
        .end_sessions(player, SessionSelector::Others(session))
        .await
        .map_err(|error| store_failure(&error))?;
    app.node.disconnect(player, DisconnectScope::AllExcept(session));
    Ok(no_content())
}

/// Converts a session for the wire.
pub(super) fn session_info(session: &Session, current: Option<SessionId>) -> SessionInfo {
    SessionInfo {
        id: session.id.to_string(),
        device: session.device.clone(),
        opened: session.at.into(),
        seen: session.seen.into(),
        current: Some(session.id) == current,
    }
}

impl AppState {
    async fn open_session(&self, caller: &Caller, account: Account, headers: &HeaderMap) -> ApiResult {
        let (now, player) = (self.node.time.now(), account.player);
        let token = new_token()?;
        let device = headers.get(USER_AGENT).and_then(|device| device.to_str().ok()).unwrap_or_default();
        let session = NewSession {
            id: random::id(),
            token: token.hash(),
            player,
            password: account.password.clone(),
            device: device.chars().take(MAX_DEVICE_CHARS).collect(),
            at: now,
            expires: now + SESSION_LIFETIME,
        };
        let identity = Identity { session: Some(session.id), ..Identity::of_account(&account) };
        self.node.store.open_session(session).await.map_err(|error| match error {
            AccountError::Store(error) => store_failure(&error),
            // The account was banned or its password changed during the check; the next attempt tells.
            _ => ApiErrorReason::WrongCredentials,
        })?;
        self.end_oldest_sessions(player).await?;
        let ratings = self.node.store.ratings(player).await.map_err(|error| store_failure(&error))?;
        let me = Me {
            you: identity.to_player(None),
            now: now.into(),
            ratings: speed_ratings(ratings),
            rating_rules: Some(self.node.config.rating.to_wire()),
        };
        tracing::info!(%player, address = %caller.address, "logged in");
        // Connections of the previous identity of this browser end.
        self.node.disconnect(caller.identity.id, DisconnectScope::Session(caller.identity.session));
        Ok(with_new_token(json(&me)?, token))
    }

    /// Ends the sessions that were used least recently, if there are too many.
    async fn end_oldest_sessions(&self, player: protocol::PlayerId) -> Result<(), ApiErrorReason> {
        let store = &self.node.store;
        let sessions = store.sessions(player, self.node.time.now()).await;
        for old in sessions.map_err(|error| store_failure(&error))?.iter().skip(MAX_SESSIONS) {
            let ended = store.end_sessions(player, SessionSelector::Only(old.id)).await;
            ended.map_err(|error| store_failure(&error))?;
            self.node.disconnect(player, DisconnectScope::Session(Some(old.id)));
        }
        Ok(())
    }
}

fn new_token() -> Result<Token, ApiErrorReason> {
    Token::random().map_err(|error| store_failure(&crate::store::StoreError::Failed(error.to_string())))
}
