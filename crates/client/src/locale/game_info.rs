//! The game and what stands around the board: kinds of game, rounds, captured pieces, premoves, promotion.

use game::pgn::PgnResult;
use game::{Chess960, Ruleset};
use rules::{CastlingSide, Color, Role};

use super::Locale;
use crate::ScreenSide;

impl Locale {
    /// A kind of game.
    #[must_use]
    pub fn ruleset(self, ruleset: Ruleset) -> &'static str {
        self.text(match ruleset {
            Ruleset::Standard => "ruleset.standard",
            Ruleset::Chess960 => "ruleset.chess960",
            Ruleset::FromPosition => "ruleset.from-position",
            Ruleset::KingCapture => "ruleset.king-capture",
        })
    }

    /// What is special about a kind of game, in a sentence.
    #[must_use]
    pub fn ruleset_about(self, ruleset: Ruleset) -> &'static str {
        self.text(match ruleset {
            Ruleset::Standard => "ruleset.standard.about",
            Ruleset::Chess960 => "ruleset.chess960.about",
            Ruleset::FromPosition => "ruleset.from-position.about",
            Ruleset::KingCapture => "ruleset.king-capture.about",
        })
    }

    /// The number of a Chess960 start.
    #[must_use]
    pub fn chess960_start(self, start: Chess960) -> String {
        self.fill("ruleset.chess960.start", &[("number", &start.number())])
    }

    /// The round, counted from 1.
    #[must_use]
    pub fn move_number(self, number: u32) -> String {
        self.fill("game.round", &[("number", &number)])
    }

    /// A game to be continued: who plays whom and how far they are. A nameless player goes by the side's name.
    #[must_use]
    pub fn saved_game(self, white: &str, black: &str, move_number: u32) -> String {
        let [white, black] = self.names_or_colors(white, black);
        self.fill("home.saved-game", &[("white", &white), ("black", &black), ("number", &move_number)])
    }

    /// The result that a file records for a game which its moves do not end.
    #[must_use]
    pub fn recorded_result(self, score: PgnResult) -> String {
        self.fill("share.recorded", &[("result", &score)])
    }

    /// Tells whose game was opened.
    pub(super) fn opened_game(self, white: &str, black: &str) -> String {
        let [white, black] = self.names_or_colors(white, black);
        self.fill("announce.opened", &[("white", &white), ("black", &black)])
    }

    fn names_or_colors<'a>(self, white: &'a str, black: &'a str) -> [&'a str; 2] {
        let named = |name: &'a str, color| if name.is_empty() { self.color(color) } else { name };
        [named(white, Color::White), named(black, Color::Black)]
    }

    /// The pieces a side has captured, for those who listen: "Captured by White: queen and 2 × pawn".
    #[must_use]
    pub fn captured_pieces(self, by: Color, captured: &[Role]) -> String {
        let color = self.color(by);
        let kinds = Role::ALL.into_iter().rev().filter_map(|role| {
            match captured.iter().filter(|&&other| other == role).count() {
                0 => None,
                1 => Some(self.role(role).to_owned()),
                count => Some(self.fill("game.count", &[("count", &count), ("role", &self.role(role))])),
            }
        });
        let pieces = self.list(kinds, "list.and");
        if pieces.is_empty() {
            return self.fill("game.captured-by.none", &[("color", &color)]);
        }
        self.fill("game.captured-by", &[("color", &color), ("pieces", &pieces)])
    }

    /// A side is ahead by so many pawns.
    #[must_use]
    pub fn material_lead(self, color: Color, amount: u32) -> String {
        self.fill("game.ahead", &[("color", &self.color(color)), ("amount", &amount)])
    }

    /// So many moves wait for their turn.
    #[must_use]
    pub fn premove_count(self, count: usize) -> String {
        match count {
            0 => self.text("announce.premoves-none").to_owned(),
            _ => self.fill("game.premoves", &[("count", &count)]),
        }
    }

    /// The button that promotes to this.
    #[must_use]
    pub fn promote_to(self, role: Role) -> String {
        self.fill("promotion.to", &[("role", &self.role(role))])
    }

    /// Asks a side which way to castle, as it is seen with a colour at the bottom; where the king would go is said, too.
    /// The answers are the words in the question.
    #[must_use]
    pub fn ask_castling(self, color: Color, bottom: Color, sides: &[CastlingSide]) -> String {
        let ways = sides.iter().map(|&side| {
            let (way, to) = (
                self.screen_side(ScreenSide::castling_direction(bottom, side)),
                side.king_to(color.back_rank()),
            );
            self.fill("terminal.castling-way", &[("way", &way), ("square", &to)])
        });
        let choices = self.list(ways.chain([self.text("terminal.cancel").to_owned()]), "list.or");
        self.fill("terminal.castling", &[("choices", &choices)])
    }

    /// Left or right.
    #[must_use]
    pub fn screen_side(self, way: ScreenSide) -> &'static str {
        self.text(match way {
            ScreenSide::Left => "terminal.left",
            ScreenSide::Right => "terminal.right",
        })
    }

    /// Tells that a side has castled.
    #[must_use]
    pub fn castled(self, color: Color, side: CastlingSide) -> String {
        let side = self.castling_side(side);
        self.fill("terminal.castled", &[("color", &self.color(color)), ("side", &side)])
    }
}
