//! `Admin` next to a running server.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use game::Timestamp;
use protocol::PlayerId;
use server::accounts::{AccountName, Admin, HashMemory, Password, Scopes, Token};
use server::store::{
    AccountError, AccountStore, AdminCommand, ApiTokenStore, NewAccount, NewSession, SessionId, SqliteStore,
};
use tokio::runtime::Builder;

const NOW: Timestamp = Timestamp(1_000);
const ANN: PlayerId = PlayerId::from_bits(1);

#[test]
fn admin_lists_bans_unbans_and_resets_passwords() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("store-admin");
    fs::remove_dir_all(&folder).ok();
    assert!(Admin::open(&folder).is_err(), "no data yet");
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let server = SqliteStore::open(&folder).unwrap();
    let name = |text: &str| text.parse::<AccountName>().unwrap();
    let password = "correct horse".parse::<Password>().unwrap();
    let account = NewAccount {
        player: ANN,
        name: name("Ann"),
        password: password.hash(&mut HashMemory::default()).unwrap(),
        at: NOW,
    };
    runtime.block_on(server.create_account(account)).unwrap();
    let log_in = || {
        let token = Token::random().unwrap();
        let session = NewSession {
            id: SessionId::from_bits(1),
            token: token.hash(),
            player: ANN,
            password: runtime.block_on(server.account(ANN)).unwrap().unwrap().password,
            device: String::new(),
            at: NOW,
            expires: Timestamp(9_000),
        };
        runtime.block_on(server.open_session(session)).unwrap();
        token
    };
    let is_in = |token: &Token| runtime.block_on(server.session(token.hash(), NOW)).unwrap().is_some();
    let account = || runtime.block_on(server.account(ANN)).unwrap().unwrap();

    let admin = Admin::open(&*folder).unwrap();
    assert_eq!(admin.accounts(None, 10).unwrap(), [account()]);
    let token = log_in();
    admin.ban(&name("ann"), "engine".to_owned(), NOW).unwrap();
    assert_eq!((is_in(&token), account().ban.unwrap().reason.as_str()), (false, "engine"));
    admin.unban(&name("ann")).unwrap();
    assert_eq!(account().ban, None);

    let program = admin.create_token(&name("ann"), Scopes::all(), "a board".to_owned(), NOW).unwrap();
    let is_valid = || runtime.block_on(server.api_token(program.hash())).unwrap().is_some();
    assert!(is_valid());
    let missing = admin.create_token(&name("stranger"), Scopes::all(), String::new(), NOW);
    assert_eq!(missing, Err(AccountError::NoAccount));

    let token = log_in();
    let chosen = admin.reset_password(&name("ANN"), NOW).unwrap().parse::<Password>().unwrap();
    let matches = |password: &Password| password.matches(&account().password, &mut HashMemory::default());
    assert!(!is_in(&token) && matches(&chosen) && !matches(&password));
    assert!(!is_valid(), "tokens end with the password");

    admin.close_seeks(NOW).unwrap();
    assert_eq!(admin.ban(&name("stranger"), String::new(), NOW), Err(AccountError::NoAccount));
    let orders: Vec<AdminCommand> =
        runtime.block_on(server.admin_commands(0)).unwrap().into_iter().map(|(_, order)| order).collect();
    assert_eq!(
        orders,
        [AdminCommand::Disconnect(ANN), AdminCommand::Disconnect(ANN), AdminCommand::CloseSeeks]
    );
}
