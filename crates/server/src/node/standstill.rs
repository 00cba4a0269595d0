//! Standstill: the process was stopped or got no processor for a moment shorter than a lease. Moves that arrived
//! meanwhile waited in the sockets, so it is an outage like a longer one, and no flag falls before it is recorded.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use game::{Millis, Timestamp};
use tokio::time::{Duration, MissedTickBehavior, interval};

use super::background::contain;
use super::membership::{Membership, is_expired, resume};
use super::{Node, shutdown_started};
use crate::store::Outage;

/// Interval of the looks at the clock.
const LOOK: Duration = Duration::from_millis(250);

/// Time since the last look that is a standstill.
const STANDSTILL: Millis = Millis::seconds(1);

impl Membership {
    /// Returns true if no look was taken for so long that the process must have stood still.
    pub(super) fn stands_still(&self, now: Timestamp) -> bool {
        now.since(self.looked()) > STANDSTILL
    }

    fn looked(&self) -> Timestamp {
        Timestamp(self.looked.load(Ordering::Acquire))
    }
}

/// Looks at the clock until shutdown.
pub(super) async fn look_loop(node: Arc<Node>) {
    let mut shutdown = node.shutdown.subscribe();
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = shutdown_started(&mut shutdown) => return,
            _ = looks.tick() => {}
        }
        contain("look", look(&node)).await;
    }
}

async fn look(node: &Arc<Node>) {
    let (membership, now) = (&node.membership, node.time.now());
    // The renewal looks after a pause that was longer than the lease, and after a step of the clock.
    let is_left_to_renewal = is_expired(membership.renewed(), now) || !membership.is_in_step();
    if membership.stands_still(now) && !is_left_to_renewal {
        // Without an answer nothing is written until the next look.
        let Ok(leases) = node.store.renew_lease(node.renewal()).await else { return };
        resume(node, Outage { from: membership.looked(), until: now }, &leases.all).await;
    }
    membership.looked.store(now.0, Ordering::Release);
}
