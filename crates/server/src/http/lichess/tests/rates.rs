//! Rates of programs, and the cost of their streams.

use super::*;
use crate::http::lichess::challenges::KeptChallenge;
use crate::store::ChallengeStore;

#[tokio::test]
async fn the_tokens_of_a_player_share_the_rate_of_new_games() {
    let app = app().await;
    let ann = caller(&app, 1, "Ann").await;
    let other = with_new_token(&app, ann.player()).await;
    let allowed = |caller| (0..200).filter(|_| app.check_new_game(caller).is_ok()).count();
    assert!((100..=101).contains(&allowed(&ann)));
    assert!(allowed(&other) <= 1, "another token is no other player");
    let bob = caller(&app, 2, "Bob").await;
    assert!(allowed(&bob) >= 100);
}

#[tokio::test]
async fn a_kept_challenge_is_written_seldom_and_never_expires() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let app = app_on(Arc::clone(&store), Config::default()).await;
    let (ann, bob) = (caller(&app, 1, "Ann").await, caller(&app, 2, "Bob").await);
    let id = challenge(&app, &ann, &bob).await;
    let challenge = store.challenge(id).await.unwrap().unwrap();
    let (mut at, end) = (challenge.at, challenge.at + game::Millis::minutes(60));
    let mut kept = KeptChallenge { app, challenge };
    let mut writes = 0;
    while at < end {
        assert!(kept.challenge.expires > at, "expired while it is kept");
        if let Some(until) = kept.extension(at) {
            kept.challenge.expires = until;
            writes += 1;
        }
        at = at + game::Millis::seconds(5);
    }
    assert!(writes <= 30, "{writes} writes an hour");
}
