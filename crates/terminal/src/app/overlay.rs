//! What lies over the screen: help, menu, the ways to a draw, the name of a file, a question before something is lost.

use client::online::OnlineCommand;
use client::{BoardCommand, Event, MessageKey, Navigation, PlayerAction, Screen};
use game::Claim;
use protocol::{ChatContent, ChatText};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::Color;

use super::command::{Binding, Command};
use super::list::{ListAction, list_action_vi};
use super::{App, AppEffect, Notice};
use crate::platform::{self, environment};
use crate::texts::Text;
use crate::ui::help_max_scroll;

/// What lies over the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Overlay {
    /// Nothing.
    None,
    /// The keys and what they do.
    Help,
    /// What can be done now.
    Menu,
    /// The ways to a draw.
    DrawMenu,
    /// The name of a file is asked for, and has been typed so far.
    TextInput(InputPurpose, String),
    /// Is the file of that name to be written over?
    ConfirmOverwrite(String),
    /// Is the game in progress to be given up for that of the form?
    ConfirmNewGame,
    /// Is it to be given up for what was opened?
    ConfirmOpen,
    /// Are both sides of the kept game to be played here, its other player not being there?
    ConfirmTakeOver,
    /// The address to send to a friend.
    InviteLink(String),
    /// Is it over for today?
    ConfirmQuit,
}

/// What a file is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputPurpose {
    /// To save the game to it.
    Save,
    /// To open what is in it.
    Open,
    /// It is no file but something to say to the other side.
    Chat,
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
const MAX_INPUT_LEN: usize = 1024;

impl App {
    /// Puts something over the screen.
    pub(super) fn open_overlay(&mut self, layer: Overlay) {
        self.selected_row = 0;
        self.answer_rejected = false;
        self.notice = None;
        self.overlay = layer;
    }

