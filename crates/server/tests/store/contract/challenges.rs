//! Contract of challenges.

use game::{TimeControl, Timestamp};
use protocol::{DeclineReason, GameSetup, OnlineTimeControl, Seat, StartPosition};
use server::store::{
    Ban, Challenge, ChallengeLimits, ChallengeState, ChallengeTerms, Outage, RatingMode, Store, Visibility,
};

use crate::sample::{create_account, game_id, new_game, player};

pub(crate) const LIMITS: ChallengeLimits = ChallengeLimits { sent: 3, received: 3, per_pair: 2 };

/// A challenge that expires at 1000.
pub(crate) fn challenge(number: u128, from: u128, to: u128) -> Challenge {
    Challenge {
        id: game_id(number),
        challenger: player(from),
        challenged: player(to),
        terms: ChallengeTerms {
            setup: GameSetup {
                start: StartPosition::Chess960 { number: Some(7) },
                control: OnlineTimeControl::new(TimeControl::Unlimited).unwrap(),
                stakes: RatingMode::Casual,
                visibility: Visibility::Public,
            },
            seat: Seat::Black,
            is_random: true,
        },
        state: ChallengeState::Open,
        at: Timestamp(number as u64),
        expires: Timestamp(1_000),
    }
}

async fn accounts(store: &dyn Store) {
    for (number, name) in [(1, "Ann"), (2, "Bob"), (3, "Cal")] {
        create_account(store, number, name).await;
    }
}

async fn open(store: &dyn Store, owner: u128, now: u64) -> Vec<u128> {
    let open = store.open_challenges(player(owner), Timestamp(now)).await.unwrap();
    open.iter().map(|challenge| challenge.id.bits()).collect()
}

pub(crate) async fn challenges_round_trip_and_are_listed_for_both_players(store: &dyn Store) {
    accounts(store).await;
    let sent = challenge(5, 1, 2);
    assert_eq!(store.create_challenge(sent.clone(), LIMITS).await, Ok(true));
    assert_eq!(store.create_challenge(challenge(4, 3, 1), LIMITS).await, Ok(true));
    assert_eq!(store.challenge(game_id(5)).await, Ok(Some(sent)));
    assert_eq!(store.challenge(game_id(6)).await, Ok(None));
    assert_eq!(open(store, 1, 10).await, [4, 5], "oldest first");
    assert_eq!((open(store, 2, 10).await, open(store, 3, 10).await), (vec![5], vec![4]));
    assert_eq!(open(store, 1, 1_000).await, <[u128; 0]>::default(), "expired");
}

pub(crate) async fn a_challenge_is_answered_once(store: &dyn Store) {
    accounts(store).await;
    store.create_challenge(challenge(5, 1, 2), LIMITS).await.unwrap();
    let settle = async |from, to| store.settle_challenge(game_id(5), from, to, Timestamp(2_000)).await;
    let declined = ChallengeState::Declined(DeclineReason::TooFast);
    assert_eq!(settle(ChallengeState::Open, declined).await, Ok(true));
    assert_eq!(settle(ChallengeState::Open, ChallengeState::Accepted).await, Ok(false));
    let stored = store.challenge(game_id(5)).await.unwrap().unwrap();
    assert_eq!((stored.state, stored.expires), (declined, Timestamp(2_000)));
    assert_eq!(open(store, 1, 10).await, <[u128; 0]>::default());
    assert_eq!(settle(declined, ChallengeState::Open).await, Ok(true));
    assert_eq!(open(store, 1, 10).await, [5]);
    assert_eq!(
        store.settle_challenge(game_id(6), ChallengeState::Open, declined, Timestamp(1)).await,
        Ok(false)
    );
}

pub(crate) async fn an_accepted_challenge_is_open_until_its_game_is_stored(store: &dyn Store) {
    accounts(store).await;
    store.create_challenge(challenge(5, 1, 2), LIMITS).await.unwrap();
    let (from, to) = (ChallengeState::Open, ChallengeState::Accepted);
    assert_eq!(store.settle_challenge(game_id(5), from, to, Timestamp(2_000)).await, Ok(true));
    assert_eq!(open(store, 2, 10).await, [5], "the node may have died");
    store.create(new_game(5)).await.unwrap();
    assert_eq!(open(store, 2, 10).await, <[u128; 0]>::default());
}

