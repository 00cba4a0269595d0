//! The fields of the form, one by one.

use game::Ruleset;
use rules::Color;

use super::{BonusKind, ClockChoice, Form};
use crate::{Seat, Turning};

/// A field with what was chosen or typed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields of `Form` say it")]
pub enum Field {
    Ruleset(Ruleset),
    Number(String),
    Fen(String),
    First(Color),
    Clock(ClockChoice),
    Minutes(Color, String),
    Seconds(Color, String),
    BonusKind(Color, BonusKind),
    Bonus(Color, String),
    /// Gives the other side the time of this one.
    SameTimeAs(Color),
    Name(Color, String),
    Seat(Color, Seat),
    Bottom(Option<Color>),
    Turning(Turning),
}

impl Form {
    /// The form with one field changed.
    #[must_use]
    pub fn with(mut self, field: Field) -> Form {
        match field {
            Field::Ruleset(ruleset) => self.ruleset = ruleset,
            Field::Number(number) => self.number = number,
            Field::Fen(fen) => self.fen = fen,
            Field::First(first) => self.first = first,
            Field::Clock(clock) => self.clock = clock,
            Field::Minutes(color, minutes) => self.times[color].minutes = minutes,
            Field::Seconds(color, seconds) => self.times[color].seconds = seconds,
            Field::BonusKind(color, kind) => self.times[color].kind = kind,
            Field::Bonus(color, bonus) => self.times[color].bonus = bonus,
            Field::SameTimeAs(color) => self.times[!color] = self.times[color].clone(),
            Field::Name(color, name) => self.names[color] = name,
            Field::Seat(color, seat) => self.seats[color] = seat,
            Field::Bottom(bottom) => self.bottom = bottom,
            Field::Turning(turning) => self.turning = turning,
        }
        self
    }
}
