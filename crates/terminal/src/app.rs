//! What the terminal adds to the client: what lies over the board, the line that is typed into, and what was said last.
//! Keys and mouse become events of the client here; what is to be done about them comes out as [`Errand`]s.

mod against;
mod board;
mod command;
mod errand;
mod form;
mod hangul;
mod home;
mod layer;
mod list;
mod lobby;
mod looks;
mod mouse;
mod prompt;
mod remark;
mod settings;
#[cfg(test)]
mod tests;
mod typing;

use client::{
    Announcement, Document, Effect, Event, Language, Moment, Problem, Question, Screen, Settings, State,
    View, Words, update,
};
use game::Timestamp;
use ratatui::crossterm::event::{Event as Input, KeyEvent, KeyEventKind};
use ratatui::layout::Rect;
use rules::Color;

pub(crate) use against::Against;
pub(crate) use command::{Binding, Command};
pub(crate) use errand::Errand;
pub(crate) use form::{FormRow, bottom};
pub(crate) use hangul::latin;
pub(crate) use home::HomeRow;
pub(crate) use layer::{DrawChoice, Layer, Purpose};
pub(crate) use lobby::LobbyRow;
pub(crate) use looks::Looks;
pub(crate) use prompt::Prompt;
pub(crate) use remark::{Remark, trouble_text};
pub(crate) use settings::SettingRow;

use crate::opening::PIECES;
use crate::texts::Texts;
use crate::{Depth, Pieces, Server};

/// The whole program but for the world around it.
#[derive(Debug)]
pub(crate) struct App {
    state: State,
    now: Timestamp,
    /// The window, for the mouse.
    area: Rect,
    /// The language of the system, for settings that follow it.
    system: Language,
    /// A language asked for on the command line goes before all.
    asked: Option<Language>,
    /// How pieces are drawn: as the command line has it, otherwise as it was set.
    asked_pieces: Option<Pieces>,
    pieces: Pieces,
    depth: Depth,
    layer: Layer,
    line: Line,
    /// The row that Enter would take, in whatever list is shown.
    row: usize,
    remark: Option<Remark>,
    /// Whether the last answer to a prompt was none of those asked for.
    again: bool,
    /// Whether the last key was an `h` that moved the cursor, and where the cursor had been.
    after_h: Option<rules::Square>,
    /// Why the game cannot be kept, if it cannot.
    unkept: Option<String>,
    /// The name of the engine that the command line has brought.
    engine: Option<String>,
    /// Whom the form has one play against.
    against: Against,
    /// Whoever sits elsewhere, and their name.
    opponent: Option<(Against, String)>,
    /// Whoever sat there and failed, and the side they played: they can be started again.
    gone: Option<(Against, Color)>,
    /// The moves that Tab goes round, and which of them stands in the line.
    completed: Option<(Vec<String>, usize)>,
    /// The server that is played at.
    server: Option<Server>,
    errands: Vec<Errand>,
}

/// The line for typed moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// Keys are commands.
    Closed,
    /// Keys are text.
    Open,
}

impl App {
    pub(crate) fn new(settings: Settings, looks: Looks) -> App {
        let Looks { asked_pieces, pieces, depth, system, asked } = looks;
        App {
            state: State::new(settings),
            now: Timestamp::default(),
            area: Rect::default(),
            system,
            asked,
            asked_pieces,
            pieces,
            depth,
            layer: Layer::None,
            line: Line::Closed,
            row: 0,
            remark: None,
            again: false,
            after_h: None,
            unkept: None,
            engine: None,
            against: Against::default(),
            opponent: None,
            gone: None,
            completed: None,
            server: None,
            errands: Vec::new(),
        }
    }

