//! State that the terminal adds to the client: the overlay, the input line for moves, the last notice.
//! Translates keys and mouse into client events; the resulting effects are collected as [`AppEffect`]s for
//! the main loop.

mod opponent_choice;
mod board_keys;
mod command;
mod effect;
mod form;
mod hangul;
mod home;
mod overlay;
mod list;
mod lobby;
mod mouse;
mod prompt;
mod notice;
mod settings;
#[cfg(test)]
mod tests;
mod move_input;

use client::{
    Announcement, Confirmation, Document, Effect, Event, Language, Locale, Navigation, Problem, Screen,
    Settings, State, View, update,
};
use game::Timestamp;
use ratatui::crossterm::event::{Event as CrosstermEvent, KeyEvent, KeyEventKind};
use ratatui::layout::Rect;
use rules::Color;

pub(crate) use command::{Binding, Command};
pub(crate) use effect::AppEffect;
pub(crate) use form::{FormRow, bottom_side};
pub(crate) use hangul::hangul_to_latin;
pub(crate) use home::HomeRow;
pub(crate) use lobby::LobbyRow;
pub(crate) use notice::{Notice, opponent_error_text};
pub(crate) use opponent_choice::OpponentChoice;
pub(crate) use overlay::{DrawChoice, InputPurpose, Overlay};
pub(crate) use prompt::Prompt;
pub(crate) use settings::SettingRow;

use crate::locale::TerminalLocale;
use crate::startup::PIECE_STYLE_KEY;
use crate::{ColorDepth, PieceStyle, ServerOptions};

/// The complete state of the full-screen program, without I/O.
#[derive(Debug)]
pub(crate) struct App {
    state: State,
    now: Timestamp,
    /// The window's area, for hit tests.
    area: Rect,
    /// Language of the environment, used if the settings say "automatic".
    system_language: Language,
    /// Language from the command line; overrides the settings.
    language_override: Option<Language>,
    /// Piece style from the command line; overrides the settings.
    piece_style_override: Option<PieceStyle>,
    piece_style: PieceStyle,
    color_depth: ColorDepth,
    overlay: Overlay,
    input_line: InputLine,
    /// The selected row of the current list.
    selected_row: usize,
    notice: Option<Notice>,
    /// True if the last answer to a prompt was not among the possible ones.
    answer_rejected: bool,
    /// Cursor position before the last key, if that key was an `h`: the `h` may turn out to be the first
    /// letter of a move.
    cursor_before_h: Option<rules::Square>,
    /// Reason of the last failed save, if the game cannot be saved.
    save_error: Option<String>,
    /// Name of the engine from the command line.
    engine_name: Option<String>,
    /// Opponent selected in the form.
    opponent_choice: OpponentChoice,
    /// The current opponent and its name.
    opponent: Option<(OpponentChoice, String)>,
    /// An opponent that failed, with its side; it can be restarted.
    failed_opponent: Option<(OpponentChoice, Color)>,
    /// Completions that Tab cycles through, with the index of the shown one.
    completion_cycle: Option<(Vec<String>, usize)>,
    /// The server, if the game is played online.
    server: Option<ServerOptions>,
    effects: Vec<AppEffect>,
}

/// Display settings from the terminal and the command line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DisplayOptions {
    /// Piece style from the command line, for this session.
    pub(crate) piece_style_override: Option<PieceStyle>,
    /// Piece style from the settings.
    pub(crate) piece_style: PieceStyle,
    pub(crate) color_depth: ColorDepth,
    /// Language of the environment.
    pub(crate) system_language: Language,
    /// Language from the command line.
    pub(crate) language_override: Option<Language>,
}

/// The input line for moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputLine {
    /// Keys are commands.
    Closed,
    /// Keys are text.
    Open,
    /// The text was submitted and is no legal move: the next text replaces it.
    Refused,
}

impl App {
    pub(crate) fn new(settings: Settings, display: DisplayOptions) -> App {
        let DisplayOptions {
            piece_style_override: asked_pieces,
            piece_style: pieces,
            color_depth: depth,
            system_language: system,
            language_override: asked,
        } = display;
        App {
            state: State::new(settings),
            now: Timestamp::default(),
            area: Rect::default(),
            system_language: system,
            language_override: asked,
            piece_style_override: asked_pieces,
            piece_style: pieces,
            color_depth: depth,
            overlay: Overlay::None,
            input_line: InputLine::Closed,
            selected_row: 0,
            notice: None,
            answer_rejected: false,
            cursor_before_h: None,
            save_error: None,
            engine_name: None,
            opponent_choice: OpponentChoice::default(),
            opponent: None,
            failed_opponent: None,
            completion_cycle: None,
            server: None,
            effects: Vec::new(),
        }
    }

