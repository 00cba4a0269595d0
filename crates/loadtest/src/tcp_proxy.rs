//! A TCP proxy between two parts, whose connections can be delayed, stalled or cut.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;

/// Bytes forwarded at a time.
const BUFFER: usize = 16 * 1_024;

/// State of the network between two parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    /// Everything is forwarded at once.
    Open,
    /// Everything is forwarded later.
    Delayed(Duration),
    /// Connections stay open and nothing is forwarded, as when packets are dropped.
    Stalled,
    /// Connections are closed and new ones are closed at once.
    Cut,
}

/// Listens on a port of this machine and forwards connections to a target.
#[derive(Debug)]
pub struct TcpProxy {
    address: SocketAddr,
    link: watch::Sender<Link>,
}

impl TcpProxy {
    /// Starts a proxy on a free port. It ends with the value.
    ///
    /// # Errors
    /// No port is free.
    pub async fn start(target: SocketAddr) -> io::Result<TcpProxy> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let (link, state) = watch::channel(Link::Open);
        tokio::spawn(accept(listener, target, state));
        Ok(TcpProxy { address, link })
    }

    /// Address on which the proxy listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes the network, also for open connections.
    pub fn set(&self, link: Link) {
        self.link.send_replace(link);
    }
}

async fn accept(listener: TcpListener, target: SocketAddr, mut link: watch::Receiver<Link>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            // The proxy is gone.
            () = closed(&mut link) => return,
        };
        let Ok((client, _)) = accepted else { continue };
        if *link.borrow() != Link::Cut {
            tokio::spawn(forward(client, target, link.clone()));
        }
    }
}

async fn closed(link: &mut watch::Receiver<Link>) {
    while link.changed().await.is_ok() {}
}

/// Forwards both directions until one of them ends or the link is cut.
async fn forward(client: TcpStream, target: SocketAddr, mut link: watch::Receiver<Link>) -> io::Result<()> {
    let server = TcpStream::connect(target).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (client_reader, client_writer) = client.into_split();
    let (server_reader, server_writer) = server.into_split();
    let states = link.clone();
    let cut = async {
        while *link.borrow_and_update() != Link::Cut {
            if link.changed().await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = cut => Ok(()),
        sent = pump(client_reader, server_writer, states.clone()) => sent,
        sent = pump(server_reader, client_writer, states) => sent,
    }
}

async fn pump(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut link: watch::Receiver<Link>,
) -> io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 {
            return to.shutdown().await;
        }
        loop {
            let state = *link.borrow_and_update();
            match state {
                Link::Open | Link::Cut => break,
                Link::Delayed(delay) => {
                    sleep(delay).await;
                    break;
                }
                Link::Stalled => {
                    if link.changed().await.is_err() {
                        return Ok(());
                    }
                }
            }
        }
        to.write_all(&buffer[..read]).await?;
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    /// A server that echoes everything.
    async fn echo() -> SocketAddr {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (mut reader, mut writer) = stream.into_split();
                tokio::spawn(async move { tokio::io::copy(&mut reader, &mut writer).await });
            }
        });
        address
    }

    async fn exchange(stream: &mut TcpStream) -> io::Result<u8> {
        stream.write_all(b"a").await?;
        stream.read_u8().await
    }

    #[tokio::test]
    async fn a_link_is_open_stalled_or_cut() {
        let proxy = TcpProxy::start(echo().await).await.unwrap();
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        assert_eq!(exchange(&mut stream).await.unwrap(), b'a');
        proxy.set(Link::Delayed(Duration::from_millis(1)));
        assert_eq!(exchange(&mut stream).await.unwrap(), b'a');
        proxy.set(Link::Stalled);
        stream.write_all(b"b").await.unwrap();
        let mut byte = [0];
        assert!(timeout(Duration::from_millis(100), stream.read_exact(&mut byte)).await.is_err());
        proxy.set(Link::Open);
        stream.read_exact(&mut byte).await.unwrap();
        assert_eq!(byte, *b"b");
        proxy.set(Link::Cut);
        assert!(exchange(&mut stream).await.is_err());
        let mut refused = TcpStream::connect(proxy.address()).await.unwrap();
        assert!(exchange(&mut refused).await.is_err());
        proxy.set(Link::Open);
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        assert_eq!(exchange(&mut stream).await.unwrap(), b'a');
    }
}
