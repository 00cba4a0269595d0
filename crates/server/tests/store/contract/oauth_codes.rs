//! Contract of authorization codes.

use game::Timestamp;
use server::accounts::{ApiToken, PasswordHash, Scope, Token};
use server::store::{
    ApiTokenId, Ban, CODE_LIFETIME, CodeBinding, CodeRedemption, NewOauthCode, PasswordChangedBy,
    PasswordUpdate, RedemptionResult, SessionId, Store, TokenCreation,
};

use super::api_tokens::create_token;
use crate::sample::{create_account, open_session, player};

const LIMIT: u32 = 3;
const NOW: u64 = 1_000_000;

fn binding() -> CodeBinding {
    CodeBinding {
        client_id: "my board".to_owned(),
        redirect_uri: "http://127.0.0.1:8123/callback".to_owned(),
        challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM".to_owned(),
    }
}

fn new_code(owner: u128, at: u64) -> (Token, NewOauthCode) {
    let code = Token::random().unwrap();
    let new = NewOauthCode {
        code: code.hash(),
        player: player(owner),
        session: None,
        binding: binding(),
        description: "my board (http://127.0.0.1:8123)".to_owned(),
        scopes: [Scope::BoardPlay, Scope::ChallengeRead].into_iter().collect(),
        at: Timestamp(at),
        limit: LIMIT,
    };
    (code, new)
}

async fn create_code(store: &dyn Store, owner: u128, at: u64) -> Token {
    let (code, new) = new_code(owner, at);
    assert_eq!(store.create_oauth_code(new).await, Ok(TokenCreation::Created));
    code
}

fn redemption(code: &Token, id: u128, at: u64) -> (ApiToken, CodeRedemption) {
    let token = ApiToken::random().unwrap();
    let redemption = CodeRedemption {
        code: code.hash(),
        binding: binding(),
        id: ApiTokenId::from_bits(id),
        token: token.hash(),
        at: Timestamp(at),
        limit: LIMIT,
    };
    (token, redemption)
}

async fn redeem(store: &dyn Store, code: &Token, id: u128, at: u64) -> RedemptionResult {
    store.redeem_oauth_code(redemption(code, id, at).1).await.unwrap()
}

pub(crate) async fn a_code_becomes_one_token(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    let code = create_code(store, 1, NOW).await;
    assert_eq!(redeem(store, &Token::random().unwrap(), 1, NOW).await, RedemptionResult::NoCode);
    let (token, request) = redemption(&code, 5, NOW + 59_999);
    let scopes = [Scope::BoardPlay, Scope::ChallengeRead].into_iter().collect();
    assert_eq!(store.redeem_oauth_code(request).await, Ok(RedemptionResult::Created(scopes)));
    let found = store.api_token(token.hash()).await.unwrap().unwrap();
    assert_eq!((found.id, found.player, found.scopes), (ApiTokenId::from_bits(5), player(1), scopes));
    assert_eq!(found.description, "my board (http://127.0.0.1:8123)");
    assert_eq!((found.at, found.used), (Timestamp(NOW + 59_999), Timestamp(NOW + 59_999)));
    assert_eq!(redeem(store, &code, 6, NOW + 59_999).await, RedemptionResult::NoCode, "it was used");
    assert_eq!(store.api_tokens(player(1)).await.unwrap().len(), 1, "and its token goes on");
}

pub(crate) async fn one_of_many_redemptions_of_a_code_succeeds(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    let code = create_code(store, 1, NOW).await;
    let tries: Vec<_> = (0..20).map(|id| store.redeem_oauth_code(redemption(&code, id, NOW).1)).collect();
    let running: Vec<_> = tries.into_iter().map(tokio::spawn).collect();
    let mut created = 0;
    for one in running {
        match one.await.unwrap().unwrap() {
            RedemptionResult::Created(_) => created += 1,
            other => assert_eq!(other, RedemptionResult::NoCode),
        }
    }
    assert_eq!((created, store.api_tokens(player(1)).await.unwrap().len()), (1, 1));
}

