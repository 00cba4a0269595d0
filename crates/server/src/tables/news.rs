//! What is told over the bus: a few bytes for the node that passes it on, then the message for the client as it will be
//! sent. It is written once, however many read it.

use bytes::{BufMut, Bytes, BytesMut};
use protocol::{Farewell, Room, Span, ToClient};

use crate::store::SessionId;

/// What a node has to know about a message that it passes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum News {
    /// Events of a game, from one number to another.
    Events {
        /// The first.
        first: u32,
        /// The last.
        last: u32,
    },
    /// As events, and somebody sat down: who watched may play now.
    Seats {
        /// The first event.
        first: u32,
        /// The last.
        last: u32,
    },
    /// Something said in a room of a game.
    Talk(Room),
    /// Anything that needs no care: who is there, what the lobby shows, who was paired.
    Plain,
    /// These connections of a player are to be closed with this message.
    Disconnect(Cut),
}

/// Which connections of a player are to be closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// All of them.
    All,
    /// Those of a session; of the guest, if of none.
    Of(Option<SessionId>),
    /// All but those of a session.
    Others(SessionId),
}

impl Cut {
    /// Whether a connection of this session is to be closed.
    pub(crate) fn concerns(self, session: Option<SessionId>) -> bool {
        match self {
            Cut::All => true,
            Cut::Of(which) => which == session,
            Cut::Others(kept) => session != Some(kept),
        }
    }
}

impl News {
    /// The bytes for the bus; nothing if the message cannot be written, which no message of ours is.
    pub(crate) fn encode(self, message: &ToClient) -> Option<Bytes> {
        let json = serde_json::to_vec(message).ok()?;
        let mut bytes = BytesMut::with_capacity(9 + json.len());
        match self {
            News::Plain => bytes.put_u8(0),
            News::Events { first, last } | News::Seats { first, last } => {
                bytes.put_u8(if matches!(self, News::Events { .. }) { 1 } else { 2 });
                bytes.put_u32(first);
                bytes.put_u32(last);
            }
            News::Talk(Room::Players) => bytes.put_u8(3),
            News::Talk(Room::Watchers) => bytes.put_u8(4),
            News::Disconnect(Cut::All) => bytes.put_u8(5),
            News::Disconnect(Cut::Of(None)) => bytes.put_u8(6),
            News::Disconnect(Cut::Of(Some(session))) => {
                bytes.put_u8(7);
                bytes.put_u128(session.bits());
            }
            News::Disconnect(Cut::Others(session)) => {
                bytes.put_u8(8);
                bytes.put_u128(session.bits());
            }
        }
        bytes.extend_from_slice(&json);
        Some(bytes.freeze())
    }

    /// The bytes that end connections of a player, who may come back at once as whoever they are then; not if banned.
    pub(crate) fn disconnect(cut: Cut, reason: Farewell) -> Option<Bytes> {
        let retry = (reason != Farewell::Banned).then_some(Span(0));
        News::Disconnect(cut).encode(&ToClient::Farewell { reason, retry })
    }

    /// What came over the bus, and the message for the client.
    pub(crate) fn decode(bytes: &Bytes) -> Option<(News, Bytes)> {
        let number = |at: usize| {
            let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_be_bytes(four))
        };
        let session = || {
            let bits: [u8; 16] = bytes.get(1..17)?.try_into().ok()?;
            Some(SessionId::from_bits(u128::from_be_bytes(bits)))
        };
        let (news, length) = match bytes.first()? {
            0 => (News::Plain, 1),
            1 => (News::Events { first: number(1)?, last: number(5)? }, 9),
            2 => (News::Seats { first: number(1)?, last: number(5)? }, 9),
            3 => (News::Talk(Room::Players), 1),
            4 => (News::Talk(Room::Watchers), 1),
            5 => (News::Disconnect(Cut::All), 1),
            6 => (News::Disconnect(Cut::Of(None)), 1),
            7 => (News::Disconnect(Cut::Of(Some(session()?))), 17),
            8 => (News::Disconnect(Cut::Others(session()?)), 17),
            _ => return None,
        };
        Some((news, bytes.slice(length..)))
    }
}

#[cfg(test)]
mod tests {
    use protocol::Moment;

    use super::*;

    #[test]
    fn what_is_told_is_heard() {
        let message = ToClient::Beat { now: Moment(5), lag: None };
        for news in [
            News::Plain,
            News::Events { first: 1, last: 70_000 },
            News::Seats { first: 2, last: 2 },
            News::Talk(Room::Players),
            News::Talk(Room::Watchers),
            News::Disconnect(Cut::All),
            News::Disconnect(Cut::Of(None)),
            News::Disconnect(Cut::Of(Some(SessionId::from_bits(7 << 100)))),
            News::Disconnect(Cut::Others(SessionId::from_bits(u128::MAX))),
        ] {
            let (heard, json) = News::decode(&news.encode(&message).unwrap()).unwrap();
            assert_eq!(heard, news);
            assert_eq!(serde_json::from_slice::<ToClient>(&json).unwrap(), message);
        }
    }

    #[test]
    fn a_cut_concerns_those_it_names() {
        let (one, other) = (SessionId::from_bits(1), SessionId::from_bits(2));
        let check = |cut: Cut, expected: [bool; 3]| {
            assert_eq!(
                [None, Some(one), Some(other)].map(|session| cut.concerns(session)),
                expected,
                "{cut:?}"
            );
        };
        check(Cut::All, [true, true, true]);
        check(Cut::Of(None), [true, false, false]);
        check(Cut::Of(Some(one)), [false, true, false]);
        check(Cut::Others(one), [true, false, true]);
    }

    #[test]
    fn what_is_not_ours_is_nothing() {
        for bytes in [&b""[..], b"\x09", b"\x01\0\0\0\x01\0\0", b"{}"] {
            assert_eq!(News::decode(&Bytes::copy_from_slice(bytes)), None, "{bytes:?}");
        }
    }
}
