//! Text in cells; wide characters take two columns.

use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::text::Span;

/// Width of a text in columns.
pub(crate) fn width(text: &str) -> u16 {
    Span::raw(text).width().try_into().unwrap_or(u16::MAX)
}

/// Writes a text into at most `columns` columns and returns its width. The rest is cut off.
pub(crate) fn put(buffer: &mut Buffer, x: u16, y: u16, columns: u16, text: &str, style: Style) -> u16 {
    if !buffer.area.contains((x, y).into()) {
        return 0;
    }
    let (end, _) = buffer.set_stringn(x, y, text, usize::from(columns), style);
    end - x
}

/// Writes a right-aligned text that ends before column `right`.
pub(crate) fn put_right(
    buffer: &mut Buffer,
    right: u16,
    y: u16,
    columns: u16,
    text: &str,
    style: Style,
) -> u16 {
    let columns = width(text).min(columns);
    put(buffer, right.saturating_sub(columns), y, columns, text, style)
}

/// Fills a row with a character.
pub(crate) fn fill(buffer: &mut Buffer, x: u16, y: u16, columns: u16, sign: &str, style: Style) {
    put(buffer, x, y, columns, &sign.repeat(columns.into()), style);
}

/// Removes a wide character that would extend into column `x` from the left.
pub(crate) fn clear_wide_overlap(buffer: &mut Buffer, x: u16, y: u16) {
    let before = x.checked_sub(1).and_then(|x| buffer.cell_mut((x, y)));
    if let Some(cell) = before.filter(|cell| width(cell.symbol()) > 1) {
        cell.set_symbol(" ");
    }
}

/// Wraps a text at line breaks and blanks.
pub(crate) fn wrap(text: &str, columns: u16) -> Vec<String> {
    text.split('\n').flat_map(|line| wrap_line(line, columns)).collect()
}

fn wrap_line(text: &str, columns: u16) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_inclusive(' ') {
        let needed = width(word.trim_end());
        if used > 0 && needed.saturating_add(used) > columns {
            lines.push(String::new());
            used = 0;
        }
        for letter in word.chars() {
            let wide = width(letter.encode_utf8(&mut [0; 4]));
            // Words longer than a line are broken anywhere.
            if used + wide > columns && letter != ' ' {
                lines.push(String::new());
                used = 0;
            }
            if let Some(line) = lines.last_mut().filter(|_| used + wide <= columns) {
                line.push(letter);
                used += wide;
            }
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// Truncates a text to `columns` columns, ending with `sign` if it is too long.
pub(crate) fn truncate(text: &str, columns: u16, sign: &str) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(width(sign));
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let fits = ends.filter_map(|end| text.get(..end)).take_while(|start| width(start) <= room).last();
    format!("{}{sign}", fits.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_at_blanks_and_breaks_long_words() {
        let check =
            |text, columns, lines: &[&str]| assert_eq!(wrap(text, columns), lines, "{text:?} {columns}");
        check("", 5, &[""]);
        check("one two three", 7, &["one two", "three"]);
        check("one two three", 8, &["one two", "three"]);
        check("one\ntwo", 9, &["one", "two"]);
        check("abcdefgh", 3, &["abc", "def", "gh"]);
        check("백 차례 체크", 7, &["백 차례", "체크"]);
        // Longer than `u16::MAX` columns.
        assert_eq!(wrap(&format!("a {}", "b".repeat(70_000)), 60_000).len(), 3);
        check("체크메이트", 5, &["체크", "메이", "트"]);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!((width("e4"), width("백"), width("♟\u{fe0e}")), (2, 2, 1));
    }

    #[test]
    fn truncation_ends_with_an_ellipsis() {
        for (text, columns, expected) in [
            ("Ann", 3, "Ann"),
            ("Anna", 3, "An…"),
            ("김수한무", 8, "김수한무"),
            ("김수한무", 6, "김수…"),
            ("A", 0, "…"),
        ] {
            assert_eq!(truncate(text, columns, "…"), expected, "{text} in {columns}");
        }
    }
}
