//! What a new-game form asks of a server.

use game::Ruleset;
use protocol::{Control, Fen, Stakes, Start, Terms, Visibility};

use crate::Form;

impl Form {
    /// What the form describes, as terms for a game on a server: casual, and for everybody to see. Nothing if something is
    /// wrong with the form, or if it asks for more time than a server gives.
    ///
    /// ```
    /// use client::Form;
    /// assert_eq!(Form::default().terms().map(|terms| terms.start), Some(protocol::Start::Standard));
    /// ```
    #[must_use]
    pub fn terms(&self) -> Option<Terms> {
        let table = self.start(0).ok()?;
        let start = match self.ruleset {
            Ruleset::Standard => Start::Standard,
            Ruleset::Chess960 => Start::Chess960 { number: self.number.trim().parse().ok() },
            Ruleset::FromPosition => {
                Start::FromPosition { fen: Fen::try_from(table.game().start().to_string()).ok()? }
            }
            Ruleset::KingCapture => Start::KingCapture { first: self.first.into() },
        };
        let control = Control::new(*table.clock().control()).ok()?;
        Some(Terms { start, control, stakes: Stakes::default(), visibility: Visibility::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_what_is_asked_for() {
        let check = |form: Form, expected: Option<Start>| {
            assert_eq!(form.terms().map(|terms| terms.start), expected, "{form:?}");
        };
        let of = |ruleset| Form { ruleset, ..Form::default() };
        check(of(Ruleset::Chess960), Some(Start::Chess960 { number: None }));
        let numbered = Form { number: "518".to_owned(), ..of(Ruleset::Chess960) };
        check(numbered, Some(Start::Chess960 { number: Some(518) }));
        check(Form { number: "960".to_owned(), ..of(Ruleset::Chess960) }, None);
        check(of(Ruleset::KingCapture), Some(Start::KingCapture { first: protocol::Seat::Black }));
        check(Form { fen: "rubbish".to_owned(), ..of(Ruleset::FromPosition) }, None);
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let expected = Start::FromPosition { fen: Fen::try_from(fen.to_owned()).unwrap() };
        check(Form { fen: fen.to_owned(), ..of(Ruleset::FromPosition) }, Some(expected));
    }
}
