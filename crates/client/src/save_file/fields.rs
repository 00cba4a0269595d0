//! The lines of a saved game by their names.

use game::Offer;

use super::{SaveFileError, SaveFileErrorKind};

/// The first line of every saved game.
pub(super) const HEADER: &str = "hanpan-game 1";

/// All names, in the order in which they are written.
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

/// The name under which an offer that waits for its answer is kept.
pub(super) const fn offer_field(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw-offer",
        Offer::Takeback => "takeback-offer",
    }
}

/// The longest file that is kept with the game that came from it, in bytes.
pub(super) const MAX_SOURCE_BYTES: usize = 1 << 18;

/// A text of several lines on one: a line's end becomes a backslash and `n`.
pub(super) fn escape_newlines(text: &str) -> String {
    text.replace('\\', r"\\").replace('\n', r"\n")
}

/// What [`on_one_line`] was given.
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

/// A value and the line it stands in.
#[derive(Clone, Copy)]
pub(super) struct SaveField<'a> {
    pub(super) line: usize,
    pub(super) value: &'a str,
}

/// The values of a text by their names.
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

    /// The value as something else.
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