pub(crate) async fn open_challenges_are_limited_by_direction_and_pair(store: &dyn Store) {
    accounts(store).await;
    create_account(store, 4, "Dan").await;
    let create = async |number, from, to| store.create_challenge(challenge(number, from, to), LIMITS).await;
    for number in 0..2 {
        assert_eq!(create(number, 1, 2).await, Ok(true));
    }
    assert_eq!(create(9, 1, 2).await, Ok(false), "Ann has challenged Bob twice");
    assert_eq!(create(2, 1, 3).await, Ok(true));
    assert_eq!(create(10, 1, 4).await, Ok(false), "Ann has sent three");
    assert_eq!(create(3, 3, 2).await, Ok(true));
    assert_eq!(create(11, 4, 2).await, Ok(false), "Bob has received three");
    assert_eq!(create(4, 2, 1).await, Ok(true), "what a player receives does not limit what it sends");
    store
        .settle_challenge(game_id(0), ChallengeState::Open, ChallengeState::Canceled, Timestamp(2_000))
        .await
        .unwrap();
    assert_eq!(create(12, 1, 2).await, Ok(true));
    let late = Challenge { at: Timestamp(1_000), expires: Timestamp(3_000), ..challenge(13, 1, 2) };
    assert_eq!(store.create_challenge(late, LIMITS).await, Ok(true), "expired ones do not count");
}

pub(crate) async fn challenges_expire_and_can_be_kept(store: &dyn Store) {
    accounts(store).await;
    for number in [5, 6] {
        store.create_challenge(challenge(number, 1, 2), LIMITS).await.unwrap();
    }
    assert_eq!(store.extend_challenge(game_id(6), Timestamp(2_000)).await, Ok(true));
    assert_eq!(store.extend_challenge(game_id(6), Timestamp(500)).await, Ok(true));
    assert_eq!(store.extend_challenge(game_id(7), Timestamp(2_000)).await, Ok(false), "there is none");
    assert_eq!(store.delete_expired_challenges(Timestamp(999)).await, Ok(0));
    assert_eq!(store.delete_expired_challenges(Timestamp(1_000)).await, Ok(1));
    assert_eq!(open(store, 1, 1_000).await, [6]);
    store.correct_future_times(Timestamp(5)).await.unwrap();
    assert_eq!(open(store, 1, 5).await, <[u128; 0]>::default(), "it was created in the future");
}

pub(crate) async fn challenges_end_with_a_ban_and_the_account(store: &dyn Store) {
    accounts(store).await;
    for (number, from, to) in [(5, 1, 2), (6, 2, 3), (7, 1, 3)] {
        store.create_challenge(challenge(number, from, to), LIMITS).await.unwrap();
    }
    store.set_ban(player(2), Some(Ban { reason: String::new(), at: Timestamp(5) })).await.unwrap();
    assert_eq!((open(store, 1, 10).await, open(store, 3, 10).await), (vec![7], vec![7]));
    store.delete_account(player(3)).await.unwrap();
    assert_eq!(open(store, 1, 10).await, <[u128; 0]>::default());
    assert_eq!(store.challenge(game_id(7)).await, Ok(None));
}

pub(crate) async fn challenges_survive_a_long_outage(store: &dyn Store) {
    accounts(store).await;
    store.create_challenge(challenge(5, 1, 2), LIMITS).await.unwrap();
    let (from, until) = (Timestamp(900), Timestamp(900 + 100 * 86_400_000));
    store.record_outage(Outage { from, until }).await.unwrap();
    assert_eq!(open(store, 1, until.0 + 99).await, [5], "a hundred days without a server do not end it");
    assert!(open(store, 1, until.0 + 100).await.is_empty());
}
