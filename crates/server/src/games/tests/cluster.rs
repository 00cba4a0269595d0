//! Two nodes that share presence, leases and the clock of their store.

use super::*;
use crate::bus::Topic;
use crate::games::state::RecordKind;
use crate::store::{ClusterStore, NodeId, NodeLoad, Renewal, WorkClaim};

/// A game with running clocks on two nodes, without a common bus: nothing here may depend on messages.
async fn two_nodes() -> (TestGame, TestGame) {
    let here = TestGame::begun().await;
    let there = here.on_another_node(&Arc::new(InProcessBus::new())).await;
    (here, there)
}

/// Number of interruptions in the log.
async fn interruptions(test: &TestGame) -> usize {
    let stored = test.store.load(test.game).await.unwrap().unwrap();
    stored.entries.iter().filter(|entry| entry.body.contains("interrupted")).count()
}

async fn seconds_left(test: &TestGame) -> (u64, u64) {
    let clocks = test.state().await.clocks.unwrap();
    (clocks.white.0 / 1_000, clocks.black.0 / 1_000)
}

#[tokio::test(start_paused = true)]
async fn a_player_on_another_node_cannot_be_claimed_against() {
    let (here, there) = two_nodes().await;
    there.enter(Seat::Black, 1).await;
    here.enter(Seat::White, 2).await;
    sleep(Duration::from_secs(17)).await;
    assert_eq!(here.action(Seat::White, PlayerAction::ClaimWin).await, Err(ActionError::NotGone));
    there.leave(Seat::Black, 1).await;
    sleep(Duration::from_secs(14)).await;
    assert_eq!(here.action(Seat::White, PlayerAction::ClaimWin).await, Err(ActionError::NotGone));
    sleep(Duration::from_secs(2)).await;
    here.action(Seat::White, PlayerAction::ClaimWin).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_player_who_moves_to_another_node_is_not_absent() {
    let (here, there) = two_nodes().await;
    here.enter(Seat::White, 1).await;
    here.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(1)).await;
    there.enter(Seat::Black, 3).await;
    here.leave(Seat::Black, 2).await;
    sleep(Duration::from_secs(20)).await;
    assert_eq!(here.action(Seat::White, PlayerAction::ClaimDraw).await, Err(ActionError::NotGone));
}

#[tokio::test(start_paused = true)]
async fn a_node_that_starts_beside_another_interrupts_no_game() {
    let (here, there) = two_nodes().await;
    here.enter(Seat::White, 1).await;
    sleep(Duration::from_secs(10)).await;
    there.node.shut_down().await;
    sleep(Duration::from_secs(5)).await;
    let again = here.on_another_node(&Arc::new(InProcessBus::new())).await;
    again.state().await;
    sleep(Duration::from_secs(5)).await;
    assert_eq!((interruptions(&again).await, interruptions(&here).await), (0, 0));
    let (white, _) = seconds_left(&again).await;
    assert!((36..=40).contains(&white), "{white}");
}

