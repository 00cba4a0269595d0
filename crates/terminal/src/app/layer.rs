//! What lies over the screen: help, menu, the ways to a draw, the name of a file, a question before something is lost.

use client::online::Wish;
use client::{Act, Event, Moment, Phrase, Screen};
use game::Claim;
use protocol::{ChatText, Speech};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::Color;

use super::command::{Binding, Command};
use super::list::{Pick, pick_by_letters};
use super::{App, Errand, Remark};
use crate::paint::furthest_help;
use crate::texts::Text;
use crate::world::{self, environment};

/// What lies over the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Layer {
    /// Nothing.
    None,
    /// The keys and what they do.
    Help,
    /// What can be done now.
    Menu,
    /// The ways to a draw.
    Draw,
    /// The name of a file is asked for, and has been typed so far.
    Name(Purpose, String),
    /// Is the file of that name to be written over?
    Overwrite(String),
    /// Is the game in progress to be given up for that of the form?
    Replace,
    /// Is it to be given up for what was opened?
    MakeWay,
    /// Are both sides of the kept game to be played here, its other player not being there?
    TakeOver,
    /// The address to send to a friend.
    Link(String),
    /// Is it over for today?
    Quit,
}

/// What a file is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// To save the game to it.
    Save,
    /// To open what is in it.
    Open,
    /// It is no file but something to say to the other side.
    Say,
}

/// A way to a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DrawChoice {
    /// A side offers it.
    Offer(Color),
    /// It is claimed for what is on the board.
    Claim(Claim),
    /// It is claimed with a move that is announced.
    ClaimWithMove(Claim),
}

/// No file has a longer name.
const LONGEST_NAME: usize = 1024;

impl App {
    /// Puts something over the screen.
    pub(super) fn lay(&mut self, layer: Layer) {
        self.row = 0;
        self.again = false;
        self.remark = None;
        self.layer = layer;
    }

