//! Accounts and where they are logged in.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use game::Millis;
use protocol::http::{ApiErrorReason, Credentials, Me, SessionInfo};
use protocol::{ActionError, PlayerAction};

use super::AppState;
use super::extract::{Caller, JsonBody};
use super::me::speed_ratings;
use super::password::parse_credentials;
use super::response::{ApiResult, action_error, json, no_content, store_failure, with_new_token};
use crate::accounts::{AccountName, PasswordHash, Token};
use crate::games::{DisconnectScope, GameRequest, MAX_UNFINISHED_GAMES};
use crate::identity::Identity;
use crate::random;
use crate::sessions::SESSION_LIFETIME;
use crate::store::{AccountError, GameStatus, NewAccount, NewSession, Session, SessionId, SessionSelector};

/// What a browser calls itself is kept up to this length.
const MAX_DEVICE_CHARS: usize = 120;

/// `POST /api/account`: a guest takes a name and keeps the games.
pub(super) async fn create(
    State(app): State<AppState>,
    asker: Caller,
    headers: HeaderMap,
    JsonBody(credentials): JsonBody<Credentials>,
) -> ApiResult {
    let (name, password) = parse_credentials(&credentials)?;
    let hash = app.hash_password(password).await?;
    let (player, at) = (asker.identity.id, app.node.time.now());
    let account = NewAccount { player, name: name.clone(), password: hash.clone(), at };
    match app.node.store.create_account(account).await {
        Ok(()) => {
            app.node.login_throttle.record_success(&name, asker.address);
            app.open_session(&asker, player, &name, hash, &headers).await
        }
        Err(AccountError::NameTaken) => Err(ApiErrorReason::NameTaken.into()),
        Err(AccountError::HasAccount) => Err(ApiErrorReason::HasAccount.into()),
        Err(AccountError::NoAccount) => Err(ApiErrorReason::NotFound.into()),
        Err(AccountError::Store(error)) => Err(store_failure(&error).into()),
    }
}

/// `POST /api/session`: somebody with an account comes in.
pub(super) async fn log_in(
    State(app): State<AppState>,
    asker: Caller,
    headers: HeaderMap,
    JsonBody(credentials): JsonBody<Credentials>,
) -> ApiResult {
    let account = app.verify_credentials(&credentials, asker.address).await?;
    app.open_session(&asker, account.player, &account.name, account.password, &headers).await
}

/// `DELETE /api/session`: they leave. The browser is a new guest from then on.
pub(super) async fn log_out(State(app): State<AppState>, asker: Caller) -> ApiResult {
    let (player, session) = asker.logged_in()?;
    let ended = app.node.store.end_sessions(player, SessionSelector::Only(session)).await;
    ended.map_err(|error| store_failure(&error))?;
    app.node.disconnect(player, DisconnectScope::Session(Some(session)));
    Ok(with_new_token(no_content(), new_token()?))
}

/// `DELETE /api/account`: an account is no more; its games name nobody. The password has to be given once more.
pub(super) async fn delete(
    State(app): State<AppState>,
    asker: Caller,
    JsonBody(credentials): JsonBody<Credentials>,
) -> ApiResult {
    let (player, _) = asker.logged_in()?;
    let account = app.verify_credentials(&credentials, asker.address).await?;
    if account.player != player {
        return Err(ApiErrorReason::WrongCredentials.into());
    }
    app.abort_invitations(&asker.identity).await?;
    match app.node.store.delete_account(player).await {
        Ok(()) | Err(AccountError::NoAccount) => {}
        Err(AccountError::Store(error)) => return Err(store_failure(&error).into()),
        Err(AccountError::NameTaken | AccountError::HasAccount) => {
            return Err(ApiErrorReason::NotFound.into());
        }
    }
    app.node.disconnect(player, DisconnectScope::All);
    Ok(with_new_token(no_content(), new_token()?))
}

