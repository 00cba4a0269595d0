//! How long sessions last, and how it is known that they are used.

use game::{Millis, Timestamp};

use crate::node::Node;
use crate::store::SessionId;

/// A session that is used lasts this much longer.
pub(crate) const SESSION_LIFETIME: Millis = Millis::days(90);

/// How often, at most, it is noted that a session is used: people see in the list where they are logged in when that was, and
/// a write in ten minutes costs nothing.
const TOUCH_INTERVAL: Millis = Millis::minutes(10);

impl Node {
    /// Notes that a session is used, unless that was noted a short while ago; gives when it was noted last.
    pub(crate) async fn touch_session(&self, session: SessionId, noted: Timestamp) -> Timestamp {
        let now = self.time.now();
        if now.since(noted) < TOUCH_INTERVAL {
            return noted;
        }
        // If it fails the session ends a little earlier.
        self.store.extend_session(session, now, now + SESSION_LIFETIME).await.ok();
        now
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use protocol::PlayerId;
    use tokio::time::{Duration, sleep};

    use super::*;
    use crate::accounts::{PasswordHash, Token};
    use crate::bus::InProcessBus;
    use crate::config::Config;
    use crate::store::{AccountStore, NewAccount, NewSession, Session, SqliteStore};
    use crate::time::ServerClock;

    #[tokio::test(start_paused = true)]
    async fn use_is_noted_every_ten_minutes_and_makes_a_session_last() {
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
