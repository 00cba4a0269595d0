//! Contract of accounts, sessions, ratings and admin commands.

use game::{Ending, Outcome, Timestamp};
use protocol::{PlayerInfo, PlayerKind, PlayerName, PublicRating, RatingStatus};
use rules::{ByColor, Color};
use server::accounts::{PasswordHash, Token};
use server::store::{
    AccountError, AdminCommand, Append, Ban, Filter, GameAttributes, NewAccount, NewGame, Outage,
    PasswordChangedBy, PasswordUpdate, SessionId, SessionSelector, Speed, Store, Visibility,
};

use crate::sample::{
    create_account, end_game, end_with, game_id, guest, name, new_game, open_session, play_game, player,
    rated_game, try_open_session,
};

const ALL: u32 = 100;

fn account(number: u128, text: &str) -> NewAccount {
    let password = PasswordHash::from_stored("$x$".to_owned());
    NewAccount { player: player(number), name: name(text), password, at: Timestamp(5) }
}

pub(crate) async fn account_names_are_unique_ignoring_case(store: &dyn Store) {
    store.create_account(account(1, "한판Fan")).await.unwrap();
    let check = async |account, error| assert_eq!(store.create_account(account).await, Err(error));
    check(account(2, "한판FAN"), AccountError::NameTaken).await;
    check(account(1, "Other"), AccountError::HasAccount).await;
    let found = store.account_named(name("한판fAN")).await.unwrap().unwrap();
    assert_eq!((found.player, found.name.as_str(), found.at), (player(1), "한판Fan", Timestamp(5)));
    assert_eq!(store.account(player(1)).await.unwrap(), Some(found));
    assert_eq!(store.account(player(2)).await, Ok(None));
    assert_eq!(store.account_named(name("stranger")).await, Ok(None));
}

pub(crate) async fn accounts_are_listed_by_name(store: &dyn Store) {
    for (number, text) in [(1, "carol"), (2, "Bob"), (3, "alice"), (4, "Dave")] {
        create_account(store, number, text).await;
    }
    let check = async |after: Option<&str>, limit, expected: &[&str]| {
        let accounts = store.accounts(after.map(name), limit).await.unwrap();
        assert_eq!(accounts.iter().map(|account| account.name.as_str()).collect::<Vec<_>>(), expected);
    };
    check(None, ALL, &["alice", "Bob", "carol", "Dave"]).await;
    check(None, 2, &["alice", "Bob"]).await;
    check(Some("BOB"), ALL, &["carol", "Dave"]).await;
}

pub(crate) async fn registering_keeps_the_games(store: &dyn Store) {
    play_game(store, new_game(7), None, 100).await;
    create_account(store, 1, "Ann").await;
    let mine = Filter { player: Some(player(1)), ..Filter::default() };
    let page = store.finished_games(mine, None, ALL).await.unwrap();
    let seats = &page.games[0].seats;
    let ann = PlayerInfo {
        id: Some(player(1)),
        name: PlayerName::new("Ann").ok(),
        standing: PlayerKind::Account,
        rating: None,
        bot: false,
    };
    assert_eq!(seats.white, Some(ann));
    assert_eq!(seats.black.as_ref().map(|player| player.standing), Some(PlayerKind::Guest));
}

pub(crate) async fn deleting_an_account_anonymizes_its_games(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    create_account(store, 2, "Bob").await;
    let token = open_session(store, 1, 1, 1_000).await;
    play_game(store, rated_game(7), Some(Color::White), 100).await;
    store.delete_account(player(1)).await.unwrap();
    assert_eq!(store.delete_account(player(1)).await, Err(AccountError::NoAccount));
    assert_eq!(store.account_named(name("Ann")).await, Ok(None));
    assert_eq!(store.session(token.hash(), Timestamp(10)).await, Ok(None));
    assert_eq!(store.ratings(player(1)).await.unwrap(), []);
    assert_eq!(store.rating_history(player(1), Speed::Blitz, Timestamp(0), player(1)).await.unwrap(), []);
    let game = store.load(game_id(7)).await.unwrap().unwrap();
    let white = game.head.seats.white.unwrap();
    assert_eq!((white.id, white.name, white.standing), (None, None, PlayerKind::Gone));
    assert_eq!(game.head.seats.black.unwrap().id, Some(player(2)));
    assert_eq!(game.entries.len(), 3, "the game stays");
    assert_eq!(store.ratings(player(2)).await.unwrap().len(), 1, "the opponent keeps the rating");
}

