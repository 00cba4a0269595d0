//! The home screen.

use client::{LocalGame, MessageKey};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::list_screen::{self, ListRow, ListScreen, RowValue};
use super::{HitTarget, RenderContext};
use crate::app::HomeRow;
use texts::TerminalMessageKey;

pub(crate) fn render(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    list_screen::render(cx, &build_list(cx), area, buffer);
}

pub(crate) fn hit_test(cx: &RenderContext<'_>, area: Rect, at: Position) -> Option<HitTarget> {
    list_screen::hit_test(&build_list(cx), cx.app.selected_row(), area, at)
}

fn build_list(cx: &RenderContext<'_>) -> ListScreen {
    let locale = cx.locale;
    let row = |row: HomeRow| {
        let label = locale.message(match row {
            HomeRow::Continue => MessageKey::ContinueGame,
            HomeRow::New => MessageKey::NewGame,
            HomeRow::Open => MessageKey::OpenPgn,
            HomeRow::Settings => MessageKey::Settings,
            HomeRow::Help => MessageKey::Help,
            HomeRow::Quit => MessageKey::TerminalQuit,
        });
        let saved = cx.view.unfinished_game().filter(|_| row == HomeRow::Continue);
        ListRow {
            label: label.to_owned(),
            value: saved.map_or(RowValue::None, |local_game| RowValue::Note(description(cx, local_game))),
            error: None,
        }
    };
    let problem = cx.view.problem().map(|problem| locale.problem(problem));
    let notice = cx.app.notice().map(|notice| notice.text(locale, cx.texts));
    ListScreen {
        title: locale.message(MessageKey::AppName).to_owned(),
        rows: cx.app.home_rows().into_iter().map(row).collect(),
        description: problem.or(notice).unwrap_or_else(|| locale.message(MessageKey::AppTagline).to_owned()),
        key_hints: format!(
            "{} {}",
            cx.texts.get(TerminalMessageKey::NameEnter),
            cx.texts.get(TerminalMessageKey::KeyChoose)
        ),
    }
}

fn description(cx: &RenderContext<'_>, local_game: &LocalGame) -> String {
    let (players, round) =
        (local_game.players(), u32::try_from(local_game.game().move_number()).unwrap_or(u32::MAX));
    cx.locale.saved_game(players.white.name(), players.black.name(), round)
}
