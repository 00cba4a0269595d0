//! The baseline: a WebSocket server that sends back every text message.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use axum::Router;
use axum::extract::WebSocketUpgrade;
use axum::extract::ws::{Message, WebSocket};
use axum::routing::any;
use loadtest::{LoadtestError, LoadtestResult, ProcessUsage};
use tokio::net::TcpListener;

/// Prefix of the line that the echo server prints when it is listening.
const LISTENING_PREFIX: &str = "Echo is at ";

/// An echo server in a child process, killed on drop.
#[derive(Debug)]
pub(crate) struct EchoServer {
    child: Child,
    pub(crate) address: SocketAddr,
}

/// Runs the echo server until the process is killed.
#[expect(clippy::print_stdout, reason = "the parent process reads the address")]
pub(crate) async fn serve() -> LoadtestResult {
    let failed = |error: std::io::Error| LoadtestError::context("echo server", error);
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(failed)?;
    println!("{LISTENING_PREFIX}{}", listener.local_addr().map_err(failed)?);
    let app = Router::new().route("/socket", any(async |upgrade: WebSocketUpgrade| upgrade.on_upgrade(echo)));
    axum::serve(listener, app).await.map_err(failed)
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        if matches!(message, Message::Text(_)) && socket.send(message).await.is_err() {
            return;
        }
    }
}

impl EchoServer {
    /// Starts this executable as an echo server.
    pub(crate) fn start() -> LoadtestResult<EchoServer> {
        let failed = |error: std::io::Error| LoadtestError::context("echo server", error);
        let program = std::env::current_exe().map_err(failed)?;
        let mut child = Command::new(program).arg("echo").stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line).map_err(failed)?;
        }
        let address = line.trim_end().strip_prefix(LISTENING_PREFIX).and_then(|address| address.parse().ok());
        match address {
            Some(address) => Ok(EchoServer { child, address }),
            None => Err(LoadtestError::context("echo server", format!("unexpected first line {line:?}"))),
        }
    }

    /// Resources used by the process so far.
    pub(crate) fn usage(&self) -> LoadtestResult<ProcessUsage> {
        ProcessUsage::of(self.child.id())
    }
}

impl Drop for EchoServer {
    fn drop(&mut self) {
        // Fails if the process has already exited, which is fine.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
