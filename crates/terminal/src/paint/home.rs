//! The doors.

use client::{Phrase, Table};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::rows::{self, Row, Sheet, Value};
use super::{Scene, Target};
use crate::app::HomeRow;
use crate::texts::Text;

pub(crate) fn render(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    rows::render(scene, &sheet(scene), area, buffer);
}

pub(crate) fn target(scene: &Scene<'_>, area: Rect, at: Position) -> Option<Target> {
    rows::target(&sheet(scene), scene.app.row(), area, at)
}

fn sheet(scene: &Scene<'_>) -> Sheet {
    let words = scene.words;
    let row = |row: HomeRow| {
        let label = words.phrase(match row {
            HomeRow::Continue => Phrase::ContinueGame,
            HomeRow::New => Phrase::NewGame,
            HomeRow::Open => Phrase::OpenPgn,
            HomeRow::Settings => Phrase::Settings,
            HomeRow::Help => Phrase::Help,
            HomeRow::Quit => Phrase::TerminalQuit,
        });
        let kept = scene.view.unfinished().filter(|_| row == HomeRow::Continue);
        Row {
            label: label.to_owned(),
            value: kept.map_or(Value::None, |table| Value::Note(about(scene, table))),
            error: None,
        }
    };
    let problem = scene.view.problem().map(|problem| words.problem(problem));
    let remark = scene.app.remark().map(|remark| remark.text(words, scene.texts));
    Sheet {
        title: words.phrase(Phrase::AppName).to_owned(),
        rows: scene.app.home_rows().into_iter().map(row).collect(),
        about: problem.or(remark).unwrap_or_else(|| words.phrase(Phrase::AppTagline).to_owned()),
        keys: format!("{} {}", scene.texts.get(Text::NameEnter), scene.texts.get(Text::KeyChoose)),
    }
}

fn about(scene: &Scene<'_>, table: &Table) -> String {
    let (players, round) = (table.players(), u32::try_from(table.game().round()).unwrap_or(u32::MAX));
    scene.words.saved_game(players.white.name(), players.black.name(), round)
}
