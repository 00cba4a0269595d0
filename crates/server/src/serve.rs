//! The server for a caller without a runtime of its own.

use std::io;
use std::net;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::signal;

use crate::assets::Assets;
use crate::bus::InProcessBus;
use crate::config::Config;
use crate::http::MAX_BLOCKING_TASKS;
use crate::run::{Services, run};
use crate::store::{MAX_READERS, SqliteStore};

/// So many threads for slow work that is not the computer's: what is asked over HTTP, those who read, and one who notes that
/// the server is alive. Each has its place already; without an end here more threads are made than there are places, because
/// one is free a moment before its thread is, and every thread keeps memory of its own.
const BLOCKING_THREADS: usize = MAX_BLOCKING_TASKS + MAX_READERS + 1;

/// Serves the page and the games of one machine until the process is told to end (Ctrl+C, or SIGTERM where there is such
/// a thing); then everything is written and the store is closed.
///
/// # Errors
///
/// When the system refuses to start the threads or to watch the listener or the signals, or the store cannot be read.
pub fn serve(listener: net::TcpListener, page: Assets, store: SqliteStore, config: Config) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let threads = BLOCKING_THREADS + config.limits.computer_searches.max(1);
    Builder::new_multi_thread().max_blocking_threads(threads).enable_all().build()?.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let store = Arc::new(store);
        let site =
            Services { assets: page, store: store.clone(), bus: Arc::new(InProcessBus::new()), config };
        let served = run(listener, site, shutdown_signal()?).await;
        store.close().await;
        served.map_err(io::Error::other)
    })
}

/// Comes with the first signal. The handlers are in place when this returns, not only when it is first waited for.
#[cfg(unix)]
fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    use signal::unix::SignalKind;

    let mut interrupt = signal::unix::signal(SignalKind::interrupt())?;
    let mut terminate = signal::unix::signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
