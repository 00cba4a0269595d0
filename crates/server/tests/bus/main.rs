//! Runs the bus contract on every implementation.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod contract;
mod nats;
mod nats_tls;
mod nats_server;
mod notify;

use bytes::Bytes;
use server::bus::{Bus, InProcessBus, Topic};

/// Generates a test per contract function with a fresh bus.
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

        mod notify_on_one_node {
            $(
                #[tokio::test]
                async fn $promise() {
                    super::contract::$promise(&super::notify::one_node().await).await;
                }
            )*
        }

        mod nats_on_one_node {
            $(
                #[tokio::test]
                async fn $promise() {
                    let server = super::nats_server::NatsServer::start();
                    super::contract::$promise(&server.connect().await).await;
                }
            )*
        }
    };
}

/// Generates a test per contract function that also holds between two nodes.
macro_rules! promises_between_nodes {
    ($($promise:ident)*) => {
        mod nats_on_two_nodes {
            $(
                #[tokio::test]
                async fn $promise() {
                    let server = super::nats_server::NatsServer::start();
                    super::contract::$promise(&super::nats::TwoNodes::on(&server).await).await;
                }
            )*
        }

        mod notify_on_two_nodes {
            $(
                #[tokio::test]
                async fn $promise() {
                    super::contract::$promise(&super::notify::two_nodes().await).await;
                }
            )*
        }
    };
}

promises! {
    subscribers_receive_published_messages
    topics_are_independent
    all_subscribers_are_made_to_lag
    late_subscribers_get_later_messages_only
    messages_arrive_in_order
    slow_subscribers_lag_and_continue
    slow_subscribers_do_not_block_others
    unsubscribing_does_not_affect_others
    next_is_cancel_safe
}

// Between nodes a message may be on its way while a subscriber arrives, who may then hear it.
promises_between_nodes! {
    subscribers_receive_published_messages
    topics_are_independent
    all_subscribers_are_made_to_lag
    messages_arrive_in_order
    slow_subscribers_lag_and_continue
    slow_subscribers_do_not_block_others
    next_is_cancel_safe
}

#[tokio::test]
async fn topics_without_subscribers_are_removed() {
    let bus = InProcessBus::new();
    bus.publish(Topic::Lobby, Bytes::from_static(b"dropped"));
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
async fn dropping_the_bus_ends_subscriptions() {
    let bus = InProcessBus::new();
    let mut subscription = bus.subscribe(Topic::Lobby).await.unwrap();
    drop(bus);
    assert_eq!(subscription.next().await, None);
}
