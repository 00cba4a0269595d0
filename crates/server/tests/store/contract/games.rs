//! Contract of game logs.

use game::{Ending, Outcome, Timestamp};
use protocol::{PlayerInfo, PlayerKind, PlayerName};
use rules::{ByColor, Color};
use server::store::{
    Append, AppendError, CreateError, GameAttributes, GameStatus, LogEntry, NewGame, Outage, PlayerId,
    SeatedPlayer, Speed, Store, Visibility,
};
use tokio::task::JoinSet;

use crate::sample::{chat_entry, end_game, game_id, guest, move_entry, new_game, player};

async fn numbers(store: &dyn Store, game: u128) -> Vec<u32> {
    let game = store.load(game_id(game)).await.unwrap().unwrap();
    game.entries.iter().map(|entry| entry.number).collect()
}

pub(crate) async fn a_game_round_trips(store: &dyn Store) {
    assert_eq!(store.load(game_id(7)).await, Ok(None));
    let new = new_game(7);
    store.create(new.clone()).await.unwrap();
    let game = store.load(game_id(7)).await.unwrap().unwrap();
    assert_eq!(game.entries, new.entries);
    let head = game.head;
    assert_eq!(
        (head.id, head.attributes, head.status, head.at, head.plies),
        (new.id, new.attributes, new.status, new.at, 0)
    );
    let seat = |number| {
        Some(PlayerInfo {
            id: Some(player(number)),
            name: None,
            standing: PlayerKind::Guest,
            rating: None,
            bot: false,
        })
    };
    assert_eq!(head.seats, ByColor { white: seat(1), black: seat(2) });
}

pub(crate) async fn a_log_can_be_read_from_a_number_on(store: &dyn Store) {
    assert_eq!(store.load_since(game_id(7), 0).await, Ok(None));
    store.create(new_game(7)).await.unwrap();
    store.append(Append::new(game_id(7), vec![move_entry(1, 0), chat_entry(2)])).await.unwrap();
    let check = async || {
        let whole = store.load(game_id(7)).await.unwrap().unwrap();
        for number in 0..=whole.entries.len() {
            let rest = store.load_since(game_id(7), number as u32).await.unwrap().unwrap();
            assert_eq!((&rest.head, &rest.entries[..]), (&whole.head, &whole.entries[number..]));
        }
    };
    check().await;
    store.append(Append { entries: vec![chat_entry(3)], ..end_game(7, None, 9) }).await.unwrap();
    check().await;
}

pub(crate) async fn a_game_id_is_unique(store: &dyn Store) {
    store.create(new_game(7)).await.unwrap();
    let other = NewGame { entries: vec![chat_entry(0), chat_entry(1)], ..new_game(7) };
    assert_eq!(store.create(other).await, Err(CreateError::Taken));
    assert_eq!(numbers(store, 7).await, [0]);
}

pub(crate) async fn a_log_is_append_only(store: &dyn Store) {
    store.create(new_game(7)).await.unwrap();
    store.append(Append::new(game_id(7), vec![move_entry(1, 0), chat_entry(2)])).await.unwrap();
    let check = async |entries: Vec<LogEntry>, expected| {
        assert_eq!(store.append(Append::new(game_id(7), entries)).await.err(), expected);
    };
    check(vec![chat_entry(2)], Some(AppendError::Taken)).await;
    check(vec![move_entry(3, 0)], Some(AppendError::Taken)).await; // the number is free, the ply is not
    check(vec![move_entry(1, 1)], Some(AppendError::Taken)).await; // the ply is free, the number is not
    check(vec![move_entry(3, 1)], None).await;
    check(vec![], None).await;
    let game = store.load(game_id(7)).await.unwrap().unwrap();
    assert_eq!(game.entries, [chat_entry(0), move_entry(1, 0), chat_entry(2), move_entry(3, 1)]);
    assert_eq!(game.head.plies, 2);
    // Moves that are taken back are no moves of the game, in whatever status it is.
    let status = Some(GameStatus::Playing { turn: Color::White, due: None });
    for (entry, status, plies) in [(chat_entry(4), None, 1), (chat_entry(5), status, 0)] {
        let append = Append { taken_back: 1, status, ..Append::new(game_id(7), vec![entry]) };
        store.append(append).await.unwrap();
        assert_eq!(store.load(game_id(7)).await.unwrap().unwrap().head.plies, plies);
    }
    assert_eq!(store.append(Append::new(game_id(8), vec![chat_entry(0)])).await, Err(AppendError::NoGame));
}