pub(crate) async fn the_name_of_a_deleted_account_stays_taken(store: &dyn Store) {
    create_account(store, 1, "Bill").await;
    store.delete_account(player(1)).await.unwrap();
    for (number, text) in [(1, "Bill"), (2, "bILL"), (3, "B1ll")] {
        assert_eq!(store.create_account(account(number, text)).await, Err(AccountError::NameTaken), "{text}");
    }
    assert_eq!(store.account_named(name("Bill")).await, Ok(None));
    create_account(store, 2, "Will").await;
}

pub(crate) async fn a_look_alike_name_is_taken_and_found(store: &dyn Store) {
    create_account(store, 1, "Bob").await;
    assert_eq!(store.create_account(account(2, "B0b")).await, Err(AccountError::NameTaken));
    assert_eq!(store.account_named(name("b0B")).await.unwrap().unwrap().player, player(1));
}

pub(crate) async fn the_secret_stays_the_same(store: &dyn Store) {
    assert_eq!(store.secret().await.unwrap(), store.secret().await.unwrap());
}

pub(crate) async fn the_operator_can_reset_a_password(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    let token = open_session(store, 1, 1, 1_000).await;
    let (password, at) = (PasswordHash::from_stored("$new$".to_owned()), Timestamp(5));
    let by_host = |bits| {
        let (player, password) = (player(bits), password.clone());
        PasswordUpdate { player, password, by: PasswordChangedBy::Operator, at }
    };
    store.change_password(by_host(1)).await.unwrap();
    assert_eq!(store.account(player(1)).await.unwrap().unwrap().password, password);
    assert_eq!(store.session(token.hash(), at).await, Ok(None), "the session has ended");
    assert_eq!(last_order(store).await, Some(AdminCommand::Disconnect(player(1))));
    let late = try_open_session(store, 1, 2, 1_000).await;
    assert_eq!(late, Err(AccountError::NoAccount), "a login with the old password is refused");
    assert_eq!(store.change_password(by_host(2)).await, Err(AccountError::NoAccount));
}

pub(crate) async fn the_owner_can_change_the_password_and_keeps_the_session(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    create_account(store, 2, "Bob").await;
    let (here, there) = (open_session(store, 1, 1, 1_000).await, open_session(store, 1, 2, 1_000).await);
    let others = open_session(store, 2, 3, 1_000).await;
    let old = store.account(player(1)).await.unwrap().unwrap().password;
    let at = Timestamp(5);
    let change = async |session: u128, old: &PasswordHash, new: &str| {
        let by = PasswordChangedBy::Owner { session: SessionId::from_bits(session), old: old.clone() };
        let password = PasswordHash::from_stored(new.to_owned());
        store.change_password(PasswordUpdate { player: player(1), password, by, at }).await
    };
    let is_in = async |token: &Token| store.session(token.hash(), at).await.unwrap().is_some();
    for (session, password) in [(1, "$another$"), (3, old.as_str()), (9, old.as_str())] {
        let password = PasswordHash::from_stored(password.to_owned());
        assert_eq!(change(session, &password, "$new$").await, Err(AccountError::NoAccount), "{session}");
    }
    assert!(is_in(&there).await, "the session is unchanged");
    change(1, &old, "$new$").await.unwrap();
    assert_eq!(store.account(player(1)).await.unwrap().unwrap().password.as_str(), "$new$");
    assert_eq!([is_in(&here).await, is_in(&there).await, is_in(&others).await], [true, false, true]);
    assert_eq!(last_order(store).await, None, "no disconnect command is posted");
    assert_eq!(
        change(1, &old, "$newer$").await,
        Err(AccountError::NoAccount),
        "the old password no longer matches"
    );
}

