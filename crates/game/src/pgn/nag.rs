//! Numeric annotation glyphs (NAGs).

use std::fmt;

/// A numeric annotation glyph of the PGN standard.
///
/// ```
/// use hanpan_game::pgn::Nag;
/// assert_eq!(Nag::parse_symbol(b"!?"), Some(Nag::INTERESTING));
/// assert_eq!(Nag::INTERESTING.to_string(), "$5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

impl Nag {
    /// `!`
    pub const GOOD: Nag = Nag(1);
    /// `?`
    pub const MISTAKE: Nag = Nag(2);
    /// `!!`
    pub const BRILLIANT: Nag = Nag(3);
    /// `??`
    pub const BLUNDER: Nag = Nag(4);
    /// `!?`
    pub const INTERESTING: Nag = Nag(5);
    /// `?!`
    pub const DUBIOUS: Nag = Nag(6);

    /// Parses a symbol: `!`, `?` and their combinations, of which a third and later characters are ignored,
    /// and evaluation signs such as `+/-` and `=`.
    #[must_use]
    pub fn parse_symbol(symbol: &[u8]) -> Option<Nag> {
        let nag = match symbol {
            b"=" => Nag(10),
            b"+=" | b"+/=" => Nag(14),
            b"=+" | b"=/+" => Nag(15),
            b"+/-" => Nag(16),
            b"-/+" => Nag(17),
            b"+-" => Nag(18),
            b"-+" => Nag(19),
            b"!" => Nag::GOOD,
            b"?" => Nag::MISTAKE,
            [b'!', b'!', ..] => Nag::BRILLIANT,
            [b'?', b'?', ..] => Nag::BLUNDER,
            [b'!', b'?', ..] => Nag::INTERESTING,
            [b'?', b'!', ..] => Nag::DUBIOUS,
            _ => return None,
        };
        Some(nag)
    }

    /// The symbol that directly follows a move, for the six NAGs that have one.
    #[must_use]
    pub const fn suffix(self) -> Option<&'static str> {
        match self {
            Nag::GOOD => Some("!"),
            Nag::MISTAKE => Some("?"),
            Nag::BRILLIANT => Some("!!"),
            Nag::BLUNDER => Some("??"),
            Nag::INTERESTING => Some("!?"),
            Nag::DUBIOUS => Some("?!"),
            _ => None,
        }
    }
}

/// Export format: `$5`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols() {
        for number in 1..=6 {
            let symbol = Nag(number).suffix().unwrap();
            assert_eq!(Nag::parse_symbol(symbol.as_bytes()), Some(Nag(number)));
        }
        assert_eq!(Nag::parse_symbol(b"!!!"), Some(Nag::BRILLIANT));
        assert_eq!(Nag::parse_symbol(b"+-"), Some(Nag(18)));
        assert_eq!(Nag::parse_symbol(b"+"), None);
    }
}