pub(crate) async fn a_refused_append_has_no_effect(store: &dyn Store) {
    store.create(new_game(7)).await.unwrap();
    let before = store.load(game_id(7)).await.unwrap();
    let append = Append {
        game: game_id(7),
        entries: vec![move_entry(1, 0), move_entry(2, 1), chat_entry(0)],
        seat: Some((Color::White, guest(9))),
        status: Some(GameStatus::Playing { turn: Color::Black, due: None }),
        taken_back: 0,
        rating: None,
    };
    assert_eq!(store.append(append).await, Err(AppendError::Taken));
    assert_eq!(store.load(game_id(7)).await.unwrap(), before);
}

pub(crate) async fn one_of_many_conflicting_appends_succeeds(store: &dyn Store) {
    store.create(new_game(7)).await.unwrap();
    store.create(new_game(8)).await.unwrap();
    for number in 1..=10 {
        let mut rivals = JoinSet::new();
        for rival in 0..20 {
            let entry = LogEntry { body: format!("{rival}"), ..move_entry(number, number - 1) };
            rivals.spawn(store.append(Append::new(game_id(7), vec![entry])));
        }
        // Other games are not affected.
        rivals.spawn(store.append(Append::new(game_id(8), vec![move_entry(number, number - 1)])));
        let responses = rivals.join_all().await;
        assert_eq!(responses.iter().filter(|response| response.is_ok()).count(), 2);
        assert!(
            responses
                .iter()
                .filter_map(|response| response.as_ref().err())
                .all(|error| *error == AppendError::Taken)
        );
    }
    assert_eq!(numbers(store, 7).await, Vec::from_iter(0..=10));
    assert_eq!(numbers(store, 8).await, Vec::from_iter(0..=10));
}

pub(crate) async fn a_finished_game_is_final(store: &dyn Store) {
    store.create(new_game(7)).await.unwrap();
    let last = end_game(7, Some(Color::Black), 5_000);
    store.append(last.clone()).await.unwrap();
    let outcome = Outcome::new(Some(Color::Black), Ending::Resignation).unwrap();
    let is_over = async || {
        let game = store.load(game_id(7)).await.unwrap().unwrap();
        assert_eq!(game.head.status, GameStatus::Over { outcome, at: Timestamp(5_000) });
    };
    is_over().await;
    let more = Append::new(game_id(7), vec![chat_entry(2)]);
    let status = Some(GameStatus::Playing { turn: Color::White, due: None });
    let check = async |append, error| assert_eq!(store.append(append).await, Err(error));
    check(last, AppendError::Taken).await; // the answer was lost, and it comes again
    check(Append::new(game_id(7), vec![move_entry(2, 0)]), AppendError::Over).await;
    check(Append { status, ..more.clone() }, AppendError::Over).await;
    check(Append { seat: Some((Color::White, guest(9))), ..more.clone() }, AppendError::Over).await;
    is_over().await;
    assert_eq!(numbers(store, 7).await, [0, 1]);
    store.append(more).await.unwrap(); // players talk on
    assert_eq!(numbers(store, 7).await, [0, 1, 2]);
}

pub(crate) async fn due_games_are_ordered_by_deadline(store: &dyn Store) {
    let playing = |due| GameStatus::Playing { turn: Color::White, due: Some(Timestamp(due)) };
    for (number, status) in [
        (1, playing(300)),
        (2, playing(100)),
        (3, GameStatus::Waiting { due: Some(Timestamp(200)) }),
        (4, GameStatus::Waiting { due: None }),
        (5, playing(900)),
        (6, playing(50)),
    ] {
        store.create(NewGame { status, ..new_game(number) }).await.unwrap();
    }
    store.append(end_game(6, None, 60)).await.unwrap();
    let check = async |by, limit, expected: &[u128]| {
        let due = store.due_games(Timestamp(by), limit).await.unwrap();
        assert_eq!(due, Vec::from_iter(expected.iter().map(|&number| game_id(number))));
    };
    check(99, 10, &[]).await;
    check(100, 10, &[2]).await;
    check(300, 10, &[2, 3, 1]).await;
    check(300, 2, &[2, 3]).await;
    let later = Append { status: Some(playing(2_000)), ..Append::new(game_id(2), vec![move_entry(1, 0)]) };
    store.append(later).await.unwrap();
    check(1_000, 10, &[3, 1, 5]).await;
}

