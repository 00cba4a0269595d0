//! Who is there, and how long a table stays open for them.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_table_closes_when_nobody_is_there() {
    let desk = Desk::new(DAY).await;
    desk.enter(Seat::White, 1).await;
    sleep(Duration::from_secs(120)).await;
    assert_eq!(desk.node.tables.len(), 1, "somebody is there");
    desk.leave(Seat::White, 1).await;
    sleep(Duration::from_secs(35)).await;
    assert_eq!(desk.node.tables.len(), 0);
    desk.play(0, "e2e4").await.unwrap();
    assert_eq!(desk.look().await.moves.len(), 1, "and opens again");
    sleep(Duration::from_secs(86_500)).await;
    assert_eq!(desk.ending().await, Some(Ending::Timeout), "a day is a day");
}

#[tokio::test(start_paused = true)]
async fn one_who_leaves_is_claimed_against_when_the_grace_is_over() {
    let desk = Desk::begun().await;
    desk.enter(Seat::White, 1).await;
    desk.enter(Seat::Black, 2).await;
    desk.leave(Seat::Black, 2).await;
    sleep(Duration::from_secs(14)).await;
    assert_eq!(desk.act(Seat::White, Act::ClaimWin).await, Err(Refusal::NotGone));
    sleep(Duration::from_secs(2)).await;
    desk.act(Seat::White, Act::ClaimWin).await.unwrap();
    assert_eq!(desk.ending().await, Some(Ending::Abandoned));
}

#[tokio::test(start_paused = true)]
async fn one_with_two_windows_leaves_with_the_last() {
    let desk = Desk::begun().await;
    desk.enter(Seat::White, 1).await;
    for window in [2, 3, 2] {
        desk.enter(Seat::Black, window).await;
    }
    // However often the same one is said to be gone, the other is there.
    for _ in 0..3 {
        desk.leave(Seat::Black, 2).await;
    }
    sleep(Duration::from_secs(30)).await;
    assert_eq!(desk.act(Seat::White, Act::ClaimWin).await, Err(Refusal::NotGone));
    desk.leave(Seat::Black, 3).await;
    sleep(Duration::from_secs(16)).await;
    desk.act(Seat::White, Act::ClaimWin).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn nothing_is_kept_of_games_that_there_are_not() {
    let mut desk = Desk::new(DAY).await;
    for bits in 0..1_000 {
        desk.game = GameId::from_bits(bits);
        let looked = desk.node.tables.ask(&desk.node, desk.game, |reply| Request::Look { reply }).await;
        assert_eq!(looked.map(|_| ()), Err(Refusal::NoGame));
        assert_eq!(desk.act(Seat::White, Act::Resign).await, Err(Refusal::NoGame));
    }
    sleep(Duration::from_millis(1)).await;
    assert_eq!(desk.node.tables.len(), 0);
    desk.leave(Seat::White, 1).await;
    sleep(Duration::from_secs(31)).await;
    assert_eq!(desk.node.tables.len(), 0, "nor of one that somebody leaves");
}

#[tokio::test(start_paused = true)]
async fn one_who_only_looks_does_not_keep_a_table_open() {
    let desk = Desk::new(DAY).await;
    desk.look().await;
    sleep(Duration::from_millis(2_100)).await;
    assert_eq!(desk.node.tables.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_full_inbox_does_not_hold_up_the_caretaker() {
    let desk = Desk::new(minute()).await;
    for _ in 0..200 {
        desk.node.tables.wake(&desk.node, desk.game);
    }
    assert_eq!(desk.look().await.number, 2, "it is served all the same");
}
