//! What is printed: the board, whose turn it is, what is possible.

use std::io;

use client::Event;
use rules::{Bitboard, Color, Coordinates, Diagram, DiagramStyle, Move, Square};

use super::command::{Word, says};
use super::{Boards, Session, Source};
use crate::Pieces;
use crate::texts::Text;

/// How the pieces are printed: letters, unless symbols are wished for. Not every line-by-line terminal has symbols, and
/// few voices know them.
pub(super) fn pieces(pieces: Pieces) -> DiagramStyle {
    match pieces {
        Pieces::Symbols | Pieces::Art => DiagramStyle::Figurines,
        Pieces::Auto | Pieces::Letters => DiagramStyle::Letters,
    }
}

impl Session<'_> {
    /// A script knows what to say; a person may not.
    pub(super) fn welcome(&mut self) -> io::Result<()> {
        match self.console.source {
            Source::Person => self.console.say(self.texts.get(Text::PlainWelcome)),
            Source::Script => Ok(()),
        }
    }

    /// What is new since the last time: the board, and what there is to say about it.
    pub(super) fn show_news(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.is_news) {
            return Ok(());
        }
        if self.boards == Boards::Always {
            self.show_board()?;
        }
        self.show_status()?;
        if self.is_on() {
            self.show_chances()?;
        }
        Ok(())
    }

    pub(super) fn board(&mut self, rest: &str) -> io::Result<()> {
        match rest {
            _ if says(Text::PlainOn, rest) => self.boards = Boards::Always,
            _ if says(Text::PlainOff, rest) => {
                self.boards = Boards::OnDemand;
                return Ok(());
            }
            _ => {}
        }
        self.show_board()?;
        self.show_status()
    }

    pub(super) fn flip(&mut self) -> io::Result<()> {
        self.send(Event::Flip)?;
        self.show_board()
    }

    fn show_board(&mut self) -> io::Result<()> {
        let table = self.table();
        let diagram = Diagram {
            board: table.game().board(),
            style: self.pieces,
            seen_by: table.orientation().bottom,
            coordinates: Coordinates::Shown,
        };
        let diagram = diagram.to_string();
        self.console.say(&format!("\n{diagram}\n"))
    }

    fn show_status(&mut self) -> io::Result<()> {
        let status = self.words.status(&self.table().game().status());
        self.console.say(&status)?;
        if self.table().is_timed() && self.is_on() { self.show_clocks() } else { Ok(()) }
    }

    pub(super) fn show_clocks(&mut self) -> io::Result<()> {
        let now = self.console.now();
        for color in Color::ALL {
            if let Some(face) = self.table().clock_face(color, now) {
                self.console.say(&self.words.time_left(color, face.left))?;
            }
        }
        Ok(())
    }

    /// What the side to move may not think of: taking en passant, claiming a draw.
    fn show_chances(&mut self) -> io::Result<()> {
        let game = self.table().game();
        if !self.table().is_here(game.turn()) {
            return Ok(());
        }
        let passing = self.written(game.legal_moves().iter().copied().filter(|m| m.is_en_passant()));
        if !passing.is_empty() {
            self.console.say(&self.fill(Text::PlainEnPassant, &[("moves", &passing)]))?;
        }
        let actions = self.state.view(self.console.now()).actions();
        for claim in actions.claim.iter() {
            self.console.say(self.words.claim(claim))?;
        }
        Ok(())
    }

    /// The legal moves, all or those of one piece.
    pub(super) fn moves(&mut self, rest: &str) -> io::Result<()> {
        let game = self.table().game();
        let moves = match rest.to_lowercase().parse::<Square>() {
            Ok(square) => self.written(game.moves_from(square).iter().copied()),
            Err(_) if rest.is_empty() => self.written(game.legal_moves().iter().copied()),
            Err(_) => return self.needs_square(),
        };
        let none = self.texts.get(Text::PlainNone);
        self.console.say(if moves.is_empty() { none } else { &moves })
    }

    /// The squares a piece attacks, whosever turn it is, named and marked on a board.
    pub(super) fn attacks(&mut self, rest: &str) -> io::Result<()> {
        let Ok(square) = rest.to_lowercase().parse::<Square>() else { return self.needs_square() };
        let board = *self.table().game().board();
        let view = self.state.view(self.console.now()).board();
        let label = self.words.square_label(&client::SquareLabel::new(&view.squares[square as usize], &[]));
        let attacked = board.attacks_from(square);
        let names: Vec<String> = attacked.into_iter().map(|square| square.to_string()).collect();
        let names =
            if names.is_empty() { self.texts.get(Text::PlainNone).to_owned() } else { names.join(" ") };
        let sentence = self.fill(Text::PlainAttacked, &[("piece", &label), ("squares", &names)]);
        self.console.say(&sentence)?;
        if self.boards == Boards::OnDemand {
            return Ok(());
        }
        let map = attack_map(square, attacked, view.orientation);
        self.console.say(&map)
    }

    pub(super) fn score_sheet(&mut self) -> io::Result<()> {
        let sans: Vec<String> = self.table().game().sans().collect();
        let start = self.table().game().start();
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
        let none = self.words.phrase(client::Phrase::NoMoves);
        self.console.say(if sans.is_empty() { none } else { line.trim_end() })
    }

    pub(super) fn help(&mut self) -> io::Result<()> {
        self.console.say(self.texts.get(Text::PlainHowTo))?;
        Word::help(self.texts).try_for_each(|line| self.console.say(&line))
    }

    pub(super) fn needs_square(&mut self) -> io::Result<()> {
        self.mistake();
        self.console.say(self.texts.get(Text::PlainNeedsSquare))
    }

    fn written(&self, moves: impl Iterator<Item = Move>) -> String {
        let game = self.table().game();
        moves.filter_map(|m| game.write_move(m)).collect::<Vec<_>>().join(" ")
    }
}

/// A board with the attacked squares crossed.
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
