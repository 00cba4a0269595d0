//! Listening sockets of a server.

use std::io;
use std::net;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpStream};

use crate::tls::Tls;

/// Listening sockets, with the certificate if the server terminates TLS.
#[derive(Debug)]
pub struct Listeners<L = TcpListener> {
    /// Serves pages, games and WebSockets, by TLS if there is a certificate.
    pub main: L,
    /// Certificate of the main listener.
    pub tls: Option<Tls>,
    /// Plain http listener that redirects to https.
    pub redirect: Option<L>,
}

/// The socket through which a connection was accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entrance {
    Main,
    Redirect,
}

impl<L> From<L> for Listeners<L> {
    fn from(main: L) -> Listeners<L> {
        Listeners { main, tls: None, redirect: None }
    }
}

impl Listeners<net::TcpListener> {
    /// Registers the sockets with the runtime.
    pub(super) fn into_tokio(self) -> io::Result<Listeners> {
        let register = |listener: net::TcpListener| {
            listener.set_nonblocking(true)?;
            TcpListener::from_std(listener)
        };
        let redirect = self.redirect.map(register).transpose()?;
        Ok(Listeners { main: register(self.main)?, tls: self.tls, redirect })
    }
}

impl Listeners {
    /// Accepts the next connection of either socket.
    pub(super) async fn accept(&self) -> (Entrance, io::Result<(TcpStream, SocketAddr)>) {
        let Some(redirect) = &self.redirect else { return (Entrance::Main, self.main.accept().await) };
        tokio::select! {
            accepted = self.main.accept() => (Entrance::Main, accepted),
            accepted = redirect.accept() => (Entrance::Redirect, accepted),
        }
    }
}