    /// The commands of the menu: those that have a meaning now.
    pub(crate) fn menu(&self) -> Vec<&'static Binding> {
        const COMMANDS: [Command; 19] = [
            Command::Restart,
            Command::Type,
            Command::TakeBack,
            Command::Draw,
            Command::Resign,
            Command::Pause,
            Command::Rematch,
            Command::Say,
            Command::ClaimWin,
            Command::GiveTime,
            Command::Turn,
            Command::New,
            Command::Save,
            Command::Open,
            Command::Copy(client::Document::Pgn),
            Command::Copy(client::Document::Fen),
            Command::Settings,
            Command::Help,
            Command::Quit,
        ];
        COMMANDS.into_iter().filter(|&command| self.can(command)).filter_map(Binding::to).collect()
    }

    /// The ways to a draw that are open now.
    pub(crate) fn draw_choices(&self) -> Vec<DrawChoice> {
        let actions = self.view().actions();
        let claims = Claim::ALL.into_iter().filter(|&claim| actions.claim.has(claim)).map(DrawChoice::Claim);
        let with_move = actions.claim_with_move.iter().copied().map(DrawChoice::ClaimWithMove);
        let offers = Color::ALL.into_iter().filter(|&color| actions.offer_draw[color]).map(DrawChoice::Offer);
        claims.chain(with_move).chain(offers).collect()
    }

    pub(super) fn ask_for_draw(&mut self) {
        self.lay(Layer::Draw);
    }

    /// Ends the program, after a question if a game is in progress.
    pub(super) fn leave(&mut self) {
        // At a server nothing is left behind by somebody who only watches, or looks around.
        let is_missed = if self.server.is_some() { self.plays_at_server() } else { self.is_busy() };
        match is_missed {
            true => self.lay(Layer::Quit),
            false => self.errands.push(Errand::Quit),
        }
    }

    /// The game of the form takes the place of this one, after a question if this one is in progress.
    pub(crate) fn replace(&mut self) {
        match self.view().unfinished().is_some() {
            true => self.lay(Layer::Replace),
            false => self.start(),
        }
    }

    /// A name for the game's file that is still free: who played.
    pub(super) fn file_name(&self) -> String {
        let words = self.words();
        let table = self.view().table();
        let name = |color: Color| {
            let name = Some(table.players()[color].name()).filter(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| words.color(color)).to_lowercase();
            name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect::<String>()
        };
        world::free_name(&format!("{}-{}", name(Color::White), name(Color::Black)), "pgn")
    }

    pub(super) fn key_in_layer(&mut self, key: KeyEvent) {
        match self.layer.clone() {
            Layer::None => {}
            Layer::Help => self.key_in_help(key),
            Layer::Menu => self.key_in_menu(key),
            Layer::Draw => self.key_in_draws(key),
            Layer::Name(purpose, name) => self.key_in_name(key, purpose, name),
            Layer::Overwrite(path) => match self.yes_or_no(key) {
                Some(Answer::Yes) => {
                    let text = self.pgn();
                    self.errands.push(Errand::Overwrite { path, text });
                }
                Some(Answer::No) => self.layer = Layer::Name(Purpose::Save, path),
                None => {}
            },
            Layer::Replace => {
                if self.yes_or_no(key) == Some(Answer::Yes) {
                    self.layer = Layer::None;
                    self.start();
                }
            }
            Layer::MakeWay => match self.yes_or_no(key) {
                Some(Answer::Yes) => {
                    self.layer = Layer::None;
                    self.send(Event::Act(Act::Confirm));
                    self.send(Event::Show(Moment::Last));
                }
                Some(Answer::No) => self.send(Event::Act(Act::Cancel)),
                None => {}
            },
            Layer::TakeOver => {
                if self.yes_or_no(key) == Some(Answer::Yes) {
                    self.layer = Layer::None;
                    self.take_over();
                }
            }
            Layer::Link(_) => self.layer = Layer::None,
            Layer::Quit => {
                if self.yes_or_no(key) == Some(Answer::Yes) {
                    self.errands.push(Errand::Quit);
                }
            }
        }
    }

    pub(super) fn paste_in_layer(&mut self, text: &str) {
        if let Layer::Name(purpose, name) = &self.layer {
            let name = name.chars().chain(text.chars()).take(LONGEST_NAME).collect();
            self.layer = Layer::Name(*purpose, name);
        }
    }

    /// Takes a row of the list that lies over the screen.
    pub(super) fn take_row(&mut self, row: usize) {
        match self.layer {
            Layer::Menu => {
                let binding = self.menu().get(row).copied();
                self.layer = Layer::None;
                if let Some(binding) = binding {
                    self.command(binding.command);
                }
            }
            Layer::Draw => {
                let choice = self.draw_choices().get(row).copied();
                self.layer = Layer::None;
                if let Some(choice) = choice {
                    self.send(Event::Act(match choice {
                        DrawChoice::Offer(by) => Act::OfferDraw(by),
                        DrawChoice::Claim(claim) => Act::Claim(claim),
                        DrawChoice::ClaimWithMove(claim) => Act::ClaimWithMove(claim),
                    }));
                }
            }
            _ => {}
        }
    }

    /// What a yes-or-no layer asks.
    pub(crate) fn layer_question(&self) -> Option<String> {
        let words = self.words();
        match (&self.layer, &self.unkept) {
            (Layer::Quit, _) if self.server.is_some() => {
                Some(self.texts().get(Text::OnlineAskQuit).to_owned())
            }
            (Layer::Quit, None) => Some(words.phrase(Phrase::TerminalAskQuit).to_owned()),
            (Layer::Quit, Some(reason)) => {
                let kept = Remark::NotKept(reason.clone()).text(words, self.texts());
                Some(format!("{kept}\n{}?", words.phrase(Phrase::TerminalQuit)))
            }
            (Layer::Replace | Layer::MakeWay, _) => Some(words.phrase(Phrase::AskNewGame).to_owned()),
            (Layer::Overwrite(path), _) => Some(self.texts().fill(Text::AskOverwrite, &[("file", path)])),
            (Layer::TakeOver, _) => {
                Some(self.texts().fill(Text::OpponentAbsent, &[("name", &self.absent())]))
            }
            _ => None,
        }
    }

    /// The arrows go through the help where it is longer than the window; any other key closes it.
    fn key_in_help(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Down | KeyCode::Char('j') => {
                self.row = (self.row + 1).min(furthest_help(self, self.area))
            }
            KeyCode::Up | KeyCode::Char('k') => self.row = self.row.saturating_sub(1),
            _ => self.layer = Layer::None,
        }
    }

    fn key_in_menu(&mut self, key: KeyEvent) {
        let bound = self.menu().iter().position(|binding| binding.keys.contains(&key.code));
        match bound {
            Some(row) => self.take_row(row),
            None => self.key_in_list(key, self.menu().len()),
        }
    }

    /// The ways to a draw are numbered.
    fn key_in_draws(&mut self, key: KeyEvent) {
        let choices = self.draw_choices().len();
        let number = match key.code {
            KeyCode::Char(digit) => digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok()),
            _ => None,
        };
        match number {
            Some(number @ 1..) if number <= choices => self.take_row(number - 1),
            _ => self.key_in_list(key, choices),
        }
    }

    fn key_in_list(&mut self, key: KeyEvent, rows: usize) {
        match pick_by_letters(key, self.row, rows) {
            Some(Pick::Row(row)) => self.row = row,
            Some(Pick::Take) => self.take_row(self.row),
            Some(Pick::Leave) => self.layer = Layer::None,
            Some(Pick::Change(_)) | None => {}
        }
    }

    fn key_in_name(&mut self, key: KeyEvent, purpose: Purpose, mut name: String) {
        self.remark = None;
        match key.code {
            KeyCode::Esc => return self.layer = Layer::None,
            KeyCode::Enter => return self.finish_name(purpose, name.trim()),
            KeyCode::Backspace => drop(name.pop()),
            KeyCode::Char('u' | 'w') if key.modifiers.contains(KeyModifiers::CONTROL) => name.clear(),
            KeyCode::Char(letter) if name.chars().count() < LONGEST_NAME => name.push(letter),
            _ => {}
        }
        self.layer = Layer::Name(purpose, name);
    }

    /// A file that cannot be written keeps the question open, with what was typed.
    fn finish_name(&mut self, purpose: Purpose, name: &str) {
        match purpose {
            _ if name.is_empty() => self.say(Remark::NoName),
            Purpose::Save => self.download(name.to_owned()),
            Purpose::Open => self.errands.push(Errand::Read(name.to_owned())),
            Purpose::Say => self.say_aloud(name),
        }
    }

    /// Says something to the other side. What is too long keeps the question open, with what was typed.
    fn say_aloud(&mut self, text: &str) {
        match ChatText::new(text) {
            Ok(text) => {
                self.layer = Layer::None;
                self.send(Event::Wish(Wish::Say(Speech::Text(text))));
            }
            Err(_) => self.say(Remark::CannotSay),
        }
    }

    /// The file was written, or why not. One that could not be written keeps its name to be changed.
    pub(crate) fn written(&mut self, remark: Remark) {
        match (&remark, &self.layer) {
            (Remark::Saved(_), _) => self.layer = Layer::None,
            (_, Layer::Overwrite(path)) => self.layer = Layer::Name(Purpose::Save, path.clone()),
            _ => {}
        }
        self.remark = Some(remark);
    }

    /// There is such a file already, and it has not been touched.
    pub(crate) fn exists(&mut self, path: String) {
        self.lay(Layer::Overwrite(path));
    }

    /// The file that was to be opened could not be read.
    pub(crate) fn unread(&mut self, name: &str, remark: Remark) {
        self.layer = Layer::Name(Purpose::Open, name.to_owned());
        self.remark = Some(remark);
    }

    fn yes_or_no(&mut self, key: KeyEvent) -> Option<Answer> {
        let answer = match key.code {
            KeyCode::Char('y' | 'Y') => Some(Answer::Yes),
            KeyCode::Char('n' | 'N') | KeyCode::Esc => Some(Answer::No),
            _ => None,
        };
        self.again = answer.is_none();
        if answer == Some(Answer::No) {
            self.layer = Layer::None;
        }
        answer
    }

    /// Starts the game of the form, if nothing is wrong with it.
    pub(super) fn start(&mut self) {
        self.seat_opponent();
        self.send(Event::Start { seed: environment::seed() });
        if self.view().screen() == Screen::Table {
            self.line = super::Line::Closed;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
}
