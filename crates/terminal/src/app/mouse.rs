//! Mouse input: click or drag pieces, click moves and rows, step through the game with the wheel.

use client::{Event, Navigation, Screen};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use rules::Square;

use super::{App, InputLine, Overlay};
use crate::ui::{self, HitTarget};

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position { x: mouse.column, y: mouse.row };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.press(at),
            MouseEventKind::Down(_) => self.cancel(),
            MouseEventKind::Drag(MouseButton::Left) | MouseEventKind::Moved => self.hover(at),
            MouseEventKind::Up(MouseButton::Left) => {
                let square = self.square_at(at);
                self.send(Event::Release(square));
            }
            MouseEventKind::ScrollUp => self.scroll(Navigation::Previous),
            MouseEventKind::ScrollDown => self.scroll(Navigation::Next),
            _ => {}
        }
    }

    fn press(&mut self, at: Position) {
        match ui::hit_test(self, self.area, at) {
            Some(HitTarget::Square(square)) => {
                self.input_line = InputLine::Closed;
                self.dismiss_notice();
                self.send(Event::Press(square));
            }
            Some(HitTarget::Promotion(role)) => self.send(Event::Promote(role)),
            Some(HitTarget::Ply(ply)) => self.send(Event::Navigate(Navigation::ToPly(ply))),
            Some(HitTarget::Command(command)) => self.run_command(command),
            Some(HitTarget::Row(row)) => self.click_row(row),
            Some(HitTarget::Popup) => {}
            None if self.overlay != Overlay::None => self.overlay = Overlay::None,
            None => {}
        }
    }

    fn click_row(&mut self, row: usize) {
        match (&self.overlay, self.view().screen()) {
            (Overlay::Menu | Overlay::DrawMenu, _) => self.activate_overlay_row(row),
            (Overlay::None, Screen::Home) if self.server.is_some() => self.activate_lobby_row(row),
            (Overlay::None, Screen::Home) => self.activate_home_row(row),
            (Overlay::None, Screen::Form) => self.click_form_row(row),
            (Overlay::None, Screen::Settings) => self.click_setting_row(row),
            _ => {}
        }
    }

    fn hover(&mut self, at: Position) {
        let square = self.square_at(at);
        self.send(Event::PointerOver(square));
    }

    fn cancel(&mut self) {
        match self.overlay {
            Overlay::None if self.view().screen() == Screen::Game => self.send(Event::Escape),
            Overlay::None => {}
            _ => self.overlay = Overlay::None,
        }
    }

    fn scroll(&mut self, moment: Navigation) {
        if self.overlay == Overlay::None && self.view().screen() == Screen::Game {
            self.send(Event::Navigate(moment));
        }
    }

    fn square_at(&self, at: Position) -> Option<Square> {
        match ui::hit_test(self, self.area, at) {
            Some(HitTarget::Square(square)) => Some(square),
            _ => None,
        }
    }
}
