//! `bestmove`: result of a search.

use std::fmt;

use rules::UciMove;

use crate::ParseError;
use crate::tokens::Tokens;

/// The best move of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BestMove {
    /// The move; `None` if there is no legal one, written `(none)` or `0000`.
    pub best: Option<UciMove>,
    /// Expected reply, on which the engine would like to ponder.
    pub ponder: Option<UciMove>,
}

impl BestMove {
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<BestMove, ParseError> {
        let best = match tokens.next() {
            None => return Err(ParseError::Incomplete { command: "bestmove" }),
            Some("(none)" | "0000") => None,
            Some(token) => Some(
                UciMove::parse(token.as_bytes())
                    .map_err(|error| ParseError::Move { token: token.to_owned(), error })?,
            ),
        };
        tokens.take_until("ponder");
        let ponder = tokens.parse_next(|word| word.parse().ok()).filter(|&m| m != UciMove::Null);
        Ok(BestMove { best, ponder })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best {
            Some(best) => write!(f, "bestmove {best}")?,
            None => f.write_str("bestmove (none)")?,
        }
        self.ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
    }
}
