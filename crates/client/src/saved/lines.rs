//! The lines of a saved game by their names.

use game::Offer;

use super::{SavedError, SavedReason};

/// The first line of every saved game.
pub(super) const VERSION: &str = "hanpan-game 1";

/// All names, in the order in which they are written.
pub(super) const NAMES: [&str; 18] = [
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
pub(super) const fn name_of(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw-offer",
        Offer::Takeback => "takeback-offer",
    }
}

/// The longest file that is kept with the game that came from it, in bytes.
pub(super) const LONGEST_SOURCE: usize = 1 << 18;

/// A text of several lines on one: a line's end becomes a backslash and `n`.
pub(super) fn on_one_line(text: &str) -> String {
    text.replace('\\', r"\\").replace('\n', r"\n")
}

/// What [`on_one_line`] was given.
pub(super) fn on_many_lines(line: &str) -> String {
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
pub(super) struct Entry<'a> {
    pub(super) line: usize,
    pub(super) value: &'a str,
}

/// The values of a text by their names.
pub(super) struct Lines<'a> {
    entries: [Option<Entry<'a>>; NAMES.len()],
    count: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn read(text: &'a str) -> Result<Lines<'a>, SavedError> {
        let mut lines = Lines { entries: [None; NAMES.len()], count: 0 };
        for (index, text) in text.lines().enumerate() {
            let line = index + 1;
            lines.count = line;
            let fail = |reason| Err(SavedError { line, reason });
            if index == 0 {
                if text.trim_end() != VERSION {
                    return fail(SavedReason::Version);
                }
                continue;
            }
            if text.trim().is_empty() {
                continue;
            }
            let (name, value) = text.split_once(' ').unwrap_or((text, ""));
            let Some(place) = NAMES.iter().position(|&known| known == name) else {
                return fail(SavedReason::UnknownName);
            };
            if lines.entries[place].is_some() {
                return fail(SavedReason::Twice);
            }
            lines.entries[place] = Some(Entry { line, value: value.trim() });
        }
        if lines.count == 0 {
            return Err(SavedError { line: 1, reason: SavedReason::Version });
        }
        Ok(lines)
    }

    pub(super) fn get(&self, name: &str) -> Option<Entry<'a>> {
        self.entries[NAMES.iter().position(|&known| known == name)?]
    }

    pub(super) fn need(&self, name: &'static str) -> Result<Entry<'a>, SavedError> {
        self.get(name).ok_or(SavedError { line: self.count, reason: SavedReason::Missing(name) })
    }
}

impl<'a> Entry<'a> {
    pub(super) fn fail(self, reason: SavedReason) -> SavedError {
        SavedError { line: self.line, reason }
    }

    /// The value as something else.
    pub(super) fn as_a<T>(self, read: impl FnOnce(&'a str) -> Option<T>) -> Result<T, SavedError> {
        read(self.value).ok_or(self.fail(SavedReason::Value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_lines_fit_on_one() {
        for text in ["", "one", "one\ntwo\n", r"back\slash", "\\n is not\na line's end\\"] {
            let line = on_one_line(text);
            assert!(!line.contains('\n'), "{line}");
            assert_eq!(on_many_lines(&line), text);
        }
    }
}
