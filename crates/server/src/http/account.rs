//! Accounts and where they are logged in.

use std::net::IpAddr;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, Response};
use protocol::http::{Credentials, FailureReason, Me, SessionInfo};

use super::exchange::{Answer, Asked, broken, done, json, read};
use super::me::speed_ratings;
use super::person::SESSION;
use super::{App, Peer};
use crate::accounts::{AccountName, Password, PasswordHash, Token};
use crate::beside::{NotDone, beside};
use crate::random;
use crate::store::{Account, AccountError, NewAccount, NewSession, Session, SessionId, Which};
use crate::tables::Cut;
use crate::visitor::Visitor;

/// What a browser calls itself is kept up to this length.
const DEVICE: usize = 120;

/// `POST /api/account`: a guest takes a name and keeps the games.
pub(super) async fn create(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    app.told(peer, &headers, async |asked| {
        let (name, password) = credentials(&body)?;
        let hash = app.hash(password).await?;
        let player = asked.person.visitor.id;
        let account = NewAccount { player, name: name.clone(), password: hash, at: app.node.time.now() };
        match app.node.store.create_account(account).await {
            Ok(()) => app.open_session(asked, player, &name, &headers).await,
            Err(AccountError::NameTaken | AccountError::HasAccount) => Err(FailureReason::NameTaken),
            Err(AccountError::NoAccount) => Err(FailureReason::NotFound),
            Err(AccountError::Store(error)) => Err(broken(&error)),
        }
    })
    .await
}

/// `POST /api/session`: somebody with an account comes in.
pub(super) async fn log_in(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    app.told(peer, &headers, async |asked| {
        let account = app.check(&body, asked.address).await?;
        app.open_session(asked, account.player, &account.name, &headers).await
    })
    .await
}

