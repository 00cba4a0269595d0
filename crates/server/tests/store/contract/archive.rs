//! Contract of game lists.

use std::num::NonZeroU32;

use game::{Ending, Outcome, Ruleset, Timestamp};
use rules::{ByColor, Color};
use server::store::{
    CreateError, Cursor, Filter, GameAttributes, GameStatus, NewGame, Score, Speed, Store, Visibility,
};

use crate::sample::{chat_entry, end_with, game_id, guest, move_entry, new_game, play_game, player};

const ALL: u32 = 100;

async fn finished(store: &dyn Store, filter: Filter) -> Vec<u128> {
    let page = store.finished_games(filter, None, ALL).await.unwrap();
    assert_eq!(page.next, None);
    page.games.iter().map(|game| game.id.bits()).collect()
}

/// A game between guests.
fn between(number: u128, white: u128, black: u128) -> NewGame {
    NewGame { seats: ByColor { white: Some(guest(white)), black: Some(guest(black)) }, ..new_game(number) }
}

pub(crate) async fn lists_are_filtered(store: &dyn Store) {
    let of = |speed, ruleset, game: NewGame| NewGame {
        attributes: GameAttributes { speed, ruleset, ..game.attributes },
        ..game
    };
    let (white, black) = (Some(Color::White), Some(Color::Black));
    play_game(store, of(Speed::Blitz, Ruleset::Standard, between(10, 1, 2)), white, 100).await;
    play_game(store, of(Speed::Rapid, Ruleset::Standard, between(11, 2, 1)), white, 200).await;
    play_game(store, of(Speed::Blitz, Ruleset::Chess960, between(12, 3, 1)), black, 300).await;
    play_game(store, of(Speed::Blitz, Ruleset::Standard, between(13, 1, 3)), None, 400).await;
    play_game(store, of(Speed::Blitz, Ruleset::Standard, between(14, 2, 3)), white, 500).await;
    store.create(between(15, 1, 2)).await.unwrap();
    let mine = Filter { player: Some(player(1)), ..Filter::default() };
    let check = async |filter: Filter, expected: &[u128]| {
        assert_eq!(finished(store, filter.clone()).await, expected, "{filter:?}");
    };
    check(Filter::default(), &[14, 13, 12, 11, 10]).await;
    check(mine.clone(), &[13, 12, 11, 10]).await;
    check(Filter { score: Some(Score::Won), ..mine.clone() }, &[12, 10]).await;
    check(Filter { score: Some(Score::Lost), ..mine.clone() }, &[11]).await;
    check(Filter { score: Some(Score::Drawn), ..mine.clone() }, &[13]).await;
    check(Filter { opponent: Some(player(3)), ..mine.clone() }, &[13, 12]).await;
    check(Filter { opponent: Some(player(3)), score: Some(Score::Won), ..mine.clone() }, &[12]).await;
    check(Filter { speed: Some(Speed::Rapid), ..mine.clone() }, &[11]).await;
    check(Filter { ruleset: Some(Ruleset::Chess960), ..mine.clone() }, &[12]).await;
    check(Filter { from: Some(Timestamp(200)), ..mine.clone() }, &[13, 12, 11]).await;
    check(Filter { until: Some(Timestamp(200)), ..mine.clone() }, &[10]).await;
    check(Filter { from: Some(Timestamp(150)), until: Some(Timestamp(350)), ..Filter::default() }, &[12, 11])
        .await;
    check(Filter { player: Some(player(99)), ..Filter::default() }, &[]).await;
}

/// A game that was played elsewhere comes with its whole log.
pub(crate) async fn a_game_may_be_over_when_it_is_created(store: &dyn Store) {
    let outcome = Outcome::new(Some(Color::Black), Ending::Resignation).unwrap();
    let begun = between(7, 1, 2);
    let game = NewGame {
        status: GameStatus::Over { outcome, at: Timestamp(300) },
        entries: begun.entries.iter().cloned().chain([move_entry(1, 0), move_entry(2, 1)]).collect(),
        ..begun
    };
    store.create(game.clone()).await.unwrap();
    assert_eq!(store.create(game).await, Err(CreateError::Taken), "a retry");
    let won = Filter { player: Some(player(2)), score: Some(Score::Won), ..Filter::default() };
    assert_eq!(finished(store, won).await, [7]);
    let stored = store.load(game_id(7)).await.unwrap().unwrap();
    assert_eq!((stored.head.plies, stored.entries.len()), (2, 3));
    assert_eq!(store.unfinished(player(1), ALL).await.unwrap(), []);
    assert_eq!(store.games_of(player(1)).await.unwrap(), [game_id(7)]);
}

