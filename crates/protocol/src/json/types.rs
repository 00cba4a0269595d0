//! JSON of the types that messages are made of.

use game::{Ply, Ruleset};
use rules::UciMove;

use super::fields::{names, record, tagged, write_text};
use super::{Read, Value, Write};
use crate::http::Secret;
use crate::time_control::{Wire, WireAllowance, WireBonus};
use crate::{
    BySeat, Challenge, ChallengeAnswer, ChallengeOutcome, ChatContent, ChatPhrase, ChatRoom, ChatText,
    CloseReason, ColorPreference, DeclineReason, DrawClaim, DurationMillis, EventNumber, FenText, GameResult,
    GameSetup, Id, LobbyStats, OfferKind, OnlineTimeControl, PlayerInfo, PlayerKind, PlayerName,
    PublicRating, RatingMode, RatingStatus, Seat, SeatPresence, Seek, Speed, StartPosition, UnixMillis,
    Visibility, WireMove,
};

names!(Seat { White = "white", Black = "black" });
names!(ColorPreference { White = "white", Black = "black", Random = "random" });
names!(PlayerKind { Guest = "guest", Account = "account", Gone = "gone", Computer = "computer" });
names!(RatingStatus { Provisional = "provisional", Established = "established" });
names!(RatingMode { Casual = "casual", Rated = "rated" });
names!(Visibility { Public = "public", Private = "private" });
names!(OfferKind { Draw = "draw", Takeback = "takeback", Rematch = "rematch" });
names!(DrawClaim { Threefold = "threefold", Fifty = "fifty" });
names!(ChatRoom { Players = "players", Watchers = "watchers" });
names!(ChatPhrase {
    Hello = "hello",
    GoodLuck = "good-luck",
    HaveFun = "have-fun",
    WellPlayed = "well-played",
    GoodGame = "good-game",
    ThankYou = "thank-you",
    MustGo = "must-go",
    Goodbye = "goodbye",
});
names!(ChallengeAnswer { Accept = "accept", Decline = "decline", Cancel = "cancel" });
names!(DeclineReason {
    Generic = "generic",
    Later = "later",
    TooFast = "too-fast",
    TooSlow = "too-slow",
    TimeControl = "time-control",
    Rated = "rated",
    Casual = "casual",
    Standard = "standard",
    Variant = "variant",
    NoBot = "no-bot",
    OnlyBot = "only-bot",
} else Unknown);
names!(CloseReason { Closing = "closing", Flood = "flood", Malformed = "malformed", Banned = "banned" } else Unknown);

record!(read PlayerInfo { id, name, standing, rating; bot });
record!(read PublicRating { value, trust });
record!(read GameSetup { start, control; stakes, visibility });
record!(write GameSetup { start, control, stakes, visibility });
record!(read Seek { id, player, terms, side; lasting });
record!(read Challenge { id, challenger, challenged, terms, side, expires });
record!(read LobbyStats { players, games, liveliest });
record!(read WireAllowance { base; bonus });
record!(write WireAllowance { base, bonus });

tagged!(read SeatPresence["type"] { "unasked" => Unasked, "here" => Here, "away" => Away { claim } });
tagged!(read ChallengeOutcome["type"] {
    "accepted" => Accepted,
    "declined" => Declined { reason },
    "canceled" => Canceled,
} else Unknown);
tagged!(both StartPosition["ruleset"] {
    "standard" => Standard,
    "chess960" => Chess960 { number },
    "from-position" => FromPosition { fen },
    "king-capture" => KingCapture { first },
});
tagged!(both Wire["type"] {
    "unlimited" => Unlimited,
    "clock" => Clock { white, black },
    "correspondence" => Correspondence { days },
});
tagged!(read WireBonus["type"] {
    "none" => None,
    "increment" => Increment { amount },
    "bronstein" => Bronstein { amount },
    "delay" => Delay { amount },
});

impl Write for WireBonus {
    fn write(&self, out: &mut String) {
        let (name, amount) = match self {
            WireBonus::None => return,
            WireBonus::Increment { amount } => ("increment", amount),
            WireBonus::Bronstein { amount } => ("bronstein", amount),
            WireBonus::Delay { amount } => ("delay", amount),
        };
        super::fields::object(out, Some(("type", name)), &[("amount", amount)]);
    }

    fn is_absent(&self) -> bool {
        matches!(self, WireBonus::None)
    }
}

impl Read for OnlineTimeControl {
    fn read(value: &Value) -> Option<Self> {
        Wire::read(value)?.try_into().ok()
    }
}

impl Write for OnlineTimeControl {
    fn write(&self, out: &mut String) {
        Wire::from(*self).write(out);
    }
}

impl Read for GameResult {
    fn read(value: &Value) -> Option<Self> {
        let exact: Option<String> = Read::read_field(value.get("exact"))?;
        let ending: String = Read::read_field(value.get("ending"))?;
        GameResult::from_names(Read::read_field(value.get("winner"))?, &ending, exact.as_deref())
    }
}