    /// The commands of the menu: those that have a meaning now.
    pub(crate) fn menu_bindings(&self) -> Vec<&'static Binding> {
        const COMMANDS: [Command; 19] = [
            Command::RestartOpponent,
            Command::TypeMove,
            Command::TakeBack,
            Command::Draw,
            Command::Resign,
            Command::Pause,
            Command::Rematch,
            Command::Chat,
            Command::ClaimWin,
            Command::GiveTime,
            Command::Flip,
            Command::NewGame,
            Command::Save,
            Command::Open,
            Command::Copy(client::Document::Pgn),
            Command::Copy(client::Document::Fen),
            Command::Settings,
            Command::Help,
            Command::Quit,
        ];
        COMMANDS
            .into_iter()
            .filter(|&command| self.is_available(command))
            .filter_map(Binding::for_command)
            .collect()
    }

    /// The ways to a draw that are open now.
    pub(crate) fn draw_choices(&self) -> Vec<DrawChoice> {
        let actions = self.view().actions();
        let claims = Claim::ALL.into_iter().filter(|&claim| actions.claim.has(claim)).map(DrawChoice::Claim);
        let with_move = actions.claim_with_move.iter().copied().map(DrawChoice::ClaimWithMove);
        let offers = Color::ALL.into_iter().filter(|&color| actions.offer_draw[color]).map(DrawChoice::Offer);
        claims.chain(with_move).chain(offers).collect()
    }

    pub(super) fn open_draw_menu(&mut self) {
        self.open_overlay(Overlay::DrawMenu);
    }

    /// Ends the program, after a question if a game is in progress.
    pub(super) fn quit(&mut self) {
        // At a server nothing is left behind by somebody who only watches, or looks around.
        let is_missed =
            if self.server.is_some() { self.is_playing_online() } else { self.has_game_in_progress() };
        match is_missed {
            true => self.open_overlay(Overlay::ConfirmQuit),
            false => self.effects.push(AppEffect::Quit),
        }
    }

    /// The game of the form takes the place of this one, after a question if this one is in progress.
    pub(crate) fn start_form_game(&mut self) {
        match self.view().unfinished_game().is_some() {
            true => self.open_overlay(Overlay::ConfirmNewGame),
            false => self.begin_form_game(),
        }
    }

    /// A name for the game's file that is still free: who played.
    pub(super) fn suggested_file_name(&self) -> String {
        let words = self.words();
        let table = self.view().local_game();
        let name = |color: Color| {
            let name = Some(table.players()[color].name()).filter(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| words.color(color)).to_lowercase();
            name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect::<String>()
        };
        platform::free_file_name(&format!("{}-{}", name(Color::White), name(Color::Black)), "pgn")
    }

    pub(super) fn key_in_overlay(&mut self, key: KeyEvent) {
        match self.overlay.clone() {
            Overlay::None => {}
            Overlay::Help => self.key_in_help(key),
            Overlay::Menu => self.key_in_menu(key),
            Overlay::DrawMenu => self.key_in_draw_menu(key),
            Overlay::TextInput(purpose, name) => self.key_in_text_input(key, purpose, name),
            Overlay::ConfirmOverwrite(path) => match self.yes_or_no(key) {
                Some(YesNo::Yes) => {
                    let text = self.pgn();
                    self.effects.push(AppEffect::OverwriteFile { path, text });
                }
                Some(YesNo::No) => self.overlay = Overlay::TextInput(InputPurpose::Save, path),
                None => {}
            },
            Overlay::ConfirmNewGame => {
                if self.yes_or_no(key) == Some(YesNo::Yes) {
                    self.overlay = Overlay::None;
                    self.begin_form_game();
                }
            }
            Overlay::ConfirmOpen => match self.yes_or_no(key) {
                Some(YesNo::Yes) => {
                    self.overlay = Overlay::None;
                    self.send(Event::Command(BoardCommand::Confirm));
                    self.send(Event::Navigate(Navigation::Last));
                }
                Some(YesNo::No) => self.send(Event::Command(BoardCommand::Cancel)),
                None => {}
            },
            Overlay::ConfirmTakeOver => {
                if self.yes_or_no(key) == Some(YesNo::Yes) {
                    self.overlay = Overlay::None;
                    self.take_over_saved_game();
                }
            }
            Overlay::InviteLink(_) => self.overlay = Overlay::None,
            Overlay::ConfirmQuit => {
                if self.yes_or_no(key) == Some(YesNo::Yes) {
                    self.effects.push(AppEffect::Quit);
                }
            }
        }
    }

    pub(super) fn paste_in_overlay(&mut self, text: &str) {
        if let Overlay::TextInput(purpose, name) = &self.overlay {
            let name = name.chars().chain(text.chars()).take(MAX_INPUT_LEN).collect();
            self.overlay = Overlay::TextInput(*purpose, name);
        }
    }

    /// Takes a row of the list that lies over the screen.
    pub(super) fn activate_overlay_row(&mut self, row: usize) {
        match self.overlay {
            Overlay::Menu => {
                let binding = self.menu_bindings().get(row).copied();
                self.overlay = Overlay::None;
                if let Some(binding) = binding {
                    self.run_command(binding.command);
                }
            }
            Overlay::DrawMenu => {
                let choice = self.draw_choices().get(row).copied();
                self.overlay = Overlay::None;
                if let Some(choice) = choice {
                    self.send(match choice {
                        DrawChoice::Offer(by) => Event::Command(BoardCommand::OfferDraw(by)),
                        DrawChoice::Claim(claim) => Event::LocalAction(PlayerAction::claim(claim)),
                        DrawChoice::ClaimWithMove(claim) => {
                            Event::Command(BoardCommand::ClaimWithMove(claim))
                        }
                    });
                }
            }
            _ => {}
        }
    }

    /// What a yes-or-no layer asks.
    pub(crate) fn overlay_question(&self) -> Option<String> {
        let words = self.words();
        match (&self.overlay, &self.save_error) {
            (Overlay::ConfirmQuit, _) if self.server.is_some() => {
                Some(self.texts().get(Text::OnlineAskQuit).to_owned())
            }
            (Overlay::ConfirmQuit, None) => Some(words.message(MessageKey::TerminalAskQuit).to_owned()),
            (Overlay::ConfirmQuit, Some(reason)) => {
                let kept = Notice::GameNotSaved(reason.clone()).text(words, self.texts());
                Some(format!("{kept}\n{}?", words.message(MessageKey::TerminalQuit)))
            }
            (Overlay::ConfirmNewGame | Overlay::ConfirmOpen, _) => {
                Some(words.message(MessageKey::AskNewGame).to_owned())
            }
            (Overlay::ConfirmOverwrite(path), _) => {
                Some(self.texts().fill(Text::AskOverwrite, &[("file", path)]))
            }
            (Overlay::ConfirmTakeOver, _) => {
                Some(self.texts().fill(Text::OpponentAbsent, &[("name", &self.absent_player_name())]))
            }
            _ => None,
        }
    }

    /// The arrows go through the help where it is longer than the window; any other key closes it.
    fn key_in_help(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Down | KeyCode::Char('j') => {
                self.selected_row = (self.selected_row + 1).min(help_max_scroll(self, self.area))
            }
            KeyCode::Up | KeyCode::Char('k') => self.selected_row = self.selected_row.saturating_sub(1),
            _ => self.overlay = Overlay::None,
        }
    }

    fn key_in_menu(&mut self, key: KeyEvent) {
        let bound = self.menu_bindings().iter().position(|binding| binding.keys.contains(&key.code));
        match bound {
            Some(row) => self.activate_overlay_row(row),
            None => self.key_in_list(key, self.menu_bindings().len()),
        }
    }

    /// The ways to a draw are numbered.
    fn key_in_draw_menu(&mut self, key: KeyEvent) {
        let choices = self.draw_choices().len();
        let number = match key.code {
            KeyCode::Char(digit) => digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok()),
            _ => None,
        };
        match number {
            Some(number @ 1..) if number <= choices => self.activate_overlay_row(number - 1),
            _ => self.key_in_list(key, choices),
        }
    }

    fn key_in_list(&mut self, key: KeyEvent, rows: usize) {
        match list_action_vi(key, self.selected_row, rows) {
            Some(ListAction::Select(row)) => self.selected_row = row,
            Some(ListAction::Activate) => self.activate_overlay_row(self.selected_row),
            Some(ListAction::Leave) => self.overlay = Overlay::None,
            Some(ListAction::Change(_)) | None => {}
        }
    }

    fn key_in_text_input(&mut self, key: KeyEvent, purpose: InputPurpose, mut name: String) {
        self.notice = None;
        match key.code {
            KeyCode::Esc => return self.overlay = Overlay::None,
            KeyCode::Enter => return self.submit_text_input(purpose, name.trim()),
            KeyCode::Backspace => drop(name.pop()),
            KeyCode::Char('u' | 'w') if key.modifiers.contains(KeyModifiers::CONTROL) => name.clear(),
            KeyCode::Char(letter) if name.chars().count() < MAX_INPUT_LEN => name.push(letter),
            _ => {}
        }
        self.overlay = Overlay::TextInput(purpose, name);
    }

    /// A file that cannot be written keeps the question open, with what was typed.
    fn submit_text_input(&mut self, purpose: InputPurpose, name: &str) {
        match purpose {
            _ if name.is_empty() => self.show_notice(Notice::NoFileName),
            InputPurpose::Save => self.save_pgn(name.to_owned()),
            InputPurpose::Open => self.effects.push(AppEffect::ReadFile(name.to_owned())),
            InputPurpose::Chat => self.send_chat(name),
        }
    }

    /// Says something to the other side. What is too long keeps the question open, with what was typed.
    fn send_chat(&mut self, text: &str) {
        match ChatText::new(text) {
            Ok(text) => {
                self.overlay = Overlay::None;
                self.send(Event::Online(OnlineCommand::Say(ChatContent::Text(text))));
            }
            Err(_) => self.show_notice(Notice::InvalidChat),
        }
    }

    /// The file was written, or why not. One that could not be written keeps its name to be changed.
    pub(crate) fn file_saved(&mut self, remark: Notice) {
        match (&remark, &self.overlay) {
            (Notice::FileSaved(_), _) => self.overlay = Overlay::None,
            (_, Overlay::ConfirmOverwrite(path)) => {
                self.overlay = Overlay::TextInput(InputPurpose::Save, path.clone())
            }
            _ => {}
        }
        self.notice = Some(remark);
    }

    /// There is such a file already, and it has not been touched.
    pub(crate) fn file_exists(&mut self, path: String) {
        self.open_overlay(Overlay::ConfirmOverwrite(path));
    }

    /// The file that was to be opened could not be read.
    pub(crate) fn file_not_read(&mut self, name: &str, remark: Notice) {
        self.overlay = Overlay::TextInput(InputPurpose::Open, name.to_owned());
        self.notice = Some(remark);
    }

    fn yes_or_no(&mut self, key: KeyEvent) -> Option<YesNo> {
        let answer = match key.code {
            KeyCode::Char('y' | 'Y') => Some(YesNo::Yes),
            KeyCode::Char('n' | 'N') | KeyCode::Esc => Some(YesNo::No),
            _ => None,
        };
        self.answer_rejected = answer.is_none();
        if answer == Some(YesNo::No) {
            self.overlay = Overlay::None;
        }
        answer
    }

    /// Starts the game of the form, if nothing is wrong with it.
    pub(super) fn begin_form_game(&mut self) {
        self.seat_opponent();
        self.send(Event::StartGame { seed: environment::time_seed() });
        if self.view().screen() == Screen::Game {
            self.input_line = super::InputLine::Closed;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum YesNo {
    Yes,
    No,
}
