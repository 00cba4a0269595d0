//! Entry points: [`serve`] starts the runtime, installs signal handlers and calls [`run`], the accept loop,
//! which also drains connections on shutdown.

mod accept_loop;
mod connection_table;
mod handshake;
mod http_connection;
mod request_slots;
mod listeners;
mod write_timeout;

use std::io;
use std::net;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::signal;

use crate::assets::Assets;
use crate::bus::{Bus, BusConfig, InProcessBus, NatsBus, NotifyBus, SiteSubjects};
use crate::config::Config;
use crate::http::MAX_BLOCKING_TASKS;
use crate::store::{MAX_READERS, ServerStore, retry_start};

pub use self::accept_loop::{Services, run};
pub use self::listeners::Listeners;

/// Size of the blocking pool without the computer's searches: HTTP work, store readers and one thread each
/// for heartbeat, probe, verification and certificate files. Semaphores limit each kind of work already, but a permit is
/// released a moment before its thread is idle; without this cap the pool would grow, and every thread costs memory.
const BLOCKING_THREADS: usize = MAX_BLOCKING_TASKS + MAX_READERS + 4;

/// Time for blocking tasks after the store is closed.
const BLOCKING_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves assets and games until SIGINT or SIGTERM (Ctrl+C on other systems), then flushes and closes the
/// store.
///
/// # Errors
///
/// Returns an error if the runtime, the listeners or the signal handlers cannot be set up, the store cannot
/// be read, or the bus refuses the connection.
pub fn serve(
    listeners: Listeners<net::TcpListener>,
    assets: Assets,
    store: impl Into<ServerStore>,
    bus: BusConfig,
    config: Config,
) -> io::Result<()> {
    let threads = BLOCKING_THREADS + config.limits.computer_searches.max(1);
    let runtime = Builder::new_multi_thread().max_blocking_threads(threads).enable_all().build()?;
    let served = runtime.block_on(async {
        let listeners = listeners.into_tokio()?;
        let opened = store.into().open().await.map_err(io::Error::other)?;
        let store = opened.store();
        let bus: Arc<dyn Bus> = match bus {
            BusConfig::InProcess => Arc::new(InProcessBus::new()),
            BusConfig::Notify(database) => {
                Arc::new(NotifyBus::connect(*database).await.map_err(io::Error::other)?)
            }
            BusConfig::Nats(nats) => {
                let secret = retry_start(|| store.secret()).await.map_err(io::Error::other)?;
                let bus = NatsBus::connect(&nats, SiteSubjects::of_site(&secret)).await;
                Arc::new(bus.map_err(io::Error::other)?)
            }
        };
        let services = Services { assets, store, bus, config };
        let served = run(listeners, services, shutdown_signal()?).await;
        opened.close().await;
        served.map_err(io::Error::other)
    });
    // A verification that reads a large database does not delay the end.
    runtime.shutdown_timeout(BLOCKING_TIMEOUT);
    served
}

/// Resolves on the first signal. The handlers are installed when this function returns.
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
fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