async fn last_order(store: &dyn Store) -> Option<AdminCommand> {
    store.admin_commands(0).await.unwrap().last().map(|&(_, order)| order)
}

pub(crate) async fn a_ban_ends_all_sessions(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    let token = open_session(store, 1, 1, 1_000).await;
    let ban = Some(Ban { reason: "engine".to_owned(), at: Timestamp(50) });
    store.set_ban(player(1), ban.clone()).await.unwrap();
    assert_eq!(store.account(player(1)).await.unwrap().unwrap().ban, ban);
    assert_eq!(store.session(token.hash(), Timestamp(60)).await, Ok(None));
    assert_eq!(last_order(store).await, Some(AdminCommand::Disconnect(player(1))));
    assert_eq!(
        try_open_session(store, 1, 2, 1_000).await,
        Err(AccountError::NoAccount),
        "a banned account cannot log in"
    );
    store.set_ban(player(1), None).await.unwrap();
    assert_eq!(store.account(player(1)).await.unwrap().unwrap().ban, None);
    assert_eq!(store.set_ban(player(2), ban).await, Err(AccountError::NoAccount));
}

pub(crate) async fn sessions_are_opened_listed_and_ended(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    let tokens = [
        open_session(store, 1, 1, 1_000).await,
        open_session(store, 1, 2, 1_000).await,
        open_session(store, 1, 3, 1_000).await,
    ];
    create_account(store, 2, "Bob").await;
    let other = open_session(store, 2, 4, 1_000).await;
    let now = Timestamp(10);
    let session = store.session(tokens[0].hash(), now).await.unwrap().unwrap();
    assert_eq!((session.player, session.device.as_str()), (player(1), "Firefox"));
    assert_eq!(session.name, Some(name("Ann")));
    assert_eq!(store.session(Token::random().unwrap().hash(), now).await, Ok(None));
    let check = async |expected: &[u128]| {
        let sessions = store.sessions(player(1), now).await.unwrap();
        assert_eq!(sessions.iter().map(|session| session.id.bits()).collect::<Vec<_>>(), expected);
    };
    check(&[3, 2, 1]).await;
    store.extend_session(SessionId::from_bits(1), Timestamp(9), Timestamp(2_000)).await.unwrap();
    check(&[1, 3, 2]).await;
    store.end_sessions(player(1), SessionSelector::Only(SessionId::from_bits(4))).await.unwrap();
    assert!(
        store.session(other.hash(), now).await.unwrap().is_some(),
        "a player cannot end another's session"
    );
    store.end_sessions(player(1), SessionSelector::Only(SessionId::from_bits(2))).await.unwrap();
    check(&[1, 3]).await;
    store.end_sessions(player(1), SessionSelector::Others(SessionId::from_bits(3))).await.unwrap();
    check(&[3]).await;
    store.end_sessions(player(1), SessionSelector::All).await.unwrap();
    check(&[]).await;
    assert_eq!(store.session(tokens[2].hash(), now).await, Ok(None));
    assert!(store.session(other.hash(), now).await.unwrap().is_some());
}

pub(crate) async fn sessions_expire(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    let (short, long) = (open_session(store, 1, 1, 100).await, open_session(store, 1, 2, 200).await);
    let check = async |token: &Token, now, expected| {
        let session = store.session(token.hash(), Timestamp(now)).await.unwrap();
        assert_eq!(session.is_some(), expected, "{now}");
    };
    check(&short, 99, true).await;
    check(&short, 100, false).await;
    assert_eq!(store.sessions(player(1), Timestamp(150)).await.unwrap().len(), 1);
    assert_eq!(store.delete_expired_sessions(Timestamp(150)).await, Ok(1));
    check(&short, 99, false).await;
    check(&long, 150, true).await;
}

