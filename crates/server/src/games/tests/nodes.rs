//! Two nodes serving one game.

use super::*;

#[tokio::test(start_paused = true)]
async fn conflicting_moves_on_two_nodes_are_resolved_by_the_store() {
    let here = TestGame::new(minute()).await;
    let there = here.on_another_node(&Arc::new(InProcessBus::new())).await;
    assert_eq!(here.state().await.number, there.state().await.number);
    here.play(0, "e2e4").await.unwrap();
    // The other node learns of the move by a conflict in the store.
    assert_eq!(there.play(0, "d2d4").await, Err(ActionError::Stale));
    there.play(1, "e7e5").await.unwrap();
    assert_eq!(there.logged_plies().await, [0, 1]);
}

#[tokio::test(start_paused = true)]
async fn two_nodes_on_one_bus_share_a_game() {
    let test = TestGame::new(minute()).await;
    let bus = Arc::new(InProcessBus::new());
    let (here, there) = (test.on_another_node(&bus).await, test.on_another_node(&bus).await);
    for (ply, uci) in (0..).zip(["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"]) {
        let test = if ply % 2 == 0 { &here } else { &there };
        test.play(ply, uci).await.unwrap();
        // Let the bus deliver.
        sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(here.state().await, there.state().await);
    assert_eq!(here.logged_plies().await, [0, 1, 2, 3, 4, 5]);
}

#[tokio::test(start_paused = true)]
async fn flag_fall_considers_moves_of_other_nodes() {
    let test = TestGame::begun().await;
    let bus = Arc::new(InProcessBus::new());
    let (here, there) = (test.on_another_node(&bus).await, test.on_another_node(&bus).await);
    here.state().await;
    // A node takes a moment to start beside others.
    sleep(Duration::from_millis((START + Millis::seconds(59)).since(here.node.time.now()).0)).await;
    there.play(2, "g1f3").await.unwrap();
    sleep(Duration::from_secs(59)).await;
    assert_eq!(here.ending().await, None, "White has moved, and Black has a second left");
    sleep(Duration::from_secs(2)).await;
    assert_eq!(here.ending().await, Some(Ending::Timeout));
}

/// A game on two nodes without a common bus, as when all messages are lost. Black's seat is open.
async fn invitation_on_deaf_nodes() -> (TestGame, TestGame) {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let first = node(&store, &Arc::new(InProcessBus::new()), START).await;
    let builder = GameBuilder::new(random::id(), &terms(minute()), 0).unwrap();
    let builder = builder.seat(Seat::White, identity(Seat::White).to_player(None)).unwrap();
    let here = TestGame { store, node: first, game: builder.id };
    here.node.create_game(builder, None, None).await.unwrap();
    let there = here.on_another_node(&Arc::new(InProcessBus::new())).await;
    assert_eq!(here.state().await, there.state().await);
    (here, there)
}

#[tokio::test(start_paused = true)]
async fn a_node_that_missed_messages_reads_the_log_before_it_refuses() {
    let (here, there) = invitation_on_deaf_nodes().await;
    there.action(Seat::Black, PlayerAction::Sit { name: None }).await.unwrap();
    here.play(0, "e2e4").await.expect("the other node has seated Black");
    there.play(1, "e7e5").await.expect("the other node has moved");
    here.action(Seat::White, PlayerAction::Offer { offer: OfferKind::Draw }).await.unwrap();
    there
        .action(Seat::Black, PlayerAction::Accept { offer: OfferKind::Draw })
        .await
        .expect("there is an offer");
    assert_eq!(here.play(2, "g1f3").await, Err(ActionError::Over));
    assert_eq!(here.ending().await, there.ending().await);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_changes_the_node_is_never_shown_less_than_before() {
    let (here, there) = invitation_on_deaf_nodes().await;
    there.action(Seat::Black, PlayerAction::Sit { name: None }).await.unwrap();
    there.play(0, "e2e4").await.unwrap();
    let seen = there.enter_since(Seat::Black, 1, None).await;
    assert!(here.state().await.number < seen, "this node has heard of nothing");
    assert_eq!(here.enter_since(Seat::Black, 2, Some(seen)).await, seen);
}

#[tokio::test(start_paused = true)]
async fn a_refusal_that_is_right_is_given_once_the_log_was_read() {
    let (here, there) = invitation_on_deaf_nodes().await;
    assert_eq!(here.play(0, "e2e4").await, Err(ActionError::NotBegun));
    there.action(Seat::Black, PlayerAction::Sit { name: None }).await.unwrap();
    assert_eq!(here.play(1, "e7e5").await, Err(ActionError::Stale));
    assert_eq!(here.play(0, "e2e5").await, Err(ActionError::IllegalMove));
}

#[tokio::test(start_paused = true)]
async fn events_that_another_node_could_not_publish_reach_local_subscribers() {
    let (here, there) = invitation_on_deaf_nodes().await;
    let mut local = here.node.bus.subscribe(crate::bus::Topic::Game(here.game)).await.unwrap();
    there.action(Seat::Black, PlayerAction::Sit { name: None }).await.unwrap();
    assert_eq!(local.try_next(), None);
    here.play(0, "e2e4").await.unwrap();
    let numbers = std::iter::from_fn(|| local.try_next()).filter_map(|heard| {
        match super::super::Broadcast::decode(&heard.unwrap())?.0 {
            super::super::Broadcast::Events { first, last }
            | super::super::Broadcast::SeatsChanged { first, last } => Some((first.0, last.0)),
            _ => None,
        }
    });
    assert_eq!(numbers.collect::<Vec<_>>(), [(2, 2), (3, 3)], "the seat, then the move");
}

#[tokio::test(start_paused = true)]
async fn nodes_keep_the_same_chat() {
    let test = TestGame::new(minute()).await;
    let bus = Arc::new(InProcessBus::new());
    let (here, there) = (test.on_another_node(&bus).await, test.on_another_node(&bus).await);
    here.enter(Seat::White, 1).await;
    there.enter(Seat::Black, 2).await;
    let say = async |test: &TestGame, seat, text: &str| {
        let speech = protocol::ChatContent::Text(protocol::ChatText::new(text).unwrap());
        let (identity, room) = (identity(seat), protocol::ChatRoom::Players);
        let said = |reply| GameRequest::Chat { identity, room, speech, reply };
        test.node.games.request(&test.node, test.game, said).await.unwrap();
        sleep(Duration::from_millis(1)).await;
    };
    say(&here, Seat::White, "hello").await;
    say(&there, Seat::Black, "hi").await;
    say(&here, Seat::White, "good luck").await;
    for (test, seat, connection) in [(&here, Seat::White, 1), (&there, Seat::Black, 2)] {
        let (connection, player) = (ConnectionId(connection), identity(seat).id);
        let entering =
            |reply| GameRequest::Enter { connection, player, since: None, is_preview: false, reply };
        let entered = test.node.games.request(&test.node, test.game, entering).await.unwrap();
        let numbers: Vec<_> = entered.talk.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [0, 1, 2]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_refusal_reads_the_log_only_if_it_can_have_changed() {
    let test = TestGame::begun().await;
    let reads = || test.node.metrics.reads.counts();
    let before = reads();
    assert_eq!(test.play(0, "d2d4").await, Err(ActionError::Stale));
    assert_eq!(test.play(2, "e2e4").await, Err(ActionError::IllegalMove));
    assert_eq!(reads(), before, "there is no other node");
    let _other = test.on_another_node(&Arc::new(InProcessBus::new())).await;
    sleep(Duration::from_secs(2)).await;
    assert_eq!(test.play(0, "d2d4").await, Err(ActionError::Stale));
    assert_ne!(reads(), before, "the other node may have written");
    test.action(Seat::White, PlayerAction::Resign).await.unwrap();
    let before = reads();
    assert_eq!(test.play(2, "d2d4").await, Err(ActionError::Over));
    assert_eq!(reads(), before, "a game that is over stays so");
}
