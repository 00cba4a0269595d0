//! Rulesets, move numbers, captured pieces, premoves, promotion and castling.

use game::pgn::PgnResult;
use game::{Chess960, Ruleset};
use rules::{CastlingSide, Color, Role};

use super::Locale;
use crate::{ScreenSide, View};

impl Locale {
    /// The name of a ruleset.
    #[must_use]
    pub fn ruleset(self, ruleset: Ruleset) -> &'static str {
        self.text(match ruleset {
            Ruleset::Standard => "ruleset.standard",
            Ruleset::Chess960 => "ruleset.chess960",
            Ruleset::FromPosition => "ruleset.from-position",
            Ruleset::KingCapture => "ruleset.king-capture",
        })
    }

    /// One sentence about a ruleset.
    #[must_use]
    pub fn ruleset_about(self, ruleset: Ruleset) -> &'static str {
        self.text(match ruleset {
            Ruleset::Standard => "ruleset.standard.about",
            Ruleset::Chess960 => "ruleset.chess960.about",
            Ruleset::FromPosition => "ruleset.from-position.about",
            Ruleset::KingCapture => "ruleset.king-capture.about",
        })
    }

    /// A Chess960 starting position by its number.
    #[must_use]
    pub fn chess960_start(self, start: Chess960) -> String {
        self.fill("ruleset.chess960.start", &[("number", &start.number())])
    }

    /// The number of a move, from 1.
    #[must_use]
    pub fn move_number(self, number: u32) -> String {
        self.fill("game.round", &[("number", &number)])
    }

    /// A saved game: its players and the move number. A player without a name is called White or Black.
    #[must_use]
    pub fn saved_game(self, white: &str, black: &str, move_number: u32) -> String {
        let [white, black] = self.names_or_colors(white, black);
        self.fill("home.saved-game", &[("white", &white), ("black", &black), ("number", &move_number)])
    }

    /// The status line of the game on the board, or the result recorded in its file.
    #[must_use]
    pub fn game_status(self, view: View<'_>) -> String {
        match view.local_game().recorded_result() {
            Some(result) => self.recorded_result(result),
            None => self.status(&view.status()),
        }
    }

    /// The result recorded in a file for a game whose moves do not end it.
    #[must_use]
    pub fn recorded_result(self, score: PgnResult) -> String {
        self.fill("share.recorded", &[("result", &score)])
    }

    /// Announces an opened game.
    pub(super) fn opened_game(self, white: &str, black: &str) -> String {
        let [white, black] = self.names_or_colors(white, black);
        self.fill("announce.opened", &[("white", &white), ("black", &black)])
    }

    fn names_or_colors<'a>(self, white: &'a str, black: &'a str) -> [&'a str; 2] {
        let named = |name: &'a str, color| if name.is_empty() { self.color(color) } else { name };
        [named(white, Color::White), named(black, Color::Black)]
    }

    /// The captured pieces for screen readers: "Captured by White: queen and 2 × pawn".
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

    /// The material lead of a side, in pawns.
    #[must_use]
    pub fn material_lead(self, color: Color, amount: u32) -> String {
        self.fill("game.ahead", &[("color", &self.color(color)), ("amount", &amount)])
    }

    /// The number of queued premoves.
    #[must_use]
    pub fn premove_count(self, count: usize) -> String {
        match count {
            0 => self.text("announce.premoves-none").to_owned(),
            _ => self.fill("game.premoves", &[("count", &count)]),
        }
    }

    /// Label of the button that promotes to a piece.
    #[must_use]
    pub fn promote_to(self, role: Role) -> String {
        self.fill("promotion.to", &[("role", &self.role(role))])
    }

    /// Asks on which side to castle: left or right on a screen with `bottom` below, each with the king's target square.
    /// The answers are the words of the question.
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

    /// "left" or "right".
    #[must_use]
    pub fn screen_side(self, way: ScreenSide) -> &'static str {
        self.text(match way {
            ScreenSide::Left => "terminal.left",
            ScreenSide::Right => "terminal.right",
        })
    }

    /// Announces castling.
    #[must_use]
    pub fn castled(self, color: Color, side: CastlingSide) -> String {
        let side = self.castling_side(side);
        self.fill("terminal.castled", &[("color", &self.color(color)), ("side", &side)])
    }
}