pub(crate) async fn sessions_survive_a_long_outage_and_a_wrong_clock(store: &dyn Store) {
    let day = 86_400_000;
    create_account(store, 1, "Ann").await;
    let (ended, open) = (open_session(store, 1, 1, 50).await, open_session(store, 1, 2, 90 * day).await);
    let is_open =
        async |token: &Token, now| store.session(token.hash(), Timestamp(now)).await.unwrap().is_some();
    let wrong = 100 * day;
    store.record_outage(Outage { from: Timestamp(1_000), until: Timestamp(wrong) }).await.unwrap();
    assert!(is_open(&open, wrong).await, "a hundred days without a server do not end a session");
    assert!(!is_open(&ended, 1_000).await, "one that had ended stays so");
    store
        .extend_session(SessionId::from_bits(2), Timestamp(wrong), Timestamp(wrong + 90 * day))
        .await
        .unwrap();
    store.correct_future_times(Timestamp(2 * day)).await.unwrap();
    let sessions = store.sessions(player(1), Timestamp(2 * day)).await.unwrap();
    let times: Vec<_> = sessions.iter().map(|session| (session.seen.0, session.expires.0)).collect();
    assert_eq!(times, [(2 * day, 92 * day)]);
}

pub(crate) async fn a_rated_game_counts_once(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    create_account(store, 2, "Bob").await;
    store.create(rated_game(7)).await.unwrap();
    let last = end_game(7, Some(Color::White), 1_000);
    let changes = store.append(last.clone()).await.unwrap().ratings.unwrap();
    assert_eq!((changes.white.before.points(), changes.black.before.points()), (1500, 1500));
    assert_eq!((changes.white.after.points(), changes.black.after.points()), (1662, 1338));
    store.append(last).await.unwrap_err();
    let log = store.load(game_id(7)).await.unwrap().unwrap().entries;
    let told: Vec<_> = log.iter().map(|entry| (entry.number, entry.body.as_str())).collect();
    assert_eq!(
        told[1..],
        [(1, "{\"said\":1}"), (2, "{\"white\":1662}")],
        "in the same transaction as the end"
    );
    assert_eq!(store.ratings(player(1)).await.unwrap(), [(Speed::Blitz, changes.white.after)]);
    let points = store.rating_history(player(2), Speed::Blitz, Timestamp(0), player(2)).await.unwrap();
    assert_eq!(points.len(), 1);
    assert_eq!((points[0].game, points[0].at), (game_id(7), Timestamp(1_000)));
    assert_eq!(points[0].rating, changes.black.after);
    assert_eq!(store.rating_history(player(2), Speed::Blitz, Timestamp(1_001), player(2)).await.unwrap(), []);
    // The next game starts with the new rating and shows it.
    play_game(store, rated_game(8), None, 2_000).await;
    let shown = store.load(game_id(8)).await.unwrap().unwrap().head.seats.white.unwrap().rating;
    assert_eq!(shown, Some(PublicRating { value: 1662, trust: RatingStatus::Provisional }));
    let points = store.rating_history(player(1), Speed::Blitz, Timestamp(0), player(1)).await.unwrap();
    assert_eq!(points.len(), 2);
    assert!(points[1].rating.value < points[0].rating.value, "a draw against a weaker player loses points");
    assert_eq!(store.rated_games(player(1)).await.unwrap(), [(Speed::Blitz, 2)]);
    assert_eq!(store.rated_games(player(3)).await.unwrap(), []);
}

