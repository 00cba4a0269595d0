//! Changes of single form fields.

use game::Ruleset;
use rules::Color;

use super::{BonusKind, ClockChoice, GameForm};
use crate::{AutoFlip, PlayerLocation};

/// A field with its new value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields of `Form` say it")]
pub enum FormField {
    Ruleset(Ruleset),
    Chess960Number(String),
    Fen(String),
    First(Color),
    Clock(ClockChoice),
    Minutes(Color, String),
    Seconds(Color, String),
    BonusKind(Color, BonusKind),
    Bonus(Color, String),
    /// Copies the time fields of this side to the other.
    SameTimeAs(Color),
    Name(Color, String),
    Location(Color, PlayerLocation),
    Bottom(Option<Color>),
    AutoFlip(AutoFlip),
}

impl GameForm {
    /// Returns the form with one field changed.
    #[must_use]
    pub fn with(mut self, field: FormField) -> GameForm {
        match field {
            FormField::Ruleset(ruleset) => self.ruleset = ruleset,
            FormField::Chess960Number(number) => self.chess960_number = number,
            FormField::Fen(fen) => self.fen = fen,
            FormField::First(first) => self.first = first,
            FormField::Clock(clock) => self.clock = clock,
            FormField::Minutes(color, minutes) => self.times[color].minutes = minutes,
            FormField::Seconds(color, seconds) => self.times[color].seconds = seconds,
            FormField::BonusKind(color, kind) => self.times[color].kind = kind,
            FormField::Bonus(color, bonus) => self.times[color].bonus = bonus,
            FormField::SameTimeAs(color) => self.times[!color] = self.times[color].clone(),
            FormField::Name(color, name) => self.names[color] = name,
            FormField::Location(color, seat) => self.locations[color] = seat,
            FormField::Bottom(bottom) => self.bottom = bottom,
            FormField::AutoFlip(turning) => self.auto_flip = turning,
        }
        self
    }
}
