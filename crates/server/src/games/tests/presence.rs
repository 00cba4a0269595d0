//! Who is there, and how long a table stays open for them.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_table_closes_when_nobody_is_there() {
    let desk = TestGame::new(DAY).await;
    desk.enter(Seat::White, 1).await;
    sleep(Duration::from_secs(120)).await;
    assert_eq!(desk.node.games.len(), 1, "somebody is there");
    desk.leave(Seat::White, 1).await;
    sleep(Duration::from_secs(35)).await;
    assert_eq!(desk.node.games.len(), 0);
    desk.play(0, "e2e4").await.unwrap();
    assert_eq!(desk.state().await.moves.len(), 1, "and opens again");
    sleep(Duration::from_secs(86_500)).await;
    assert_eq!(desk.ending().await, Some(Ending::Timeout), "a day is a day");
}

#[tokio::test(start_paused = true)]
async fn one_who_leaves_is_claimed_against_when_the_grace_is_over() {
    let desk = TestGame::begun().await;
    desk.enter(Seat::White, 1).await;
    desk.enter(Seat::Black, 2).await;
    desk.leave(Seat::Black, 2).await;
    sleep(Duration::from_secs(14)).await;
    assert_eq!(desk.action(Seat::White, PlayerAction::ClaimWin).await, Err(ActionError::NotGone));
    sleep(Duration::from_secs(2)).await;
    desk.action(Seat::White, PlayerAction::ClaimWin).await.unwrap();
    assert_eq!(desk.ending().await, Some(Ending::Abandoned));
}

#[tokio::test(start_paused = true)]
async fn one_with_two_windows_leaves_with_the_last() {
    let desk = TestGame::begun().await;
    desk.enter(Seat::White, 1).await;
    for window in [2, 3, 2] {
        desk.enter(Seat::Black, window).await;
    }
    // However often the same one is said to be gone, the other is there.
    for _ in 0..3 {
        desk.leave(Seat::Black, 2).await;
    }
    sleep(Duration::from_secs(30)).await;
    assert_eq!(desk.action(Seat::White, PlayerAction::ClaimWin).await, Err(ActionError::NotGone));
    desk.leave(Seat::Black, 3).await;
    sleep(Duration::from_secs(16)).await;
    desk.action(Seat::White, PlayerAction::ClaimWin).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn nothing_is_kept_of_games_that_there_are_not() {
    let mut desk = TestGame::new(DAY).await;
    for bits in 0..1_000 {
        desk.game = GameId::from_bits(bits);
        let looked =
            desk.node.games.request(&desk.node, desk.game, |reply| GameRequest::State { reply }).await;
        assert_eq!(looked.map(|_| ()), Err(ActionError::NoGame));
        assert_eq!(desk.action(Seat::White, PlayerAction::Resign).await, Err(ActionError::NoGame));
    }
    sleep(Duration::from_millis(1)).await;
    assert_eq!(desk.node.games.len(), 0);
    desk.leave(Seat::White, 1).await;
    sleep(Duration::from_secs(31)).await;
    assert_eq!(desk.node.games.len(), 0, "nor of one that somebody leaves");
}

#[tokio::test(start_paused = true)]
async fn one_who_only_looks_does_not_keep_a_table_open() {
    let desk = TestGame::new(DAY).await;
    desk.state().await;
    sleep(Duration::from_millis(2_100)).await;
    assert_eq!(desk.node.games.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_full_inbox_does_not_hold_up_the_caretaker() {
    let desk = TestGame::new(minute()).await;
    for _ in 0..200 {
        desk.node.games.wake(&desk.node, desk.game);
    }
    assert_eq!(desk.state().await.number, 2, "it is served all the same");
}
