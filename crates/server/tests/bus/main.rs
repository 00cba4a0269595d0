//! Every bus keeps the same promises: the contract, run on each kind of bus there is.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod contract;

use bytes::Bytes;
use server::bus::{Bus, InProcessBus, Topic};

/// Runs each promise on a fresh bus.
macro_rules! promises {
    ($($promise:ident)*) => {
        mod in_process {
            $(
                #[tokio::test]
                async fn $promise() {
                    super::contract::$promise(&super::InProcessBus::new()).await;
                }
            )*
        }
    };
}

promises! {
    subscribers_hear_what_is_published
    topics_do_not_mix
    who_comes_late_hears_only_what_follows
    messages_come_in_order
    who_is_too_slow_is_told_and_goes_on
    nobody_waits_for_the_slow
    who_leaves_hears_nothing_and_disturbs_nobody
    to_stop_waiting_loses_nothing
}

#[tokio::test]
async fn topics_that_nobody_listens_to_cost_nothing() {
    let bus = InProcessBus::new();
    bus.publish(Topic::Lobby, Bytes::from_static(b"nobody"));
    assert_eq!(bus.topic_count(), 0);
    let (first, second) =
        (bus.subscribe(Topic::Lobby).await.unwrap(), bus.subscribe(Topic::Lobby).await.unwrap());
    assert_eq!(bus.topic_count(), 1);
    drop(first);
    assert_eq!(bus.topic_count(), 1);
    drop(second);
    assert_eq!(bus.topic_count(), 0);
}

#[tokio::test]
async fn when_the_bus_goes_subscribers_are_told() {
    let bus = InProcessBus::new();
    let mut subscription = bus.subscribe(Topic::Lobby).await.unwrap();
    drop(bus);
    assert_eq!(subscription.next().await, None);
}
