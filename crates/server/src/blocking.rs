//! The server for a caller without a runtime of its own.

use std::io;
use std::net;

use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::signal;

use crate::page::Page;
use crate::run::run;

/// Serves the page until the process is told to end (Ctrl+C, or SIGTERM where there is such a thing).
///
/// # Errors
///
/// When the system refuses to start the threads or to watch the listener or the signals.
pub fn serve(listener: net::TcpListener, page: Page) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        run(listener, page, told_to_end()?).await;
        Ok(())
    })
}

/// Comes with the first signal. The handlers are in place when this returns, not only when it is first waited for.
#[cfg(unix)]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
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
