//! Contract of every bus. Each function gets a bus without subscribers.

use std::time::Duration;

use bytes::Bytes;
use server::bus::{Bus, Lagged, Subscription, Topic};
use server::store::{GameId, PlayerId};
use tokio::time::timeout;

const GAME: Topic = Topic::Game(GameId::from_bits(1));

/// More than the capacity of any channel.
const MANY: u32 = 100_000;

fn message(number: u32) -> Bytes {
    Bytes::copy_from_slice(&number.to_be_bytes())
}

async fn hear(subscription: &mut Subscription) -> Result<Bytes, Lagged> {
    timeout(Duration::from_secs(10), subscription.next()).await.unwrap().unwrap()
}

/// Publishes a message and checks that it is the next one received.
async fn expect_next(bus: &dyn Bus, subscription: &mut Subscription, topic: Topic, last: u32) {
    bus.publish(topic, message(last));
    assert_eq!(hear(subscription).await, Ok(message(last)));
}

pub(crate) async fn subscribers_receive_published_messages(bus: &dyn Bus) {
    let mut all = [bus.subscribe(GAME).await.unwrap(), bus.subscribe(GAME).await.unwrap()];
    bus.publish(GAME, Bytes::from_static("한판".as_bytes()));
    bus.publish(GAME, Bytes::new());
    for subscription in &mut all {
        assert_eq!(hear(subscription).await.unwrap(), "한판");
        assert_eq!(hear(subscription).await.unwrap(), "");
    }
}

pub(crate) async fn topics_are_independent(bus: &dyn Bus) {
    let topics =
        [GAME, Topic::Game(GameId::from_bits(2)), Topic::Player(PlayerId::from_bits(1)), Topic::Lobby];
    let mut all = Vec::new();
    for topic in topics {
        all.push(bus.subscribe(topic).await.unwrap());
    }
    for (number, topic) in (0..).zip(topics) {
        bus.publish(topic, message(number));
    }
    for (number, subscription) in (0..).zip(&mut all) {
        assert_eq!(hear(subscription).await, Ok(message(number)));
        expect_next(bus, subscription, topics[number as usize], 100).await;
    }
}

pub(crate) async fn all_subscribers_are_made_to_lag(bus: &dyn Bus) {
    let player = Topic::Player(PlayerId::from_bits(1));
    let (mut of_game, mut of_lobby) =
        (bus.subscribe(GAME).await.unwrap(), bus.subscribe(Topic::Lobby).await.unwrap());
    let mut of_player = bus.subscribe(player).await.unwrap();
    bus.lag_subscribers();
    for subscription in [&mut of_game, &mut of_lobby, &mut of_player] {
        assert_eq!(hear(subscription).await, Err(Lagged::Missed));
    }
    expect_next(bus, &mut of_player, player, 1).await;
}

pub(crate) async fn late_subscribers_get_later_messages_only(bus: &dyn Bus) {
    let mut early = bus.subscribe(GAME).await.unwrap();
    bus.publish(GAME, message(1));
    let mut late = bus.subscribe(GAME).await.unwrap();
    expect_next(bus, &mut late, GAME, 2).await;
    assert_eq!((hear(&mut early).await, hear(&mut early).await), (Ok(message(1)), Ok(message(2))));
}

pub(crate) async fn messages_arrive_in_order(bus: &dyn Bus) {
    let mut subscription = bus.subscribe(GAME).await.unwrap();
    for number in 0..1_000 {
        bus.publish(GAME, message(2 * number));
        bus.publish(GAME, message(2 * number + 1));
        assert_eq!(hear(&mut subscription).await, Ok(message(2 * number)));
        assert_eq!(hear(&mut subscription).await, Ok(message(2 * number + 1)));
    }
}

pub(crate) async fn slow_subscribers_lag_and_continue(bus: &dyn Bus) {
    let mut slow = bus.subscribe(GAME).await.unwrap();
    for number in 0..MANY {
        bus.publish(GAME, message(number));
    }
    let mut heard = Vec::new();
    let mut lagged = 0;
    while heard.last() != Some(&message(MANY - 1)) {
        match hear(&mut slow).await {
            Ok(message) => heard.push(message),
            Err(_) => lagged += 1,
        }
    }
    assert!(lagged > 0, "lagging is reported");
    assert!(heard.len() < MANY as usize, "the channel is bounded");
    assert!(heard.is_sorted(), "the remaining messages are in order");
    bus.publish(GAME, message(MANY));
    // Another node may say, too, that it could not send everything.
    while hear(&mut slow).await.map_err(|lag| assert_eq!(lag, Lagged::Missed)) != Ok(message(MANY)) {}
}

pub(crate) async fn slow_subscribers_do_not_block_others(bus: &dyn Bus) {
    let _slow = bus.subscribe(GAME).await.unwrap();
    let mut quick = bus.subscribe(GAME).await.unwrap();
    for number in 0..10_000 {
        expect_next(bus, &mut quick, GAME, number).await;
    }
}

pub(crate) async fn unsubscribing_does_not_affect_others(bus: &dyn Bus) {
    let (leaver, mut stayer) = (bus.subscribe(GAME).await.unwrap(), bus.subscribe(GAME).await.unwrap());
    drop(leaver);
    expect_next(bus, &mut stayer, GAME, 1).await;
    drop(stayer);
    bus.publish(GAME, message(2));
    let mut back = bus.subscribe(GAME).await.unwrap();
    expect_next(bus, &mut back, GAME, 3).await;
}

pub(crate) async fn next_is_cancel_safe(bus: &dyn Bus) {
    let mut subscription = bus.subscribe(GAME).await.unwrap();
    for number in 0..100 {
        // No message yet: the wait is cancelled.
        assert!(timeout(Duration::ZERO, subscription.next()).await.is_err());
        expect_next(bus, &mut subscription, GAME, number).await;
    }
}