pub(crate) async fn a_seat_is_taken_once(store: &dyn Store) {
    let seats = ByColor { white: None, black: Some(guest(2)) };
    store.create(NewGame { seats, status: GameStatus::Waiting { due: None }, ..new_game(7) }).await.unwrap();
    let game = store.load(game_id(7)).await.unwrap().unwrap();
    assert_eq!(game.head.seats.white, None);
    let ann = SeatedPlayer { player: player(3), name: PlayerName::new("Ann Lee").ok(), max_unfinished: None };
    let sits = Append {
        seat: Some((Color::White, ann)),
        status: Some(GameStatus::Playing { turn: Color::White, due: None }),
        ..Append::new(game_id(7), vec![chat_entry(1)])
    };
    store.append(sits.clone()).await.unwrap();
    let late = Append { seat: Some((Color::White, guest(4))), ..sits };
    assert_eq!(store.append(late).await, Err(AppendError::Taken));
    let white = store.load(game_id(7)).await.unwrap().unwrap().head.seats.white.unwrap();
    assert_eq!((white.id, white.standing), (Some(player(3)), PlayerKind::Guest));
    assert_eq!(white.name.as_ref().map(PlayerName::as_str), Some("Ann Lee"));
}

pub(crate) async fn any_text_round_trips(store: &dyn Store) {
    let bodies =
        ["", "\0", "한판 ♞", "'; DROP TABLE entries; --", "{\"a\":\"\\u0000\"}", &"x".repeat(100_000)];
    let entries: Vec<LogEntry> = (0..)
        .zip(bodies)
        .map(|(number, body)| LogEntry { body: body.to_owned(), ..chat_entry(number) })
        .collect();
    store.create(NewGame { entries: entries.clone(), ..new_game(7) }).await.unwrap();
    assert_eq!(store.load(game_id(7)).await.unwrap().unwrap().entries, entries);
}

pub(crate) async fn the_last_heartbeat_is_returned(store: &dyn Store) {
    let now = Timestamp(2_000_000_000_000);
    assert_eq!(store.last_heartbeat(now).await, Ok(None));
    for at in [1_700_000_000_000, 5] {
        store.record_heartbeat(Timestamp(at)).await.unwrap();
        assert_eq!(store.last_heartbeat(now).await, Ok(Some(Timestamp(at))));
    }
    // Writes prove that a server was running, but not those of a wrong clock that was set back.
    let entries = vec![at(0, 9_000), at(1, 3_000_000_000_000)];
    store.create(NewGame { entries, ..new_game(7) }).await.unwrap();
    assert_eq!(store.last_heartbeat(now).await, Ok(Some(Timestamp(9_000))));
}

/// An entry written at this time.
fn at(number: u32, at: u64) -> LogEntry {
    LogEntry { at: Timestamp(at), ..chat_entry(number) }
}

pub(crate) async fn old_outages_are_deleted(store: &dyn Store) {
    let outage = |from, until| Outage { from: Timestamp(from), until: Timestamp(until) };
    assert_eq!(store.outages().await, Ok(vec![]));
    store.record_outage(outage(50, 60)).await.unwrap();
    store.record_outage(outage(10, 20)).await.unwrap();
    store.record_outage(outage(50, 60)).await.unwrap();
    assert_eq!(store.outages().await, Ok(vec![outage(10, 20), outage(50, 60)]));
    let months = 100 * 86_400_000;
    store.record_outage(outage(months, months + 5)).await.unwrap();
    assert_eq!(store.outages().await, Ok(vec![outage(months, months + 5)]));
}

pub(crate) async fn a_quarantined_game_is_never_due(store: &dyn Store) {
    store.create(new_game(7)).await.unwrap();
    assert_eq!(store.due_games(Timestamp(u64::MAX), 10).await, Ok(vec![game_id(7)]));
    store.quarantine(game_id(7)).await.unwrap();
    assert_eq!(store.due_games(Timestamp(u64::MAX), 10).await, Ok(vec![]));
    assert!(store.load(game_id(7)).await.unwrap().is_some(), "the game still loads");
}