pub(crate) async fn pages_neither_repeat_nor_skip(store: &dyn Store) {
    // Many games end at the same time, and one player has both seats once.
    for number in 0..23 {
        let game =
            if number == 5 { between(number, 1, 1) } else { between(number, 1 + number % 2, 2 - number % 2) };
        play_game(store, game, None, 1_000 + number as u64 / 7).await;
    }
    for filter in [Filter::default(), Filter { player: Some(player(1)), ..Filter::default() }] {
        let mut seen = Vec::new();
        let mut after: Option<Cursor> = None;
        let mut later = 100 + seen.len() as u128 + u128::from(filter.player.is_some());
        loop {
            let page = store.finished_games(filter.clone(), after, 4).await.unwrap();
            assert!(page.games.len() <= 4);
            seen.extend(page.games.iter().map(|game| game.id.bits()));
            after = page.next;
            // Games end while the pages are read.
            later += 10;
            play_game(store, between(later, 3, 4), None, 9_000).await;
            if after.is_none() {
                break;
            }
        }
        seen.retain(|&number| number < 100);
        let mut sorted: Vec<u128> = (0..23).collect();
        sorted.sort_by_key(|&number| std::cmp::Reverse((number / 7, number)));
        assert_eq!(seen, sorted);
    }
}

pub(crate) async fn aborted_and_private_games_are_not_shown(store: &dyn Store) {
    let aborted = Outcome::new(None, Ending::Aborted).unwrap();
    store.create(new_game(10)).await.unwrap();
    store.append(end_with(10, aborted, 100)).await.unwrap();
    let secret = new_game(11);
    let secret = NewGame {
        attributes: GameAttributes { visibility: Visibility::Private, ..secret.attributes },
        ..secret
    };
    play_game(store, secret, None, 200).await;
    assert_eq!(finished(store, Filter::default()).await, []);
    let of_one = Filter { player: Some(player(1)), ..Filter::default() };
    assert_eq!(finished(store, of_one.clone()).await, []);
    for (viewer, expected) in [(1, &[11][..]), (2, &[11]), (3, &[])] {
        let filter = Filter { viewer: Some(player(viewer)), ..of_one.clone() };
        assert_eq!(finished(store, filter).await, expected, "{viewer}");
    }
    assert_eq!(finished(store, Filter { viewer: Some(player(1)), ..Filter::default() }).await, []);
    assert_eq!(store.unfinished(player(1), ALL).await.unwrap(), []);
    let game = store.load(game_id(10)).await.unwrap().unwrap();
    assert_eq!(game.head.status, GameStatus::Over { outcome: aborted, at: Timestamp(100) });
}

