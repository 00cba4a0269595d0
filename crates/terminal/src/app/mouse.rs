//! The mouse: pieces are clicked or dragged, moves and rows are clicked, the wheel steps through the game.

use client::{Event, Moment, Screen};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use rules::Square;

use super::{App, Layer, Line};
use crate::paint::{self, Target};

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
            MouseEventKind::ScrollUp => self.scroll(Moment::Previous),
            MouseEventKind::ScrollDown => self.scroll(Moment::Next),
            _ => {}
        }
    }

    fn press(&mut self, at: Position) {
        match paint::target(self, self.area, at) {
            Some(Target::Square(square)) => {
                self.line = Line::Closed;
                self.hush();
                self.send(Event::Press(square));
            }
            Some(Target::Promotion(role)) => self.send(Event::Promote(role)),
            Some(Target::Ply(ply)) => self.send(Event::Show(Moment::After(ply))),
            Some(Target::Command(command)) => self.command(command),
            Some(Target::Row(row)) => self.point_at_row(row),
            Some(Target::Popup) => {}
            None if self.layer != Layer::None => self.layer = Layer::None,
            None => {}
        }
    }

    fn point_at_row(&mut self, row: usize) {
        match (&self.layer, self.view().screen()) {
            (Layer::Menu | Layer::Draw, _) => self.take_row(row),
            (Layer::None, Screen::Home) if self.server.is_some() => self.take_lobby_row(row),
            (Layer::None, Screen::Home) => self.take_door(row),
            (Layer::None, Screen::Form) => self.point_at_form(row),
            (Layer::None, Screen::Settings) => self.point_at_setting(row),
            _ => {}
        }
    }

    fn hover(&mut self, at: Position) {
        let square = self.square_at(at);
        self.send(Event::Over(square));
    }

    fn cancel(&mut self) {
        match self.layer {
            Layer::None if self.view().screen() == Screen::Table => self.send(Event::Escape),
            Layer::None => {}
            _ => self.layer = Layer::None,
        }
    }

    fn scroll(&mut self, moment: Moment) {
        if self.layer == Layer::None && self.view().screen() == Screen::Table {
            self.send(Event::Show(moment));
        }
    }

    fn square_at(&self, at: Position) -> Option<Square> {
        match paint::target(self, self.area, at) {
            Some(Target::Square(square)) => Some(square),
            _ => None,
        }
    }
}
