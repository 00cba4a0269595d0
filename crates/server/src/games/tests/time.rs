//! What time brings, with a server and without one.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_flag_falls_by_itself() {
    let desk = TestGame::begun().await;
    sleep(Duration::from_millis(59_900)).await;
    assert_eq!(desk.ending().await, None);
    sleep(Duration::from_millis(200)).await;
    assert_eq!(desk.ending().await, Some(Ending::Timeout));
    assert_eq!(desk.node.live_games.len(), 0, "nothing to watch any more");
}

#[tokio::test(start_paused = true)]
async fn a_game_that_nobody_opens_is_called_off_all_the_same() {
    let desk = TestGame::new(minute()).await;
    assert_eq!(desk.node.games.len(), 0);
    sleep(Duration::from_secs(25)).await;
    let stored = desk.store.load(desk.game).await.unwrap().unwrap();
    assert!(matches!(stored.head.status, crate::store::GameStatus::Over { outcome, .. }
        if outcome.ending() == Ending::Aborted));
}

#[tokio::test(start_paused = true)]
async fn the_time_without_a_server_is_nobodys() {
    let desk = TestGame::begun().await;
    sleep(Duration::from_secs(20)).await;
    let desk = desk.restarted(START + Millis::minutes(60)).await;
    let state = desk.state().await;
    assert_eq!(state.result, None);
    let clocks = state.clocks.unwrap();
    assert_eq!((clocks.white.0 / 1_000, clocks.black.0), (40, 60_000));
    desk.play(2, "g1f3").await.unwrap();
    assert_eq!(desk.state().await.moves[2].spent.map(|spent| spent.0 / 1_000), Some(20));
}

/// White had 40 seconds when the server went away; it has just come back.
async fn after_restart() -> TestGame {
    let desk = TestGame::begun().await;
    sleep(Duration::from_secs(20)).await;
    desk.restarted(START + Millis::minutes(60)).await
}

/// White's seconds, and whose clock runs.
async fn white_clock(desk: &TestGame) -> (u64, Option<Seat>) {
    let clocks = desk.state().await.clocks.unwrap();
    (clocks.white.0 / 1_000, clocks.running)
}

#[tokio::test(start_paused = true)]
async fn nor_is_the_way_back() {
    let desk = after_restart().await;
    desk.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(3)).await;
    assert_eq!(white_clock(&desk).await, (40, None), "Black waits for White");
    desk.enter(Seat::White, 1).await;
    assert_eq!(white_clock(&desk).await, (40, Some(Seat::White)));
    sleep(Duration::from_secs(5)).await;
    assert_eq!(white_clock(&desk).await, (35, Some(Seat::White)));
    desk.leave(Seat::White, 1).await;
    sleep(Duration::from_secs(5)).await;
    assert_eq!(white_clock(&desk).await, (30, Some(Seat::White)), "one comes back once");
    let stored = desk.store.load(desk.game).await.unwrap().unwrap();
    let (told, now) = (desk.state().await, desk.node.time.now());
    assert_eq!(restore(&stored).unwrap().state(now), told, "the log tells the same");
}

#[tokio::test(start_paused = true)]
async fn nor_the_way_back_of_one_whose_opponent_moves_first() {
    let desk = after_restart().await;
    desk.enter(Seat::White, 1).await;
    desk.play(2, "g1f3").await.unwrap();
    sleep(Duration::from_secs(3)).await;
    assert_eq!(desk.state().await.clocks.unwrap().running, None, "White waits for Black");
    desk.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(5)).await;
    let clocks = desk.state().await.clocks.unwrap();
    assert_eq!((clocks.black.0 / 1_000, clocks.running), (55, Some(Seat::Black)));
    desk.play(3, "b8c6").await.unwrap();
    desk.leave(Seat::Black, 2).await;
    desk.play(4, "f1b5").await.unwrap();
    assert_eq!(desk.state().await.clocks.unwrap().running, Some(Seat::Black), "one comes back once");
    let stored = desk.store.load(desk.game).await.unwrap().unwrap();
    let (told, now) = (desk.state().await, desk.node.time.now());
    assert_eq!(restore(&stored).unwrap().state(now), told, "the log tells the same");
}

#[tokio::test(start_paused = true)]
async fn nobody_is_waited_for_without_end() {
    let desk = after_restart().await;
    desk.enter(Seat::Black, 2).await;
    sleep(Duration::from_millis(19_900)).await;
    assert_eq!(white_clock(&desk).await, (40, None));
    sleep(Duration::from_millis(200)).await;
    assert_eq!(white_clock(&desk).await, (39, Some(Seat::White)), "it runs since the twentieth second");
    sleep(Duration::from_secs(39)).await;
    assert_eq!(desk.ending().await, None);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(desk.ending().await, Some(Ending::Timeout));
}