/// Concurrent requests cannot exceed the limit of a player, neither by new games nor by taking seats.
pub(crate) async fn unfinished_games_are_counted_in_the_transaction(store: &dyn Store) {
    let ann = SeatedPlayer { max_unfinished: Some(5), ..guest(1) };
    let seats = ByColor { white: Some(ann.clone()), black: None };
    let invitation = |number| NewGame {
        seats: seats.clone(),
        status: GameStatus::Waiting { due: None },
        ..new_game(number)
    };
    let mut rivals = JoinSet::new();
    for number in 0..40 {
        rivals.spawn(store.create(invitation(number)));
    }
    let results = rivals.join_all().await;
    let count = |wanted| results.iter().filter(|&result| *result == wanted).count();
    assert_eq!((count(Ok(())), count(Err(CreateError::TooMany))), (5, 35));
    assert_eq!(store.unfinished(player(1), 99).await.unwrap().len(), 5);

    let bob = SeatedPlayer { max_unfinished: Some(3), ..guest(2) };
    let open = ByColor { white: Some(guest(3)), black: None };
    let mut rivals = JoinSet::new();
    for number in 100..120 {
        let game =
            NewGame { seats: open.clone(), status: GameStatus::Waiting { due: None }, ..new_game(number) };
        store.create(game).await.unwrap();
        let sit = Append {
            seat: Some((Color::Black, bob.clone())),
            status: Some(GameStatus::Playing { turn: Color::White, due: None }),
            ..Append::new(game_id(number), vec![chat_entry(1)])
        };
        rivals.spawn(store.append(sit));
    }
    let results = rivals.join_all().await;
    let refused = results.iter().filter(|&result| *result == Err(AppendError::TooMany)).count();
    assert_eq!((results.len() - refused, refused), (3, 17));
    let seated = store.unfinished(player(2), 99).await.unwrap();
    assert_eq!(seated.len(), 3);

    // A retry of what was stored is told so, although the limit is reached.
    let stored = store.unfinished(player(1), 1).await.unwrap()[0].id.bits();
    assert_eq!(store.create(invitation(stored)).await, Err(CreateError::Taken));
    let again = Append { seat: Some((Color::Black, bob)), ..Append::new(seated[0].id, vec![chat_entry(1)]) };
    assert_eq!(store.append(again).await, Err(AppendError::Taken));
}

/// Concurrent requests cannot keep more games than allowed; other games do not count.
pub(crate) async fn kept_games_are_counted_in_the_transaction(store: &dyn Store) {
    let computer = SeatedPlayer { player: PlayerId::COMPUTER, ..guest(0) };
    let over = GameStatus::Over {
        outcome: Outcome::new(Some(Color::White), Ending::Resignation).unwrap(),
        at: Timestamp(5_000),
    };
    let kept = |number: u128, who: u128| {
        let (white, black) = (Some(guest(who)), Some(computer.clone()));
        let seats = if number.is_multiple_of(2) {
            ByColor { white, black }
        } else {
            ByColor { white: black, black: white }
        };
        let game = NewGame { seats, status: over, ..new_game(number) };
        let attributes =
            GameAttributes { speed: Speed::Unlimited, visibility: Visibility::Private, ..game.attributes };
        NewGame { attributes, ..game }
    };
    // A game on the server with a clock, and one of another player.
    let with_clock = NewGame { attributes: new_game(1).attributes, ..kept(200, 1) };
    store.create(with_clock).await.unwrap();
    store.keep(kept(201, 2), player(2), 5).await.unwrap();
    let mut rivals = JoinSet::new();
    for number in 0..40 {
        rivals.spawn(store.keep(kept(number, 1), player(1), 5));
    }
    let results = rivals.join_all().await;
    let count = |wanted| results.iter().filter(|&result| *result == wanted).count();
    assert_eq!((count(Ok(())), count(Err(CreateError::TooMany))), (5, 35));
    let games = store.games_of(player(1)).await.unwrap();
    assert_eq!(games.len(), 6, "refused games leave nothing");
    let again = games.iter().find(|game| game.bits() < 40).unwrap().bits();
    assert_eq!(store.keep(kept(again, 1), player(1), 5).await, Err(CreateError::Taken), "a retry is told so");
}

pub(crate) async fn future_times_are_corrected(store: &dyn Store) {
    let outage = |from, until| Outage { from: Timestamp(from), until: Timestamp(until) };
    let playing = GameStatus::Playing { turn: Color::White, due: Some(Timestamp(9_500)) };
    for (game, last) in [(7, 9_000), (8, 800)] {
        let game = NewGame { status: playing, entries: vec![at(0, 700), at(1, last)], ..new_game(game) };
        store.create(game).await.unwrap();
    }
    let year = 365 * 86_400_000;
    let waiting = GameStatus::Waiting { due: Some(Timestamp(year)) };
    store.create(NewGame { status: waiting, ..new_game(9) }).await.unwrap();
    store.record_outage(outage(10, 20)).await.unwrap();
    store.record_outage(outage(750, 8_000)).await.unwrap();
    store.correct_future_times(Timestamp(1_000)).await.unwrap();
    assert_eq!(store.outages().await, Ok(vec![outage(10, 20), outage(750, 1_000)]));
    let due = store.due_games(Timestamp(1_000), 10).await;
    assert_eq!(due, Ok(vec![game_id(7)]), "the game with an entry in the future");
    let due = store.due_games(Timestamp(year / 12), 10).await.unwrap();
    assert!(due.contains(&game_id(9)), "an invitation is open for two weeks");
}

pub(crate) async fn a_sound_store_is_ready_and_verifies(store: &dyn Store) {
    store.create(new_game(7)).await.unwrap();
    assert_eq!(store.ready().await, Ok(()));
    assert_eq!(store.verify().await, Ok(()));
    assert_eq!(store.damage(), None);
}
