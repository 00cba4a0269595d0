//! The board editor.

use rules::{CastlingSide, Color, Piece, Square};
use texts::EditorMessageKey;

use super::Locale;
use crate::editor::{Preset, PresetGroup};

impl Locale {
    /// A message without placeholders.
    #[must_use]
    pub fn editor_message(self, key: EditorMessageKey) -> &'static str {
        texts::learn(self.language).text(key.key())
    }

    /// Name of a preset.
    #[must_use]
    pub fn preset(self, preset: Preset) -> &'static str {
        self.editor_message(match preset {
            Preset::QueenOdds => EditorMessageKey::QueenOdds,
            Preset::RookOdds => EditorMessageKey::RookOdds,
            Preset::KnightOdds => EditorMessageKey::KnightOdds,
            Preset::TwoKnightsOdds => EditorMessageKey::TwoKnightsOdds,
            Preset::PawnAndMove => EditorMessageKey::PawnAndMove,
            Preset::QueenMate => EditorMessageKey::QueenMate,
            Preset::RookMate => EditorMessageKey::RookMate,
            Preset::BishopAndKnight => EditorMessageKey::BishopAndKnight,
            Preset::Pawn => EditorMessageKey::Pawn,
            Preset::QueenAgainstPawn => EditorMessageKey::QueenAgainstPawn,
            Preset::Lucena => EditorMessageKey::Lucena,
            Preset::Philidor => EditorMessageKey::Philidor,
        })
    }

    /// Name of a group of presets.
    #[must_use]
    pub fn preset_group(self, group: PresetGroup) -> &'static str {
        self.editor_message(match group {
            PresetGroup::Odds => EditorMessageKey::Odds,
            PresetGroup::Endings => EditorMessageKey::Endings,
        })
    }

    /// A castling right: "White, kingside".
    #[must_use]
    pub fn castling_right(self, color: Color, side: CastlingSide) -> String {
        let template = texts::learn(self.language).text("editor.castle");
        texts::fill(template, &[("color", &self.color(color)), ("side", &self.castling_side(side))])
    }

    /// A square of the editor for screen readers: "e4, white pawn, selected".
    #[must_use]
    pub fn editor_square(self, square: Square, piece: Option<Piece>, marks: EditorMarks) -> String {
        let piece = piece.map_or_else(|| self.text("label.empty").to_owned(), |piece| self.piece(piece));
        let marks = [
            marks.is_picked.then(|| self.text("label.selected")),
            marks.is_faulty.then(|| self.editor_message(EditorMessageKey::FaultMark)),
        ];
        let parts = [piece].into_iter().chain(marks.into_iter().flatten().map(str::to_owned));
        parts.fold(square.to_string(), |rest, next| {
            self.fill("list.next", &[("rest", &rest), ("next", &next)])
        })
    }
}

/// Marks of a square in the editor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct EditorMarks {
    /// Its piece is being moved.
    pub is_picked: bool,
    /// A fault of the position is about it.
    pub is_faulty: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use rules::Role;

    #[test]
    fn squares_name_their_piece_and_marks() {
        let check = |piece, marks, english: &str, korean: &str| {
            assert_eq!(Locale::new(Language::English).editor_square(Square::E8, piece, marks), english);
            assert_eq!(Locale::new(Language::Korean).editor_square(Square::E8, piece, marks), korean);
        };
        check(None, EditorMarks::default(), "e8, empty", "e8, 빈칸");
        check(
            Some(Role::Pawn.of(Color::White)),
            EditorMarks { is_picked: true, is_faulty: true },
            "e8, white pawn, selected, marked",
            "e8, 백 폰, 선택됨, 표시됨",
        );
    }

    #[test]
    fn castling_rights_name_side_and_direction() {
        let english = Locale::new(Language::English);
        assert_eq!(english.castling_right(Color::White, CastlingSide::King), "White, kingside");
    }
}
