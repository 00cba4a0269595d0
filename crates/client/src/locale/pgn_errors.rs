//! Errors in PGN.

use game::pgn::{IllegalPgnMove, PgnError, PgnReason};

use super::Locale;

impl Locale {
    /// Explains an error in a PGN, with game, line and column.
    #[must_use]
    pub fn pgn_error(self, error: &PgnError) -> String {
        let (line, column) = (error.location.line, error.location.column);
        let problem = self.pgn_reason(&error.reason);
        self.fill(
            "pgn.at",
            &[("game", &error.game), ("line", &line), ("column", &column), ("problem", &problem)],
        )
    }

    fn pgn_reason(self, reason: &PgnReason) -> String {
        let key = match reason {
            PgnReason::Unexpected(byte) => {
                return self.fill("pgn.unexpected", &[("character", &byte.escape_ascii())]);
            }
            PgnReason::TooDeep(limit) => return self.fill("pgn.too-deep", &[("limit", limit)]),
            PgnReason::TooLong(limit) => return self.fill("pgn.too-long", &[("limit", limit)]),
            PgnReason::Fen(error) => return self.fen_error(error),
            PgnReason::Variant(name) => return self.fill("pgn.variant", &[("name", name)]),
            PgnReason::Move(refused) => return self.refused_move(refused),
            PgnReason::UnterminatedComment => "pgn.unterminated-comment",
            PgnReason::UnterminatedVariation => "pgn.unterminated-variation",
            PgnReason::UnterminatedTag => "pgn.unterminated-tag",
            PgnReason::TagName => "pgn.tag-name",
            PgnReason::TagValue => "pgn.tag-value",
            PgnReason::StrayClose => "pgn.stray-close",
            PgnReason::NothingToVary => "pgn.nothing-to-vary",
            PgnReason::Io(_) => "pgn.io",
        };
        self.text(key).to_owned()
    }

    fn refused_move(self, refused: &IllegalPgnMove) -> String {
        let problem = self.read_move_error(&refused.reason);
        self.fill("pgn.move", &[("move", &refused.san), ("problem", &problem)])
    }
}
