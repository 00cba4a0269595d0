//! The lobby.

use client::ClubMessageKey;
use client::MessageKey;
use protocol::{ColorPreference, GameSetup, RatingMode, StartPosition};
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
        ColorPreference::White => cx.locale.color(rules::Color::White),
        ColorPreference::Black => cx.locale.color(rules::Color::Black),
        ColorPreference::Random => cx.locale.club_message(ClubMessageKey::RandomSide),
    }
}

fn build_list(cx: &RenderContext<'_>) -> ListScreen {
    let RenderContext { app, locale, texts, .. } = *cx;
    let server = app.server().map(|server| server.address.authority()).unwrap_or_default();
    ListScreen {
        title: [locale.message(MessageKey::AppName), &server].join(cx.glyphs.separator()),
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
    let RenderContext { app, locale, texts, view, .. } = *cx;
    let seek = |id| view.online().lobby()?.seeks().iter().find(|seek| seek.id == id);
    let challenge = |id| view.online().challenges().open().iter().find(|challenge| challenge.id == id);
    let (label, value) = match row {
        LobbyRow::Invite => (locale.club_message(ClubMessageKey::Invite).to_owned(), RowValue::None),
        LobbyRow::QuickPairing => (locale.club_message(ClubMessageKey::Quick).to_owned(), RowValue::None),
        LobbyRow::Computer => (
            locale.club_message(ClubMessageKey::ComputerHere).to_owned(),
            RowValue::Choice(texts.level_name(app.server_level())),
        ),
        LobbyRow::CancelSeek => {
            let looking = texts.get(TerminalMessageKey::LobbySearching).to_owned();
            (locale.club_message(ClubMessageKey::Cancel).to_owned(), RowValue::Note(looking))
        }
        LobbyRow::Received(id) => match challenge(id) {
            Some(challenge) => {
                let about = terms_text(cx, &challenge.terms, opposite_side(challenge.side));
                let keys = texts.get(TerminalMessageKey::LobbyChallengeKeys);
                let label = format!(
                    "{} {}",
                    texts.player_with_rating(&challenge.challenger),
                    locale.club_message(ClubMessageKey::ChallengesYou)
                );
                (label, RowValue::Note([about.as_str(), keys].join(cx.glyphs.separator())))
            }
            None => Default::default(),
        },
        LobbyRow::Sent(id) => match challenge(id) {
            Some(challenge) => {
                let about = terms_text(cx, &challenge.terms, challenge.side);
                let waiting = locale.club_message(ClubMessageKey::ChallengeWaiting);
                let label = format!("{}: {waiting}", texts.player_with_rating(&challenge.challenged));
                let cancel = locale.club_message(ClubMessageKey::Cancel);
                (
                    label,
                    RowValue::Note([about.as_str(), &format!("Enter: {cancel}")].join(cx.glyphs.separator())),
                )
            }
            None => Default::default(),
        },
        LobbyRow::Challenge => {
            (texts.get(TerminalMessageKey::LobbyChallengePrompt).to_owned(), RowValue::None)
        }
        LobbyRow::Join(id) => match seek(id) {
            Some(seek) => {
                let about = terms_text(cx, &seek.terms, opposite_side(seek.side));
                (texts.player_with_rating(&seek.player), RowValue::Note(about))
            }
            None => Default::default(),
        },
        LobbyRow::Withdraw(id) => match seek(id) {
            Some(seek) => {
                let looking = texts.get(TerminalMessageKey::LobbySearching);
                let about = terms_text(cx, &seek.terms, seek.side);
                let cancel = locale.club_message(ClubMessageKey::Cancel).to_owned();
                (cancel, RowValue::Note([looking, &about].join(cx.glyphs.separator())))
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
        LobbyRow::Settings => (locale.message(MessageKey::Settings).to_owned(), RowValue::None),
        LobbyRow::Help => (locale.message(MessageKey::Help).to_owned(), RowValue::None),
        LobbyRow::Quit => (locale.message(MessageKey::TerminalQuit).to_owned(), RowValue::None),
    };
    ListRow { label, value, error: None }
}

/// Time control, rules and own side as text.
fn terms_text(cx: &RenderContext<'_>, terms: &GameSetup, own: ColorPreference) -> String {
    let locale = cx.locale;
    let ruleset = match terms.start {
        StartPosition::Standard => game::Ruleset::Standard,
        StartPosition::Chess960 { .. } => game::Ruleset::Chess960,
        StartPosition::FromPosition { .. } => game::Ruleset::FromPosition,
        StartPosition::KingCapture { .. } => game::Ruleset::KingCapture,
    };
    let time = locale.time_control(&terms.control.get());
    let stakes = match terms.stakes {
        RatingMode::Casual => None,
        RatingMode::Rated => Some(locale.club_message(ClubMessageKey::Rated)),
    };
    let parts =
        [time.as_str(), locale.ruleset(ruleset)].into_iter().chain(stakes).chain([side_name(cx, own)]);
    parts.collect::<Vec<_>>().join(cx.glyphs.separator())
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
    let RenderContext { app, locale, texts, view, .. } = *cx;
    let problem = view.problem().map(|problem| locale.problem(problem));
    let notice = || app.notice().map(|notice| notice.text(locale, texts));
    let crowd =
        || view.online().lobby()?.stats().map(|crowd| locale.online_counts(crowd.players, crowd.games));
    let urgent = problem.or_else(notice).or_else(|| super::online_notice::connection_notice(cx));
    let chosen = app.lobby_rows().get(app.selected_row()).map(|chosen| row(cx, *chosen));
    let game = chosen.and_then(|row| match row.value {
        RowValue::Note(note) => Some(format!("{}: {note}", row.label)),
        _ => None,
    });
    urgent.or(game).or_else(crowd).unwrap_or_default()
}
