//! What is asked, explained or told beside the board. The most urgent comes first, and there is one at a time.

use client::{Announcement, Phrase, Problem, SquareView, Way};
use game::ReadMoveError;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use rules::{CastlingSide, ReadMoveError as TextError, SanReason, Square};

use super::layout::Layout;
use super::{Scene, text};
use crate::app::{Prompt, Remark};
use crate::texts::Text;

/// A message, and how loud it is.
struct Message {
    text: String,
    style: Style,
}

pub(crate) fn render(scene: &Scene<'_>, layout: &Layout, buffer: &mut Buffer) {
    let Some(message) = message(scene, layout) else { return };
    let lines = text::wrap(&message.text, layout.message.width.saturating_sub(2));
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let place = place(scene, layout, height);
    for (line, y) in lines.iter().zip(place.y..place.bottom()) {
        text::fill(buffer, place.x, y, place.width, " ", scene.palette.text());
        text::put(buffer, place.x, y, 1, scene.signs.bar(), message.style);
        text::put(buffer, place.x + 2, y, place.width.saturating_sub(2), line, Style::new());
    }
}

/// At the lower edge of the place for messages. Where there is none but the board, at that end of it where fewer squares
/// are marked: what is spoken of is seen, and so are the letters below the board.
fn place(scene: &Scene<'_>, layout: &Layout, height: u16) -> Rect {
    let board = Rect { y: layout.board.y, height: layout.board.height, ..layout.message };
    let area = if height > layout.message.height { board } else { layout.message };
    let height = height.min(area.height);
    let lower = Rect { y: area.bottom() - height, height, ..area };
    if !area.intersects(layout.board) {
        return lower;
    }
    let upper = Rect { height, ..area };
    let board = scene.view.board();
    let choices: Vec<Square> =
        board.promotion.into_iter().flat_map(super::board::choices).map(|(square, _)| square).collect();
    let marked = |place: Rect| {
        let is_hidden = |square: Square| {
            layout.rows_of(square, board.orientation).any(|y| (place.y..place.bottom()).contains(&y))
        };
        let is_marked = |square: &SquareView| !square.marks.is_empty() || choices.contains(&square.square);
        board.squares.iter().filter(|square| is_marked(square) && is_hidden(square.square)).count()
    };
    if marked(upper) <= marked(lower) { upper } else { lower }
}

fn message(scene: &Scene<'_>, layout: &Layout) -> Option<Message> {
    let Scene { view, words, texts, palette, app, .. } = *scene;
    let calm = |text: String| Message { text, style: palette.accent() };
    let loud = |text: String| Message { text, style: palette.alarm() };
    if let Some(prompt) = app.prompt() {
        return Some(asked(scene, prompt));
    }
    if let Some(slip) = view.explanation() {
        return Some(loud(words.refusal(&slip.refusal)));
    }
    if let Some(problem) = view.problem().filter(|problem| !matches!(problem, Problem::Told(_))) {
        let mut sentence = words.problem(problem);
        if is_no_move(problem) {
            sentence = format!("{sentence} {}", texts.get(Text::SeeHelp));
        }
        return Some(loud(sentence));
    }
    if let Some(connection) = super::online::connection(scene) {
        return Some(loud(connection));
    }
    if let Some(remark) = app.remark().filter(|remark| remark.is_alarming()) {
        return Some(loud(remark.text(words, texts)));
    }
    if view.actions().claiming.is_some() {
        return Some(calm(words.phrase(Phrase::ClaimShowMove).to_owned()));
    }
    if let Some(castling) = castling(scene) {
        return Some(castling);
    }
    if !view.moves().is_present() {
        return Some(calm(words.phrase(Phrase::LookingBack).to_owned()));
    }
    // What was said stands among the talk, where there is room for that.
    let is_shown = |remark: &&Remark| layout.talk.is_some() && remark.is_talk();
    if let Some(remark) = app.remark().filter(|remark| !is_shown(remark)) {
        return Some(calm(remark.text(words, texts)));
    }
    if let Some(score) = view.table().recorded() {
        return Some(calm(words.recorded(score)));
    }
    if let Some(words) = super::online::state(scene) {
        return Some(calm(words));
    }
    let waits_for = view.waits_for().and(app.opponent());
    waits_for.map(|name| calm(texts.fill(Text::OpponentThinks, &[("name", &name)])))
}

/// Whether something was typed that is not written like a move at all.
pub(crate) fn is_no_move(problem: &Problem) -> bool {
    let Problem::Typed(ReadMoveError::Text(TextError::Unreadable(error))) = problem else { return false };
    !matches!(
        error.reason,
        SanReason::BadCastling | SanReason::NotAPromotion | SanReason::UnexpectedPromotion
    )
}

/// A question; after an answer that is none, what the answers are.
fn asked(scene: &Scene<'_>, prompt: Prompt) -> Message {
    let Scene { words, texts, palette, app, .. } = *scene;
    let answers = texts.get(Text::AskAnswers);
    let (question, again) = match prompt {
        Prompt::Promotion(_) => {
            (words.phrase(Phrase::TerminalPromotion).to_owned(), Phrase::TerminalPromotionAgain)
        }
        Prompt::Question(question) => {
            (format!("{}\n{answers}", words.question(question)), Phrase::TerminalYesNoAgain)
        }
        Prompt::Offer(by, offer) => {
            (format!("{}\n{answers}", words.offer(by, offer)), Phrase::TerminalYesNoAgain)
        }
        Prompt::Rematch(by) => {
            let offer = words.announcement(&Announcement::OfferedRematch(by));
            (format!("{offer}\n{answers}"), Phrase::TerminalYesNoAgain)
        }
    };
    match app.is_asked_again() {
        true => Message { text: format!("{question}\n{}", words.phrase(again)), style: palette.alarm() },
        false => Message { text: question, style: palette.accent() },
    }
}

/// When the king is selected and can castle: which ways are open, and after an answer that is none, that it was none.
fn castling(scene: &Scene<'_>) -> Option<Message> {
    let Scene { app, words, texts, palette, signs, .. } = *scene;
    let (color, ways) = app.castling_ways()?;
    let bottom = scene.view.board().orientation.bottom;
    let cancel = format!("{} {}", texts.get(Text::NameEscape), words.phrase(Phrase::Cancel));
    let key = |way: &Way| {
        let key = match way {
            Way::Left => "<",
            Way::Right => ">",
        };
        format!("{key} {}", words.way(*way))
    };
    let keys: Vec<String> = ways.iter().map(key).chain([cancel]).collect();
    let sides: Vec<CastlingSide> = ways.iter().map(|way| way.side(bottom)).collect();
    let question = format!("{}\n{}", words.ask_castling(color, bottom, &sides), keys.join(signs.between()));
    Some(match app.is_asked_again() {
        true => {
            let again = words.phrase(Phrase::TerminalCastlingAgain);
            Message { text: format!("{question}\n{again}"), style: palette.alarm() }
        }
        false => Message { text: question, style: palette.accent() },
    })
}
