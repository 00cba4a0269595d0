//! A load balancer in front of several servers.

use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::{Error, TestResult};

/// Forwards each TCP connection to the first of its servers that accepts one.
#[derive(Debug)]
pub struct LoadBalancer {
    address: SocketAddr,
    is_closed: Arc<AtomicBool>,
}

impl LoadBalancer {
    /// Listens on a free port until the value is dropped. `hosts` are `127.0.0.1:PORT`.
    pub fn start(hosts: &[&str]) -> TestResult<LoadBalancer> {
        let failed = |why: String| Error::Start { what: "load balancer".to_owned(), why };
        let parsed = hosts.iter().map(|host| host.parse::<SocketAddr>()).collect::<Result<Vec<_>, _>>();
        let servers = parsed.map_err(|error| failed(error.to_string()))?;
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| failed(error.to_string()))?;
        let address = listener.local_addr().map_err(|error| failed(error.to_string()))?;
        let is_closed = Arc::new(AtomicBool::new(false));
        let closed = Arc::clone(&is_closed);
        thread::spawn(move || {
            for client in listener.incoming() {
                if closed.load(Ordering::Relaxed) {
                    return;
                }
                let servers = servers.clone();
                // A connection that fails is closed, and the browser opens another one.
                thread::spawn(move || forward(client?, &servers));
            }
        });
        Ok(LoadBalancer { address, is_closed })
    }

    /// Base URL: `http://127.0.0.1:PORT/`.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for LoadBalancer {
    fn drop(&mut self) {
        self.is_closed.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for connections.
        drop(TcpStream::connect(self.address));
    }
}

/// Forwards both directions until one of them ends.
fn forward(client: TcpStream, servers: &[SocketAddr]) -> io::Result<()> {
    let server = servers.iter().find_map(|server| TcpStream::connect(server).ok());
    let server = server.ok_or(io::ErrorKind::ConnectionRefused)?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (from_server, to_client) = (server.try_clone()?, client.try_clone()?);
    thread::spawn(move || copy(from_server, to_client));
    copy(client, server);
    Ok(())
}

fn copy(mut from: TcpStream, mut to: TcpStream) {
    // The other end may have been killed.
    drop(io::copy(&mut from, &mut to));
    drop((from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both)));
}
