//! Accounts and where they are logged in.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use game::Millis;
use protocol::http::{Credentials, FailureReason, Me, SessionInfo};
use protocol::{Act, Refusal};

use super::App;
use super::asker::{Asker, Sent};
use super::exchange::{Answer, as_somebody_else, broken, done, json, refused};
use super::me::speed_ratings;
use super::password::fit;
use crate::accounts::{AccountName, PasswordHash, Token};
use crate::random;
use crate::sessions::SESSION;
use crate::store::{AccountError, NewAccount, NewSession, Session, SessionId, Standing, Which};
use crate::tables::{Cut, GAMES, Request};
use crate::visitor::Visitor;

/// What a browser calls itself is kept up to this length.
const DEVICE: usize = 120;

/// `POST /api/account`: a guest takes a name and keeps the games.
pub(super) async fn create(
    State(app): State<App>,
    asker: Asker,
    headers: HeaderMap,
    Sent(credentials): Sent<Credentials>,
) -> Answer {
    let (name, password) = fit(&credentials)?;
    let hash = app.hash(password).await?;
    let (player, at) = (asker.visitor.id, app.node.time.now());
    let account = NewAccount { player, name: name.clone(), password: hash.clone(), at };
    match app.node.store.create_account(account).await {
        Ok(()) => {
            app.node.throttle.succeeded(&name, asker.address);
            app.open_session(&asker, player, &name, hash, &headers).await
        }
        Err(AccountError::NameTaken) => Err(FailureReason::NameTaken.into()),
        Err(AccountError::HasAccount) => Err(FailureReason::HasAccount.into()),
        Err(AccountError::NoAccount) => Err(FailureReason::NotFound.into()),
        Err(AccountError::Store(error)) => Err(broken(&error).into()),
    }
}

/// `POST /api/session`: somebody with an account comes in.
pub(super) async fn log_in(
    State(app): State<App>,
    asker: Asker,
    headers: HeaderMap,
    Sent(credentials): Sent<Credentials>,
) -> Answer {
    let account = app.check(&credentials, asker.address).await?;
    app.open_session(&asker, account.player, &account.name, account.password, &headers).await
}

/// `DELETE /api/session`: they leave. The browser is a new guest from then on.
pub(super) async fn log_out(State(app): State<App>, asker: Asker) -> Answer {
    let (player, session) = asker.logged_in()?;
    let ended = app.node.store.end_sessions(player, Which::Only(session)).await;
    ended.map_err(|error| broken(&error))?;
    app.node.disconnect(player, Cut::Of(Some(session)));
    Ok(as_somebody_else(done(), new_token()?))
}

/// `DELETE /api/account`: an account is no more; its games name nobody. The password has to be given once more.
pub(super) async fn remove(
    State(app): State<App>,
    asker: Asker,
    Sent(credentials): Sent<Credentials>,
) -> Answer {
    let (player, _) = asker.logged_in()?;
    let account = app.check(&credentials, asker.address).await?;
    if account.player != player {
        return Err(FailureReason::WrongCredentials.into());
    }
    app.call_off_invitations(&asker.visitor).await?;
    match app.node.store.delete_account(player).await {
        Ok(()) | Err(AccountError::NoAccount) => {}
        Err(AccountError::Store(error)) => return Err(broken(&error).into()),
        Err(AccountError::NameTaken | AccountError::HasAccount) => return Err(FailureReason::NotFound.into()),
    }
    app.node.disconnect(player, Cut::All);
    Ok(as_somebody_else(done(), new_token()?))
}

/// `GET /api/sessions`: where you are logged in.
pub(super) async fn sessions(State(app): State<App>, asker: Asker) -> Answer {
    let (player, session) = asker.logged_in()?;
    let sessions = app.node.store.sessions(player, app.node.time.now()).await;
    let sessions = sessions.map_err(|error| broken(&error))?;
    json(&sessions.iter().map(|one| session_info(one, Some(session))).collect::<Vec<_>>())
}

/// `DELETE /api/sessions/{id}`: one of them ends.
pub(super) async fn end(State(app): State<App>, asker: Asker, Path(id): Path<String>) -> Answer {
    let (player, _) = asker.logged_in()?;
    let id = id.parse::<SessionId>().map_err(|_| FailureReason::NotFound)?;
    app.node.store.end_sessions(player, Which::Only(id)).await.map_err(|error| broken(&error))?;
    app.node.disconnect(player, Cut::Of(Some(id)));
    Ok(done())
}

/// `DELETE /api/sessions`: all the others end.
pub(super) async fn end_others(State(app): State<App>, asker: Asker) -> Answer {
    let (player, session) = asker.logged_in()?;
    app.node.store.end_sessions(player, Which::Others(session)).await.map_err(|error| broken(&error))?;
    app.node.disconnect(player, Cut::Others(session));
    Ok(done())
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
    async fn open_session(
        &self,
        asker: &Asker,
        player: protocol::PlayerId,
        name: &AccountName,
        password: PasswordHash,
        headers: &HeaderMap,
    ) -> Answer {
        let now = self.node.time.now();
        let token = new_token()?;
        let device = headers.get(USER_AGENT).and_then(|device| device.to_str().ok()).unwrap_or_default();
        let session = NewSession {
            id: random::id(),
            token: token.hash(),
            player,
            password,
            device: device.chars().take(DEVICE).collect(),
            at: now,
            expires: now + SESSION,
        };
        let visitor = Visitor {
            id: player,
            account: protocol::Name::new(name.as_str()).ok(),
            session: Some(session.id),
        };
        self.node.store.open_session(session).await.map_err(|error| match error {
            AccountError::Store(error) => broken(&error),
            // Banned, or given another password, while this one was being checked: the next try will tell.
            _ => FailureReason::WrongCredentials,
        })?;
        let ratings = self.node.store.ratings(player).await.map_err(|error| broken(&error))?;
        let me = Me { you: visitor.player(None), now: now.into(), ratings: speed_ratings(ratings) };
        tracing::info!(%player, address = %asker.address, "logged in");
        // Whoever this browser was before, it is no more.
        self.node.disconnect(asker.visitor.id, Cut::Of(asker.visitor.session));
        Ok(as_somebody_else(json(&me)?, token))
    }

    /// Nobody is to sit down opposite somebody who is no more.
    async fn call_off_invitations(&self, visitor: &Visitor) -> Result<(), FailureReason> {
        let node = &self.node;
        let games = node.store.current(visitor.id, GAMES).await.map_err(|error| broken(&error))?;
        for game in games.iter().filter(|game| matches!(game.standing, Standing::Waiting { .. })) {
            let (visitor, received) = (visitor.clone(), node.time.now());
            let (id, act, round_trip) = (random::id(), Act::Abort, Millis::ZERO);
            let abort = |reply| Request::Act { visitor, id, act, received, round_trip, reply };
            match node.tables.ask(node, game.id, abort).await {
                // Somebody has just sat down: they will win when nobody comes.
                Ok(_) | Err(Refusal::Over | Refusal::TooLateToAbort) => {}
                Err(refusal) => return Err(refused(refusal)),
            }
        }
        Ok(())
    }
}

fn new_token() -> Result<Token, FailureReason> {
    Token::random().map_err(|error| broken(&crate::store::StoreError::Failed(error.to_string())))
}
