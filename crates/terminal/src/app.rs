//! What the terminal adds to the client: what lies over the board, the line that is typed into, and what was said last.
//! Keys and mouse become events of the client here; what is to be done about them comes out as [`Errand`]s.

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
mod display_options;
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
use ratatui::crossterm::event::{Event as Input, KeyEvent, KeyEventKind};
use ratatui::layout::Rect;
use rules::Color;

pub(crate) use command::{Binding, Command};
pub(crate) use display_options::DisplayOptions;
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

use crate::startup::PIECE_STYLE_KEY;
use crate::texts::TerminalLocale;
use crate::{ColorDepth, PieceStyle, ServerOptions};

/// The whole program but for the world around it.
#[derive(Debug)]
pub(crate) struct App {
    state: State,
    now: Timestamp,
    /// The window, for the mouse.
    area: Rect,
    /// The language of the system, for settings that follow it.
    system_language: Language,
    /// A language asked for on the command line goes before all.
    language_override: Option<Language>,
    /// How pieces are drawn: as the command line has it, otherwise as it was set.
    piece_style_override: Option<PieceStyle>,
    piece_style: PieceStyle,
    color_depth: ColorDepth,
    overlay: Overlay,
    input_line: InputLine,
    /// The row that Enter would take, in whatever list is shown.
    selected_row: usize,
    notice: Option<Notice>,
    /// Whether the last answer to a prompt was none of those asked for.
    answer_rejected: bool,
    /// Whether the last key was an `h` that moved the cursor, and where the cursor had been.
    cursor_before_h: Option<rules::Square>,
    /// Why the game cannot be kept, if it cannot.
    save_error: Option<String>,
    /// The name of the engine that the command line has brought.
    engine_name: Option<String>,
    /// Whom the form has one play against.
    opponent_choice: OpponentChoice,
    /// Whoever sits elsewhere, and their name.
    opponent: Option<(OpponentChoice, String)>,
    /// Whoever sat there and failed, and the side they played: they can be started again.
    failed_opponent: Option<(OpponentChoice, Color)>,
    /// The moves that Tab goes round, and which of them stands in the line.
    completion_cycle: Option<(Vec<String>, usize)>,
    /// The server that is played at.
    server: Option<ServerOptions>,
    effects: Vec<AppEffect>,
}

/// The line for typed moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputLine {
    /// Keys are commands.
    Closed,
    /// Keys are text.
    Open,
}

impl App {
    pub(crate) fn new(settings: Settings, looks: DisplayOptions) -> App {
        let DisplayOptions {
            piece_style_override: asked_pieces,
            piece_style: pieces,
            color_depth: depth,
            system_language: system,
            language_override: asked,
        } = looks;
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

    /// The client as it is to be drawn.
    pub(crate) fn view(&self) -> View<'_> {
        self.state.view(self.now)
    }

    pub(crate) fn language(&self) -> Language {
        self.language_override.or(self.view().settings().language).unwrap_or(self.system_language)
    }

    pub(crate) fn words(&self) -> Locale {
        Locale::new(self.language())
    }

    pub(crate) fn texts(&self) -> TerminalLocale {
        TerminalLocale::new(self.language())
    }

    pub(crate) fn piece_style(&self) -> PieceStyle {
        self.piece_style_override.unwrap_or(self.piece_style)
    }

    /// Whether pieces are to be drawn, and there are no colours to draw them with.
    pub(crate) fn art_unavailable(&self) -> bool {
        self.piece_style() == PieceStyle::Art && self.color_depth == ColorDepth::None
    }

    /// The settings as they are kept: the client's, and what only a terminal knows.
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

    /// It is later, and the window is that large.
    pub(crate) fn set_time_and_area(&mut self, now: Timestamp, area: Rect) {
        (self.now, self.area) = (now, area);
    }

    /// What is to be done in the world, in order.
    pub(crate) fn take_effects(&mut self) -> Vec<AppEffect> {
        std::mem::take(&mut self.effects)
    }

    /// Lets the client know that something happened.
    pub(crate) fn send(&mut self, event: Event) {
        for effect in update(&mut self.state, event, self.now) {
            if let Effect::Announce(announcement) = &effect {
                self.record_announcement(announcement);
            }
            self.effects.push(AppEffect::Client(effect));
        }
    }

    /// Something came in from the terminal.
    pub(crate) fn input(&mut self, input: Input) {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::Paste(text) => self.paste(&text),
            Input::FocusGained => self.send(Event::Tick),
            Input::FocusLost => self.send(Event::PointerOver(None)),
            Input::Key(_) | Input::Resize(..) => {}
        }
    }

    /// A text from a file or from the clipboard: a position, or a game. It is read before anything makes way for it, and
    /// stands at its last move.
    pub(crate) fn open_text(&mut self, text: String) {
        self.overlay = Overlay::None;
        self.notice = None;
        self.send(Event::OpenText(text));
        match self.view().confirmation() {
            Some(Confirmation::ReplaceGame) => self.open_overlay(Overlay::ConfirmOpen),
            _ if self.view().screen() == Screen::Game => {
                let problem = self.view().problem().cloned();
                self.send(Event::Navigate(Navigation::Last));
                // What is to be said about the text is not forgotten over looking at its end.
                self.notice = problem.map(Notice::Problem);
            }
            _ => {}
        }
    }

    /// A file that was to be opened has been read; one with nothing to open in it keeps its name to be changed.
    pub(crate) fn file_opened(&mut self, path: &str, text: String) {
        self.open_text(text);
        if let Some(problem) =
            self.view().problem().cloned().filter(|problem| *problem != Problem::OnlyFirstGame)
        {
            self.file_not_read(path, Notice::Problem(problem));
        }
    }

    /// Says something about what the world did.
    pub(crate) fn show_notice(&mut self, remark: Notice) {
        self.notice = Some(remark);
    }

    /// The game was kept, or could not be.
    pub(crate) fn game_saved(&mut self, failure: Option<String>) {
        if failure.is_some() && failure != self.save_error {
            self.notice = failure.clone().map(Notice::GameNotSaved);
        }
        self.save_error = failure;
    }

    /// The game as PGN.
    fn pgn(&self) -> String {
        self.view().local_game().pgn().to_string()
    }

    /// Why the game cannot be kept, if it cannot.
    pub(crate) fn save_error(&self) -> Option<&str> {
        self.save_error.as_deref()
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.now
    }

    /// Whether there is a game in progress that would be missed.
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
                    InputLine::Open => self.key_in_input_line(key),
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
            // The game at a server is that of two.
            Screen::Game | Screen::Home if self.server.is_some() => {}
            Screen::Game | Screen::Home => self.open_text(text.to_owned()),
        }
    }

    /// Another screen, its first row chosen.
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
            // The line under the board, the marks or a prompt say it already.
            Announcement::Check(_) | Announcement::IllegalMove | Announcement::PositionShown(_) => return,
            // What was said of the game before is over with it; that nothing can be kept is not.
            Announcement::GameStarted(_) | Announcement::GameOpened(_) => {
                self.failed_opponent = None;
                self.notice.take().filter(|remark| matches!(remark, Notice::GameNotSaved(_)))
            }
            Announcement::Selected(..) | Announcement::MoveRejected(_) | Announcement::ChoosePromotion(_) => {
                None
            }
            _ => Some(Notice::Announced(announcement.clone())),
        };
    }

    /// What was said last has been read, now that something else is being done. What should not be missed stays until a move
    /// is made or it is waved away.
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

    /// The side that speaks for the people here: the one to move, if it is here.
    fn acting_side(&self) -> Color {
        self.view().local_game().local_side()
    }
}
