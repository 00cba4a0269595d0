//! Output: board, status, hints, lists.

use std::io;

use client::Event;
use rules::{Bitboard, Color, Coordinates, Diagram, DiagramStyle, Move, Square};

use super::command::{Keyword, matches_word};
use super::{BoardDisplay, InputSource, Session};
use crate::PieceStyle;
use texts::TerminalMessageKey;

/// The style of pieces: letters unless symbols are selected, because not every terminal or screen reader
/// supports symbols.
pub(super) fn diagram_style(pieces: PieceStyle) -> DiagramStyle {
    match pieces {
        PieceStyle::Symbols | PieceStyle::Art => DiagramStyle::Figurines,
        PieceStyle::Auto | PieceStyle::Letters => DiagramStyle::Letters,
    }
}

impl Session<'_> {
    /// Prints a welcome to a person.
    pub(super) fn print_welcome(&mut self) -> io::Result<()> {
        match self.console.source {
            InputSource::Person => self.console.print(self.texts.get(TerminalMessageKey::PlainWelcome)),
            InputSource::Script => Ok(()),
        }
    }

    /// Prints board and status if they have changed.
    pub(super) fn show_changes(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.has_changed) {
            return Ok(());
        }
        if self.board_display == BoardDisplay::Always {
            self.show_board()?;
        }
        self.show_status()?;
        if self.is_in_progress() {
            self.show_hints()?;
        }
        Ok(())
    }

    pub(super) fn board(&mut self, rest: &str) -> io::Result<()> {
        match rest {
            _ if matches_word(TerminalMessageKey::PlainOn, rest) => self.board_display = BoardDisplay::Always,
            _ if matches_word(TerminalMessageKey::PlainOff, rest) => {
                self.board_display = BoardDisplay::OnDemand;
                return Ok(());
            }
            _ => {}
        }
        self.show_board()?;
        self.show_status()
    }

    pub(super) fn flip(&mut self) -> io::Result<()> {
        self.send(Event::FlipBoard)?;
        self.show_board()
    }

    fn show_board(&mut self) -> io::Result<()> {
        let local_game = self.local_game();
        let diagram = Diagram {
            board: local_game.game().board(),
            style: self.diagram_style,
            seen_by: local_game.orientation().bottom,
            coordinates: Coordinates::Shown,
        };
        let diagram = diagram.to_string();
        self.console.print(&format!("\n{diagram}\n"))
    }

    fn show_status(&mut self) -> io::Result<()> {
        let status = self.locale.status(&self.local_game().game().status());
        self.console.print(&status)?;
        if self.local_game().is_timed() && self.is_in_progress() { self.show_clocks() } else { Ok(()) }
    }

    pub(super) fn show_clocks(&mut self) -> io::Result<()> {
        let now = self.console.now();
        for color in Color::ALL {
            if let Some(face) = self.local_game().clock_view(color, now) {
                self.console.print(&self.locale.time_left(color, face.left))?;
            }
        }
        Ok(())
    }

    /// Prints en passant captures and draw claims that are possible.
    fn show_hints(&mut self) -> io::Result<()> {
        let game = self.local_game().game();
        if !self.local_game().is_local(game.turn()) {
            return Ok(());
        }
        let passing = self.san_list(game.legal_moves().iter().copied().filter(|m| m.is_en_passant()));
        if !passing.is_empty() {
            self.console.print(&self.fill(TerminalMessageKey::PlainEnPassant, &[("moves", &passing)]))?;
        }
        let actions = self.state.view(self.console.now()).actions();
        for claim in actions.claim.iter() {
            self.console.print(self.locale.claim(claim))?;
        }
        Ok(())
    }

    /// Prints the legal moves, all or of one piece.
    pub(super) fn moves(&mut self, rest: &str) -> io::Result<()> {
        let game = self.local_game().game();
        let moves = match rest.to_lowercase().parse::<Square>() {
            Ok(square) => self.san_list(game.moves_from(square).iter().copied()),
            Err(_) if rest.is_empty() => self.san_list(game.legal_moves().iter().copied()),
            Err(_) => return self.needs_square(),
        };
        let none = self.texts.get(TerminalMessageKey::PlainNone);
        self.console.print(if moves.is_empty() { none } else { &moves })
    }

    /// Prints the squares a piece attacks, as a list and as a map.
    pub(super) fn attacks(&mut self, rest: &str) -> io::Result<()> {
        let Ok(square) = rest.to_lowercase().parse::<Square>() else { return self.needs_square() };
        let board = *self.local_game().game().board();
        let view = self.state.view(self.console.now()).board();
        let label = self.locale.square_label(&client::SquareLabel::new(&view.squares[square as usize], &[]));
        let attacked = board.attacks_from(square);
        let names: Vec<String> = attacked.into_iter().map(|square| square.to_string()).collect();
        let names = if names.is_empty() {
            self.texts.get(TerminalMessageKey::PlainNone).to_owned()
        } else {
            names.join(" ")
        };
        let sentence =
            self.fill(TerminalMessageKey::PlainAttacked, &[("piece", &label), ("squares", &names)]);
        self.console.print(&sentence)?;
        if self.board_display == BoardDisplay::OnDemand {
            return Ok(());
        }
        let map = attack_map(square, attacked, view.orientation);
        self.console.print(&map)
    }

    pub(super) fn print_move_list(&mut self) -> io::Result<()> {
        let sans: Vec<String> = self.local_game().game().sans().collect();
        let start = self.local_game().game().start();
        let mut line = String::new();
        let (mut number, mut turn) = (start.fullmoves.get(), start.turn);
        for (index, san) in sans.iter().enumerate() {
            match turn {
                Color::White => line.push_str(&format!("{number}. ")),
                Color::Black if index == 0 => line.push_str(&format!("{number}... ")),
                Color::Black => {}
            }
            line.push_str(san);
            line.push(' ');
            number += u32::from(turn == Color::Black);
            turn = !turn;
        }
        let none = self.locale.message(client::MessageKey::NoMoves);
        self.console.print(if sans.is_empty() { none } else { line.trim_end() })?;
        match openings::of_game(self.local_game().game()) {
            Some(found) => self.console.print(&self.texts.opening(&found.opening)),
            None => Ok(()),
        }
    }

    pub(super) fn help(&mut self) -> io::Result<()> {
        self.console.print(self.texts.get(TerminalMessageKey::PlainHowTo))?;
        Keyword::help(self.texts).try_for_each(|line| self.console.print(&line))
    }

    pub(super) fn needs_square(&mut self) -> io::Result<()> {
        self.record_error();
        self.console.print(self.texts.get(TerminalMessageKey::PlainNeedsSquare))
    }

    fn san_list(&self, moves: impl Iterator<Item = Move>) -> String {
        let game = self.local_game().game();
        moves.filter_map(|m| game.san_of_legal_move(m)).collect::<Vec<_>>().join(" ")
    }
}

/// A board with the attacked squares marked.
fn attack_map(from: Square, attacked: Bitboard, orientation: client::Orientation) -> String {
    let mut map = String::new();
    for (index, square) in orientation.squares().enumerate() {
        if index > 0 {
            map.push(if index % 8 == 0 { '\n' } else { ' ' });
        }
        map.push(match square {
            _ if square == from => 'o',
            _ if attacked.has(square) => 'x',
            _ => '.',
        });
    }
    map
}
