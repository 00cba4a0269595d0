//! Round trip of a TCP connection as the kernel measures it.
//!
//! Segments are acknowledged by the kernel of the client, so a program that answers late does not make this round
//! trip longer. Linux tells it through netlink (`sock_diag(7)`), for any connection of this machine by its
//! addresses; other systems are not asked.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use game::Millis;
use tokio::net::{TcpListener, TcpStream};

/// Warns if the kernel does not tell round trips although the system could: containers and services may forbid netlink,
/// and the kernel may lack `tcp_diag`. Pongs are believed then.
pub(crate) async fn warn_if_hidden() {
    if cfg!(target_os = "linux") && is_told().await.is_ok_and(|is_told| !is_told) {
        tracing::warn!("round trips of the kernel cannot be read: clients that answer pings late gain time");
    }
}

/// Returns true if the kernel tells the round trip of a connection of this machine to itself.
///
/// # Errors
///
/// Returns an error if there is no such connection.
async fn is_told() -> io::Result<bool> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let (client, accepted) = tokio::join!(TcpStream::connect(listener.local_addr()?), listener.accept());
    let (_client, (served, _)) = (client?, accepted?);
    Ok(TcpEndpoints::of(&served).is_some_and(|ends| ends.min_round_trip().is_some()))
}

/// Both ends of a TCP connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TcpEndpoints {
    local: SocketAddr,
    peer: SocketAddr,
}

impl TcpEndpoints {
    /// The ends of a stream; `None` if it is not connected any more.
    pub(crate) fn of(stream: &TcpStream) -> Option<TcpEndpoints> {
        Some(TcpEndpoints { local: stream.local_addr().ok()?, peer: stream.peer_addr().ok()? })
    }

    /// The shortest round trip of the last minutes (`net.ipv4.tcp_min_rtt_wlen`, five by default), rounded up.
    /// `None` if the kernel does not tell.
    pub(super) fn min_round_trip(self) -> Option<Millis> {
        let micros = sock_diag::min_rtt(self)?;
        Some(Millis(u64::from(micros).div_ceil(1_000)))
    }
}

#[cfg(not(target_os = "linux"))]
mod sock_diag {
    pub(super) fn min_rtt(_: super::TcpEndpoints) -> Option<u32> {
        None
    }
}

#[cfg(target_os = "linux")]
mod sock_diag {
    use std::net::IpAddr;

