//! Contract of what running nodes share.

use game::{Millis, Timestamp};
use protocol::{ActionId, Seat, SeekId};
use rules::ByColor;
use server::store::{
    Cancellation, CreateError, LEASE, LobbyChange, NodeId, NodeLoad, NodePresence, Renewal, SidePresence,
    Store, StoredLobby, StoredPairing, StoredSeek, WorkClaim,
};
use tokio::task::JoinSet;

use crate::sample::{game_id, new_game, player};

const HERE: NodeId = NodeId(u64::MAX - 5);
const THERE: NodeId = NodeId(7);

/// A time of the nodes; stores with a clock of their own do not use it.
const NOW: Timestamp = Timestamp(1_800_000_000_000);

fn renewal(node: NodeId) -> Renewal {
    Renewal { node, at: NOW, load: NodeLoad { players: 3, games: 2 }, is_on_bus: true }
}

pub(crate) async fn leases_are_renewed_released_and_ended(store: &dyn Store) {
    let first = store.renew_lease(renewal(HERE)).await.unwrap();
    assert_eq!(first.all.iter().map(|lease| lease.node).collect::<Vec<_>>(), [HERE]);
    let both = store.renew_lease(renewal(THERE)).await.unwrap();
    assert_eq!(
        both.all.iter().map(|lease| (lease.load.players, lease.load.games)).collect::<Vec<_>>(),
        [(3, 2); 2]
    );
    assert!(both.now.unwrap_or(NOW) >= first.now.unwrap_or(NOW), "time goes on");
    let lease = async |of: NodeId| {
        let leases = store.renew_lease(renewal(HERE)).await.unwrap();
        leases.all.into_iter().find(|lease| lease.node == of)
    };
    store.release_lease(THERE).await.unwrap();
    assert!(lease(THERE).await.unwrap().is_released);
    store.renew_lease(renewal(THERE)).await.unwrap();
    assert!(!lease(THERE).await.unwrap().is_released, "a renewal takes it again");
    assert!(lease(THERE).await.unwrap().is_on_bus);
    store.renew_lease(Renewal { is_on_bus: false, ..renewal(THERE) }).await.unwrap();
    assert!(!lease(THERE).await.unwrap().is_on_bus && lease(HERE).await.unwrap().is_on_bus);
    store.release_lease(THERE).await.unwrap();
    assert_eq!(store.end_lease(THERE, NOW).await, Ok(true));
    assert_eq!(lease(THERE).await, None);
    assert_eq!(store.end_lease(THERE, NOW).await, Ok(false), "there is none");
}

pub(crate) async fn a_lease_in_force_is_not_ended(store: &dyn Store) {
    let claim = async |node| {
        let (work, until) = (vec!["a".to_owned()], NOW + Millis::minutes(60));
        store.claim_work(WorkClaim { node, work, at: NOW, until }).await.unwrap()
    };
    let leases = store.renew_lease(renewal(THERE)).await.unwrap();
    store.set_presence(game_id(1), THERE, Some(here_and_away())).await.unwrap();
    assert_eq!(claim(THERE).await, ["a"]);
    assert_eq!(store.end_lease(THERE, NOW).await, Ok(false));
    // Stores without a clock use the caller's.
    if leases.now.is_none() {
        assert_eq!(store.end_lease(THERE, NOW + LEASE).await, Ok(false));
    }
    assert_eq!(store.renew_lease(renewal(HERE)).await.unwrap().all.len(), 2);
    assert_eq!(store.presence(game_id(1)).await, Ok(vec![(THERE, here_and_away())]));
    assert_eq!(claim(HERE).await, Vec::<String>::new());
    if leases.now.is_some() {
        store.release_lease(THERE).await.unwrap();
    }
    assert_eq!(store.end_lease(THERE, NOW + LEASE + Millis(1)).await, Ok(true));
    assert_eq!(store.presence(game_id(1)).await, Ok(vec![]));
    assert_eq!(claim(HERE).await, ["a"]);
}

/// Begins the lease of a node, and ends it.
async fn end_lease(store: &dyn Store, node: NodeId) {
    store.renew_lease(renewal(node)).await.unwrap();
    store.release_lease(node).await.unwrap();
    assert_eq!(store.end_lease(node, NOW).await, Ok(true));
}

fn here_and_away() -> NodePresence {
    let players =
        ByColor { white: SidePresence::Connected, black: SidePresence::Away { since: Timestamp(1_234_567) } };
    NodePresence { players, watchers: 3 }
}

fn unseen() -> NodePresence {
    NodePresence {
        players: ByColor { white: SidePresence::Unseen, black: SidePresence::Unseen },
        watchers: 0,
    }
}