    /// The client's view at the current time.
    pub(crate) fn view(&self) -> View<'_> {
        self.state.view(self.now)
    }

    pub(crate) fn language(&self) -> Language {
        self.language_override.or(self.view().settings().language).unwrap_or(self.system_language)
    }

    pub(crate) fn locale(&self) -> Locale {
        Locale::new(self.language())
    }

    pub(crate) fn texts(&self) -> TerminalLocale {
        TerminalLocale::new(self.language())
    }

    pub(crate) fn piece_style(&self) -> PieceStyle {
        self.piece_style_override.unwrap_or(self.piece_style)
    }

    /// True if piece sprites are selected but the terminal has no colours.
    pub(crate) fn art_unavailable(&self) -> bool {
        self.piece_style() == PieceStyle::Art && self.color_depth == ColorDepth::None
    }

    /// The text of the settings file: the client's settings followed by the terminal's own.
    pub(crate) fn settings_file_text(&self, settings: &str) -> String {
        format!("{settings}{PIECE_STYLE_KEY} {}\n", self.piece_style.name())
    }

    pub(crate) fn color_depth(&self) -> ColorDepth {
        self.color_depth
    }

    pub(crate) fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    pub(crate) fn input_line(&self) -> InputLine {
        self.input_line
    }

    pub(crate) fn selected_row(&self) -> usize {
        self.selected_row
    }

    pub(crate) fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    pub(crate) fn is_answer_rejected(&self) -> bool {
        self.answer_rejected
    }

    pub(crate) fn opponent_name(&self) -> Option<&str> {
        self.opponent.as_ref().map(|(_, name)| name.as_str())
    }

    /// Updates the time and the window size.
    pub(crate) fn set_time_and_area(&mut self, now: Timestamp, area: Rect) {
        (self.now, self.area) = (now, area);
    }

    /// Returns and clears the effects to run, in order.
    pub(crate) fn take_effects(&mut self) -> Vec<AppEffect> {
        std::mem::take(&mut self.effects)
    }

    /// Sends an event to the client and collects its effects.
    pub(crate) fn send(&mut self, event: Event) {
        for effect in update(&mut self.state, event, self.now) {
            if let Effect::Announce(announcement) = &effect {
                self.record_announcement(announcement);
            }
            self.effects.push(AppEffect::Client(effect));
        }
    }

    /// Handles a terminal input event.
    pub(crate) fn input(&mut self, input: CrosstermEvent) {
        match input {
            CrosstermEvent::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            CrosstermEvent::Mouse(mouse) => self.mouse(mouse),
            CrosstermEvent::Paste(text) => self.paste(&text),
            CrosstermEvent::FocusGained => self.send(Event::Tick),
            CrosstermEvent::FocusLost => self.send(Event::PointerOver(None)),
            CrosstermEvent::Key(_) | CrosstermEvent::Resize(..) => {}
        }
    }

    /// Opens a position or game from a text. The text is parsed before the current game is replaced; the last
    /// position is shown.
    pub(crate) fn open_text(&mut self, text: String) {
        self.overlay = Overlay::None;
        self.notice = None;
        self.send(Event::OpenText(text));
        match self.view().confirmation() {
            Some(Confirmation::ReplaceGame) => self.open_overlay(Overlay::ConfirmOpen),
            _ if self.view().screen() == Screen::Game => {
                let problem = self.view().problem().cloned();
                self.send(Event::Navigate(Navigation::Last));
                // Navigating clears the client's problem, so it is kept as a notice.
                self.notice = problem.map(Notice::Problem);
            }
            _ => {}
        }
    }

    /// Opens a file that was read. If nothing in it can be opened, the file name can be edited.
    pub(crate) fn file_opened(&mut self, path: &str, text: String) {
        self.open_text(text);
        if let Some(problem) =
            self.view().problem().cloned().filter(|problem| *problem != Problem::OnlyFirstGame)
        {
            self.file_not_read(path, Notice::Problem(problem));
        }
    }

    /// Shows a notice beside the board.
    pub(crate) fn show_notice(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    /// Records the result of a save.
    pub(crate) fn game_saved(&mut self, failure: Option<String>) {
        if failure.is_some() && failure != self.save_error {
            self.notice = failure.clone().map(Notice::GameNotSaved);
        }
        self.save_error = failure;
    }

    /// The game as PGN.
    fn pgn(&self) -> String {
        let mut pgn = self.view().local_game().pgn();
        openings::add_tags(&mut pgn);
        pgn.to_string()
    }

    /// Reason why the game cannot be saved, if any.
    pub(crate) fn save_error(&self) -> Option<&str> {
        self.save_error.as_deref()
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.now
    }

    /// True if a game with at least one move is not over.
    pub(crate) fn has_game_in_progress(&self) -> bool {
        let game = self.view().local_game().game();
        game.plies() > 0 && game.outcome().is_none()
    }

    fn key(&mut self, key: KeyEvent) {
        let takes_text = matches!(self.overlay, Overlay::TextInput(..))
            || self.overlay == Overlay::None && self.view().screen() == Screen::Form;
        let key = if takes_text { key } else { hangul::to_latin_key(key) };
        if self.global_key(key) {
            return;
        }
        if self.overlay != Overlay::None {
            return self.key_in_overlay(key);
        }
        match self.view().screen() {
            Screen::Home if self.server.is_some() => self.key_in_lobby(key),
            Screen::Home => self.key_at_home(key),
            Screen::Form => self.key_in_form(key),
            Screen::Settings => self.key_in_settings(key),
            Screen::Game => match self.prompt() {
                Some(prompt) => self.key_at_prompt(prompt, key),
                None => match self.input_line {
                    InputLine::Open | InputLine::Refused => self.key_in_input_line(key),
                    InputLine::Closed => self.key_at_board(key),
                },
            },
        }
    }

    fn paste(&mut self, text: &str) {
        let line: String = text.chars().filter(|c| !c.is_control()).collect();
        if self.overlay != Overlay::None {
            return self.paste_in_overlay(&line);
        }
        match self.view().screen() {
            Screen::Form => self.paste_in_form(&line),
            Screen::Settings => {}
            Screen::Game if line.chars().count() <= move_input::MAX_INPUT_LEN => self.append_input(&line),
            // An online game is not replaced by a pasted one.
            Screen::Game | Screen::Home if self.server.is_some() => {}
            Screen::Game | Screen::Home => self.open_text(text.to_owned()),
        }
    }

    /// Goes to a screen and selects its first row.
    fn go_to_screen(&mut self, screen: Screen) {
        self.selected_row = 0;
        self.overlay = Overlay::None;
        self.notice = None;
        self.send(Event::GoTo(screen));
    }

    fn record_announcement(&mut self, announcement: &Announcement) {
        self.notice = match announcement {
            Announcement::Moved { piece, m, .. } => {
                m.castling_side().map(|side| Notice::Castled(piece.color, side))
            }
            // Shown by the status line, the marks or a prompt.
            Announcement::Check(_) | Announcement::IllegalMove | Announcement::PositionShown(_) => return,
            // A new game clears notices about the old one, but not that saving fails.
            Announcement::GameStarted(_) | Announcement::GameOpened(_) => {
                self.failed_opponent = None;
                self.notice.take().filter(|notice| matches!(notice, Notice::GameNotSaved(_)))
            }
            Announcement::Selected(..) | Announcement::MoveRejected(_) | Announcement::ChoosePromotion(_) => {
                None
            }
            _ => Some(Notice::Announced(announcement.clone())),
        };
    }

    /// Clears the notice unless it is sticky.
    fn dismiss_notice(&mut self) {
        self.notice = self.notice.take().filter(Notice::is_sticky);
    }

    fn save_pgn(&mut self, path: String) {
        let text = self.pgn();
        self.effects.push(AppEffect::WriteFile { path, text });
    }

    fn copy(&mut self, document: Document) {
        self.send(Event::CopyText(document));
    }

    /// The local side that acts: the side to move if it is local.
    fn acting_side(&self) -> Color {
        self.view().local_game().local_side()
    }
}
