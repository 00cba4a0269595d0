//! Session lifetime: extends sessions in use.

use game::{Millis, Timestamp};
use protocol::PlayerId;

use crate::node::Node;
use crate::store::SessionId;

/// A session expires this long after its last use.
pub(crate) const SESSION_LIFETIME: Millis = Millis::days(90);

/// Minimum time between two writes of a session's last use, which is shown in the list of sessions.
const TOUCH_INTERVAL: Millis = Millis::minutes(10);

impl Node {
    /// Extends a session unless that was done recently; returns the time of the last extension.
    pub(crate) async fn touch_session(&self, session: SessionId, noted: Timestamp) -> Timestamp {
        let now = self.time.now();
        if now.since(noted) < TOUCH_INTERVAL {
            return noted;
        }
        // A failure only makes the session expire earlier.
        self.store.extend_session(session, now, now + SESSION_LIFETIME).await.ok();
        now
    }
}

impl Node {
    /// Returns false if a session has ended and this node may have missed the message about it.
    pub(crate) async fn is_session_open(&self, player: PlayerId, session: SessionId) -> bool {
        if !self.membership.has_peers() {
            return true;
        }
        match self.store.sessions(player, self.time.now()).await {
            Ok(open) => open.iter().any(|open| open.id == session),
            Err(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::time::{Duration, sleep};

    use super::*;
    use crate::accounts::{PasswordHash, Token};
    use crate::bus::InProcessBus;
    use crate::config::Config;
    use crate::node::ServerClock;
    use crate::store::{AccountStore, NewAccount, NewSession, Session, SqliteStore};

    #[tokio::test(start_paused = true)]
    async fn use_extends_a_session_every_ten_minutes() {
        let start = Timestamp(1_000_000);
        let (player, id, token) =
            (PlayerId::from_bits(1), SessionId::from_bits(2), Token::random().unwrap().hash());
        let password = PasswordHash::from_stored("$x$".to_owned());
        let store = Arc::new(SqliteStore::in_memory().unwrap());
        let account =
            NewAccount { player, name: "Ann".parse().unwrap(), password: password.clone(), at: start };
        store.create_account(account).await.unwrap();
        let (device, expires) = (String::new(), start + SESSION_LIFETIME);
        store
            .open_session(NewSession { id, token, player, password, device, at: start, expires })
            .await
            .unwrap();
        let bus = Arc::new(InProcessBus::new());
        let node =
            Node::start(store.clone(), bus, Config::default(), ServerClock::start_at(start)).await.unwrap();
        let session = async || -> Session { store.session(token, start).await.unwrap().unwrap() };

        sleep(Duration::from_secs(9 * 60)).await;
        assert_eq!(node.touch_session(id, start).await, start);
        assert_eq!((session().await.seen, session().await.expires), (start, expires));
        sleep(Duration::from_secs(60)).await;
        let noted = node.touch_session(id, start).await;
        assert!(noted >= start + TOUCH_INTERVAL);
        assert_eq!((session().await.seen, session().await.expires), (noted, noted + SESSION_LIFETIME));
        assert_eq!(node.touch_session(id, noted).await, noted);
    }
}
