//! Downloads the archive from a server in this process.

use std::sync::Arc;

use server::bus::InProcessBus;
use server::store::SqliteStore;
use server::{Assets, Config, Services};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

/// A downloaded archive.
pub(crate) struct Exported {
    pub(crate) bytes: u64,
    pub(crate) games: u64,
}

/// First tag of a game, at the beginning of a line.
const FIRST_TAG: &str = "[Event ";

/// Bytes read at a time.
const BUFFER: usize = 256 * 1_024;

/// Downloads games as PGN, the latest first, until there are enough of them.
pub(crate) async fn export_pgn(store: Arc<SqliteStore>, wanted: u32) -> Exported {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let services = Services {
        assets: Assets::new(&[]),
        store,
        bus: Arc::new(InProcessBus::new()),
        config: Config::default(),
    };
    let running = tokio::spawn(async {
        let stopped = async {
            stopped.await.ok();
        };
        server::run(listener, services, stopped).await.unwrap();
    });
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = "GET /api/archive/pgn HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let exported = count(&mut stream, wanted).await;
    drop(stream);
    stop.send(()).unwrap();
    running.await.unwrap();
    exported
}

/// Counts bytes and games, which may begin at the end of one buffer and go on in the next.
async fn count(stream: &mut TcpStream, wanted: u32) -> Exported {
    let mut exported = Exported { bytes: 0, games: 0 };
    let mut buffer = vec![0; BUFFER];
    let mut kept = 0;
    loop {
        let read = stream.read(&mut buffer[kept..]).await.unwrap();
        assert!(read > 0, "the export ends after {} games", exported.games);
        exported.bytes += read as u64;
        let text = &buffer[..kept + read];
        // The names of the sample are ASCII; searching a string is faster than comparing bytes.
        let lines = str::from_utf8(text).unwrap().split('\n').skip(1);
        exported.games += lines.filter(|line| line.starts_with(FIRST_TAG)).count() as u64;
        if exported.games >= u64::from(wanted) {
            return exported;
        }
        let end = text.len();
        // A line that has begun, with its line end, but not a whole tag, which would count twice.
        let rest = end.min(FIRST_TAG.len());
        buffer.copy_within(end - rest..end, 0);
        kept = rest;
    }
}
