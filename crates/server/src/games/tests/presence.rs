//! Presence and the lifetime of actors.

use super::*;

#[tokio::test(start_paused = true)]
async fn an_actor_stops_without_connections() {
    let test = TestGame::new(DAY).await;
    test.enter(Seat::White, 1).await;
    sleep(Duration::from_secs(120)).await;
    assert_eq!(test.node.games.len(), 1, "a player is connected");
    test.leave(Seat::White, 1).await;
    sleep(Duration::from_secs(35)).await;
    assert_eq!(test.node.games.len(), 0);
    test.play(0, "e2e4").await.unwrap();
    assert_eq!(test.state().await.moves.len(), 1, "the actor starts again");
    sleep(Duration::from_secs(86_500)).await;
    assert_eq!(test.ending().await, Some(Ending::Timeout), "correspondence deadline");
}

#[tokio::test(start_paused = true)]
async fn the_game_can_be_claimed_after_the_absence_grace() {
    let test = TestGame::begun().await;
    test.enter(Seat::White, 1).await;
    test.enter(Seat::Black, 2).await;
    test.leave(Seat::Black, 2).await;
    sleep(Duration::from_secs(14)).await;
    assert_eq!(test.action(Seat::White, PlayerAction::ClaimWin).await, Err(ActionError::NotGone));
    sleep(Duration::from_secs(2)).await;
    test.action(Seat::White, PlayerAction::ClaimWin).await.unwrap();
    assert_eq!(test.ending().await, Some(Ending::Abandoned));
}

#[tokio::test(start_paused = true)]
async fn a_player_with_two_connections_leaves_with_the_last() {
    let test = TestGame::begun().await;
    test.enter(Seat::White, 1).await;
    for window in [2, 3, 2] {
        test.enter(Seat::Black, window).await;
    }
    // Leaving twice with the same connection does not affect the other.
    for _ in 0..3 {
        test.leave(Seat::Black, 2).await;
    }
    sleep(Duration::from_secs(30)).await;
    assert_eq!(test.action(Seat::White, PlayerAction::ClaimWin).await, Err(ActionError::NotGone));
    test.leave(Seat::Black, 3).await;
    sleep(Duration::from_secs(16)).await;
    test.action(Seat::White, PlayerAction::ClaimWin).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn unknown_games_leave_no_actor() {
    let mut test = TestGame::new(DAY).await;
    for bits in 0..1_000 {
        test.game = GameId::from_bits(bits);
        let looked = test
            .node
            .games
            .request(&test.node, test.game, |reply| GameRequest::State {
                viewer: PlayerId::from_bits(0),
                reply,
            })
            .await;
        assert_eq!(looked.map(|_| ()), Err(ActionError::NoGame));
        assert_eq!(test.action(Seat::White, PlayerAction::Resign).await, Err(ActionError::NoGame));
    }
    sleep(Duration::from_millis(1)).await;
    assert_eq!(test.node.games.len(), 0);
    test.leave(Seat::White, 1).await;
    sleep(Duration::from_secs(31)).await;
    assert_eq!(test.node.games.len(), 0, "leaving an unknown game keeps no actor");
}

#[tokio::test(start_paused = true)]
async fn a_lookup_does_not_keep_an_actor_running() {
    let test = TestGame::new(DAY).await;
    test.state().await;
    sleep(Duration::from_millis(2_100)).await;
    assert_eq!(test.node.games.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn waking_a_game_with_a_full_inbox_does_not_block() {
    let test = TestGame::new(minute()).await;
    for _ in 0..200 {
        test.node.games.wake(&test.node, test.game);
    }
    assert_eq!(test.state().await.number.0, 2, "requests are still served");
}
