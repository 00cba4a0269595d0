//! Overlays over the screen: help, menu, draw menu, text input, confirmations.

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
use crate::ui::help_max_scroll;
use texts::TerminalMessageKey;

/// The overlay that is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Overlay {
    /// No overlay.
    None,
    /// Keys and their commands.
    Help,
    /// Available commands.
    Menu,
    /// Draw offers and claims.
    DrawMenu,
    /// Text input with the text typed so far.
    TextInput(InputPurpose, String),
    /// Confirms overwriting a file.
    ConfirmOverwrite(String),
    /// Confirms replacing the current game by a new one.
    ConfirmNewGame,
    /// Confirms replacing the current game by an opened one.
    ConfirmOpen,
    /// Confirms playing both sides of the saved game, because its opponent is not available.
    ConfirmTakeOver,
    /// The link of a new online game.
    InviteLink(String),
    /// Confirms quitting.
    ConfirmQuit,
}

/// The purpose of a text input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputPurpose {
    /// Name of a file to save to.
    Save,
    /// Name of a file to open.
    Open,
    /// Chat message to the opponent.
    Chat,
    /// Player to challenge, and terms.
    Challenge,
}

/// A row of the draw menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DrawChoice {
    /// Offer by a side.
    Offer(Color),
    /// Claim for the position on the board.
    Claim(Claim),
    /// Claim with an announced move.
    ClaimWithMove(Claim),
}

/// Limit on typed text in characters.
const MAX_INPUT_LEN: usize = 1024;

impl App {
    /// Opens an overlay.
    pub(super) fn open_overlay(&mut self, overlay: Overlay) {
        // A list behind a text input keeps its row.
        if !matches!(overlay, Overlay::TextInput(..)) {
            self.selected_row = 0;
        }
        self.answer_rejected = false;
        self.notice = None;
        self.overlay = overlay;
    }

    /// The commands of the menu: those available now.
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

    /// The draw offers and claims available now.
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

    /// Quits, after a confirmation if a game is in progress.
    pub(super) fn quit(&mut self) {
        // Online, only a player would leave a game behind.
        let needs_confirmation =
            if self.server.is_some() { self.is_playing_online() } else { self.has_game_in_progress() };
        match needs_confirmation {
            true => self.open_overlay(Overlay::ConfirmQuit),
            false => self.effects.push(AppEffect::Quit),
        }
    }

    /// Starts the game of the form, after a confirmation if a game is in progress.
    pub(crate) fn start_form_game(&mut self) {
        match self.view().unfinished_game().is_some() {
            true => self.open_overlay(Overlay::ConfirmNewGame),
            false => self.begin_form_game(),
        }
    }

    /// An unused file name made of the players' names.
    pub(super) fn suggested_file_name(&self) -> String {
        let locale = self.locale();
        let local_game = self.view().local_game();
        let name = |color: Color| {
            let name = Some(local_game.players()[color].name()).filter(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| locale.color(color)).to_lowercase();
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

    /// Activates a row of the overlay's list.
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

    /// The question of a confirmation overlay.
    pub(crate) fn overlay_question(&self) -> Option<String> {
        let locale = self.locale();
        match (&self.overlay, &self.save_error) {
            (Overlay::ConfirmQuit, _) if self.server.is_some() => {
                Some(self.texts().get(TerminalMessageKey::OnlineAskQuit).to_owned())
            }
            (Overlay::ConfirmQuit, None) => Some(locale.message(MessageKey::TerminalAskQuit).to_owned()),
            (Overlay::ConfirmQuit, Some(reason)) => {
                let not_saved = Notice::GameNotSaved(reason.clone()).text(locale, self.texts());
                Some(format!("{not_saved}\n{}?", locale.message(MessageKey::TerminalQuit)))
            }
            (Overlay::ConfirmNewGame | Overlay::ConfirmOpen, _) => {
                Some(locale.message(MessageKey::AskNewGame).to_owned())
            }
            (Overlay::ConfirmOverwrite(path), _) => {
                Some(self.texts().fill(TerminalMessageKey::AskOverwrite, &[("file", path)]))
            }
            (Overlay::ConfirmTakeOver, _) => Some(
                self.texts()
                    .fill(TerminalMessageKey::OpponentAbsent, &[("name", &self.absent_player_name())]),
            ),
            _ => None,
        }
    }

    /// Arrow keys scroll the help; any other key closes it.
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

    /// Rows of the draw menu can be chosen by digit.
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

    /// Handles Enter in a text input. If the file cannot be written, the overlay stays open with the text.
    fn submit_text_input(&mut self, purpose: InputPurpose, name: &str) {
        match purpose {
            _ if name.is_empty() => self.show_notice(Notice::NoFileName),
            InputPurpose::Save => self.save_pgn(name.to_owned()),
            InputPurpose::Open => self.effects.push(AppEffect::ReadFile(name.to_owned())),
            InputPurpose::Chat => self.send_chat(name),
            InputPurpose::Challenge => self.challenge_player(name),
        }
    }

    /// Sends a chat message. If it is too long, the overlay stays open with the text.
    fn send_chat(&mut self, text: &str) {
        match ChatText::new(text) {
            Ok(text) => {
                self.overlay = Overlay::None;
                self.send(Event::Online(OnlineCommand::Say(ChatContent::Text(text))));
            }
            Err(_) => self.show_notice(Notice::InvalidChat),
        }
    }

    /// Handles the result of writing a file. On failure the file name can be edited.
    pub(crate) fn file_saved(&mut self, notice: Notice) {
        match (&notice, &self.overlay) {
            (Notice::FileSaved(_), _) => self.overlay = Overlay::None,
            (_, Overlay::ConfirmOverwrite(path)) => {
                self.overlay = Overlay::TextInput(InputPurpose::Save, path.clone())
            }
            _ => {}
        }
        self.notice = Some(notice);
    }

    /// Asks whether to overwrite an existing file.
    pub(crate) fn file_exists(&mut self, path: String) {
        self.open_overlay(Overlay::ConfirmOverwrite(path));
    }

    /// Reports that a file could not be read; its name can be edited.
    pub(crate) fn file_not_read(&mut self, name: &str, notice: Notice) {
        self.overlay = Overlay::TextInput(InputPurpose::Open, name.to_owned());
        self.notice = Some(notice);
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

    /// Starts the game of the form if the form is valid.
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
