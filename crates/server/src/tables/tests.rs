//! Tables without sockets, under a clock that moves on whenever everybody waits.

use std::num::NonZeroU32;
use std::sync::Arc;

use game::{Allowance, Bonus, Ending, Millis, TimeControl, Timestamp};
use protocol::{
    Act, ActId, Control, GameId, GameState, MoveText, Offer, PlayerId, Refusal, Seat, Stakes, Start, Terms,
    Visibility,
};
use tokio::time::{Duration, sleep};

use super::Request;
use crate::bus::InProcess;
use crate::config::Config;
use crate::live::{Opening, restore};
use crate::node::Node;
use crate::random;
use crate::store::{Append, Archive, Entry, Filter, Games, Sqlite};
use crate::time::Time;
use crate::visitor::Visitor;

const START: Timestamp = Timestamp(1_000_000_000);

async fn node(store: &Arc<Sqlite>, at: Timestamp) -> Arc<Node> {
    node_on(&Arc::new(InProcess::new()), store, at).await
}

async fn node_on(bus: &Arc<InProcess>, store: &Arc<Sqlite>, at: Timestamp) -> Arc<Node> {
    Node::start(store.clone(), bus.clone(), Config::default(), Time::start_at(at)).await.unwrap()
}

fn store() -> Arc<Sqlite> {
    Arc::new(Sqlite::in_memory().unwrap())
}

fn minute() -> TimeControl {
    TimeControl::same(Allowance::new(Millis::minutes(1), Bonus::None).unwrap())
}

fn visitor(seat: Seat) -> Visitor {
    let bits = if seat == Seat::White { 1 } else { 2 };
    Visitor { id: PlayerId::from_bits(bits), account: None, session: None }
}

async fn create(node: &Arc<Node>, control: TimeControl) -> GameId {
    let terms = Terms {
        start: Start::Standard,
        control: Control::new(control).unwrap(),
        stakes: Stakes::Casual,
        visibility: Visibility::Public,
    };
    let mut opening = Opening::new(random::id(), &terms, 0).unwrap();
    for seat in Seat::ALL {
        opening = opening.seat(seat, visitor(seat).player(None)).unwrap();
    }
    node.create(&opening).await.unwrap();
    opening.id
}

async fn act(node: &Arc<Node>, game: GameId, seat: Seat, act: Act) -> Result<u32, Refusal> {
    let visitor = visitor(seat);
    let id: ActId = random::id();
    let received = node.time.now();
    let request = |reply| Request::Act { visitor, id, act, received, round_trip: Millis::ZERO, reply };
    node.tables.ask(node, game, request).await
}

async fn play(node: &Arc<Node>, game: GameId, ply: u32, uci: &str) -> Result<u32, Refusal> {
    let seat = if ply.is_multiple_of(2) { Seat::White } else { Seat::Black };
    act(node, game, seat, Act::Move { ply, uci: MoveText(uci.parse().unwrap()) }).await
}

async fn look(node: &Arc<Node>, game: GameId) -> GameState {
    *node.tables.ask(node, game, |reply| Request::Look { reply }).await.unwrap().state
}

async fn enter(node: &Arc<Node>, game: GameId, seat: Seat) {
    let visitor = visitor(seat);
    node.tables.ask(node, game, |reply| Request::Enter { visitor, since: None, reply }).await.unwrap();
}

