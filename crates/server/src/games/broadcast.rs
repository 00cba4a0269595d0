//! Bus messages: a short header for the receiving node, then the client message as JSON, encoded once for all
//! receivers.

use bytes::{BufMut, Bytes, BytesMut};
use protocol::{ChatRoom, CloseReason, DurationMillis, EventNumber, ToClient};

use crate::store::SessionId;

/// Header of a bus message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Broadcast {
    /// Events of a game.
    Events {
        /// First event number.
        first: EventNumber,
        /// Last event number.
        last: EventNumber,
    },
    /// Events that include a seat change: watchers may be players now.
    SeatsChanged {
        /// First event number.
        first: EventNumber,
        /// Last event number.
        last: EventNumber,
    },
    /// Chat line in a room.
    Chat(ChatRoom),
    /// Forwarded without further checks: presence, lobby, pairings.
    Plain,
    /// Closes these connections of a player.
    Disconnect(DisconnectScope),
    /// The game's actor was replaced: every connection enters again.
    Reload,
}

/// Header byte of [`Broadcast::Reload`].
const RELOAD: u8 = 9;

/// Selects connections of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DisconnectScope {
    /// All connections.
    All,
    /// Connections of a session; `None` for those of the guest.
    Session(Option<SessionId>),
    /// All but those of a session.
    AllExcept(SessionId),
}

impl DisconnectScope {
    /// Returns true if a connection of this session is selected.
    pub(crate) fn includes(self, session: Option<SessionId>) -> bool {
        match self {
            DisconnectScope::All => true,
            DisconnectScope::Session(which) => which == session,
            DisconnectScope::AllExcept(kept) => session != Some(kept),
        }
    }
}

impl Broadcast {
    /// Encodes header and message; `None` if serialization fails (it cannot).
    pub(crate) fn encode(self, message: &ToClient) -> Option<Bytes> {
        let json = serde_json::to_vec(message).ok()?;
        let mut bytes = BytesMut::with_capacity(9 + json.len());
        match self {
            Broadcast::Plain => bytes.put_u8(0),
            Broadcast::Events { first, last } | Broadcast::SeatsChanged { first, last } => {
                bytes.put_u8(if matches!(self, Broadcast::Events { .. }) { 1 } else { 2 });
                bytes.put_u32(first.0);
                bytes.put_u32(last.0);
            }
            Broadcast::Chat(ChatRoom::Players) => bytes.put_u8(3),
            Broadcast::Chat(ChatRoom::Watchers) => bytes.put_u8(4),
            Broadcast::Disconnect(DisconnectScope::All) => bytes.put_u8(5),
            Broadcast::Disconnect(DisconnectScope::Session(None)) => bytes.put_u8(6),
            Broadcast::Disconnect(DisconnectScope::Session(Some(session))) => {
                bytes.put_u8(7);
                bytes.put_u128(session.bits());
            }
            Broadcast::Disconnect(DisconnectScope::AllExcept(session)) => {
                bytes.put_u8(8);
                bytes.put_u128(session.bits());
            }
            Broadcast::Reload => bytes.put_u8(RELOAD),
        }
        bytes.extend_from_slice(&json);
        Some(bytes.freeze())
    }

    /// Message that makes connections enter a game again.
    pub(crate) fn reload() -> Bytes {
        Bytes::from_static(&[RELOAD])
    }

    /// Message that closes connections. The client may reconnect immediately, unless banned.
    pub(crate) fn disconnect(scope: DisconnectScope, reason: CloseReason) -> Option<Bytes> {
        let retry = (reason != CloseReason::Banned).then_some(DurationMillis(0));
        Broadcast::Disconnect(scope).encode(&ToClient::Farewell { reason, retry })
    }

    /// Decodes the header; returns the client message with it.
    pub(crate) fn decode(bytes: &Bytes) -> Option<(Broadcast, Bytes)> {
        let number = |at: usize| {
            let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(EventNumber(u32::from_be_bytes(four)))
        };
        let session = || {
            let bits: [u8; 16] = bytes.get(1..17)?.try_into().ok()?;
            Some(SessionId::from_bits(u128::from_be_bytes(bits)))
        };
        let (broadcast, length) = match bytes.first()? {
            0 => (Broadcast::Plain, 1),
            1 => (Broadcast::Events { first: number(1)?, last: number(5)? }, 9),
            2 => (Broadcast::SeatsChanged { first: number(1)?, last: number(5)? }, 9),
            3 => (Broadcast::Chat(ChatRoom::Players), 1),
            4 => (Broadcast::Chat(ChatRoom::Watchers), 1),
            5 => (Broadcast::Disconnect(DisconnectScope::All), 1),
            6 => (Broadcast::Disconnect(DisconnectScope::Session(None)), 1),
            7 => (Broadcast::Disconnect(DisconnectScope::Session(Some(session()?))), 17),
            8 => (Broadcast::Disconnect(DisconnectScope::AllExcept(session()?)), 17),
            &RELOAD => (Broadcast::Reload, 1),
            _ => return None,
        };
        Some((broadcast, bytes.slice(length..)))
    }
}

#[cfg(test)]
mod tests {
    use protocol::UnixMillis;

    use super::*;

    #[test]
    fn broadcasts_round_trip() {
        let message = ToClient::Beat { now: UnixMillis(5), lag: None };
        for broadcast in [
            Broadcast::Plain,
            Broadcast::Events { first: EventNumber(1), last: EventNumber(70_000) },
            Broadcast::SeatsChanged { first: EventNumber(2), last: EventNumber(2) },
            Broadcast::Chat(ChatRoom::Players),
            Broadcast::Chat(ChatRoom::Watchers),
            Broadcast::Disconnect(DisconnectScope::All),
            Broadcast::Disconnect(DisconnectScope::Session(None)),
            Broadcast::Disconnect(DisconnectScope::Session(Some(SessionId::from_bits(7 << 100)))),
            Broadcast::Disconnect(DisconnectScope::AllExcept(SessionId::from_bits(u128::MAX))),
        ] {
            let (heard, json) = Broadcast::decode(&broadcast.encode(&message).unwrap()).unwrap();
            assert_eq!(heard, broadcast);
            assert_eq!(serde_json::from_slice::<ToClient>(&json).unwrap(), message);
        }
    }

    #[test]
    fn disconnect_scopes_select_sessions() {
        let (one, other) = (SessionId::from_bits(1), SessionId::from_bits(2));
        let check = |scope: DisconnectScope, expected: [bool; 3]| {
            assert_eq!(
                [None, Some(one), Some(other)].map(|session| scope.includes(session)),
                expected,
                "{scope:?}"
            );
        };
        check(DisconnectScope::All, [true, true, true]);
        check(DisconnectScope::Session(None), [true, false, false]);
        check(DisconnectScope::Session(Some(one)), [false, true, false]);
        check(DisconnectScope::AllExcept(one), [true, false, true]);
    }

    #[test]
    fn unknown_bytes_do_not_decode() {
        for bytes in [&b""[..], b"\x0a", b"\x01\0\0\0\x01\0\0", b"{}"] {
            assert_eq!(Broadcast::decode(&Bytes::copy_from_slice(bytes)), None, "{bytes:?}");
        }
    }
}