#[tokio::test(start_paused = true)]
async fn a_player_whose_node_has_died_is_not_charged_until_reconnecting() {
    let (here, there) = two_nodes().await;
    there.enter(Seat::White, 1).await;
    here.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(1)).await;
    let (before, _) = seconds_left(&here).await;
    // Its tasks go on, but without a lease they write nothing.
    there.node.hang(true);
    sleep(Duration::from_secs(8)).await;
    assert_eq!(interruptions(&here).await, 1);
    let (held, _) = seconds_left(&here).await;
    assert!(before - held <= 1, "from {before} to {held}");
    assert_eq!(here.action(Seat::Black, PlayerAction::ClaimWin).await, Err(ActionError::NotGone));
    here.enter(Seat::White, 3).await;
    here.play(2, "g1f3").await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_node_that_takes_over_many_games_keeps_its_lease() {
    let (here, there) = two_nodes().await;
    let mut games = Vec::new();
    for _ in 0..20 {
        let game = create(&there.node, minute()).await;
        let (store, node) = (Arc::clone(&there.store), Arc::clone(&there.node));
        games.push(TestGame { store, node, game }.begin().await);
    }
    for (number, game) in (1..).zip(&games) {
        game.enter(Seat::White, number).await;
    }
    there.node.hang(true);
    // One after the other, the games would take longer than a lease lasts.
    there.store.delay_writes(Duration::from_millis(600));
    for second in 0..30 {
        sleep(Duration::from_secs(1)).await;
        assert!(here.node.has_lease(), "after {second} s");
    }
    there.store.delay_writes(Duration::ZERO);
    for game in &games {
        assert_eq!(interruptions(game).await, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_node_that_comes_back_during_its_take_over_keeps_its_presence() {
    let (here, there) = two_nodes().await;
    there.enter(Seat::White, 1).await;
    here.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(1)).await;
    // The interruption of the game, and with it the take-over, takes until the node is there again.
    here.store.delay_writes(Duration::from_secs(6));
    there.node.hang(true);
    sleep(Duration::from_secs(7)).await;
    here.store.delay_writes(Duration::ZERO);
    there.node.hang(false);
    sleep(Duration::from_secs(3)).await;
    for _ in 0..10 {
        let presence = here.store.presence(here.game).await.unwrap();
        assert!(presence.iter().any(|&(node, _)| node == there.node.membership.id), "{presence:?}");
        sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(here.action(Seat::Black, PlayerAction::ClaimWin).await, Err(ActionError::NotGone));
}

#[tokio::test(start_paused = true)]
async fn a_node_that_was_paused_writes_nothing_wrong_when_it_wakes() {
    let (here, there) = two_nodes().await;
    there.enter(Seat::White, 1).await;
    there.enter(Seat::Black, 2).await;
    here.enter(Seat::Black, 3).await;
    there.node.hang(true);
    sleep(Duration::from_secs(6)).await;
    assert_eq!(there.play(2, "d2d4").await, Err(ActionError::Storage), "without a lease nothing is written");
    // White goes to the other node and moves there.
    here.enter(Seat::White, 4).await;
    here.play(2, "g1f3").await.unwrap();
    sleep(Duration::from_secs(50)).await;
    let log = here.store.load(here.game).await.unwrap().unwrap().entries.len();
    there.node.hang(false);
    sleep(Duration::from_secs(3)).await;
    assert_eq!(here.store.load(here.game).await.unwrap().unwrap().entries.len(), log, "nothing to write");
    assert_eq!(there.state().await, here.state().await);
    there.play(3, "b8c6").await.expect("it serves again");
}

#[tokio::test(start_paused = true)]
async fn the_delay_of_a_write_is_deducted_from_the_reply_on_another_node_and_from_no_other_move() {
    let test = TestGame::begun().await;
    let bus = Arc::new(InProcessBus::new());
    let (here, there) = (test.on_another_node(&bus).await, test.on_another_node(&bus).await);
    here.enter(Seat::White, 1).await;
    there.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(3)).await;
    test.store.delay_writes(Duration::from_millis(600));
    here.play(2, "g1f3").await.unwrap();
    test.store.delay_writes(Duration::ZERO);
    sleep(Duration::from_secs(3)).await;
    there.play(3, "b8c6").await.unwrap();
    sleep(Duration::from_secs(3)).await;
    here.play(4, "f1c4").await.unwrap();
    let moves = here.state().await.moves;
    for ply in [3, 4] {
        let spent = moves[ply].spent.unwrap().0;
        assert!(spent.abs_diff(3_000) <= 50, "ply {ply} took three seconds: {spent}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_pause_of_the_only_node_is_an_outage() {
    let test = TestGame::begun().await;
    test.enter(Seat::White, 1).await;
    test.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(10)).await;
    let (before, _) = seconds_left(&test).await;
    test.node.hang(true);
    sleep(Duration::from_secs(120)).await;
    test.node.hang(false);
    sleep(Duration::from_secs(2)).await;
    assert_eq!(test.ending().await, None);
    let (after, _) = seconds_left(&test).await;
    assert!(before - after <= 4, "from {before} to {after}");
    assert_eq!(interruptions(&test).await, 1);
}

#[tokio::test(start_paused = true)]
async fn nodes_follow_the_clock_of_the_database() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let database = ServerClock::start_at(START);
    store.cluster.set_clock(database.clone());
    let fast = node(&store, &Arc::new(InProcessBus::new()), START + Millis::seconds(2)).await;
    let slow = node(&store, &Arc::new(InProcessBus::new()), Timestamp(START.0 - 2_000)).await;
    for node in [&fast, &slow] {
        assert_eq!(node.time.now(), database.now());
        assert!(node.has_lease());
    }
    sleep(Duration::from_millis(1_500)).await;
    // Small differences are corrected while the node serves.
    fast.time.adjust(40);
    slow.time.adjust(-3_000);
    sleep(Duration::from_secs(1)).await;
    assert!(fast.has_lease());
    assert!(!slow.has_lease(), "a node with a wrong clock does not serve");
    assert_eq!((fast.time.now(), slow.time.now()), (database.now(), database.now()));
    sleep(Duration::from_secs(1)).await;
    assert!(slow.has_lease(), "it serves when its clock is right");
}

#[tokio::test(start_paused = true)]
async fn no_player_is_charged_for_a_step_of_the_clock() {
    for step in [2_000, -2_000] {
        let store = Arc::new(SqliteStore::in_memory().unwrap());
        let database = ServerClock::start_at(START);
        store.cluster.set_clock(database.clone());
        let here = TestGame::with_store(store, minute()).await.begin().await;
        let there = here.on_another_node(&Arc::new(InProcessBus::new())).await;
        here.enter(Seat::White, 1).await;
        there.enter(Seat::Black, 2).await;
        sleep(Duration::from_millis(5_300)).await;
        // The turn begins a moment before the step, and after the last renewal.
        here.play(2, "g1f3").await.unwrap();
        sleep(Duration::from_millis(200)).await;
        there.state().await;
        let (_, before) = seconds_left(&there).await;
        database.adjust(step);
        sleep(Duration::from_secs(4)).await;
        let (_, after) = seconds_left(&there).await;
        assert!(before - after <= 4, "from {before} to {after} after a step of {step}");
        there.play(3, "b8c6").await.expect("it serves again");
    }
}

#[tokio::test(start_paused = true)]
async fn a_flag_is_called_by_another_node_only_after_a_margin() {
    let (here, there) = two_nodes().await;
    there.enter(Seat::White, 1).await;
    here.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(1)).await;
    // The node of the mover is there, but its games hang.
    there.node.games.shut_down().await;
    while here.node.time.now() < START + Millis::seconds(62) {
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(here.ending().await, None, "White is connected to a node that is alive");
    sleep(Duration::from_secs(3)).await;
    assert_eq!(here.ending().await, Some(Ending::Timeout));
}

#[tokio::test(start_paused = true)]
async fn a_search_of_a_node_that_has_died_is_done_by_another() {
    let test = against_computer(minute()).await;
    test.enter(Seat::White, 1).await;
    let other = NodeId(7);
    let renew =
        || Renewal { node: other, at: test.node.time.now(), load: NodeLoad::default(), is_on_bus: true };
    test.store.renew_lease(renew()).await.unwrap();
    sleep(Duration::from_millis(1_500)).await;
    // The other node has claimed all searches of this game.
    let work = (0..20).map(|number| format!("computer:{}:{number}", test.game)).collect();
    let until = test.node.time.now() + Millis::minutes(60);
    let claim = WorkClaim { node: other, work, at: test.node.time.now(), until };
    test.store.claim_work(claim).await.unwrap();
    test.play(0, "e2e4").await.unwrap();
    for _ in 0..10 {
        test.store.renew_lease(renew()).await.unwrap();
        sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(test.state().await.moves.len(), 1, "the other node thinks");
    for _ in 0..600 {
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(test.state().await.moves.len(), 2, "the other node has died");
}

#[tokio::test(start_paused = true)]
async fn subscribers_read_the_store_while_another_node_cannot_send() {
    let test = TestGame::begun().await;
    let mut game = test.node.bus.subscribe(Topic::Game(test.game)).await.unwrap();
    let mut lags = || std::iter::from_fn(|| game.try_next()).filter(Result::is_err).count();
    for (is_on_bus, expected) in [(true, false), (false, true), (true, false)] {
        let (node, at) = (NodeId(7), test.node.time.now());
        let renewal = Renewal { node, at, load: NodeLoad::default(), is_on_bus };
        test.store.renew_lease(renewal).await.unwrap();
        sleep(Duration::from_millis(2_500)).await;
        assert_eq!(lags() > 0, expected, "{is_on_bus}");
    }
}

#[tokio::test(start_paused = true)]
async fn every_record_of_an_interruption_is_named_so() {
    let from = RecordKind::Interrupted { from: START.into(), until: START.into(), held_until: None };
    assert!(serde_json::to_string(&from).unwrap().contains("interrupted"));
}