fn ending(state: &GameState) -> Option<Ending> {
    state.result.as_ref().map(|result| result.0.ending())
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_by_itself() {
    let node = node(&store(), START).await;
    let game = create(&node, minute()).await;
    play(&node, game, 0, "e2e4").await.unwrap();
    play(&node, game, 1, "e7e5").await.unwrap();
    sleep(Duration::from_millis(59_900)).await;
    assert_eq!(ending(&look(&node, game).await), None);
    sleep(Duration::from_millis(200)).await;
    assert_eq!(ending(&look(&node, game).await), Some(Ending::Timeout));
    assert_eq!(node.directory.len(), 0, "nothing to watch any more");
}

#[tokio::test(start_paused = true)]
async fn a_game_that_nobody_opens_is_called_off_all_the_same() {
    let store = store();
    let node = node(&store, START).await;
    let game = create(&node, minute()).await;
    assert_eq!(node.tables.len(), 0);
    sleep(Duration::from_secs(25)).await;
    let stored = node.store.load(game).await.unwrap().unwrap();
    assert!(matches!(stored.head.standing, crate::store::Standing::Over { outcome, .. }
        if outcome.ending() == Ending::Aborted));
}

#[tokio::test(start_paused = true)]
async fn a_table_closes_when_nobody_is_there() {
    let node = node(&store(), START).await;
    let days = TimeControl::Correspondence { days: NonZeroU32::MIN };
    let game = create(&node, days).await;
    enter(&node, game, Seat::White).await;
    sleep(Duration::from_secs(120)).await;
    assert_eq!(node.tables.len(), 1, "somebody is there");
    node.tables.tell(&node, game, Request::Leave { player: visitor(Seat::White).id }).await.unwrap();
    sleep(Duration::from_secs(35)).await;
    assert_eq!(node.tables.len(), 0);
    play(&node, game, 0, "e2e4").await.unwrap();
    assert_eq!(look(&node, game).await.moves.len(), 1, "and opens again");
    sleep(Duration::from_secs(86_500)).await;
    assert_eq!(ending(&look(&node, game).await), Some(Ending::Timeout), "a day is a day");
}

#[tokio::test(start_paused = true)]
async fn one_who_leaves_is_claimed_against_when_the_grace_is_over() {
    let node = node(&store(), START).await;
    let game = create(&node, minute()).await;
    enter(&node, game, Seat::White).await;
    enter(&node, game, Seat::Black).await;
    play(&node, game, 0, "e2e4").await.unwrap();
    play(&node, game, 1, "e7e5").await.unwrap();
    node.tables.tell(&node, game, Request::Leave { player: visitor(Seat::Black).id }).await.unwrap();
    sleep(Duration::from_secs(14)).await;
    assert_eq!(act(&node, game, Seat::White, Act::ClaimWin).await, Err(Refusal::NotGone));
    sleep(Duration::from_secs(2)).await;
    act(&node, game, Seat::White, Act::ClaimWin).await.unwrap();
    assert_eq!(ending(&look(&node, game).await), Some(Ending::Abandoned));
}

#[tokio::test(start_paused = true)]
async fn the_time_without_a_server_is_nobodys() {
    let store = store();
    let game;
    {
        let node = node(&store, START).await;
        game = create(&node, minute()).await;
        play(&node, game, 0, "e2e4").await.unwrap();
        play(&node, game, 1, "e7e5").await.unwrap();
        sleep(Duration::from_secs(20)).await;
        node.close().await;
    }
    // An hour later.
    let node = node(&store, START + Millis::minutes(60)).await;
    let state = look(&node, game).await;
    assert_eq!(ending(&state), None);
    let clocks = state.clocks.unwrap();
    assert_eq!((clocks.white.0 / 1_000, clocks.black.0), (40, 60_000));
    play(&node, game, 2, "g1f3").await.unwrap();
    assert_eq!(look(&node, game).await.moves[2].spent.map(|spent| spent.0 / 1_000), Some(20));
}

#[tokio::test(start_paused = true)]
async fn nor_is_any_of_several_such_times() {
    let store = store();
    let game;
    {
        let node = node(&store, START).await;
        game = create(&node, minute()).await;
        play(&node, game, 0, "e2e4").await.unwrap();
        play(&node, game, 1, "e7e5").await.unwrap();
        sleep(Duration::from_secs(20)).await;
        node.close().await;
    }
    for minutes in [10, 20, 30] {
        // It runs for five seconds, in which nobody asks for the game, and is gone again.
        let node = node(&store, START + Millis::minutes(minutes)).await;
        sleep(Duration::from_secs(5)).await;
        node.close().await;
    }
    let node = node(&store, START + Millis::minutes(40)).await;
    let clocks = look(&node, game).await.clocks.unwrap();
    assert_eq!((clocks.white.0 / 1_000, clocks.black.0), (25, 60_000), "20 s, and three times 5 s");
}

#[tokio::test(start_paused = true)]
async fn a_game_that_cannot_be_read_keeps_nobody_from_being_looked_after() {
    let store = store();
    let node = node(&store, START).await;
    let (damaged, sound) = (create(&node, minute()).await, create(&node, minute()).await);
    let nonsense = Entry { number: 3, ply: None, at: START, body: "?".to_owned() };
    store.append(Append::new(damaged, vec![nonsense])).await.unwrap();
    sleep(Duration::from_secs(25)).await;
    assert_eq!(ending(&look(&node, sound).await), Some(Ending::Aborted), "its first move did not come");
    assert_eq!(node.store.due(Timestamp(u64::MAX), 10).await, Ok(vec![]), "nor is the other due for ever");
}

#[tokio::test(start_paused = true)]
async fn two_nodes_never_both_make_a_move() {
    let store = store();
    let (here, there) = (node(&store, START).await, node(&store, START).await);
    let game = create(&here, minute()).await;
    assert_eq!(look(&here, game).await.number, look(&there, game).await.number);
    play(&here, game, 0, "e2e4").await.unwrap();
    // The other node does not know of it until the store says that somebody was faster.
    assert_eq!(play(&there, game, 0, "d2d4").await, Err(Refusal::Stale));
    play(&there, game, 1, "e7e5").await.unwrap();
    let stored = store_log(&there, game).await;
    assert_eq!(stored, [0, 1]);
}

#[tokio::test(start_paused = true)]
async fn two_nodes_that_hear_each_other_play_one_game() {
    let (store, bus) = (store(), Arc::new(InProcess::new()));
    let (here, there) = (node_on(&bus, &store, START).await, node_on(&bus, &store, START).await);
    let game = create(&here, minute()).await;
    for (ply, uci) in (0..).zip(["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"]) {
        let node = if ply % 2 == 0 { &here } else { &there };
        play(node, game, ply, uci).await.unwrap();
        // News travel while everybody waits.
        sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(look(&here, game).await, look(&there, game).await);
    assert_eq!(store_log(&here, game).await, [0, 1, 2, 3, 4, 5]);
}

#[tokio::test(start_paused = true)]
async fn the_archive_has_what_was_finished() {
    let store = store();
    let node = node(&store, START).await;
    let game = create(&node, minute()).await;
    play(&node, game, 0, "e2e4").await.unwrap();
    play(&node, game, 1, "e7e5").await.unwrap();
    assert_eq!(node.directory.liveliest(node.time.now()), Some(game));
    act(&node, game, Seat::White, Act::Resign).await.unwrap();
    let page = store.finished(Filter::default(), None, 10).await.unwrap();
    assert_eq!(page.games.iter().map(|head| head.id).collect::<Vec<_>>(), [game]);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_kept_of_games_that_there_are_not() {
    let node = node(&store(), START).await;
    for bits in 0..1_000 {
        let game = GameId::from_bits(bits);
        let looked = node.tables.ask(&node, game, |reply| Request::Look { reply }).await;
        assert_eq!(looked.map(|_| ()), Err(Refusal::NoGame));
        assert_eq!(act(&node, game, Seat::White, Act::Resign).await, Err(Refusal::NoGame));
        let player = visitor(Seat::White).id;
        node.tables.tell(&node, game, Request::Leave { player }).await.unwrap();
    }
    sleep(Duration::from_millis(1)).await;
    assert_eq!(node.tables.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn one_who_only_looks_does_not_keep_a_table_open() {
    let node = node(&store(), START).await;
    let game = create(&node, TimeControl::Correspondence { days: NonZeroU32::MIN }).await;
    look(&node, game).await;
    sleep(Duration::from_millis(2_100)).await;
    assert_eq!(node.tables.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_late_rather_than_never_when_the_disk_is_full() {
    let store = store();
    let node = node(&store, START).await;
    let game = create(&node, minute()).await;
    play(&node, game, 0, "e2e4").await.unwrap();
    play(&node, game, 1, "e7e5").await.unwrap();
    store.refuse_writes();
    sleep(Duration::from_secs(30)).await;
    assert_eq!(play(&node, game, 2, "g1f3").await, Err(Refusal::Storage));
    assert_eq!(store_log(&node, game).await, [0, 1], "what could not be written is not played");
    sleep(Duration::from_secs(60)).await;
    assert_eq!(ending(&look(&node, game).await), None, "nor is it over while that cannot be written");
    store.allow_writes();
    sleep(Duration::from_secs(2)).await;
    assert_eq!(ending(&look(&node, game).await), Some(Ending::Timeout));
}

#[tokio::test(start_paused = true)]
async fn nobody_pays_for_the_time_in_the_queue() {
    let node = node(&store(), START).await;
    let game = create(&node, minute()).await;
    play(&node, game, 0, "e2e4").await.unwrap();
    play(&node, game, 1, "e7e5").await.unwrap();
    sleep(Duration::from_millis(59_900)).await;
    let (visitor, received) = (visitor(Seat::White), node.time.now());
    let act = Act::Move { ply: 2, uci: MoveText("g1f3".parse().unwrap()) };
    let (reply, answer) = tokio::sync::oneshot::channel();
    let request = Request::Act { visitor, id: random::id(), act, received, round_trip: Millis::ZERO, reply };
    // It lies in the queue when the flag falls.
    node.tables.tell(&node, game, request).await.unwrap();
    tokio::time::advance(Duration::from_millis(200)).await;
    assert!(answer.await.unwrap().is_ok());
    assert_eq!(look(&node, game).await.moves[2].spent.map(|spent| spent.0 / 100), Some(599));
}

#[tokio::test(start_paused = true)]
async fn a_rematch_is_opened_once_however_often_it_is_tried() {
    let store = store();
    let node = node(&store, START).await;
    let game = create(&node, minute()).await;
    play(&node, game, 0, "e2e4").await.unwrap();
    play(&node, game, 1, "e7e5").await.unwrap();
    act(&node, game, Seat::White, Act::Resign).await.unwrap();
    // It was opened before, and the note of it lost.
    let stored = node.store.load(game).await.unwrap().unwrap();
    let opening = Opening::rematch(Opening::rematch_id(game), &restore(&stored).unwrap());
    node.create(&opening).await.unwrap();
    act(&node, game, Seat::White, Act::Offer { offer: Offer::Rematch }).await.unwrap();
    act(&node, game, Seat::Black, Act::Accept { offer: Offer::Rematch }).await.unwrap();
    assert_eq!(look(&node, game).await.rematch, Some(opening.id));
    let current = store.current(visitor(Seat::White).id, 10).await.unwrap();
    assert_eq!(current.iter().map(|head| head.id).collect::<Vec<_>>(), [opening.id]);
}

#[tokio::test(start_paused = true)]
async fn a_log_with_a_gap_is_no_game() {
    let node = node(&store(), START).await;
    let game = create(&node, minute()).await;
    play(&node, game, 0, "e2e4").await.unwrap();
    let mut stored = node.store.load(game).await.unwrap().unwrap();
    assert!(restore(&stored).is_ok());
    stored.entries.remove(2);
    let words = restore(&stored).unwrap_err().to_string();
    assert_eq!(words, "entry 3 stands where entry 2 should");
}

#[tokio::test(start_paused = true)]
async fn the_clock_of_the_system_set_back_stops_no_clock() {
    let store = store();
    let game;
    {
        let node = node(&store, START).await;
        game = create(&node, minute()).await;
        play(&node, game, 0, "e2e4").await.unwrap();
        play(&node, game, 1, "e7e5").await.unwrap();
        node.close().await;
    }
    let node = node(&store, Timestamp(5)).await;
    look(&node, game).await;
    sleep(Duration::from_secs(61)).await;
    assert_eq!(ending(&look(&node, game).await), Some(Ending::Timeout));
}

#[tokio::test(start_paused = true)]
async fn a_full_inbox_does_not_hold_up_the_caretaker() {
    let node = node(&store(), START).await;
    let game = create(&node, minute()).await;
    for _ in 0..200 {
        node.tables.wake(&node, game);
    }
    assert_eq!(look(&node, game).await.number, 2, "it is served all the same");
}

/// The plies in a game's log.
async fn store_log(node: &Arc<Node>, game: GameId) -> Vec<u32> {
    let stored = node.store.load(game).await.unwrap().unwrap();
    stored.entries.iter().filter_map(|entry| entry.ply).collect()
}
