//! `hanpan check`: reports which kings are in check on each board (*Programming Challenges* 110107, UVa
//! 10196).

mod answers;
mod boards;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use rules::cpu::{self, Cpu};
use rules::{Board, Color, Role};

use self::answers::AnswerWriter;
use self::boards::BoardReader;
use crate::error::{CommandError, io_message};
use crate::input::Input;

/// Report for each board which king, if any, is in check
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A board is 8 lines of 8 characters: '.' for an empty square, upper case for White, lower case for Black, Black at the
top. An empty board or the end of the input ends the run. Blank lines between boards are allowed.

A missing king is not in check: the answer depends on the other king alone. A note on standard error counts boards
without a king. With several kings of one colour, any of them counts. If both sides are in check, which no game can
reach, the answer is 'both kings are in check'.

Example:
  $ printf '%s\\n' ..k..... ppp.pppp ........ .R...B.. ........ ........ PPPPPPPP K....... | hanpan check
  Game #1: black king is in check.")]
pub(crate) struct Args {
    /// File with the boards; standard input if omitted or `-`
    #[arg(default_value = "-", hide_default_value = true)]
    file: PathBuf,
}

/// The kings that are in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KingsInCheck {
    White,
    Black,
    Neither,
    Both,
}

impl KingsInCheck {
    /// Tests each king's square for attackers of the other colour.
    #[inline(always)]
    fn of<C: Cpu>(board: &Board) -> KingsInCheck {
        let is_in_check = |color: Color| {
            let mut kings = board.pieces(Role::King.of(color)).into_iter();
            kings.any(|king| board.attackers_on::<C>(king, !color, board.occupied()).any())
        };
        match (is_in_check(Color::White), is_in_check(Color::Black)) {
            (true, false) => KingsInCheck::White,
            (false, true) => KingsInCheck::Black,
            (false, false) => KingsInCheck::Neither,
            (true, true) => KingsInCheck::Both,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let source =
        Input::open(&args.file).map_err(|error| CommandError::file(&args.file, io_message(&error)))?;
    let kingless = cpu::dispatch_bmi2(AnswerAll { input: source, out, path: &args.file })?;
    if kingless > 0 {
        let lack = if kingless == 1 { "lacks" } else { "lack" };
        let note = format!("hanpan: note: {kingless} of the boards {lack} a king\n");
        // A failed note does not change the answers.
        io::stderr().write_all(note.as_bytes()).ok();
    }
    Ok(())
}

/// Answers every board; returns the number of boards without one of the kings.
struct AnswerAll<'a, R> {
    input: R,
    out: &'a mut dyn Write,
    path: &'a Path,
}

impl<R: Read> cpu::Task for AnswerAll<'_, R> {
    type Output = Result<u64, CommandError>;

    #[inline(always)]
    fn run<C: Cpu>(self) -> Result<u64, CommandError> {
        let mut boards = BoardReader::new(self.input);
        let mut answers = AnswerWriter::new(self.out);
        let mut kingless = 0;
        loop {
            if !boards.has_buffered_board() {
                // Flush before blocking, so that a client that sends boards one by one gets each answer first.
                answers.flush()?;
            }
            match boards.next() {
                Ok(Some(board)) if board.occupied().any() => {
                    answers.push(KingsInCheck::of::<C>(&board))?;
                    kingless += u64::from(lacks_a_king(&board));
                }
                Ok(_) => break,
                Err(error) => {
                    answers.flush()?;
                    return Err(if self.path == Path::new("-") {
                        CommandError::bad_input(error)
                    } else {
                        CommandError::file(self.path, error)
                    });
                }
            }
        }
        answers.flush()?;
        Ok(kingless)
    }
}

fn lacks_a_king(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| board.pieces(Role::King.of(color)).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::cpu::Baseline;

    /// `setup` lists pieces as `Ke1`, `kd8`.
    #[track_caller]
    fn check(setup: &str, expected: KingsInCheck) {
        let mut board = Board::empty();
        for piece in setup.split(' ') {
            let (letter, square) = piece.split_at(1);
            let piece = rules::Piece::from_letter(letter.as_bytes()[0]).unwrap();
            board.set(square.parse().unwrap(), piece);
        }
        assert_eq!(KingsInCheck::of::<Baseline>(&board), expected, "{setup}");
    }

    #[test]
    fn every_piece_gives_check() {
        check("Ke1 ke8 Re4", KingsInCheck::Black);
        check("Ke1 ke8 Re4 pe6", KingsInCheck::Neither);
        check("Ke1 ke8 bb4", KingsInCheck::White);
        check("Ke1 ke8 bb4 Nc3", KingsInCheck::Neither);
        check("Ke1 ke8 qh4", KingsInCheck::White);
        check("Ke1 ke8 qe5", KingsInCheck::White);
        check("Ke1 ke8 qd3", KingsInCheck::Neither);
        check("Ke1 ke8 Nf6", KingsInCheck::Black);
    }

    #[test]
    fn pawns_attack_forward_only() {
        check("Ke4 ka8 pd5", KingsInCheck::White);
        check("Ke4 ka8 pe5", KingsInCheck::Neither);
        check("Ke4 ka8 pd3", KingsInCheck::Neither);
        check("Ka1 ke5 Pd4", KingsInCheck::Black);
        check("Ka1 ke5 Pf6", KingsInCheck::Neither);
    }

    #[test]
    fn missing_and_extra_kings() {
        check("ke8 Re1", KingsInCheck::Black);
        check("Ke1 re8", KingsInCheck::White);
        check("Ke1 Re2", KingsInCheck::Neither);
        check("Pa2 pa7", KingsInCheck::Neither);
        check("Ka1 Kh1 ke8 rh8", KingsInCheck::White);
        check("Ke1 ke8 Ra8 ra1", KingsInCheck::Both);
        check("Ke1 ke2", KingsInCheck::Both);
    }
}
