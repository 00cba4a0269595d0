//! The Lichess API over real connections. What clients read is compared byte by byte.

mod accounts;
mod auth;
mod challenges;
mod cluster;
mod consent;
mod docs;
mod exports;
mod http2;
mod many_games;
mod oauth;
mod people;
mod play;
mod program;
mod random;
mod recorded;
mod reply;
mod schema;

use std::sync::Arc;

use game::Timestamp;
use protocol::PlayerId;
use server::accounts::{ApiToken, PasswordHash, Scopes};
use server::store::{ApiTokenId, NewAccount, NewApiToken, SqliteStore, Store};
use server::{Assets, Config};

use crate::common::{FILES, TestServer};
use crate::tls::authority::Authority;
use program::Program;

/// A server with accounts and their tokens.
struct ApiServer {
    server: TestServer,
    store: Arc<dyn Store>,
}

impl ApiServer {
    async fn start() -> ApiServer {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().unwrap());
        ApiServer { server: TestServer::on(store.clone()).await, store }
    }

    /// Starts a server that speaks TLS.
    async fn start_tls(authority: &Authority) -> ApiServer {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().unwrap());
        ApiServer { server: authority.serve_on(store.clone()).await, store }
    }

    /// Starts again on the same data.
    async fn restarted(self, config: Config) -> ApiServer {
        self.server.stop().await;
        let server = TestServer::of(Assets::new(&FILES), self.store.clone(), config).await;
        ApiServer { server, ..self }
    }

    /// Creates an account with a token that has all scopes.
    async fn program(&self, number: u128, name: &str) -> Program {
        self.program_with(number, name, Scopes::all()).await
    }

    /// Creates an account of a bot with a token.
    async fn bot(&self, number: u128, name: &str) -> Program {
        let bot = self.program(number, name).await;
        assert_eq!(bot.post(self, "/api/bot/account/upgrade", "").await, (200, r#"{"ok":true}"#.to_owned()));
        bot
    }

    async fn program_with(&self, number: u128, name: &str, scopes: Scopes) -> Program {
        let player = PlayerId::from_bits(number);
        let password = PasswordHash::from_stored("$x$".to_owned());
        let account = NewAccount { player, name: name.parse().unwrap(), password, at: Timestamp(5) };
        self.store.create_account(account).await.unwrap();
        self.token(number, scopes).await
    }

    /// Creates one more token of an account.
    async fn token(&self, number: u128, scopes: Scopes) -> Program {
        let token = ApiToken::random().unwrap();
        let id =
            ApiTokenId::from_bits(u128::from_be_bytes(token.hash().to_bytes()[..16].try_into().unwrap()));
        let new = NewApiToken {
            id,
            token: token.hash(),
            player: PlayerId::from_bits(number),
            session: None,
            description: "test".to_owned(),
            scopes,
            at: Timestamp(6),
            limit: 50,
        };
        self.store.create_api_token(new).await.unwrap();
        Program { token: token.expose() }
    }
}