    use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, netlink};

    use super::{SocketAddr, TcpEndpoints};

    // Numbers of linux/netlink.h, linux/sock_diag.h and linux/inet_diag.h.
    const NLM_F_REQUEST: u16 = 1;
    const SOCK_DIAG_BY_FAMILY: u16 = 20;
    const AF_INET: u8 = 2;
    const AF_INET6: u8 = 10;
    const IPPROTO_TCP: u8 = 6;
    const INET_DIAG_INFO: u16 = 2;
    const INET_DIAG_NOCOOKIE: [u8; 8] = [0xff; 8];
    const TCP_ESTABLISHED: u8 = 1;

    /// Lengths of `nlmsghdr`, `inet_diag_req_v2` and `inet_diag_msg`.
    const HEADER: usize = 16;
    const REQUEST: usize = 56;
    const ANSWER: usize = 72;
    /// Position of `idiag_state` in `inet_diag_msg`.
    const STATE: usize = 1;
    /// Position of `tcpi_min_rtt` in `tcp_info`.
    const MIN_RTT: usize = 148;
    /// Longer than any answer, of which `tcp_info` has about 300 bytes.
    const BUFFER: usize = 4 * 1_024;

    /// `tcpi_min_rtt` of a connection in microseconds. The kernel answers within the call that asks.
    pub(super) fn min_rtt(connection: TcpEndpoints) -> Option<u32> {
        let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
        let protocol = Some(netlink::SOCK_DIAG);
        let socket =
            rustix::net::socket_with(AddressFamily::NETLINK, SocketType::RAW, flags, protocol).ok()?;
        rustix::net::send(&socket, &request(connection), SendFlags::empty()).ok()?;
        let mut answer = [0; BUFFER];
        let (length, _) = rustix::net::recv(&socket, &mut answer[..], RecvFlags::empty()).ok()?;
        parse(answer.get(..length)?)
    }

    fn request(TcpEndpoints { local, peer }: TcpEndpoints) -> Vec<u8> {
        let family = if local.is_ipv4() { AF_INET } else { AF_INET6 };
        let mut bytes = Vec::with_capacity(HEADER + REQUEST);
        bytes.extend(((HEADER + REQUEST) as u32).to_ne_bytes());
        bytes.extend(SOCK_DIAG_BY_FAMILY.to_ne_bytes());
        bytes.extend(NLM_F_REQUEST.to_ne_bytes());
        // Sequence number and sender are free to choose.
        bytes.extend([0; 8]);
        bytes.extend([family, IPPROTO_TCP, 1 << (INET_DIAG_INFO - 1), 0]);
        // Every state of a connection.
        bytes.extend([0xff; 4]);
        bytes.extend(local.port().to_be_bytes());
        bytes.extend(peer.port().to_be_bytes());
        bytes.extend(octets(local.ip()));
        bytes.extend(octets(peer.ip()));
        bytes.extend(interface(peer).to_ne_bytes());
        bytes.extend(INET_DIAG_NOCOOKIE);
        bytes
    }

    fn octets(address: IpAddr) -> [u8; 16] {
        match address {
            IpAddr::V4(address) => {
                let [a, b, c, d] = address.octets();
                [a, b, c, d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            }
            IpAddr::V6(address) => address.octets(),
        }
    }

    /// Interface of a link-local address; zero stands for any.
    fn interface(address: SocketAddr) -> u32 {
        match address {
            SocketAddr::V4(_) => 0,
            SocketAddr::V6(address) => address.scope_id(),
        }
    }

    /// Reads an answer: header, `inet_diag_msg` and attributes, among them `tcp_info`.
    fn parse(answer: &[u8]) -> Option<u32> {
        let length = usize::try_from(u32_at(answer, 0)?).ok()?;
        let answer = answer.get(..length)?;
        // Without such a connection the kernel answers with the socket that listens.
        if u16_at(answer, 4)? != SOCK_DIAG_BY_FAMILY || *answer.get(HEADER + STATE)? != TCP_ESTABLISHED {
            return None;
        }
        let mut attributes = answer.get(HEADER + ANSWER..)?;
        loop {
            let length = usize::from(u16_at(attributes, 0)?);
            let kind = u16_at(attributes, 2)?;
            let value = attributes.get(4..length)?;
            if kind == INET_DIAG_INFO {
                // All bits are set before the first measurement.
                return u32_at(value, MIN_RTT).filter(|&micros| micros != u32::MAX);
            }
            attributes = attributes.get(length.next_multiple_of(4)..)?;
        }
    }

    fn u16_at(bytes: &[u8], position: usize) -> Option<u16> {
        bytes.get(position..position + 2)?.try_into().ok().map(u16::from_ne_bytes)
    }

    fn u32_at(bytes: &[u8], position: usize) -> Option<u32> {
        bytes.get(position..position + 4)?.try_into().ok().map(u32::from_ne_bytes)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// An answer with one attribute of another kind before `tcp_info`.
        fn answer(min_rtt: u32) -> Vec<u8> {
            let mut info = vec![0; MIN_RTT];
            info.extend(min_rtt.to_ne_bytes());
            info.extend([7; 20]);
            let mut bytes = vec![0; HEADER + ANSWER];
            bytes[HEADER + STATE] = TCP_ESTABLISHED;
            for (kind, value) in [(8_u16, &[1][..]), (INET_DIAG_INFO, &info)] {
                bytes.extend((4 + value.len() as u16).to_ne_bytes());
                bytes.extend(kind.to_ne_bytes());
                bytes.extend(value);
                bytes.resize(bytes.len().next_multiple_of(4), 0);
            }
            let length = bytes.len() as u32;
            bytes[..4].copy_from_slice(&length.to_ne_bytes());
            bytes[4..6].copy_from_slice(&SOCK_DIAG_BY_FAMILY.to_ne_bytes());
            bytes
        }

        #[test]
        fn answers_are_parsed_and_cut_ones_refused() {
            let whole = answer(1_234);
            assert_eq!(parse(&whole), Some(1_234));
            assert_eq!(parse(&answer(u32::MAX)), None, "nothing is measured yet");
            for length in 0..whole.len() {
                assert_eq!(parse(&whole[..length]), None, "{length}");
            }
        }

        #[test]
        fn answers_without_end_are_refused() {
            let mut endless = answer(1);
            endless[HEADER + ANSWER..HEADER + ANSWER + 2].copy_from_slice(&0_u16.to_ne_bytes());
            assert_eq!(parse(&endless), None);
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_kernel_tells_the_round_trip_of_a_connection_to_itself() {
        assert!(is_told().await.unwrap());
    }

    #[tokio::test]
    async fn the_kernel_measures_connections_of_every_address_family() {
        for (listen, connect) in [("127.0.0.1:0", "127.0.0.1"), ("[::1]:0", "::1"), ("[::]:0", "127.0.0.1")] {
            let listener = TcpListener::bind(listen).await.unwrap();
            let address = SocketAddr::new(connect.parse().unwrap(), listener.local_addr().unwrap().port());
            let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
            let (client, (served, _)) = (client.unwrap(), accepted.unwrap());
            let ends = TcpEndpoints::of(&served).unwrap();
            let measured = ends.min_round_trip().expect(listen);
            assert!(measured <= Millis(50), "{listen}: {measured:?}");
            drop((client, served));
            let unknown = TcpEndpoints { local: ends.local, peer: SocketAddr::new(ends.peer.ip(), 1) };
            assert_eq!(unknown.min_round_trip(), None);
        }
    }
}