pub(crate) async fn presence_is_kept_by_game_and_node(store: &dyn Store) {
    let (one, other) = (game_id(1), game_id(2));
    assert_eq!(store.presence(one).await, Ok(vec![]));
    store.set_presence(one, HERE, Some(unseen())).await.unwrap();
    store.set_presence(one, HERE, Some(here_and_away())).await.unwrap();
    store.set_presence(one, THERE, Some(unseen())).await.unwrap();
    store.set_presence(other, HERE, Some(unseen())).await.unwrap();
    let mut found = store.presence(one).await.unwrap();
    found.sort_by_key(|&(node, _)| node);
    assert_eq!(found, [(THERE, unseen()), (HERE, here_and_away())]);
    let mut games = store.games_on(HERE).await.unwrap();
    games.sort_by_key(|&(game, _)| game.bits());
    assert_eq!(games, [(one, here_and_away()), (other, unseen())]);
    store.set_presence(one, HERE, None).await.unwrap();
    store.set_presence(one, HERE, None).await.unwrap();
    assert_eq!(store.presence(one).await, Ok(vec![(THERE, unseen())]));
    end_lease(store, THERE).await;
    assert_eq!(store.presence(one).await, Ok(vec![]), "it ends with the lease");
    assert_eq!(store.games_on(HERE).await, Ok(vec![(other, unseen())]));
}

pub(crate) async fn work_is_claimed_by_one_node_until_it_ends(store: &dyn Store) {
    let claim = async |node, work: &[&str], at: u64, until: u64| {
        let work = work.iter().map(|&name| name.to_owned()).collect();
        let (at, until) = (Timestamp(at), Timestamp(until));
        let mut granted = store.claim_work(WorkClaim { node, work, at, until }).await.unwrap();
        granted.sort();
        granted
    };
    assert_eq!(claim(HERE, &["a", "b"], 0, 100).await, ["a", "b"]);
    assert_eq!(claim(THERE, &["c", "b"], 50, 150).await, ["c"]);
    assert_eq!(claim(HERE, &["a", "c"], 50, 200).await, ["a"], "a claim can be renewed");
    assert_eq!(claim(THERE, &["a", "b"], 100, 300).await, ["b"], "a claim ends");
    end_lease(store, HERE).await;
    assert_eq!(claim(THERE, &["a"], 101, 300).await, ["a"], "a claim ends with the lease");
    assert_eq!(claim(THERE, &[], 101, 300).await, Vec::<String>::new());
}

fn seek(bits: u128) -> StoredSeek {
    StoredSeek { id: SeekId::from_bits(bits), body: format!("{{\"한\":{bits}}}") }
}

fn lobby(version: u64, seeks: &[StoredSeek]) -> StoredLobby {
    StoredLobby { version, seeks: seeks.to_vec() }
}

fn change(version: u64, removed: &[u128], added: &[u128]) -> LobbyChange {
    LobbyChange {
        version,
        removed: removed.iter().map(|&bits| SeekId::from_bits(bits)).collect(),
        added: added.iter().map(|&bits| seek(bits)).collect(),
        pairings: Vec::new(),
    }
}

pub(crate) async fn the_lobby_changes_only_from_the_version_that_was_read(store: &dyn Store) {
    assert_eq!(store.lobby(0).await, Ok(None), "an empty lobby has the version 0");
    let first = store.change_lobby(change(0, &[], &[3, 1, 2])).await.unwrap().unwrap();
    assert_eq!(store.change_lobby(change(0, &[], &[4])).await, Ok(None), "another node was faster");
    assert_eq!(store.lobby(0).await, Ok(Some(lobby(first, &[seek(3), seek(1), seek(2)]))));
    assert_eq!(store.lobby(first).await, Ok(None));
    let second = store.change_lobby(change(first, &[1, 9], &[5])).await.unwrap().unwrap();
    assert_eq!(store.lobby(first).await, Ok(Some(lobby(second, &[seek(3), seek(2), seek(5)]))));
    // A seek that is removed and added again has another body.
    let again = LobbyChange {
        added: vec![StoredSeek { body: "x".to_owned(), ..seek(3) }],
        ..change(second, &[3], &[])
    };
    let third = store.change_lobby(again).await.unwrap().unwrap();
    let seeks = store.lobby(second).await.unwrap().unwrap().seeks;
    assert_eq!(seeks.last().map(|seek| seek.body.as_str()), Some("x"));
    let fourth = store.change_lobby(change(third, &[2, 3, 5], &[])).await.unwrap().unwrap();
    assert_eq!(store.lobby(third).await, Ok(Some(lobby(fourth, &[]))));
}