/// `GET /api/sessions`: where you are logged in.
pub(super) async fn sessions(State(app): State<AppState>, asker: Caller) -> ApiResult {
    let (player, session) = asker.logged_in()?;
    let sessions = app.node.store.sessions(player, app.node.time.now()).await;
    let sessions = sessions.map_err(|error| store_failure(&error))?;
    json(&sessions.iter().map(|one| session_info(one, Some(session))).collect::<Vec<_>>())
}

/// `DELETE /api/sessions/{id}`: one of them ends.
pub(super) async fn end_session(
    State(app): State<AppState>,
    asker: Caller,
    Path(id): Path<String>,
) -> ApiResult {
    let (player, _) = asker.logged_in()?;
    let id = id.parse::<SessionId>().map_err(|_| ApiErrorReason::NotFound)?;
    app.node
        .store
        .end_sessions(player, SessionSelector::Only(id))
        .await
        .map_err(|error| store_failure(&error))?;
    app.node.disconnect(player, DisconnectScope::Session(Some(id)));
    Ok(no_content())
}

/// `DELETE /api/sessions`: all the others end.
pub(super) async fn end_other_sessions(State(app): State<AppState>, asker: Caller) -> ApiResult {
    let (player, session) = asker.logged_in()?;
    app.node
        .store
        .end_sessions(player, SessionSelector::Others(session))
        .await
        .map_err(|error| store_failure(&error))?;
    app.node.disconnect(player, DisconnectScope::AllExcept(session));
    Ok(no_content())
}

/// A session in a list.
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
    async fn open_session(
        &self,
        asker: &Caller,
        player: protocol::PlayerId,
        name: &AccountName,
        password: PasswordHash,
        headers: &HeaderMap,
    ) -> ApiResult {
        let now = self.node.time.now();
        let token = new_token()?;
        let device = headers.get(USER_AGENT).and_then(|device| device.to_str().ok()).unwrap_or_default();
        let session = NewSession {
            id: random::id(),
            token: token.hash(),
            player,
            password,
            device: device.chars().take(MAX_DEVICE_CHARS).collect(),
            at: now,
            expires: now + SESSION_LIFETIME,
        };
        let visitor = Identity {
            id: player,
            account: protocol::PlayerName::new(name.as_str()).ok(),
            session: Some(session.id),
        };
        self.node.store.open_session(session).await.map_err(|error| match error {
            AccountError::Store(error) => store_failure(&error),
            // Banned, or given another password, while this one was being checked: the next try will tell.
            _ => ApiErrorReason::WrongCredentials,
        })?;
        let ratings = self.node.store.ratings(player).await.map_err(|error| store_failure(&error))?;
        let me = Me { you: visitor.to_player(None), now: now.into(), ratings: speed_ratings(ratings) };
        tracing::info!(%player, address = %asker.address, "logged in");
        // Whoever this browser was before, it is no more.
        self.node.disconnect(asker.identity.id, DisconnectScope::Session(asker.identity.session));
        Ok(with_new_token(json(&me)?, token))
    }

    /// Nobody is to sit down opposite somebody who is no more.
    async fn abort_invitations(&self, visitor: &Identity) -> Result<(), ApiErrorReason> {
        let node = &self.node;
        let games = node
            .store
            .unfinished(visitor.id, MAX_UNFINISHED_GAMES)
            .await
            .map_err(|error| store_failure(&error))?;
        for game in games.iter().filter(|game| matches!(game.status, GameStatus::Waiting { .. })) {
            let (visitor, received) = (visitor.clone(), node.time.now());
            let (id, act, round_trip) = (random::id(), PlayerAction::Abort, Millis::ZERO);
            let abort = |reply| GameRequest::Action { visitor, id, act, received, round_trip, reply };
            match node.games.request(node, game.id, abort).await {
                // Somebody has just sat down: they will win when nobody comes.
                Ok(_) | Err(ActionError::Over | ActionError::TooLateToAbort) => {}
                Err(refusal) => return Err(action_error(refusal)),
            }
        }
        Ok(())
    }
}

fn new_token() -> Result<Token, ApiErrorReason> {
    Token::random().map_err(|error| store_failure(&crate::store::StoreError::Failed(error.to_string())))
}