impl Write for bool {
    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl Write for GameResult {
    fn write(&self, out: &mut String) {
        let (winner, ending, exact) = self.to_names();
        super::fields::object(out, None, &[("winner", &winner), ("ending", &ending), ("exact", &exact)]);
    }
}

impl Read for ChatContent {
    fn read(value: &Value) -> Option<Self> {
        let Value::Object(fields) = value else { return None };
        let [(name, content)] = fields.as_slice() else { return None };
        match name.as_str() {
            "text" => Read::read(content).map(ChatContent::Text),
            "phrase" => Read::read(content).map(ChatContent::Phrase),
            _ => None,
        }
    }
}

impl Write for ChatContent {
    fn write(&self, out: &mut String) {
        let (name, content): (_, &dyn Write) = match self {
            ChatContent::Text(text) => ("text", text),
            ChatContent::Phrase(phrase) => ("phrase", phrase),
        };
        super::fields::object(out, None, &[(name, content)]);
    }
}

/// Types with the JSON of a number.
macro_rules! numbers {
    ($($type:ty: $number:ty, $make:expr, $get:expr;)*) => {
        $(
            impl Read for $type {
                fn read(value: &Value) -> Option<Self> {
                    let Value::Number(number) = value else { return None };
                    <$number>::try_from(*number).ok().map($make)
                }
            }

            impl Write for $type {
                fn write(&self, out: &mut String) {
                    out.push_str(&u64::from($get(self)).to_string());
                }
            }
        )*
    };
}

numbers! {
    u16: u16, |number| number, |number: &u16| *number;
    u32: u32, |number| number, |number: &u32| *number;
    EventNumber: u32, EventNumber, |number: &EventNumber| number.0;
    Ply: u32, Ply, |ply: &Ply| ply.0;
    UnixMillis: u64, UnixMillis, |at: &UnixMillis| at.0;
    DurationMillis: u64, DurationMillis, |span: &DurationMillis| span.0;
}

/// Types with the JSON of a string.
macro_rules! texts {
    ($($type:ty: $make:expr, $get:expr;)*) => {
        $(
            impl Read for $type {
                fn read(value: &Value) -> Option<Self> {
                    value.text().and_then($make)
                }
            }

            impl Write for $type {
                fn write(&self, out: &mut String) {
                    write_text(out, $get(self));
                }
            }
        )*
    };
}

texts! {
    String: |text| Some(text.to_owned()), String::as_str;
    PlayerName: |text| PlayerName::new(text).ok(), PlayerName::as_str;
    ChatText: |text| ChatText::new(text).ok(), ChatText::as_str;
    FenText: |text| FenText::try_from(text.to_owned()).ok(), FenText::as_str;
    Secret: |text| Some(Secret::new(text.to_owned())), Secret::expose;
    Speed: Speed::from_name, |speed: &Speed| speed.name();
    Ruleset: Ruleset::from_name, |ruleset: &Ruleset| ruleset.name();
}

impl Write for &str {
    fn write(&self, out: &mut String) {
        write_text(out, self);
    }
}

impl Read for WireMove {
    fn read(value: &Value) -> Option<Self> {
        UciMove::parse(value.text()?.as_bytes()).ok().map(WireMove)
    }
}

impl Write for WireMove {
    fn write(&self, out: &mut String) {
        write_text(out, &self.0.to_string());
    }
}

impl<Kind> Read for Id<Kind> {
    fn read(value: &Value) -> Option<Self> {
        value.text()?.parse().ok()
    }
}

impl<Kind> Write for Id<Kind> {
    fn write(&self, out: &mut String) {
        write_text(out, &self.to_string());
    }
}

impl Read for bool {
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(is) => Some(*is),
            _ => None,
        }
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::read(value).map(Some),
        }
    }

    fn read_field(value: Option<&Value>) -> Option<Self> {
        value.map_or(Some(None), Self::read)
    }
}

impl<T: Write> Write for Option<T> {
    fn write(&self, out: &mut String) {
        if let Some(value) = self {
            value.write(out);
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: &Value) -> Option<Self> {
        let Value::List(items) = value else { return None };
        items.iter().map(T::read).collect()
    }
}

impl<T: Write> Write for Vec<T> {
    fn write(&self, out: &mut String) {
        let mut separator = '[';
        for item in self {
            out.push(separator);
            item.write(out);
            separator = ',';
        }
        out.push_str(if separator == '[' { "[]" } else { "]" });
    }
}

impl<T: Read> Read for Box<T> {
    fn read(value: &Value) -> Option<Self> {
        T::read(value).map(Box::new)
    }
}

impl<T: Read> Read for BySeat<T> {
    fn read(value: &Value) -> Option<Self> {
        let value = value.object()?;
        let seat = |name| T::read_field(value.get(name));
        Some(BySeat { white: seat("white")?, black: seat("black")? })
    }
}
