//! The rival: a server that sends back what it gets.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use axum::Router;
use axum::extract::WebSocketUpgrade;
use axum::extract::ws::{Message, WebSocket};
use axum::routing::any;
use loadtest::{LoadtestError, LoadtestResult, ProcessUsage};
use tokio::net::TcpListener;

/// What it says when it is there.
const LISTENING_PREFIX: &str = "Echo is at ";

/// The rival in a process of its own, which ends with this.
#[derive(Debug)]
pub(crate) struct EchoServer {
    child: Child,
    pub(crate) address: SocketAddr,
}

/// Sends back every text until the process is killed.
#[expect(clippy::print_stdout, reason = "it tells where it is")]
pub(crate) async fn serve() -> LoadtestResult {
    let failed = |error: std::io::Error| LoadtestError::context("the echo", error);
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
    /// Starts this very program as the rival.
    pub(crate) fn start() -> LoadtestResult<EchoServer> {
        let failed = |error: std::io::Error| LoadtestError::context("the echo", error);
        let program = std::env::current_exe().map_err(failed)?;
        let mut child = Command::new(program).arg("echo").stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut line = String::new();
        if let Some(said) = child.stdout.take() {
            BufReader::new(said).read_line(&mut line).map_err(failed)?;
        }
        let address = line.trim_end().strip_prefix(LISTENING_PREFIX).and_then(|address| address.parse().ok());
        match address {
            Some(address) => Ok(EchoServer { child, address }),
            None => Err(LoadtestError::context("the echo", format!("it said only {line:?}"))),
        }
    }

    /// What it has used so far.
    pub(crate) fn usage(&self) -> LoadtestResult<ProcessUsage> {
        ProcessUsage::of(self.child.id())
    }
}

impl Drop for EchoServer {
    fn drop(&mut self) {
        // One that has ended by itself cannot be killed, and need not be.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
