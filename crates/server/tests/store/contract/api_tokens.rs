//! Contract of API tokens and bots.

use game::Timestamp;
use server::accounts::{ApiToken, PasswordHash, Scope, Scopes};
use server::store::{
    ApiTokenId, Ban, BotUpgrade, NewApiToken, PasswordChangedBy, PasswordUpdate, SessionId, Store,
    TokenCreation,
};

use crate::sample::{create_account, new_game, open_session, player};

const LIMIT: u32 = 3;

fn new_token(number: u128, owner: u128) -> (ApiToken, NewApiToken) {
    let token = ApiToken::random().unwrap();
    let new = NewApiToken {
        id: ApiTokenId::from_bits(number),
        token: token.hash(),
        player: player(owner),
        session: None,
        description: format!("for 한판 {number}"),
        scopes: [Scope::BotPlay, Scope::ChallengeWrite].into_iter().collect(),
        at: Timestamp(number as u64),
        limit: LIMIT,
    };
    (token, new)
}

/// Creates a token.
pub(crate) async fn create_token(store: &dyn Store, number: u128, owner: u128) -> ApiToken {
    let (token, new) = new_token(number, owner);
    assert_eq!(store.create_api_token(new).await, Ok(TokenCreation::Created));
    token
}

pub(crate) async fn api_tokens_are_created_listed_used_and_revoked(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    create_account(store, 2, "Bob").await;
    let (first, second) = (create_token(store, 10, 1).await, create_token(store, 20, 1).await);
    let found = store.api_token(first.hash()).await.unwrap().unwrap();
    assert_eq!((found.id, found.player, found.name.as_str()), (ApiTokenId::from_bits(10), player(1), "Ann"));
    assert_eq!((found.is_bot, found.description.as_str()), (false, "for 한판 10"));
    assert_eq!(found.scopes, [Scope::BotPlay, Scope::ChallengeWrite].into_iter().collect::<Scopes>());
    assert_eq!((found.at, found.used), (Timestamp(10), Timestamp(10)));
    assert_eq!(store.api_token(ApiToken::random().unwrap().hash()).await, Ok(None));
    let ids = async || -> Vec<u128> {
        store.api_tokens(player(1)).await.unwrap().iter().map(|token| token.id.bits()).collect()
    };
    assert_eq!(ids().await, [20, 10], "the newest first");
    store.touch_api_token(ApiTokenId::from_bits(10), Timestamp(99)).await.unwrap();
    assert_eq!(store.api_token(first.hash()).await.unwrap().unwrap().used, Timestamp(99));
    let revoke =
        async |owner, token| store.revoke_api_token(player(owner), ApiTokenId::from_bits(token)).await;
    assert_eq!(revoke(2, 20).await, Ok(false), "a player cannot end another's token");
    assert_eq!(revoke(1, 20).await, Ok(true));
    assert_eq!(revoke(1, 20).await, Ok(false));
    assert_eq!((ids().await, store.api_token(second.hash()).await), (vec![10], Ok(None)));
}

pub(crate) async fn api_tokens_are_limited_per_account(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    for number in 0..u128::from(LIMIT) {
        create_token(store, number, 1).await;
    }
    assert_eq!(store.create_api_token(new_token(9, 1).1).await, Ok(TokenCreation::TooMany));
    store.revoke_api_token(player(1), ApiTokenId::from_bits(0)).await.unwrap();
    create_token(store, 9, 1).await;
    assert_eq!(store.create_api_token(new_token(8, 2).1).await, Ok(TokenCreation::NoAccount));
}

