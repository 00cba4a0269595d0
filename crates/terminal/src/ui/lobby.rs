//! The first screen at a server.

use client::ClubMessageKey;
use client::MessageKey;
use protocol::{ColorPreference, GameSetup, StartPosition};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::list_screen::{self, ListRow, ListScreen, RowValue};
use super::{HitTarget, RenderContext};
use crate::app::LobbyRow;
use crate::texts::Text;

pub(crate) fn render(scene: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    list_screen::render(scene, &build_list(scene), area, buffer);
}

pub(crate) fn hit_test(scene: &RenderContext<'_>, area: Rect, at: Position) -> Option<HitTarget> {
    list_screen::hit_test(&build_list(scene), scene.app.selected_row(), area, at)
}

/// The seat that somebody would like.
pub(crate) fn side_name(scene: &RenderContext<'_>, side: ColorPreference) -> &'static str {
    match side {
        ColorPreference::White => scene.words.color(rules::Color::White),
        ColorPreference::Black => scene.words.color(rules::Color::Black),
        ColorPreference::Random => scene.words.club_message(ClubMessageKey::RandomSide),
    }
}

fn build_list(scene: &RenderContext<'_>) -> ListScreen {
    let RenderContext { app, words, texts, .. } = *scene;
    let server = app.server().map(|server| server.address.authority()).unwrap_or_default();
    ListScreen {
        title: [words.message(MessageKey::AppName), &server].join(scene.glyphs.separator()),
        rows: app.lobby_rows().into_iter().map(|lobby| row(scene, lobby)).collect(),
        description: description(scene),
        key_hints: format!("{} {}", texts.get(Text::NameEnter), texts.get(Text::KeyChoose)),
    }
}

fn row(scene: &RenderContext<'_>, row: LobbyRow) -> ListRow {
    let RenderContext { app, words, texts, view, .. } = *scene;
    let seek = |id| view.online().lobby()?.seeks().iter().find(|seek| seek.id == id);
    let (label, value) = match row {
        LobbyRow::Invite => (words.club_message(ClubMessageKey::Invite).to_owned(), RowValue::None),
        LobbyRow::QuickPairing => (words.club_message(ClubMessageKey::Quick).to_owned(), RowValue::None),
        LobbyRow::Computer => (
            words.club_message(ClubMessageKey::ComputerHere).to_owned(),
            RowValue::Choice(texts.level_name(app.server_level())),
        ),
        LobbyRow::CancelSeek => {
            let looking = texts.get(Text::LobbySearching).to_owned();
            (words.club_message(ClubMessageKey::Cancel).to_owned(), RowValue::Note(looking))
        }
        LobbyRow::Join(id) => match seek(id) {
            Some(seek) => {
                let about = terms_text(scene, &seek.terms, opposite_side(seek.side));
                (texts.player_with_rating(&seek.player), RowValue::Note(about))
            }
            None => Default::default(),
        },
        LobbyRow::Terms => {
            let wished = app.server().map_or(ColorPreference::Random, |server| server.side);
            let about = app.terms().map(|about| terms_text(scene, &about, wished));
            (texts.get(Text::LobbyGame).to_owned(), about.map_or(RowValue::None, RowValue::Note))
        }
        LobbyRow::Settings => (words.message(MessageKey::Settings).to_owned(), RowValue::None),
        LobbyRow::Help => (words.message(MessageKey::Help).to_owned(), RowValue::None),
        LobbyRow::Quit => (words.message(MessageKey::TerminalQuit).to_owned(), RowValue::None),
    };
    ListRow { label, value, error: None }
}

/// What would be played, and by oneself as what.
fn terms_text(scene: &RenderContext<'_>, terms: &GameSetup, own: ColorPreference) -> String {
    let words = scene.words;
    let ruleset = match terms.start {
        StartPosition::Standard => game::Ruleset::Standard,
        StartPosition::Chess960 { .. } => game::Ruleset::Chess960,
        StartPosition::FromPosition { .. } => game::Ruleset::FromPosition,
        StartPosition::KingCapture { .. } => game::Ruleset::KingCapture,
    };
    let time = words.time_control(&terms.control.get());
    [time.as_str(), words.ruleset(ruleset), side_name(scene, own)].join(scene.glyphs.separator())
}

/// The seat that is left for whoever joins.
const fn opposite_side(side: ColorPreference) -> ColorPreference {
    match side {
        ColorPreference::White => ColorPreference::Black,
        ColorPreference::Black => ColorPreference::White,
        ColorPreference::Random => ColorPreference::Random,
    }
}

/// What went wrong, how the connection is, or else the chosen row in full, and who is here.
fn description(scene: &RenderContext<'_>) -> String {
    let RenderContext { app, words, texts, view, .. } = *scene;
    let problem = view.problem().map(|problem| words.problem(problem));
    let remark = || app.notice().map(|remark| remark.text(words, texts));
    let crowd =
        || view.online().lobby()?.stats().map(|crowd| words.online_counts(crowd.players, crowd.games));
    let trouble = problem.or_else(remark).or_else(|| super::online_notice::connection_notice(scene));
    let chosen = app.lobby_rows().get(app.selected_row()).map(|chosen| row(scene, *chosen));
    let game = chosen.and_then(|row| match row.value {
        RowValue::Note(note) => Some(format!("{}: {note}", row.label)),
        _ => None,
    });
    trouble.or(game).or_else(crowd).unwrap_or_default()
}
