//! Certificates by ACME, from Debian's pebble with real validation.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use game::Millis;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use server::store::{SqliteStore, Store};
use server::{AcmeConfig, Assets, Config, Listeners, Tls};
use test_services::Pebble;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep};

use super::authority::{Authority, connector, presented};
use crate::cluster::{BusKind, Cluster};
use crate::common::{FILES, TIMEOUT, TestServer};
use crate::fixtures::{blitz, pair};

const HOST: &str = "chess.example.org";

/// Validity of certificates; they are renewed earlier.
const VALIDITY: Duration = Duration::from_secs(90 * 24 * 3_600);

fn config(pebble: &Pebble) -> AcmeConfig {
    AcmeConfig {
        directory: Some(pebble.directory()),
        ca: Some(pebble.ca_file()),
        max_age: Millis::seconds(3),
        ..AcmeConfig::new("operator@example.org".to_owned(), HOST.to_owned())
    }
}

/// Repeats until there is a result.
async fn until<T>(attempt: impl AsyncFn() -> Option<T>) -> T {
    let end = Instant::now() + 2 * TIMEOUT;
    loop {
        match attempt().await {
            Some(result) => return result,
            None => assert!(Instant::now() < end, "nothing came"),
        }
        sleep(Duration::from_millis(50)).await;
    }
}

async fn serve(config: AcmeConfig, main: TcpListener, store: Arc<dyn Store>) -> TestServer {
    let listeners = Listeners { main, tls: Some(Tls::from_acme(config).unwrap()), redirect: None };
    let public = Config { public_url: format!("https://{HOST}").parse().ok(), ..Config::default() };
    let mut server = TestServer::at(listeners, Assets::new(&FILES), store, public).await;
    server.name = HOST;
    server
}

#[tokio::test]
async fn certificates_are_ordered_renewed_during_a_game_and_kept() {
    let main = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = main.local_addr().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let pebble = Pebble::start(folder, address.port(), VALIDITY).unwrap();
    let root = CertificateDer::from_pem_file(pebble.root_file().unwrap()).unwrap();
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let mut server = serve(config(&pebble), main, store.clone()).await;
    server.connector = Some(connector(root.clone(), &[b"http/1.1"]));

    let first = until(async || presented(&root, &server).await).await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    let second = until(async || presented(&root, &server).await.filter(|shown| *shown != first)).await;
    black.play(game, 1, "e7e5").await.unwrap();
    white.wait_for_move("e7e5").await;
    let mut tab = white.reconnect(&server).await;
    tab.enter(game).await;
    tab.play(game, 2, "g1f3").await.unwrap();
    black.wait_for_move("g1f3").await;

    // The next server needs no authority.
    server.stop().await;
    let config = AcmeConfig { max_age: Millis::days(1_000), ..config(&pebble) };
    let account = store_account(&store, &config).await;
    drop(pebble);
    let main = TcpListener::bind(address).await.unwrap();
    let file = Authority::new();
    let ca = file.file("ca.pem");
    std::fs::write(&ca, file.root_pem()).unwrap();
    let server = serve(AcmeConfig { ca: Some(ca), ..config.clone() }, main, store.clone()).await;
    let third = until(async || presented(&root, &server).await).await;
    assert!(third != first, "{second:?}");
    assert_eq!(store_account(&store, &config).await, account);
}

/// Forwards connections to the servers by turns; returns its port and the number of connections.
async fn balance(servers: [u16; 2]) -> (u16, Arc<AtomicUsize>) {
    let front = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, count) = (front.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&count);
    tokio::spawn(async move {
        while let Ok((mut client, _)) = front.accept().await {
            let server = servers[counted.fetch_add(1, Ordering::Relaxed) % servers.len()];
            tokio::spawn(async move {
                let mut server = TcpStream::connect(("127.0.0.1", server)).await.unwrap();
                tokio::io::copy_bidirectional(&mut client, &mut server).await.ok();
            });
        }
    });
    (port, count)
}

/// The authority connects to both: to the one that has ordered, and to the one that has not.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_servers_orders_and_both_answer_the_authority() {
    let cluster = Cluster::new(BusKind::Notify);
    let mains =
        [TcpListener::bind("127.0.0.1:0").await.unwrap(), TcpListener::bind("127.0.0.1:0").await.unwrap()];
    let ports = [&mains[0], &mains[1]].map(|main| main.local_addr().unwrap().port());
    let (front, connections) = balance(ports).await;
    let pebble = Pebble::start(Path::new(env!("CARGO_TARGET_TMPDIR")), front, VALIDITY).unwrap();
    let root = CertificateDer::from_pem_file(pebble.root_file().unwrap()).unwrap();
    let config = AcmeConfig { max_age: Millis::days(1_000), ..config(&pebble) };
    let mut servers = Vec::new();
    for main in mains {
        servers.push(serve(config.clone(), main, cluster.open_store().await).await);
    }
    let same = async || {
        let (one, other) = (presented(&root, &servers[0]).await?, presented(&root, &servers[1]).await?);
        Some(one == other)
    };
    assert!(until(same).await, "both have the same certificate");
    assert!(connections.load(Ordering::Relaxed) >= 2, "the authority has asked both");
    assert_eq!(pebble.orders().unwrap(), 1);
}

/// Servers keep the answer for a moment, and "none" as well.
#[tokio::test]
async fn a_certificate_is_ordered_while_others_ask_for_validations_all_the_time() {
    let main = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = main.local_addr().unwrap();
    let pebble = Pebble::start(Path::new(env!("CARGO_TARGET_TMPDIR")), address.port(), VALIDITY).unwrap();
    let root = CertificateDer::from_pem_file(pebble.root_file().unwrap()).unwrap();
    let validation = connector(root.clone(), &[b"acme-tls/1"]);
    let others = tokio::spawn(async move {
        loop {
            let stream = TcpStream::connect(address).await.unwrap();
            // Refused before the order, and its certificate is not one of the authority afterwards.
            assert!(validation.connect(HOST.try_into().unwrap(), stream).await.is_err());
            sleep(Duration::from_millis(10)).await;
        }
    });
    let config = AcmeConfig { max_age: Millis::days(1_000), ..config(&pebble) };
    let server = serve(config, main, Arc::new(SqliteStore::in_memory().unwrap())).await;
    until(async || presented(&root, &server).await).await;
    assert_eq!(pebble.orders().unwrap(), 1);
    assert!(!others.is_finished(), "every handshake was answered");
    others.abort();
}

async fn store_account(store: &SqliteStore, config: &AcmeConfig) -> server::store::SecretText {
    use server::store::CertificateStore;
    store.acme_account(config.directory.clone().unwrap()).await.unwrap().unwrap()
}
