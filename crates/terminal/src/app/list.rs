//! Keyboard navigation shared by all lists.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// The effect of a key on a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ListAction {
    /// Selects a row.
    Select(usize),
    /// Activates the selected row.
    Activate,
    /// Changes the selected row's value.
    Change(Step),
    /// Leaves the list.
    Leave,
}

/// Direction along the values of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Previous,
    Next,
}

/// The effect of a key on a list with `rows` rows of which `row` is selected.
pub(super) fn list_action(key: KeyEvent, row: usize, rows: usize) -> Option<ListAction> {
    let last = rows.saturating_sub(1);
    Some(match key.code {
        KeyCode::Up | KeyCode::BackTab => ListAction::Select(if row == 0 { last } else { row - 1 }),
        KeyCode::Down | KeyCode::Tab => ListAction::Select(if row >= last { 0 } else { row + 1 }),
        KeyCode::Home | KeyCode::PageUp => ListAction::Select(0),
        KeyCode::End | KeyCode::PageDown => ListAction::Select(last),
        KeyCode::Left => ListAction::Change(Step::Previous),
        KeyCode::Right => ListAction::Change(Step::Next),
        KeyCode::Enter => ListAction::Activate,
        KeyCode::Esc => ListAction::Leave,
        _ => return None,
    })
}

/// As [`list_action`], for lists without text input: vi keys navigate as well.
pub(super) fn list_action_vi(key: KeyEvent, row: usize, rows: usize) -> Option<ListAction> {
    let code = match key.code {
        KeyCode::Char('j') => KeyCode::Down,
        KeyCode::Char('k') => KeyCode::Up,
        KeyCode::Char('h') => KeyCode::Left,
        KeyCode::Char('l') => KeyCode::Right,
        KeyCode::Char(' ') => KeyCode::Enter,
        KeyCode::Char('q') => KeyCode::Esc,
        code => code,
    };
    list_action(KeyEvent::new(code, key.modifiers), row, rows)
}

/// The value before or after `current`, wrapping around.
pub(super) fn cycle<T: Copy + PartialEq>(choices: &[T], current: T, step: Step) -> T {
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
    fn cycling_and_selection_wrap_around() {
        assert_eq!(cycle(&[1, 2, 3], 3, Step::Next), 1);
        assert_eq!(cycle(&[1, 2, 3], 1, Step::Previous), 3);
        assert_eq!(cycle(&[1, 2, 3], 1, Step::Next), 2);
        assert_eq!(cycle(&[], 9, Step::Previous), 9);
        let key = |code| KeyEvent::from(code);
        assert_eq!(list_action(key(KeyCode::Up), 0, 4), Some(ListAction::Select(3)));
        assert_eq!(list_action(key(KeyCode::Tab), 3, 4), Some(ListAction::Select(0)));
        assert_eq!(list_action(key(KeyCode::Char('j')), 0, 4), None);
        assert_eq!(list_action_vi(key(KeyCode::Char('j')), 0, 4), Some(ListAction::Select(1)));
    }
}
