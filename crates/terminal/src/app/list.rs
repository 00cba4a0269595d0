//! Going up and down a list of rows. All lists share the keys.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// What a key does to a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pick {
    /// Another row is chosen.
    Row(usize),
    /// The chosen row is taken.
    Take,
    /// The chosen row is changed to the choice before or after.
    Change(Step),
    /// The list is left.
    Leave,
}

/// Which way along the choices of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Previous,
    Next,
}

/// What a key does to a list of so many rows, the given one being chosen.
pub(super) fn pick(key: KeyEvent, row: usize, rows: usize) -> Option<Pick> {
    let last = rows.saturating_sub(1);
    Some(match key.code {
        KeyCode::Up | KeyCode::BackTab => Pick::Row(if row == 0 { last } else { row - 1 }),
        KeyCode::Down | KeyCode::Tab => Pick::Row(if row >= last { 0 } else { row + 1 }),
        KeyCode::Home | KeyCode::PageUp => Pick::Row(0),
        KeyCode::End | KeyCode::PageDown => Pick::Row(last),
        KeyCode::Left => Pick::Change(Step::Previous),
        KeyCode::Right => Pick::Change(Step::Next),
        KeyCode::Enter => Pick::Take,
        KeyCode::Esc => Pick::Leave,
        _ => return None,
    })
}

/// As [`pick`], for lists without anything to type into: letters go up and down, too.
pub(super) fn pick_by_letters(key: KeyEvent, row: usize, rows: usize) -> Option<Pick> {
    let code = match key.code {
        KeyCode::Char('j') => KeyCode::Down,
        KeyCode::Char('k') => KeyCode::Up,
        KeyCode::Char('h') => KeyCode::Left,
        KeyCode::Char('l') => KeyCode::Right,
        KeyCode::Char(' ') => KeyCode::Enter,
        KeyCode::Char('q') => KeyCode::Esc,
        code => code,
    };
    pick(KeyEvent::new(code, key.modifiers), row, rows)
}

/// The choice before or after one in a list; the ends meet.
pub(super) fn turn<T: Copy + PartialEq>(choices: &[T], current: T, step: Step) -> T {
    let index = choices.iter().position(|&choice| choice == current).unwrap_or_default();
    let next = match step {
        Step::Next => index + 1,
        Step::Previous => index + choices.len().max(1) - 1,
    };
    choices.get(next % choices.len().max(1)).copied().unwrap_or(current)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_meet() {
        assert_eq!(turn(&[1, 2, 3], 3, Step::Next), 1);
        assert_eq!(turn(&[1, 2, 3], 1, Step::Previous), 3);
        assert_eq!(turn(&[1, 2, 3], 1, Step::Next), 2);
        assert_eq!(turn(&[], 9, Step::Previous), 9);
        let key = |code| KeyEvent::from(code);
        assert_eq!(pick(key(KeyCode::Up), 0, 4), Some(Pick::Row(3)));
        assert_eq!(pick(key(KeyCode::Tab), 3, 4), Some(Pick::Row(0)));
        assert_eq!(pick(key(KeyCode::Char('j')), 0, 4), None);
        assert_eq!(pick_by_letters(key(KeyCode::Char('j')), 0, 4), Some(Pick::Row(1)));
    }
}
