//! The lobby.

use client::ClubMessageKey;
use client::MessageKey;
use protocol::{ColorPreference, GameSetup, StartPosition};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::list_screen::{self, ListRow, ListScreen, RowValue};
use super::{HitTarget, RenderContext};
use crate::app::LobbyRow;
use texts::TerminalMessageKey;

pub(crate) fn render(cx: &RenderContext<'_>, area: Rect, buffer: &mut Buffer) {
    list_screen::render(cx, &build_list(cx), area, buffer);
}

pub(crate) fn hit_test(cx: &RenderContext<'_>, area: Rect, at: Position) -> Option<HitTarget> {
    list_screen::hit_test(&build_list(cx), cx.app.selected_row(), area, at)
}

/// The name of a preferred side.
pub(crate) fn side_name(cx: &RenderContext<'_>, side: ColorPreference) -> &'static str {
    match side {
        ColorPreference::White => cx.words.color(rules::Color::White),
        ColorPreference::Black => cx.words.color(rules::Color::Black),
        ColorPreference::Random => cx.words.club_message(ClubMessageKey::RandomSide),
    }
}

fn build_list(cx: &RenderContext<'_>) -> ListScreen {
    let RenderContext { app, words, texts, .. } = *cx;
    let server = app.server().map(|server| server.address.authority()).unwrap_or_default();
    ListScreen {
        title: [words.message(MessageKey::AppName), &server].join(cx.glyphs.separator()),
        rows: app.lobby_rows().into_iter().map(|lobby| row(cx, lobby)).collect(),
        description: description(cx),
        key_hints: format!(
            "{} {}",
            texts.get(TerminalMessageKey::NameEnter),
            texts.get(TerminalMessageKey::KeyChoose)
        ),
    }
}

fn row(cx: &RenderContext<'_>, row: LobbyRow) -> ListRow {
    let RenderContext { app, words, texts, view, .. } = *cx;
    let seek = |id| view.online().lobby()?.seeks().iter().find(|seek| seek.id == id);
    let (label, value) = match row {
        LobbyRow::Invite => (words.club_message(ClubMessageKey::Invite).to_owned(), RowValue::None),
        LobbyRow::QuickPairing => (words.club_message(ClubMessageKey::Quick).to_owned(), RowValue::None),
        LobbyRow::Computer => (
            words.club_message(ClubMessageKey::ComputerHere).to_owned(),
            RowValue::Choice(texts.level_name(app.server_level())),
        ),
        LobbyRow::CancelSeek => {
            let looking = texts.get(TerminalMessageKey::LobbySearching).to_owned();
            (words.club_message(ClubMessageKey::Cancel).to_owned(), RowValue::Note(looking))
        }
        LobbyRow::Join(id) => match seek(id) {
            Some(seek) => {
                let about = terms_text(cx, &seek.terms, opposite_side(seek.side));
                (texts.player_with_rating(&seek.player), RowValue::Note(about))
            }
            None => Default::default(),
        },
        LobbyRow::Terms => {
            let preferred = app.server().map_or(ColorPreference::Random, |server| server.side);
            let about = app.terms().map(|about| terms_text(cx, &about, preferred));
            (
                texts.get(TerminalMessageKey::LobbyGame).to_owned(),
                about.map_or(RowValue::None, RowValue::Note),
            )
        }
        LobbyRow::Settings => (words.message(MessageKey::Settings).to_owned(), RowValue::None),
        LobbyRow::Help => (words.message(MessageKey::Help).to_owned(), RowValue::None),
        LobbyRow::Quit => (words.message(MessageKey::TerminalQuit).to_owned(), RowValue::None),
    };
    ListRow { label, value, error: None }
}

/// Time control, rules and own side as text.
fn terms_text(cx: &RenderContext<'_>, terms: &GameSetup, own: ColorPreference) -> String {
    let words = cx.words;
    let ruleset = match terms.start {
        StartPosition::Standard => game::Ruleset::Standard,
        StartPosition::Chess960 { .. } => game::Ruleset::Chess960,
        StartPosition::FromPosition { .. } => game::Ruleset::FromPosition,
        StartPosition::KingCapture { .. } => game::Ruleset::KingCapture,
    };
    let time = words.time_control(&terms.control.get());
    [time.as_str(), words.ruleset(ruleset), side_name(cx, own)].join(cx.glyphs.separator())
}

/// The side left for the player who joins.
const fn opposite_side(side: ColorPreference) -> ColorPreference {
    match side {
        ColorPreference::White => ColorPreference::Black,
        ColorPreference::Black => ColorPreference::White,
        ColorPreference::Random => ColorPreference::Random,
    }
}

/// The error, connection status or selected row in full, otherwise the number of players.
fn description(cx: &RenderContext<'_>) -> String {
    let RenderContext { app, words, texts, view, .. } = *cx;
    let problem = view.problem().map(|problem| words.problem(problem));
    let notice = || app.notice().map(|notice| notice.text(words, texts));
    let crowd =
        || view.online().lobby()?.stats().map(|crowd| words.online_counts(crowd.players, crowd.games));
    let urgent = problem.or_else(notice).or_else(|| super::online_notice::connection_notice(cx));
    let chosen = app.lobby_rows().get(app.selected_row()).map(|chosen| row(cx, *chosen));
    let game = chosen.and_then(|row| match row.value {
        RowValue::Note(note) => Some(format!("{}: {note}", row.label)),
        _ => None,
    });
    urgent.or(game).or_else(crowd).unwrap_or_default()
}