pub(crate) async fn api_tokens_end_with_password_ban_and_account(store: &dyn Store) {
    for (number, name) in [(1, "Ann"), (2, "Bob"), (3, "Cal"), (4, "Dan")] {
        create_account(store, number, name).await;
    }
    let is_valid = async |token: &ApiToken| store.api_token(token.hash()).await.unwrap().is_some();
    let changed = create_token(store, 1, 1).await;
    open_session(store, 1, 1, 1_000).await;
    open_session(store, 1, 2, 1_000).await;
    let old = store.account(player(1)).await.unwrap().unwrap().password;
    let update = |owner, by| PasswordUpdate {
        player: player(owner),
        password: PasswordHash::from_stored("$new$".to_owned()),
        by,
        at: Timestamp(5),
    };
    let by = PasswordChangedBy::Owner { session: SessionId::from_bits(1), old };
    store.change_password(update(1, by)).await.unwrap();
    assert!(!is_valid(&changed).await, "the owner has changed the password");
    let by_session = async |number, session| {
        let session = Some(SessionId::from_bits(session));
        store.create_api_token(NewApiToken { session, ..new_token(number, 1).1 }).await
    };
    assert_eq!(by_session(10, 1).await, Ok(TokenCreation::Created), "the session that has changed it");
    assert_eq!(by_session(11, 2).await, Ok(TokenCreation::NoAccount), "a session that has ended with it");
    let reset = create_token(store, 2, 2).await;
    store.change_password(update(2, PasswordChangedBy::Operator)).await.unwrap();
    assert!(!is_valid(&reset).await, "the operator has changed the password");
    let banned = create_token(store, 3, 3).await;
    store.set_ban(player(3), Some(Ban { reason: String::new(), at: Timestamp(5) })).await.unwrap();
    assert!(!is_valid(&banned).await, "the account is banned");
    assert_eq!(store.create_api_token(new_token(4, 3).1).await, Ok(TokenCreation::NoAccount));
    let (deleted, kept) = (create_token(store, 5, 4).await, create_token(store, 6, 1).await);
    store.delete_account(player(4)).await.unwrap();
    assert_eq!((is_valid(&deleted).await, is_valid(&kept).await), (false, true), "the account is deleted");
}

pub(crate) async fn only_accounts_without_games_become_bots(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    create_account(store, 5, "Robot").await;
    store.create(new_game(7)).await.unwrap();
    assert_eq!(store.make_bot(player(1)).await, Ok(BotUpgrade::HasGames));
    assert_eq!(store.make_bot(player(5)).await, Ok(BotUpgrade::Upgraded));
    assert_eq!(store.make_bot(player(5)).await, Ok(BotUpgrade::Upgraded), "it is one already");
    assert_eq!(store.make_bot(player(9)).await, Ok(BotUpgrade::NoAccount));
    let is_bot = async |owner| store.account(player(owner)).await.unwrap().unwrap().is_bot;
    assert_eq!((is_bot(1).await, is_bot(5).await), (false, true));
}

pub(crate) async fn bots_are_listed_by_their_last_use(store: &dyn Store) {
    for (number, name) in [(1, "Zoe"), (2, "Abe"), (3, "Old"), (4, "Person"), (5, "Banned")] {
        create_account(store, number, name).await;
        create_token(store, number, number).await;
        if number != 4 {
            assert_eq!(store.make_bot(player(number)).await, Ok(BotUpgrade::Upgraded));
        }
        let used = if number == 3 { 50 } else { 100 };
        store.touch_api_token(ApiTokenId::from_bits(number), Timestamp(used)).await.unwrap();
    }
    store.set_ban(player(5), Some(Ban { reason: String::new(), at: Timestamp(5) })).await.unwrap();
    let names = async |since, limit| -> Vec<String> {
        let bots = store.bots_seen_since(Timestamp(since), limit).await.unwrap();
        bots.iter().map(|bot| bot.name.to_string()).collect()
    };
    assert_eq!(names(100, 9).await, ["Abe", "Zoe"]);
    assert_eq!(names(50, 9).await, ["Abe", "Old", "Zoe"]);
    assert_eq!(names(50, 1).await, ["Abe"]);
    assert_eq!(names(101, 9).await, <[String; 0]>::default());
    store.correct_future_times(Timestamp(60)).await.unwrap();
    assert_eq!(names(61, 9).await, <[String; 0]>::default(), "no use is in the future");
}