    /// The client as it is to be drawn.
    pub(crate) fn view(&self) -> View<'_> {
        self.state.view(self.now)
    }

    pub(crate) fn language(&self) -> Language {
        self.asked.or(self.view().settings().language).unwrap_or(self.system)
    }

    pub(crate) fn words(&self) -> Words {
        Words::new(self.language())
    }

    pub(crate) fn texts(&self) -> Texts {
        Texts::new(self.language())
    }

    pub(crate) fn pieces(&self) -> Pieces {
        self.asked_pieces.unwrap_or(self.pieces)
    }

    /// Whether pieces are to be drawn, and there are no colours to draw them with.
    pub(crate) fn lacks_art(&self) -> bool {
        self.pieces() == Pieces::Art && self.depth == Depth::None
    }

    /// The settings as they are kept: the client's, and what only a terminal knows.
    pub(crate) fn kept_settings(&self, settings: &str) -> String {
        format!("{settings}{PIECES} {}\n", self.pieces.name())
    }

    pub(crate) fn depth(&self) -> Depth {
        self.depth
    }

    pub(crate) fn layer(&self) -> &Layer {
        &self.layer
    }

    pub(crate) fn line(&self) -> Line {
        self.line
    }

    pub(crate) fn row(&self) -> usize {
        self.row
    }

    pub(crate) fn remark(&self) -> Option<&Remark> {
        self.remark.as_ref()
    }

    pub(crate) fn is_asked_again(&self) -> bool {
        self.again
    }

    pub(crate) fn opponent(&self) -> Option<&str> {
        self.opponent.as_ref().map(|(_, name)| name.as_str())
    }

    /// It is later, and the window is that large.
    pub(crate) fn at(&mut self, now: Timestamp, area: Rect) {
        (self.now, self.area) = (now, area);
    }

    /// What is to be done in the world, in order.
    pub(crate) fn take_errands(&mut self) -> Vec<Errand> {
        std::mem::take(&mut self.errands)
    }

    /// Lets the client know that something happened.
    pub(crate) fn send(&mut self, event: Event) {
        for effect in update(&mut self.state, event, self.now) {
            if let Effect::Announce(announcement) = &effect {
                self.notice(announcement);
            }
            self.errands.push(Errand::Effect(effect));
        }
    }

    /// Something came in from the terminal.
    pub(crate) fn input(&mut self, input: Input) {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::Paste(text) => self.paste(&text),
            Input::FocusGained => self.send(Event::Tick),
            Input::FocusLost => self.send(Event::Over(None)),
            Input::Key(_) | Input::Resize(..) => {}
        }
    }

    /// A text from a file or from the clipboard: a position, or a game. It is read before anything makes way for it, and
    /// stands at its last move.
    pub(crate) fn open(&mut self, text: String) {
        self.layer = Layer::None;
        self.remark = None;
        self.send(Event::Open(text));
        match self.view().question() {
            Some(Question::Open) => self.lay(Layer::MakeWay),
            _ if self.view().screen() == Screen::Table => {
                let problem = self.view().problem().cloned();
                self.send(Event::Show(Moment::Last));
                // What is to be said about the text is not forgotten over looking at its end.
                self.remark = problem.map(Remark::Problem);
            }
            _ => {}
        }
    }

    /// A file that was to be opened has been read; one with nothing to open in it keeps its name to be changed.
    pub(crate) fn opened(&mut self, path: &str, text: String) {
        self.open(text);
        if let Some(problem) = self.view().problem().cloned().filter(|problem| *problem != Problem::OnlyFirst)
        {
            self.unread(path, Remark::Problem(problem));
        }
    }

    /// Says something about what the world did.
    pub(crate) fn say(&mut self, remark: Remark) {
        self.remark = Some(remark);
    }

    /// The game was kept, or could not be.
    pub(crate) fn kept(&mut self, failure: Option<String>) {
        if failure.is_some() && failure != self.unkept {
            self.remark = failure.clone().map(Remark::NotKept);
        }
        self.unkept = failure;
    }

    /// The game as PGN.
    fn pgn(&self) -> String {
        self.view().table().pgn().to_string()
    }

    /// Why the game cannot be kept, if it cannot.
    pub(crate) fn unkept(&self) -> Option<&str> {
        self.unkept.as_deref()
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.now
    }

    /// Whether there is a game in progress that would be missed.
    pub(crate) fn is_busy(&self) -> bool {
        let game = self.view().table().game();
        game.plies() > 0 && game.outcome().is_none()
    }

    fn key(&mut self, key: KeyEvent) {
        let takes_text = matches!(self.layer, Layer::Name(..))
            || self.layer == Layer::None && self.view().screen() == Screen::Form;
        let key = if takes_text { key } else { hangul::key(key) };
        if self.everywhere(key) {
            return;
        }
        if self.layer != Layer::None {
            return self.key_in_layer(key);
        }
        match self.view().screen() {
            Screen::Home if self.server.is_some() => self.key_in_lobby(key),
            Screen::Home => self.key_at_home(key),
            Screen::Form => self.key_in_form(key),
            Screen::Settings => self.key_in_settings(key),
            Screen::Table => match self.prompt() {
                Some(prompt) => self.key_at_prompt(prompt, key),
                None => match self.line {
                    Line::Open => self.key_in_line(key),
                    Line::Closed => self.key_at_board(key),
                },
            },
        }
    }

    fn paste(&mut self, text: &str) {
        let line: String = text.chars().filter(|c| !c.is_control()).collect();
        if self.layer != Layer::None {
            return self.paste_in_layer(&line);
        }
        match self.view().screen() {
            Screen::Form => self.paste_in_form(&line),
            Screen::Settings => {}
            Screen::Table if line.chars().count() <= typing::LONGEST => self.type_more(&line),
            // The game at a server is that of two.
            Screen::Table | Screen::Home if self.server.is_some() => {}
            Screen::Table | Screen::Home => self.open(text.to_owned()),
        }
    }

    /// Another screen, its first row chosen.
    fn go(&mut self, screen: Screen) {
        self.row = 0;
        self.layer = Layer::None;
        self.remark = None;
        self.send(Event::Go(screen));
    }

    fn notice(&mut self, announcement: &Announcement) {
        self.remark = match announcement {
            Announcement::Moved { piece, m, .. } => {
                m.castling_side().map(|side| Remark::Castled(piece.color, side))
            }
            // The line under the board, the marks or a prompt say it already.
            Announcement::Check(_) | Announcement::Impossible | Announcement::Shown(_) => return,
            // What was said of the game before is over with it; that nothing can be kept is not.
            Announcement::Begun(_) | Announcement::Opened(_) => {
                self.gone = None;
                self.remark.take().filter(|remark| matches!(remark, Remark::NotKept(_)))
            }
            Announcement::Selected(..) | Announcement::Refused(_) | Announcement::ChoosePromotion(_) => None,
            _ => Some(Remark::Announced(announcement.clone())),
        };
    }

    /// What was said last has been read, now that something else is being done. What should not be missed stays until a move
    /// is made or it is waved away.
    fn hush(&mut self) {
        self.remark = self.remark.take().filter(Remark::is_lasting);
    }

    fn download(&mut self, path: String) {
        let text = self.pgn();
        self.errands.push(Errand::Write { path, text });
    }

    fn copy(&mut self, document: Document) {
        self.send(Event::Copy(document));
    }

    /// The side that speaks for the people here: the one to move, if it is here.
    fn speaker(&self) -> Color {
        self.view().table().speaker()
    }
}
