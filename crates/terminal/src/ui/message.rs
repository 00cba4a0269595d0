//! What is asked, explained or told beside the board. The most urgent comes first, and there is one at a time.

use client::{Announcement, MessageKey, Problem, ScreenSide, SquareView};
use game::MoveInputError;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use rules::{CastlingSide, ParseMoveError as TextError, SanReason, Square};

use super::layout::Layout;
use super::{RenderContext, text};
use crate::app::{Notice, Prompt};
use crate::texts::Text;

/// A message, and how loud it is.
struct BoardMessage {
    text: String,
    style: Style,
}

pub(crate) fn render(scene: &RenderContext<'_>, layout: &Layout, buffer: &mut Buffer) {
    let Some(message) = current_message(scene, layout) else { return };
    let lines = text::wrap(&message.text, layout.message.width.saturating_sub(2));
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let place = message_rect(scene, layout, height);
    for (line, y) in lines.iter().zip(place.y..place.bottom()) {
        text::fill(buffer, place.x, y, place.width, " ", scene.palette.text());
        text::put(buffer, place.x, y, 1, scene.glyphs.message_bar(), message.style);
        text::put(buffer, place.x + 2, y, place.width.saturating_sub(2), line, Style::new());
    }
}

/// At the lower edge of the place for messages. Where there is none but the board, at that end of it where fewer squares
/// are marked: what is spoken of is seen, and so are the letters below the board.
fn message_rect(scene: &RenderContext<'_>, layout: &Layout, height: u16) -> Rect {
    let board = Rect { y: layout.board.y, height: layout.board.height, ..layout.message };
    let area = if height > layout.message.height { board } else { layout.message };
    let height = height.min(area.height);
    let lower = Rect { y: area.bottom() - height, height, ..area };
    if !area.intersects(layout.board) {
        return lower;
    }
    let upper = Rect { height, ..area };
    let board = scene.view.board();
    let choices: Vec<Square> = board
        .promotion
        .into_iter()
        .flat_map(super::board::promotion_squares)
        .map(|(square, _)| square)
        .collect();
    let marked = |place: Rect| {
        let is_hidden = |square: Square| {
            layout.rows_of(square, board.orientation).any(|y| (place.y..place.bottom()).contains(&y))
        };
        let is_marked = |square: &SquareView| !square.marks.is_empty() || choices.contains(&square.square);
        board.squares.iter().filter(|square| is_marked(square) && is_hidden(square.square)).count()
    };
    if marked(upper) <= marked(lower) { upper } else { lower }
}

fn current_message(scene: &RenderContext<'_>, layout: &Layout) -> Option<BoardMessage> {
    let RenderContext { view, words, texts, palette, app, .. } = *scene;
    let calm = |text: String| BoardMessage { text, style: palette.accent() };
    let loud = |text: String| BoardMessage { text, style: palette.alarm() };
    if let Some(prompt) = app.prompt() {
        return Some(prompt_message(scene, prompt));
    }
    if let Some(slip) = view.explanation() {
        return Some(loud(words.refusal(&slip.refusal)));
    }
    if let Some(problem) =
        view.problem().filter(|problem| !matches!(problem, Problem::InvalidRemoteAction(_)))
    {
        let mut sentence = words.problem(problem);
        if is_unparsable_move(problem) {
            sentence = format!("{sentence} {}", texts.get(Text::SeeHelp));
        }
        return Some(loud(sentence));
    }
    if let Some(connection) = super::online_notice::connection_notice(scene) {
        return Some(loud(connection));
    }
    if let Some(remark) = app.notice().filter(|remark| remark.is_error()) {
        return Some(loud(remark.text(words, texts)));
    }
    if view.actions().pending_claim.is_some() {
        return Some(calm(words.message(MessageKey::ClaimShowMove).to_owned()));
    }
    if let Some(castling) = castling_message(scene) {
        return Some(castling);
    }
    if !view.moves().is_present() {
        return Some(calm(words.message(MessageKey::LookingBack).to_owned()));
    }
    // What was said stands among the talk, where there is room for that.
    let is_shown = |remark: &&Notice| layout.chat.is_some() && remark.is_chat();
    if let Some(remark) = app.notice().filter(|remark| !is_shown(remark)) {
        return Some(calm(remark.text(words, texts)));
    }
    if let Some(score) = view.local_game().recorded_result() {
        return Some(calm(words.recorded_result(score)));
    }
    if let Some(words) = super::online_notice::game_notice(scene) {
        return Some(calm(words));
    }
    let waits_for = view.waits_for().and(app.opponent_name());
    waits_for.map(|name| calm(texts.fill(Text::OpponentThinks, &[("name", &name)])))
}

/// Whether something was typed that is not written like a move at all.
pub(crate) fn is_unparsable_move(problem: &Problem) -> bool {
    let Problem::TypedMove(MoveInputError::Invalid(TextError::Syntax(error))) = problem else { return false };
    !matches!(
        error.reason,
        SanReason::BadCastling | SanReason::NotAPromotion | SanReason::UnexpectedPromotion
    )
}

/// A question; after an answer that is none, what the answers are.
fn prompt_message(scene: &RenderContext<'_>, prompt: Prompt) -> BoardMessage {
    let RenderContext { words, texts, palette, app, .. } = *scene;
    let answers = texts.get(Text::AskAnswers);
    let (question, again) = match prompt {
        Prompt::Promotion(_) => {
            (words.message(MessageKey::TerminalPromotion).to_owned(), MessageKey::TerminalPromotionAgain)
        }
        Prompt::Question(question) => {
            (format!("{}\n{answers}", words.question(question)), MessageKey::TerminalYesNoAgain)
        }
        Prompt::Offer(by, offer) => {
            (format!("{}\n{answers}", words.offer(by, offer)), MessageKey::TerminalYesNoAgain)
        }
        Prompt::Rematch(by) => {
            let offer = words.announcement(&Announcement::OfferedRematch(by));
            (format!("{offer}\n{answers}"), MessageKey::TerminalYesNoAgain)
        }
    };
    match app.is_answer_rejected() {
        true => {
            BoardMessage { text: format!("{question}\n{}", words.message(again)), style: palette.alarm() }
        }
        false => BoardMessage { text: question, style: palette.accent() },
    }
}

/// When the king is selected and can castle: which ways are open, and after an answer that is none, that it was none.
fn castling_message(scene: &RenderContext<'_>) -> Option<BoardMessage> {
    let RenderContext { app, words, texts, palette, glyphs: signs, .. } = *scene;
    let (color, ways) = app.castling_options()?;
    let bottom = scene.view.board().orientation.bottom;
    let cancel = format!("{} {}", texts.get(Text::NameEscape), words.message(MessageKey::Cancel));
    let key = |way: &ScreenSide| {
        let key = match way {
            ScreenSide::Left => "<",
            ScreenSide::Right => ">",
        };
        format!("{key} {}", words.screen_side(*way))
    };
    let keys: Vec<String> = ways.iter().map(key).chain([cancel]).collect();
    let sides: Vec<CastlingSide> = ways.iter().map(|way| way.castling_side(bottom)).collect();
    let question = format!("{}\n{}", words.ask_castling(color, bottom, &sides), keys.join(signs.separator()));
    Some(match app.is_answer_rejected() {
        true => {
            let again = words.message(MessageKey::TerminalCastlingAgain);
            BoardMessage { text: format!("{question}\n{again}"), style: palette.alarm() }
        }
        false => BoardMessage { text: question, style: palette.accent() },
    })
}