pub(crate) async fn private_games_do_not_show_in_pages(store: &dyn Store) {
    // Every second game is private.
    for number in 10..30 {
        let game = new_game(number);
        let visibility = if number % 2 == 0 { Visibility::Private } else { Visibility::Public };
        let attributes = GameAttributes { visibility, ..game.attributes };
        play_game(store, NewGame { attributes, ..game }, None, number as u64).await;
    }
    let filter = Filter { player: Some(player(1)), viewer: Some(player(3)), ..Filter::default() };
    let (mut after, mut sizes) = (None, Vec::new());
    loop {
        let page = store.finished_games(filter.clone(), after, 4).await.unwrap();
        sizes.push(page.games.len());
        assert!(page.games.iter().all(|game| game.attributes.visibility == Visibility::Public));
        assert_eq!(page.next.map(|cursor| cursor.game), page.next.and(page.games.last().map(|game| game.id)));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(sizes, [4, 4, 2], "pages are full");
}

pub(crate) async fn my_turn_comes_first(store: &dyn Store) {
    let playing = |turn, due: Option<u64>| GameStatus::Playing { turn, due: due.map(Timestamp) };
    for (game, status) in [
        (between(10, 1, 2), playing(Color::Black, Some(1))),
        (between(11, 1, 2), playing(Color::White, None)),
        (between(12, 2, 1), playing(Color::Black, Some(900))),
        (between(13, 1, 3), playing(Color::White, Some(800))),
        (between(14, 2, 3), playing(Color::White, Some(1))),
    ] {
        store.create(NewGame { status, ..game }).await.unwrap();
    }
    let seats = ByColor { white: Some(guest(1)), black: None };
    let waiting = GameStatus::Waiting { due: Some(Timestamp(2)) };
    store.create(NewGame { seats, status: waiting, ..new_game(15) }).await.unwrap();
    play_game(store, between(16, 1, 2), None, 5).await;
    let check = async |limit, expected: &[u128]| {
        let games = store.unfinished(player(1), limit).await.unwrap();
        assert_eq!(games.iter().map(|game| game.id.bits()).collect::<Vec<_>>(), expected);
    };
    check(ALL, &[13, 12, 11, 10, 15]).await;
    check(2, &[13, 12]).await;
}

pub(crate) async fn games_of_lists_every_game_of_a_player(store: &dyn Store) {
    let waiting = GameStatus::Waiting { due: None };
    let seats = ByColor { white: None, black: Some(guest(1)) };
    store.create(NewGame { seats, status: waiting, ..new_game(19) }).await.unwrap();
    store.create(between(18, 1, 2)).await.unwrap();
    play_game(store, between(17, 2, 1), None, 100).await;
    store.create(between(16, 1, 3)).await.unwrap();
    store.append(end_with(16, Outcome::new(None, Ending::Aborted).unwrap(), 100)).await.unwrap();
    play_game(store, between(15, 2, 3), None, 100).await;
    let secret = between(14, 1, 1);
    let secret = NewGame {
        attributes: GameAttributes { visibility: Visibility::Private, ..secret.attributes },
        ..secret
    };
    store.create(secret).await.unwrap();
    let games: Vec<u128> = store.games_of(player(1)).await.unwrap().iter().map(|game| game.bits()).collect();
    assert_eq!(games, [19, 18, 17, 16, 14], "ordered by creation, without duplicates");
    assert_eq!(store.games_of(player(9)).await, Ok(vec![]));
}

pub(crate) async fn live_games_are_public_and_in_progress(store: &dyn Store) {
    store.create(new_game(10)).await.unwrap();
    store.create(NewGame { status: GameStatus::Waiting { due: None }, ..new_game(11) }).await.unwrap();
    let secret = new_game(12);
    let secret = NewGame {
        attributes: GameAttributes { visibility: Visibility::Private, ..secret.attributes },
        ..secret
    };
    store.create(secret).await.unwrap();
    play_game(store, new_game(13), None, 5).await;
    store.create(new_game(14)).await.unwrap();
    let check = async |limit, expected: &[u128]| {
        let games = store.live_games(limit).await.unwrap();
        assert_eq!(games.iter().map(|game| game.id.bits()).collect::<Vec<_>>(), expected);
    };
    check(ALL, &[14, 10]).await;
    check(1, &[14]).await;
}

pub(crate) async fn an_export_has_every_game(store: &dyn Store) {
    for number in 0..150 {
        play_game(store, between(number, 1 + number % 2, 2 - number % 2), None, 1_000 + number as u64 / 50)
            .await;
    }
    let mut export = server::store::GameExport::new(Filter { player: Some(player(1)), ..Filter::default() });
    let mut seen = Vec::new();
    let batch = NonZeroU32::new(32).unwrap();
    while let Some(games) = export.next(store, batch).await.unwrap() {
        assert!(!games.is_empty() && games.len() <= 32);
        for game in games {
            assert_eq!(game.log.entries().unwrap(), [chat_entry(0), chat_entry(1)]);
            seen.push(game.head.id.bits());
        }
    }
    seen.sort_unstable();
    assert_eq!(seen, Vec::from_iter(0..150));
}
