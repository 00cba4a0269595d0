//! A server in this process on a free port, and a minimal HTTP client.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "each test uses its part of it, and fails by panicking"
)]

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use server::bus::{Bus, InProcessBus};
use server::store::{SqliteStore, Store};
use server::{AssetFile, Assets, Config, Listeners, Services};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// Timeout for everything.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(10);

/// Polls a future while the runtime's clock passes this time, second by second. Returns its output, or `None` if the time
/// was not enough.
///
/// A paused clock alone jumps to the next timer as soon as no task is ready, and bytes on their way through a socket do not
/// hold it; a blocking task does, and gives them real time before every second.
pub(crate) async fn while_time_passes<T>(limit: Duration, future: impl Future<Output = T>) -> Option<T> {
    tokio::time::pause();
    let mut future = pin!(future);
    let mut output = None;
    for _ in 0..=limit.as_secs() {
        let real_time = tokio::task::spawn_blocking(|| std::thread::sleep(Duration::from_millis(20)));
        tokio::select! {
            biased;
            done = &mut future => output = Some(done),
            _ = real_time => {}
        }
        if output.is_some() {
            break;
        }
        tokio::time::advance(Duration::from_secs(1)).await;
    }
    tokio::time::resume();
    output
}

/// The document of the pages with the marks of its frame.
pub(crate) const PAGE: &str = "<!doctype html>\n<html lang=\"en\">\n<title>Hanpan</title>\n\
    <script type=\"module\" src=\"/b\"></script>\n<body><!--frame--><!--/frame--></body>";

/// Not really compressed: only the choice of variant matters.
pub(crate) static FILES: [AssetFile; 5] = [
    AssetFile { path: "/", plain: b"<!doctype html>", brotli: Some(b"br html"), gzip: Some(b"gz html") },
    AssetFile { path: "/page.html", plain: PAGE.as_bytes(), brotli: None, gzip: None },
    AssetFile { path: "/assets/hanpan-1f.js", plain: b"let a;", brotli: Some(b"br js"), gzip: None },
    AssetFile { path: "/assets/hanpan-2e.wasm", plain: b"\0asm", brotli: None, gzip: None },
    AssetFile { path: "/manifest.webmanifest", plain: b"{}", brotli: None, gzip: None },
];

pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    /// How clients connect, if the server speaks TLS.
    pub(crate) connector: Option<TlsConnector>,
    /// Name in the certificate.
    pub(crate) name: &'static str,
    stop: oneshot::Sender<()>,
    running: JoinHandle<()>,
}

/// A plain or an encrypted connection.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

impl TestServer {
    pub(crate) async fn start() -> TestServer {
        TestServer::with(Assets::new(&FILES)).await
    }

    pub(crate) async fn with(assets: Assets) -> TestServer {
        TestServer::of(assets, Arc::new(SqliteStore::in_memory().unwrap()), Config::default()).await
    }

    /// Starts on existing data.
    pub(crate) async fn on(store: Arc<dyn Store>) -> TestServer {
        TestServer::of(Assets::new(&FILES), store, Config::default()).await
    }

    pub(crate) async fn of(assets: Assets, store: Arc<dyn Store>, config: Config) -> TestServer {
        TestServer::at(TcpListener::bind("127.0.0.1:0").await.unwrap(), assets, store, config).await
    }

    /// Starts with given listeners.
    pub(crate) async fn at(
        listeners: impl Into<Listeners>,
        assets: Assets,
        store: Arc<dyn Store>,
        config: Config,
    ) -> TestServer {
        TestServer::with_bus(listeners, assets, store, Arc::new(InProcessBus::new()), config).await
    }

    /// Starts beside other servers on the same data.
    pub(crate) async fn among(store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> TestServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        TestServer::with_bus(listener, Assets::new(&FILES), store, bus, Config::default()).await
    }

    async fn with_bus(
        listeners: impl Into<Listeners>,
        assets: Assets,
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        config: Config,
    ) -> TestServer {
        let listeners = listeners.into();
        let address = listeners.main.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let services = Services { assets, store, bus, config };
        let running = tokio::spawn(async {
            let stopped = async {
                stopped.await.ok();
            };
            server::run(listeners, services, stopped).await.unwrap();
        });
        TestServer { address, connector: None, name: "localhost", stop, running }
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Connects, by TLS if the server speaks it.
    pub(crate) async fn open(&self) -> Box<dyn Stream> {
        let stream = self.connect().await;
        match &self.connector {
            None => Box::new(stream),
            Some(connector) => {
                let name = self.name.try_into().unwrap();
                Box::new(timeout(TIMEOUT, connector.connect(name, stream)).await.unwrap().unwrap())
            }
        }
    }

    /// Sends a request on its own connection.
    pub(crate) async fn request(&self, line: &str, headers: &[&str]) -> HttpResponse {
        self.send(line, headers, "").await
    }

    /// Sends a request with a body.
    pub(crate) async fn send(&self, line: &str, headers: &[&str], body: &str) -> HttpResponse {
        let mut request = format!("{line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
        for header in headers {
            request.push_str(header);
            request.push_str("\r\n");
        }
        if !body.is_empty() {
            request.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        request.push_str("\r\n");
        request.push_str(body);
        let mut stream = self.open().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        HttpResponse::parse(&read_to_end(&mut stream).await)
    }

    /// Value of a metric.
    pub(crate) async fn metric(&self, name: &str) -> u64 {
        let text = String::from_utf8(self.request("GET /metrics", &[]).await.body).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    }

    /// Shuts down and waits.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        timeout(TIMEOUT, self.running).await.unwrap().unwrap();
    }
}

#[derive(Debug)]
pub(crate) struct HttpResponse {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl HttpResponse {
    pub(crate) fn parse(bytes: &[u8]) -> HttpResponse {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(bytes)));
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.map(|line| line.split_once(": ").unwrap());
        HttpResponse {
            status,
            headers: headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect(),
            body: bytes[end + 4..].to_vec(),
        }
    }

    /// Chunks of a chunked body.
    pub(crate) fn chunks(&self) -> Vec<&str> {
        assert_eq!(self.header("transfer-encoding"), Some("chunked"));
        let mut rest = std::str::from_utf8(&self.body).unwrap();
        let mut pieces = Vec::new();
        loop {
            let (length, after) = rest.split_once("\r\n").unwrap();
            let length = usize::from_str_radix(length, 16).unwrap();
            if length == 0 {
                return pieces;
            }
            pieces.push(&after[..length]);
            rest = &after[length + 2..];
        }
    }

    /// Value of a header that occurs at most once.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(given, _)| given == name);
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "{name} twice");
        value
    }
}

pub(crate) async fn read_to_end(stream: &mut (impl AsyncRead + Unpin)) -> Vec<u8> {
    let mut bytes = Vec::new();
    timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
    bytes
}
