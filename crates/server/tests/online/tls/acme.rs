//! Certificates by ACME, from Debian's pebble with real validation.

use std::net::{Ipv4Addr, TcpListener as StdListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use game::Millis;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use server::store::SqliteStore;
use server::{AcmeConfig, Assets, Config, Listeners, Tls};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep};

use super::authority::{Authority, connector, presented};
use crate::common::{FILES, HttpResponse, TIMEOUT, TestServer, read_to_end};
use crate::fixtures::{blitz, pair};

const HOST: &str = "chess.example.org";

/// A certificate authority that speaks ACME, and its DNS server; both end when it is dropped.
struct Pebble {
    authority: Authority,
    directory: u16,
    management: u16,
    processes: [Child; 2],
}

impl Pebble {
    /// Starts it. Host names are validated at `port` of this machine.
    async fn start(port: u16) -> Pebble {
        let authority = Authority::new();
        let issued = authority.issue();
        authority.install(&issued.certificate, &issued.key);
        let [directory, management, dns, control] = [(); 4].map(|()| free_port());
        let config = serde_json::json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{directory}"),
            "managementListenAddress": format!("127.0.0.1:{management}"),
            "certificate": authority.file("cert.pem"),
            "privateKey": authority.file("key.pem"),
            "httpPort": 1,
            "tlsPort": port,
            "ocspResponderURL": "",
            "externalAccountBindingRequired": false,
        }});
        let config_file = authority.file("pebble.json");
        std::fs::write(&config_file, config.to_string()).unwrap();
        let mut resolver = Command::new("pebble-challtestsrv");
        resolver.args([
            "-defaultIPv4",
            "127.0.0.1",
            "-defaultIPv6",
            "",
            "-http01",
            "",
            "-https01",
            "",
            "-tlsalpn01",
            "",
        ]);
        resolver.args([
            "-dns01",
            &format!("127.0.0.1:{dns}"),
            "-management",
            &format!("127.0.0.1:{control}"),
        ]);
        let mut pebble = Command::new("pebble");
        pebble.arg("-config").arg(config_file).args(["-dnsserver", &format!("127.0.0.1:{dns}")]);
        // Every order is validated, and without the random waits of up to 15 s.
        pebble.env("PEBBLE_VA_NOSLEEP", "1").env("PEBBLE_AUTHZREUSE", "0");
        let processes = [resolver, pebble].map(|mut command| {
            let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            started.unwrap_or_else(|error| panic!("{error}: install pebble"))
        });
        let pebble = Pebble { authority, directory, management, processes };
        for port in [directory, management] {
            until(async || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.ok()).await;
        }
        pebble
    }

    fn config(&self) -> AcmeConfig {
        AcmeConfig {
            directory: Some(format!("https://localhost:{}/dir", self.directory)),
            ca: Some(self.ca_file()),
            max_age: Millis::seconds(3),
            ..AcmeConfig::new("operator@example.org".to_owned(), HOST.to_owned())
        }
    }

    fn ca_file(&self) -> PathBuf {
        let file = self.authority.file("ca.pem");
        std::fs::write(&file, self.authority.root_pem()).unwrap();
        file
    }

    /// Root of the certificates that it issues.
    async fn root(&self) -> CertificateDer<'static> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.management)).await.unwrap();
        let connector = self.authority.connector(&[]);
        let mut stream = connector.connect("localhost".try_into().unwrap(), stream).await.unwrap();
        stream.write_all(b"GET /roots/0 HTTP/1.0\r\n\r\n").await.unwrap();
        let response = HttpResponse::parse(&read_to_end(&mut stream).await);
        CertificateDer::from_pem_slice(&response.body).unwrap()
    }
}

impl Drop for Pebble {
    fn drop(&mut self) {
        for process in &mut self.processes {
            process.kill().ok();
            process.wait().ok();
        }
    }
}

fn free_port() -> u16 {
    StdListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
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

async fn serve(config: AcmeConfig, main: TcpListener, store: Arc<SqliteStore>) -> TestServer {
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
    let pebble = Pebble::start(address.port()).await;
    let root = pebble.root().await;
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let mut server = serve(pebble.config(), main, Arc::clone(&store)).await;
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
    let config = AcmeConfig { max_age: Millis::days(1_000), ..pebble.config() };
    let account = store_account(&store, &config).await;
    drop(pebble);
    let main = TcpListener::bind(address).await.unwrap();
    let file = Authority::new();
    let ca = file.file("ca.pem");
    std::fs::write(&ca, file.root_pem()).unwrap();
    let server = serve(AcmeConfig { ca: Some(ca), ..config.clone() }, main, Arc::clone(&store)).await;
    let third = until(async || presented(&root, &server).await).await;
    assert!(third != first, "{second:?}");
    assert_eq!(store_account(&store, &config).await, account);
}

async fn store_account(store: &SqliteStore, config: &AcmeConfig) -> server::store::SecretText {
    use server::store::CertificateStore;
    store.acme_account(config.directory.clone().unwrap()).await.unwrap().unwrap()
}