/// `DELETE /api/session`: they leave. The browser is a new guest from then on.
pub(super) async fn log_out(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Response<Body> {
    app.told(peer, &headers, async |asked| {
        let (player, session) = logged_in(&asked.person.visitor)?;
        let ended = app.node.store.end_sessions(player, Which::Only(session)).await;
        ended.map_err(|error| broken(&error))?;
        app.node.disconnect(player, Cut::Of(Some(session)));
        asked.person.new_token = Some(new_token()?);
        done()
    })
    .await
}

/// `DELETE /api/account`: an account is no more; its games name nobody. The password has to be given once more.
pub(super) async fn remove(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    app.told(peer, &headers, async |asked| {
        let (player, _) = logged_in(&asked.person.visitor)?;
        let account = app.check(&body, asked.address).await?;
        if account.player != player {
            return Err(FailureReason::WrongCredentials);
        }
        match app.node.store.delete_account(player).await {
            Ok(()) | Err(AccountError::NoAccount) => {}
            Err(AccountError::Store(error)) => return Err(broken(&error)),
            Err(AccountError::NameTaken | AccountError::HasAccount) => return Err(FailureReason::NotFound),
        }
        app.node.disconnect(player, Cut::All);
        asked.person.new_token = Some(new_token()?);
        done()
    })
    .await
}

/// `GET /api/sessions`: where you are logged in.
pub(super) async fn sessions(State(app): State<App>, headers: HeaderMap) -> Response<Body> {
    app.asked(&headers, async |visitor| {
        let (player, _) = logged_in(&visitor)?;
        let sessions = app.node.store.sessions(player, app.node.time.now()).await;
        let sessions = sessions.map_err(|error| broken(&error))?;
        json(&sessions.iter().map(|session| session_info(session, visitor.session)).collect::<Vec<_>>())
    })
    .await
}

/// `DELETE /api/sessions/{id}`: one of them ends.
pub(super) async fn end(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    app.told(peer, &headers, async |asked| {
        let (player, _) = logged_in(&asked.person.visitor)?;
        let id = id.parse::<SessionId>().map_err(|_| FailureReason::NotFound)?;
        app.node.store.end_sessions(player, Which::Only(id)).await.map_err(|error| broken(&error))?;
        app.node.disconnect(player, Cut::Of(Some(id)));
        done()
    })
    .await
}

/// `DELETE /api/sessions`: all the others end.
pub(super) async fn end_others(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Response<Body> {
    app.told(peer, &headers, async |asked| {
        let (player, session) = logged_in(&asked.person.visitor)?;
        app.node.store.end_sessions(player, Which::Others(session)).await.map_err(|error| broken(&error))?;
        app.node.disconnect(player, Cut::Others(session));
        done()
    })
    .await
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

impl App {
    /// The account whose name and password these are. Whether there is such a name cannot be told from the answer, nor
    /// from the time it takes.
    async fn check(&self, body: &[u8], from: IpAddr) -> Result<Account, FailureReason> {
        let (name, password) = credentials(body).map_err(|reason| match reason {
            FailureReason::Unfit { .. } => FailureReason::WrongCredentials,
            reason => reason,
        })?;
        if !self.node.throttle.allows(&name, from, self.node.time.now()) {
            return Err(FailureReason::TooOften);
        }
        let account = self.node.store.account_named(name.clone()).await.map_err(|error| broken(&error))?;
        let hash = account.as_ref().map(|account| account.password.clone());
        let right = self.matches(password, hash).await?;
        let account = account.filter(|account| right && account.ban.is_none());
        if account.is_some() {
            self.node.throttle.succeeded(&name, from);
        }
        account.ok_or(FailureReason::WrongCredentials)
    }

    async fn open_session(
        &self,
        asked: &mut Asked,
        player: protocol::PlayerId,
        name: &AccountName,
        headers: &HeaderMap,
    ) -> Answer {
        let now = self.node.time.now();
        let token = new_token()?;
        let device = headers.get(USER_AGENT).and_then(|device| device.to_str().ok()).unwrap_or_default();
        let session = NewSession {
            id: random::id(),
            token: token.hash(),
            player,
            device: device.chars().take(DEVICE).collect(),
            at: now,
            expires: now + SESSION,
        };
        let visitor = Visitor {
            id: player,
            account: protocol::Name::new(name.as_str()).ok(),
            session: Some(session.id),
        };
        self.node.store.open_session(session).await.map_err(|error| broken(&error))?;
        let ratings = self.node.store.ratings(player).await.map_err(|error| broken(&error))?;
        let me = Me { you: visitor.player(None), now: now.into(), ratings: speed_ratings(ratings) };
        tracing::info!(%player, address = %asked.address, "logged in");
        // Whoever this browser was before, it is no more.
        let before = &asked.person.visitor;
        self.node.disconnect(before.id, Cut::Of(before.session));
        asked.person.visitor = visitor;
        asked.person.new_token = Some(token);
        json(&me)
    }

    async fn hash(&self, password: Password) -> Result<PasswordHash, FailureReason> {
        let hash = beside(&self.hashing, move || password.hash())
            .await
            .map_err(|NotDone| FailureReason::TooOften)?;
        hash.map_err(|error| broken(&crate::store::StoreError::Failed(error.to_string())))
    }

    async fn matches(&self, password: Password, hash: Option<PasswordHash>) -> Result<bool, FailureReason> {
        let work = move || match hash {
            Some(hash) => password.matches(&hash),
            None => {
                // As slow as if there were something to compare with.
                password.hash().ok();
                false
            }
        };
        beside(&self.hashing, work).await.map_err(|NotDone| FailureReason::TooOften)
    }
}

fn credentials(body: &[u8]) -> Result<(AccountName, Password), FailureReason> {
    let Credentials { name, password } = read(body)?;
    let name =
        name.parse::<AccountName>().map_err(|error| FailureReason::Unfit { words: error.to_string() })?;
    let password = password.expose().parse::<Password>();
    Ok((name, password.map_err(|error| FailureReason::Unfit { words: error.to_string() })?))
}

fn logged_in(visitor: &Visitor) -> Result<(protocol::PlayerId, SessionId), FailureReason> {
    visitor.session.map(|session| (visitor.id, session)).ok_or(FailureReason::NotLoggedIn)
}

fn new_token() -> Result<Token, FailureReason> {
    Token::random().map_err(|error| broken(&crate::store::StoreError::Failed(error.to_string())))
}
