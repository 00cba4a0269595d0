//! Fields of a save file by name.

use game::Offer;

use super::{SaveFileError, SaveFileErrorKind};

/// First line of every save file.
pub(super) const HEADER: &str = "hanpan-game 1";

/// Winner of a draw or an aborted game in the `outcome` field.
pub(super) const NO_WINNER: &str = "nobody";

/// All fields in the order of writing.
pub(super) const FIELD_NAMES: [&str; 18] = [
    "ruleset",
    "start",
    "white",
    "black",
    "bottom",
    "turning",
    "date",
    "recorded",
    "source",
    "white-time",
    "black-time",
    "moves",
    "spent",
    "thinking",
    "warned",
    "draw-offer",
    "takeback-offer",
    "outcome",
];

/// Field of a pending offer.
pub(super) const fn offer_field(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw-offer",
        Offer::Takeback => "takeback-offer",
    }
}

/// Maximum size of an imported PGN that is saved with the game.
pub(super) const MAX_SOURCE_BYTES: usize = 1 << 18;

/// Escapes line feeds and backslashes with backslashes.
pub(super) fn escape_newlines(text: &str) -> String {
    text.replace('\\', r"\\").replace('\n', r"\n")
}

/// Reverses [`escape_newlines`].
pub(super) fn unescape_newlines(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.extend(letters.next().map(|next| if next == 'n' { '\n' } else { next })),
            _ => text.push(letter),
        }
    }
    text
}

/// A value with its line number.
#[derive(Clone, Copy)]
pub(super) struct SaveField<'a> {
    pub(super) line: usize,
    pub(super) value: &'a str,
}

/// The fields of a save file.
pub(super) struct SaveFields<'a> {
    fields: [Option<SaveField<'a>>; FIELD_NAMES.len()],
    count: usize,
}

impl<'a> SaveFields<'a> {
    pub(super) fn read(text: &'a str) -> Result<SaveFields<'a>, SaveFileError> {
        let mut lines = SaveFields { fields: [None; FIELD_NAMES.len()], count: 0 };
        for (index, text) in text.lines().enumerate() {
            let line = index + 1;
            lines.count = line;
            let fail = |reason| Err(SaveFileError { line, reason });
            if index == 0 {
                if text.trim_end() != HEADER {
                    return fail(SaveFileErrorKind::Version);
                }
                continue;
            }
            if text.trim().is_empty() {
                continue;
            }
            let (name, value) = text.split_once(' ').unwrap_or((text, ""));
            let Some(place) = FIELD_NAMES.iter().position(|&known| known == name) else {
                return fail(SaveFileErrorKind::UnknownField);
            };
            if lines.fields[place].is_some() {
                return fail(SaveFileErrorKind::DuplicateField);
            }
            lines.fields[place] = Some(SaveField { line, value: value.trim() });
        }
        if lines.count == 0 {
            return Err(SaveFileError { line: 1, reason: SaveFileErrorKind::Version });
        }
        Ok(lines)
    }

    pub(super) fn get(&self, name: &str) -> Option<SaveField<'a>> {
        self.fields[FIELD_NAMES.iter().position(|&known| known == name)?]
    }

    pub(super) fn require(&self, name: &'static str) -> Result<SaveField<'a>, SaveFileError> {
        self.get(name)
            .ok_or(SaveFileError { line: self.count, reason: SaveFileErrorKind::MissingField(name) })
    }
}

impl<'a> SaveField<'a> {
    pub(super) fn error(self, reason: SaveFileErrorKind) -> SaveFileError {
        SaveFileError { line: self.line, reason }
    }

    /// Parses the value.
    pub(super) fn parse_with<T>(self, read: impl FnOnce(&'a str) -> Option<T>) -> Result<T, SaveFileError> {
        read(self.value).ok_or(self.error(SaveFileErrorKind::InvalidValue))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_newlines_round_trip() {
        for text in ["", "one", "one\ntwo\n", r"back\slash", "\\n is not\na line's end\\"] {
            let line = escape_newlines(text);
            assert!(!line.contains('\n'), "{line}");
            assert_eq!(unescape_newlines(&line), text);
        }
    }
}