#[tokio::test(start_paused = true)]
async fn a_game_that_nobody_comes_back_to_ends_all_the_same() {
    let desk = after_restart().await;
    sleep(Duration::from_secs(65)).await;
    let stored = desk.store.load(desk.game).await.unwrap().unwrap();
    assert!(matches!(stored.head.status, crate::store::GameStatus::Over { outcome, .. }
        if outcome.ending() == Ending::Timeout));
}

#[tokio::test(start_paused = true)]
async fn nobody_is_claimed_against_for_the_way_back() {
    let desk = after_restart().await;
    desk.enter(Seat::Black, 2).await;
    // The way back, and then the grace of such a game.
    sleep(Duration::from_secs(20 + 14)).await;
    assert_eq!(desk.action(Seat::Black, PlayerAction::ClaimWin).await, Err(ActionError::NotGone));
    sleep(Duration::from_secs(2)).await;
    desk.action(Seat::Black, PlayerAction::ClaimWin).await.unwrap();
    assert_eq!(desk.ending().await, Some(Ending::Abandoned));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_goes_away_once_more_waits_once_more() {
    let desk = after_restart().await;
    desk.enter(Seat::Black, 2).await;
    sleep(Duration::from_secs(15)).await;
    let desk = desk.restarted(START + Millis::minutes(120)).await;
    sleep(Duration::from_secs(15)).await;
    assert_eq!(white_clock(&desk).await, (40, None));
    desk.enter(Seat::Black, 2).await;
    desk.play(2, "g1f3").await.unwrap();
    let state = desk.state().await;
    assert_eq!(state.clocks.unwrap().running, Some(Seat::Black), "who moves is back");
    assert_eq!(state.moves[2].spent.map(|spent| spent.0 / 1_000), Some(20));
}

#[tokio::test(start_paused = true)]
async fn nor_is_any_of_several_such_times() {
    let mut desk = TestGame::begun().await;
    sleep(Duration::from_secs(20)).await;
    for minutes in [10, 20, 30] {
        // It runs for five seconds, in which nobody asks for the game, and is gone again.
        desk = desk.restarted(START + Millis::minutes(minutes)).await;
        sleep(Duration::from_secs(5)).await;
    }
    let desk = desk.restarted(START + Millis::minutes(40)).await;
    let clocks = desk.state().await.clocks.unwrap();
    assert_eq!(
        (clocks.white.0 / 1_000, clocks.black.0),
        (40, 60_000),
        "20 s before, and nothing on the way back"
    );
}

#[tokio::test(start_paused = true)]
async fn nobody_pays_for_the_time_in_the_queue() {
    let desk = TestGame::begun().await;
    sleep(Duration::from_millis(59_900)).await;
    let (reply, answer) = tokio::sync::oneshot::channel();
    let knight = PlayerAction::Move { ply: 2, uci: WireMove("g1f3".parse().unwrap()) };
    // It lies in the queue when the flag falls.
    let request = desk.request(Seat::White, knight)(reply);
    desk.node.games.send(&desk.node, desk.game, request).await.unwrap();
    tokio::time::advance(Duration::from_millis(200)).await;
    assert!(answer.await.unwrap().is_ok());
    assert_eq!(desk.state().await.moves[2].spent.map(|spent| spent.0 / 100), Some(599));
}

#[tokio::test(start_paused = true)]
async fn the_clock_of_the_system_set_back_stops_no_clock() {
    let desk = TestGame::begun().await.restarted(Timestamp(5)).await;
    desk.state().await;
    sleep(Duration::from_secs(61)).await;
    assert_eq!(desk.ending().await, Some(Ending::Timeout));
}

#[tokio::test(start_paused = true)]
async fn a_game_against_the_computer_that_is_left_frees_its_seat() {
    let day = TimeControl::same(Allowance::new(Millis::days(1), Bonus::None).unwrap());
    let desk = against_computer(day).await;
    let unfinished = async || desk.node.store.unfinished(PlayerId::COMPUTER, 9).await.unwrap().len();
    desk.enter(Seat::White, 1).await;
    desk.play(0, "e2e4").await.unwrap();
    while desk.state().await.moves.len() < 2 {
        sleep(Duration::from_millis(100)).await;
    }
    desk.leave(Seat::White, 1).await;
    sleep(Duration::from_secs(59 * 60)).await;
    assert_eq!(unfinished().await, 1);
    sleep(Duration::from_secs(2 * 60)).await;
    assert_eq!(unfinished().await, 0);
    assert_eq!(desk.ending().await, Some(Ending::Abandoned));
    assert!(challenge(&desk.node, identity(Seat::White), None, day).await.is_ok());
}
