//! The doors.

use client::{LocalGame, MessageKey};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::list_screen::{self, ListRow, ListScreen, RowValue};
use super::{HitTarget, RenderContext};
use crate::app::HomeRow;
use crate::texts::Text;

pub(crate) fn render(scene: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    list_screen::render(scene, &build_list(scene), area, buffer);
}

pub(crate) fn hit_test(scene: &RenderContext<'_>, area: Rect, at: Position) -> Option<HitTarget> {
    list_screen::hit_test(&build_list(scene), scene.app.selected_row(), area, at)
}

fn build_list(scene: &RenderContext<'_>) -> ListScreen {
    let words = scene.words;
    let row = |row: HomeRow| {
        let label = words.message(match row {
            HomeRow::Continue => MessageKey::ContinueGame,
            HomeRow::New => MessageKey::NewGame,
            HomeRow::Open => MessageKey::OpenPgn,
            HomeRow::Settings => MessageKey::Settings,
            HomeRow::Help => MessageKey::Help,
            HomeRow::Quit => MessageKey::TerminalQuit,
        });
        let kept = scene.view.unfinished_game().filter(|_| row == HomeRow::Continue);
        ListRow {
            label: label.to_owned(),
            value: kept.map_or(RowValue::None, |table| RowValue::Note(description(scene, table))),
            error: None,
        }
    };
    let problem = scene.view.problem().map(|problem| words.problem(problem));
    let remark = scene.app.notice().map(|remark| remark.text(words, scene.texts));
    ListScreen {
        title: words.message(MessageKey::AppName).to_owned(),
        rows: scene.app.home_rows().into_iter().map(row).collect(),
        description: problem.or(remark).unwrap_or_else(|| words.message(MessageKey::AppTagline).to_owned()),
        key_hints: format!("{} {}", scene.texts.get(Text::NameEnter), scene.texts.get(Text::KeyChoose)),
    }
}

fn description(scene: &RenderContext<'_>, table: &LocalGame) -> String {
    let (players, round) = (table.players(), u32::try_from(table.game().move_number()).unwrap_or(u32::MAX));
    scene.words.saved_game(players.white.name(), players.black.name(), round)
}
