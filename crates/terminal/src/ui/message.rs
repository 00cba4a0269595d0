//! The message beside the board: prompt, explanation or notice. The most urgent one is shown.

use client::{Announcement, MessageKey, Problem, ScreenSide, SquareView};
use game::MoveInputError;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use rules::{CastlingSide, SanReason, Square};

use super::layout::Layout;
use super::{RenderContext, text};
use crate::app::{Notice, Prompt};
use texts::TerminalMessageKey;

/// A message with the style of its bar.
struct BoardMessage {
    text: String,
    style: Style,
}

pub(crate) fn render(cx: &RenderContext<'_>, layout: &Layout, buffer: &mut Buffer) {
    let Some(message) = current_message(cx, layout) else { return };
    let lines = text::wrap(&message.text, layout.message.width.saturating_sub(2));
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let rect = message_rect(cx, layout, height);
    for (line, y) in lines.iter().zip(rect.y..rect.bottom()) {
        text::fill(buffer, rect.x, y, rect.width, " ", cx.palette.text());
        text::put(buffer, rect.x, y, 1, cx.glyphs.message_bar(), message.style);
        text::put(buffer, rect.x + 2, y, rect.width.saturating_sub(2), line, Style::new());
    }
}

/// The area of the message: at the lower edge of the message area. If that is the board, at the edge that
/// hides fewer marked squares.
fn message_rect(cx: &RenderContext<'_>, layout: &Layout, height: u16) -> Rect {
    let board = Rect { y: layout.board.y, height: layout.board.height, ..layout.message };
    let area = if height > layout.message.height { board } else { layout.message };
    let height = height.min(area.height);
    let lower = Rect { y: area.bottom() - height, height, ..area };
    if !area.intersects(layout.board) {
        return lower;
    }
    let upper = Rect { height, ..area };
    let board = cx.view.board();
    let choices: Vec<Square> = board
        .promotion
        .into_iter()
        .flat_map(super::board::promotion_squares)
        .map(|(square, _)| square)
        .collect();
    let marked = |rect: Rect| {
        let is_hidden = |square: Square| {
            layout.rows_of(square, board.orientation).any(|y| (rect.y..rect.bottom()).contains(&y))
        };
        let is_marked = |square: &SquareView| !square.marks.is_empty() || choices.contains(&square.square);
        board.squares.iter().filter(|square| is_marked(square) && is_hidden(square.square)).count()
    };
    if marked(upper) <= marked(lower) { upper } else { lower }
}

fn current_message(cx: &RenderContext<'_>, layout: &Layout) -> Option<BoardMessage> {
    let RenderContext { view, locale, texts, palette, app, .. } = *cx;
    let calm = |text: String| BoardMessage { text, style: palette.accent() };
    let loud = |text: String| BoardMessage { text, style: palette.alarm() };
    if let Some(prompt) = app.prompt() {
        return Some(prompt_message(cx, prompt));
    }
    if let Some(rejected) = view.explanation() {
        return Some(loud(locale.refusal(&rejected.reason)));
    }
    if let Some(problem) =
        view.problem().filter(|problem| !matches!(problem, Problem::InvalidRemoteAction(_)))
    {
        let mut sentence = locale.problem(problem);
        if is_unparsable_move(problem) {
            sentence = format!("{sentence} {}", texts.get(TerminalMessageKey::SeeHelp));
        }
        return Some(loud(sentence));
    }
    if let Some(connection) = super::online_notice::connection_notice(cx) {
        return Some(loud(connection));
    }
    if let Some(notice) = app.notice().filter(|notice| notice.is_error()) {
        return Some(loud(notice.text(locale, texts)));
    }
    if view.actions().pending_claim.is_some() {
        return Some(calm(locale.message(MessageKey::ClaimShowMove).to_owned()));
    }
    if let Some(castling) = castling_message(cx) {
        return Some(castling);
    }
    if !view.moves().is_present() {
        return Some(calm(locale.message(MessageKey::LookingBack).to_owned()));
    }
    // Chat messages are not repeated where the chat is visible.
    let is_shown = |notice: &&Notice| layout.chat.is_some() && notice.is_chat();
    if let Some(notice) = app.notice().filter(|notice| !is_shown(notice)) {
        return Some(calm(notice.text(locale, texts)));
    }
    if let Some(locale) = super::online_notice::game_notice(cx) {
        return Some(calm(locale));
    }
    let waits_for = view.waits_for().and(app.opponent_name());
    waits_for.map(|name| calm(texts.fill(TerminalMessageKey::OpponentThinks, &[("name", &name)])))
}

/// True if the typed text does not have the form of a move.
pub(crate) fn is_unparsable_move(problem: &Problem) -> bool {
    let Problem::TypedMove(MoveInputError::Invalid(rules::ParseMoveError::Syntax(error))) = problem else {
        return false;
    };
    !matches!(
        error.reason,
        SanReason::BadCastling | SanReason::NotAPromotion | SanReason::UnexpectedPromotion
    )
}

/// A prompt; after an invalid answer also the possible answers.
fn prompt_message(cx: &RenderContext<'_>, prompt: Prompt) -> BoardMessage {
    let RenderContext { locale, texts, palette, app, .. } = *cx;
    let answers = texts.get(TerminalMessageKey::AskAnswers);
    let (question, again) = match prompt {
        Prompt::Promotion(_) => {
            (locale.message(MessageKey::TerminalPromotion).to_owned(), MessageKey::TerminalPromotionAgain)
        }
        Prompt::Question(question) => {
            (format!("{}\n{answers}", locale.question(question)), MessageKey::TerminalYesNoAgain)
        }
        Prompt::Offer(by, offer) => {
            (format!("{}\n{answers}", locale.offer(by, offer)), MessageKey::TerminalYesNoAgain)
        }
        Prompt::Rematch(by) => {
            let offer = locale.announcement(&Announcement::OfferedRematch(by));
            (format!("{offer}\n{answers}"), MessageKey::TerminalYesNoAgain)
        }
    };
    match app.is_answer_rejected() {
        true => {
            BoardMessage { text: format!("{question}\n{}", locale.message(again)), style: palette.alarm() }
        }
        false => BoardMessage { text: question, style: palette.accent() },
    }
}

/// The castling options of the selected king; after an invalid key also a hint.
fn castling_message(cx: &RenderContext<'_>) -> Option<BoardMessage> {
    let RenderContext { app, locale, texts, palette, glyphs, .. } = *cx;
    let (color, sides) = app.castling_options()?;
    let bottom = cx.view.board().orientation.bottom;
    let cancel =
        format!("{} {}", texts.get(TerminalMessageKey::NameEscape), locale.message(MessageKey::Cancel));
    let key = |side: &ScreenSide| {
        let key = match side {
            ScreenSide::Left => "<",
            ScreenSide::Right => ">",
        };
        format!("{key} {}", locale.screen_side(*side))
    };
    let keys: Vec<String> = sides.iter().map(key).chain([cancel]).collect();
    let sides: Vec<CastlingSide> = sides.iter().map(|side| side.castling_side(bottom)).collect();
    let question =
        format!("{}\n{}", locale.ask_castling(color, bottom, &sides), keys.join(glyphs.separator()));
    Some(match app.is_answer_rejected() {
        true => {
            let again = locale.message(MessageKey::TerminalCastlingAgain);
            BoardMessage { text: format!("{question}\n{again}"), style: palette.alarm() }
        }
        false => BoardMessage { text: question, style: palette.accent() },
    })
}