pub(crate) async fn only_rated_games_between_accounts_count(store: &dyn Store) {
    let ratings = async |game: NewGame, outcome| {
        let number = game.id.bits();
        store.create(game).await.unwrap();
        store.append(end_with(number, outcome, 100)).await.unwrap().ratings
    };
    let won = Outcome::new(Some(Color::White), Ending::Checkmate).unwrap();
    create_account(store, 1, "Ann").await;
    assert_eq!(ratings(rated_game(10), won).await, None, "Black is a guest");
    create_account(store, 2, "Bob").await;
    assert_eq!(ratings(new_game(11), won).await, None, "for fun");
    let slow = rated_game(12);
    let slow = NewGame { attributes: GameAttributes { speed: Speed::Unlimited, ..slow.attributes }, ..slow };
    assert_eq!(ratings(slow, won).await, None, "no clock");
    let aborted = Outcome::new(None, Ending::Aborted).unwrap();
    assert_eq!(ratings(rated_game(13), aborted).await, None, "no game");
    let own = rated_game(14);
    let mut seats = own.seats.clone();
    seats.black.clone_from(&seats.white);
    assert_eq!(ratings(NewGame { seats, ..own }, won).await, None, "same player on both sides");
    let secret = rated_game(15);
    let visibility = Visibility::Private;
    let secret = NewGame { attributes: GameAttributes { visibility, ..secret.attributes }, ..secret };
    assert_eq!(ratings(secret, won).await, None, "private");
    store.create(rated_game(16)).await.unwrap();
    let uncounted = Append { rating: None, ..end_with(16, won, 100) };
    assert_eq!(store.append(uncounted).await.unwrap().ratings, None, "too short, for example");
    assert!(ratings(rated_game(17), won).await.is_some());
}

pub(crate) async fn games_of_a_pair_count_up_to_a_limit_per_day(store: &dyn Store) {
    const DAY: u64 = 86_400_000;
    for (number, text) in [(1, "Ann"), (2, "Bob"), (3, "Cal")] {
        create_account(store, number, text).await;
    }
    let counts = async |number: u128, seats: [u128; 2], speed, at| {
        let seats = ByColor { white: Some(guest(seats[0])), black: Some(guest(seats[1])) };
        let game = NewGame { seats, ..rated_game(number) };
        let attributes = GameAttributes { speed, ..game.attributes };
        store.create(NewGame { attributes, ..game }).await.unwrap();
        store.append(end_game(number, Some(Color::White), at)).await.unwrap().ratings.is_some()
    };
    let start = 10 * DAY;
    for number in 0..10 {
        // Either colour and any speed.
        let seats = if number % 2 == 0 { [1, 2] } else { [2, 1] };
        let speed = if number % 3 == 0 { Speed::Rapid } else { Speed::Blitz };
        assert!(counts(number, seats, speed, start + number as u64).await, "{number}");
    }
    assert!(!counts(20, [1, 2], Speed::Blitz, start + 20).await);
    assert!(!counts(21, [2, 1], Speed::Bullet, start + 21).await, "the limit is for all speeds");
    assert!(counts(22, [1, 3], Speed::Blitz, start + 22).await, "another pair");
    assert!(!counts(23, [1, 2], Speed::Blitz, start + DAY - 1).await);
    assert!(counts(24, [1, 2], Speed::Blitz, start + DAY).await, "a day after the first");
    assert!(!counts(25, [1, 2], Speed::Blitz, start + DAY).await);
}

pub(crate) async fn admin_commands_are_seen_once(store: &dyn Store) {
    assert_eq!(store.admin_commands(0).await.unwrap(), []);
    store.post_admin_command(AdminCommand::CloseSeeks, Timestamp(1)).await.unwrap();
    store.post_admin_command(AdminCommand::Disconnect(player(1)), Timestamp(2)).await.unwrap();
    let orders = store.admin_commands(0).await.unwrap();
    assert_eq!(
        orders.iter().map(|&(_, order)| order).collect::<Vec<_>>(),
        [AdminCommand::CloseSeeks, AdminCommand::Disconnect(player(1))]
    );
    assert_eq!(store.admin_commands(orders[0].0).await.unwrap(), orders[1..]);
    assert_eq!(store.admin_commands(orders[1].0).await.unwrap(), []);
    // Old commands are deleted; numbers keep growing.
    store.post_admin_command(AdminCommand::CloseSeeks, Timestamp(200_000_000)).await.unwrap();
    let late = store.admin_commands(0).await.unwrap();
    assert_eq!(late.len(), 1);
    assert!(late[0].0 > orders[1].0);
}
