//! The first screen at a server.

use client::ClubPhrase;
use client::Phrase;
use protocol::{Side, Start, Terms};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::rows::{self, Row, Sheet, Value};
use super::{Scene, Target};
use crate::app::LobbyRow;
use crate::texts::Text;

pub(crate) fn render(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    rows::render(scene, &sheet(scene), area, buffer);
}

pub(crate) fn target(scene: &Scene<'_>, area: Rect, at: Position) -> Option<Target> {
    rows::target(&sheet(scene), scene.app.row(), area, at)
}

/// The seat that somebody would like.
pub(crate) fn side(scene: &Scene<'_>, side: Side) -> &'static str {
    match side {
        Side::White => scene.words.color(rules::Color::White),
        Side::Black => scene.words.color(rules::Color::Black),
        Side::Random => scene.words.club(ClubPhrase::RandomSide),
    }
}

fn sheet(scene: &Scene<'_>) -> Sheet {
    let Scene { app, words, texts, .. } = *scene;
    let server = app.server().map(|server| server.address.authority()).unwrap_or_default();
    Sheet {
        title: [words.phrase(Phrase::AppName), &server].join(scene.signs.between()),
        rows: app.lobby_rows().into_iter().map(|lobby| row(scene, lobby)).collect(),
        about: about(scene),
        keys: format!("{} {}", texts.get(Text::NameEnter), texts.get(Text::KeyChoose)),
    }
}

fn row(scene: &Scene<'_>, row: LobbyRow) -> Row {
    let Scene { app, words, texts, view, .. } = *scene;
    let seek = |id| view.online().lobby()?.seeks().iter().find(|seek| seek.id == id);
    let (label, value) = match row {
        LobbyRow::Invite => (words.club(ClubPhrase::Invite).to_owned(), Value::None),
        LobbyRow::Pair => (words.club(ClubPhrase::Quick).to_owned(), Value::None),
        LobbyRow::Computer => {
            (words.club(ClubPhrase::ComputerHere).to_owned(), Value::Choice(texts.level(app.server_level())))
        }
        LobbyRow::Cancel => {
            let looking = texts.get(Text::LobbyLooking).to_owned();
            (words.club(ClubPhrase::Cancel).to_owned(), Value::Note(looking))
        }
        LobbyRow::Join(id) => match seek(id) {
            Some(seek) => {
                let about = terms(scene, &seek.terms, opposite(seek.side));
                (texts.player(&seek.player), Value::Note(about))
            }
            None => Default::default(),
        },
        LobbyRow::Terms => {
            let wished = app.server().map_or(Side::Random, |server| server.side);
            let about = app.terms().map(|about| terms(scene, &about, wished));
            (texts.get(Text::LobbyGame).to_owned(), about.map_or(Value::None, Value::Note))
        }
        LobbyRow::Settings => (words.phrase(Phrase::Settings).to_owned(), Value::None),
        LobbyRow::Help => (words.phrase(Phrase::Help).to_owned(), Value::None),
        LobbyRow::Quit => (words.phrase(Phrase::TerminalQuit).to_owned(), Value::None),
    };
    Row { label, value, error: None }
}

/// What would be played, and by oneself as what.
fn terms(scene: &Scene<'_>, terms: &Terms, own: Side) -> String {
    let words = scene.words;
    let ruleset = match terms.start {
        Start::Standard => game::Ruleset::Standard,
        Start::Chess960 { .. } => game::Ruleset::Chess960,
        Start::FromPosition { .. } => game::Ruleset::FromPosition,
        Start::KingCapture { .. } => game::Ruleset::KingCapture,
    };
    let time = words.time_control(&terms.control.get());
    [time.as_str(), words.ruleset(ruleset), side(scene, own)].join(scene.signs.between())
}

/// The seat that is left for whoever joins.
const fn opposite(side: Side) -> Side {
    match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
        Side::Random => Side::Random,
    }
}

/// What went wrong, how the connection is, or else the chosen row in full, and who is here.
fn about(scene: &Scene<'_>) -> String {
    let Scene { app, words, texts, view, .. } = *scene;
    let problem = view.problem().map(|problem| words.problem(problem));
    let remark = || app.remark().map(|remark| remark.text(words, texts));
    let crowd = || view.online().lobby()?.crowd().map(|crowd| words.crowd(crowd.players, crowd.games));
    let trouble = problem.or_else(remark).or_else(|| super::online::connection(scene));
    let chosen = app.lobby_rows().get(app.row()).map(|chosen| row(scene, *chosen));
    let game = chosen.and_then(|row| match row.value {
        Value::Note(note) => Some(format!("{}: {note}", row.label)),
        _ => None,
    });
    trouble.or(game).or_else(crowd).unwrap_or_default()
}