pub(crate) async fn a_code_that_does_not_match_is_used_up(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    type Change = fn(&mut CodeBinding);
    let changes: [(Change, RedemptionResult); 3] = [
        (|binding| binding.client_id.push('x'), RedemptionResult::WrongClient),
        (|binding| binding.redirect_uri.push('x'), RedemptionResult::WrongRedirect),
        (|binding| binding.challenge.make_ascii_lowercase(), RedemptionResult::WrongVerifier),
    ];
    for (change, expected) in changes {
        let code = create_code(store, 1, NOW).await;
        let (_, mut request) = redemption(&code, 1, NOW);
        change(&mut request.binding);
        assert_eq!(store.redeem_oauth_code(request).await, Ok(expected));
        assert_eq!(redeem(store, &code, 1, NOW).await, RedemptionResult::NoCode, "{expected:?}");
    }
    assert_eq!(store.api_tokens(player(1)).await, Ok(Vec::new()));
}

pub(crate) async fn codes_expire_and_are_limited_per_account(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    create_account(store, 2, "Bob").await;
    let old = create_code(store, 1, NOW).await;
    let future = create_code(store, 1, NOW + 30_000).await;
    create_code(store, 1, NOW + 1).await;
    assert_eq!(store.create_oauth_code(new_code(1, NOW + 1).1).await, Ok(TokenCreation::TooMany));
    create_code(store, 2, NOW).await;
    assert_eq!(store.create_oauth_code(new_code(9, NOW).1).await, Ok(TokenCreation::NoAccount));
    assert_eq!(
        redeem(store, &old, 1, NOW + CODE_LIFETIME.0).await,
        RedemptionResult::NoCode,
        "it has expired"
    );
    assert!(matches!(redeem(store, &future, 2, NOW).await, RedemptionResult::Created(_)), "clocks differ");
    // Only the code of NOW + 1 is left, and expires while a new one is made.
    for _ in 0..LIMIT {
        create_code(store, 1, NOW + 1 + CODE_LIFETIME.0).await;
    }
    assert_eq!(
        store.delete_expired_oauth_codes(Timestamp(NOW + CODE_LIFETIME.0)).await,
        Ok(1),
        "that of Bob"
    );
    assert_eq!(
        store.delete_expired_oauth_codes(Timestamp(5)).await,
        Ok(u64::from(LIMIT)),
        "from a wrong clock"
    );
}

pub(crate) async fn a_full_account_gets_no_token_for_a_code(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    for number in 0..u128::from(LIMIT) {
        create_token(store, number, 1).await;
    }
    let code = create_code(store, 1, NOW).await;
    assert_eq!(redeem(store, &code, 9, NOW).await, RedemptionResult::TooManyTokens);
    assert_eq!(store.api_tokens(player(1)).await.unwrap().len(), LIMIT as usize);
}

pub(crate) async fn codes_end_with_password_ban_and_account(store: &dyn Store) {
    for (number, name) in [(1, "Ann"), (2, "Bob"), (3, "Cal"), (4, "Dan"), (5, "Eve")] {
        create_account(store, number, name).await;
    }
    let mut codes = Vec::new();
    for owner in 1..=5 {
        codes.push(create_code(store, owner, NOW).await);
    }
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
    let by_session = async |session| {
        let session = Some(SessionId::from_bits(session));
        store.create_oauth_code(NewOauthCode { session, ..new_code(1, NOW).1 }).await
    };
    assert_eq!(by_session(1).await, Ok(TokenCreation::Created), "the session that has changed the password");
    assert_eq!(by_session(2).await, Ok(TokenCreation::NoAccount), "a session that has ended with it");
    store.change_password(update(2, PasswordChangedBy::Operator)).await.unwrap();
    store.set_ban(player(3), Some(Ban { reason: String::new(), at: Timestamp(5) })).await.unwrap();
    assert_eq!(store.create_oauth_code(new_code(3, NOW).1).await, Ok(TokenCreation::NoAccount), "banned");
    store.delete_account(player(4)).await.unwrap();
    for (index, code) in codes.iter().enumerate() {
        let result = redeem(store, code, index as u128, NOW).await;
        assert_eq!(matches!(result, RedemptionResult::Created(_)), index == 4, "{index}: {result:?}");
    }
}