pub(crate) async fn one_of_many_changes_of_the_same_lobby_succeeds(store: &dyn Store) {
    let mut changes = JoinSet::new();
    for number in 1..=20 {
        changes.spawn(store.change_lobby(change(0, &[], &[number])));
    }
    let changed = changes.join_all().await;
    assert_eq!(changed.into_iter().filter_map(Result::unwrap).count(), 1);
    assert_eq!(store.lobby(0).await.unwrap().unwrap().seeks.len(), 1);
}

pub(crate) async fn pairings_are_found_by_player_and_request(store: &dyn Store) {
    let pairing = |who: u128, request: u128, seat| StoredPairing {
        player: player(who),
        request: ActionId::from_bits(request),
        game: game_id(9),
        seat,
        at: NOW,
    };
    let pairings = vec![pairing(1, 11, Seat::White), pairing(2, 22, Seat::Black)];
    let refused = LobbyChange { pairings: pairings.clone(), ..change(5, &[], &[]) };
    assert_eq!(store.change_lobby(refused).await, Ok(None));
    let find = async |who: u128, request: u128| {
        store.pairing(player(who), ActionId::from_bits(request)).await.unwrap()
    };
    assert_eq!(find(1, 11).await, None);
    store
        .change_lobby(LobbyChange { pairings: pairings.clone(), ..change(0, &[], &[]) })
        .await
        .unwrap()
        .unwrap();
    assert_eq!((find(1, 11).await, find(2, 22).await), (Some(pairings[0]), Some(pairings[1])));
    assert_eq!((find(1, 22).await, find(2, 11).await), (None, None));
    assert_eq!(store.cancel_pairing(game_id(9)).await, Ok(Cancellation::Cancelled));
    assert_eq!((find(1, 11).await, find(2, 22).await), (None, None));
}

pub(crate) async fn a_cancelled_pairing_never_becomes_a_game(store: &dyn Store) {
    assert_eq!(store.create_paired(new_game(9)).await, Err(CreateError::NotPaired), "never paired");
    pair(store, 9, 0).await;
    assert_eq!(store.cancel_pairing(game_id(9)).await, Ok(Cancellation::Cancelled));
    assert_eq!(store.create_paired(new_game(9)).await, Err(CreateError::NotPaired));
    assert_eq!(store.head(game_id(9)).await, Ok(None));
    pair(store, 10, 1).await;
    assert_eq!(store.create_paired(new_game(10)).await, Ok(()));
    assert_eq!(store.create_paired(new_game(10)).await, Err(CreateError::Taken));
    assert_eq!(store.cancel_pairing(game_id(10)).await, Ok(Cancellation::ExistingGame));
    let pairing = store.pairing(player(1), ActionId::from_bits(10)).await.unwrap();
    assert_eq!(pairing.map(|pairing| pairing.game), Some(game_id(10)), "it is still found");
}

pub(crate) async fn a_pairing_is_cancelled_or_becomes_a_game_but_never_both(store: &dyn Store) {
    for number in 1..=20 {
        pair(store, number, number as u64 - 1).await;
        let mut creations = JoinSet::new();
        let mut cancellations = JoinSet::new();
        for _ in 0..3 {
            creations.spawn(store.create_paired(new_game(number)));
            cancellations.spawn(store.cancel_pairing(game_id(number)));
        }
        let (created, cancelled) = (creations.join_all().await, cancellations.join_all().await);
        let exists = store.head(game_id(number)).await.unwrap().is_some();
        let expected = if exists { Cancellation::ExistingGame } else { Cancellation::Cancelled };
        assert!(cancelled.iter().all(|result| *result == Ok(expected)), "{exists}: {cancelled:?}");
        assert_eq!(created.contains(&Ok(())), exists, "{created:?}");
        assert!(created.iter().all(|result| exists || *result == Err(CreateError::NotPaired)), "{created:?}");
    }
}

/// Pairs two players, by requests with the number of the game, in the lobby of this version.
async fn pair(store: &dyn Store, number: u128, version: u64) {
    let pairing = |who: u128, seat| StoredPairing {
        player: player(who),
        request: ActionId::from_bits(number),
        game: game_id(number),
        seat,
        at: NOW,
    };
    let pairings = vec![pairing(1, Seat::White), pairing(2, Seat::Black)];
    let changed = store.change_lobby(LobbyChange { pairings, ..change(version, &[], &[]) }).await;
    assert_eq!(changed, Ok(Some(version + 1)));
}
