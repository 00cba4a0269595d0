//! What is told over the bus: a few bytes for the node that passes it on, then the message for the client as it will be
//! sent. It is written once, however many read it.

use bytes::{BufMut, Bytes, BytesMut};
use protocol::{ChatRoom, CloseReason, DurationMillis, ToClient};

use crate::store::SessionId;

/// What a node has to know about a message that it passes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Broadcast {
    /// Events of a game, from one number to another.
    Events {
        /// The first.
        first: u32,
        /// The last.
        last: u32,
    },
    /// As events, and somebody sat down: who watched may play now.
    SeatsChanged {
        /// The first event.
        first: u32,
        /// The last.
        last: u32,
    },
    /// Something said in a room of a game.
    Chat(ChatRoom),
    /// Anything that needs no care: who is there, what the lobby shows, who was paired.
    Plain,
    /// These connections of a player are to be closed with this message.
    Disconnect(DisconnectScope),
}

/// Which connections of a player are to be closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DisconnectScope {
    /// All of them.
    All,
    /// Those of a session; of the guest, if of none.
    Session(Option<SessionId>),
    /// All but those of a session.
    AllExcept(SessionId),
}

impl DisconnectScope {
    /// Whether a connection of this session is to be closed.
    pub(crate) fn includes(self, session: Option<SessionId>) -> bool {
        match self {
            DisconnectScope::All => true,
            DisconnectScope::Session(which) => which == session,
            DisconnectScope::AllExcept(kept) => session != Some(kept),
        }
    }
}

impl Broadcast {
    /// The bytes for the bus; nothing if the message cannot be written, which no message of ours is.
    pub(crate) fn encode(self, message: &ToClient) -> Option<Bytes> {
        let json = serde_json::to_vec(message).ok()?;
        let mut bytes = BytesMut::with_capacity(9 + json.len());
        match self {
            Broadcast::Plain => bytes.put_u8(0),
            Broadcast::Events { first, last } | Broadcast::SeatsChanged { first, last } => {
                bytes.put_u8(if matches!(self, Broadcast::Events { .. }) { 1 } else { 2 });
                bytes.put_u32(first);
                bytes.put_u32(last);
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
        }
        bytes.extend_from_slice(&json);
        Some(bytes.freeze())
    }

    /// The bytes that end connections of a player, who may come back at once as whoever they are then; not if banned.
    pub(crate) fn disconnect(cut: DisconnectScope, reason: CloseReason) -> Option<Bytes> {
        let retry = (reason != CloseReason::Banned).then_some(DurationMillis(0));
        Broadcast::Disconnect(cut).encode(&ToClient::Farewell { reason, retry })
    }

    /// What came over the bus, and the message for the client.
    pub(crate) fn decode(bytes: &Bytes) -> Option<(Broadcast, Bytes)> {
        let number = |at: usize| {
            let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_be_bytes(four))
        };
        let session = || {
            let bits: [u8; 16] = bytes.get(1..17)?.try_into().ok()?;
            Some(SessionId::from_bits(u128::from_be_bytes(bits)))
        };
        let (news, length) = match bytes.first()? {
            0 => (Broadcast::Plain, 1),
            1 => (Broadcast::Events { first: number(1)?, last: number(5)? }, 9),
            2 => (Broadcast::SeatsChanged { first: number(1)?, last: number(5)? }, 9),
            3 => (Broadcast::Chat(ChatRoom::Players), 1),
            4 => (Broadcast::Chat(ChatRoom::Watchers), 1),
            5 => (Broadcast::Disconnect(DisconnectScope::All), 1),
            6 => (Broadcast::Disconnect(DisconnectScope::Session(None)), 1),
            7 => (Broadcast::Disconnect(DisconnectScope::Session(Some(session()?))), 17),
            8 => (Broadcast::Disconnect(DisconnectScope::AllExcept(session()?)), 17),
            _ => return None,
        };
        Some((news, bytes.slice(length..)))
    }
}

#[cfg(test)]
mod tests {
    use protocol::UnixMillis;

    use super::*;

    #[test]
    fn what_is_told_is_heard() {
        let message = ToClient::Beat { now: UnixMillis(5), lag: None };
        for news in [
            Broadcast::Plain,
            Broadcast::Events { first: 1, last: 70_000 },
            Broadcast::SeatsChanged { first: 2, last: 2 },
            Broadcast::Chat(ChatRoom::Players),
            Broadcast::Chat(ChatRoom::Watchers),
            Broadcast::Disconnect(DisconnectScope::All),
            Broadcast::Disconnect(DisconnectScope::Session(None)),
            Broadcast::Disconnect(DisconnectScope::Session(Some(SessionId::from_bits(7 << 100)))),
            Broadcast::Disconnect(DisconnectScope::AllExcept(SessionId::from_bits(u128::MAX))),
        ] {
            let (heard, json) = Broadcast::decode(&news.encode(&message).unwrap()).unwrap();
            assert_eq!(heard, news);
            assert_eq!(serde_json::from_slice::<ToClient>(&json).unwrap(), message);
        }
    }

    #[test]
    fn a_cut_concerns_those_it_names() {
        let (one, other) = (SessionId::from_bits(1), SessionId::from_bits(2));
        let check = |cut: DisconnectScope, expected: [bool; 3]| {
            assert_eq!(
                [None, Some(one), Some(other)].map(|session| cut.includes(session)),
                expected,
                "{cut:?}"
            );
        };
        check(DisconnectScope::All, [true, true, true]);
        check(DisconnectScope::Session(None), [true, false, false]);
        check(DisconnectScope::Session(Some(one)), [false, true, false]);
        check(DisconnectScope::AllExcept(one), [true, false, true]);
    }

    #[test]
    fn what_is_not_ours_is_nothing() {
        for bytes in [&b""[..], b"\x09", b"\x01\0\0\0\x01\0\0", b"{}"] {
            assert_eq!(Broadcast::decode(&Bytes::copy_from_slice(bytes)), None, "{bytes:?}");
        }
    }
}
