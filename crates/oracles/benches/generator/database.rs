//! A generated database of games: openings as often as books have lines of them, then moves by the heuristic of the other
//! games. Each game follows from its number alone.

use std::collections::HashMap;
use std::fmt::Write;

use game::pgn::PgnResult;
use rng::Rng;
use rules::{Color, Move, Position, Role};

/// Moves in the positions of the openings' list, with the number of lines that go on with them.
pub(crate) struct OpeningBook(HashMap<u64, Vec<(Move, u64)>>);

/// Probability to leave the book in each of its positions, out of 100.
const LEAVE_BOOK: u64 = 6;

/// Probability to play a move of the heuristic with less chance in it, out of 100: well-known continuations are repeated.
const SOUND_MOVE: u64 = 60;

impl OpeningBook {
    pub(crate) fn new() -> OpeningBook {
        let mut book: HashMap<u64, Vec<(Move, u64)>> = HashMap::new();
        for line in openings::lines() {
            let mut position = Position::start();
            for san in line.moves.split(' ') {
                let m = position.parse_san(san.as_bytes()).expect("a legal move");
                let moves = book.entry(position.repetition_key()).or_default();
                match moves.iter_mut().find(|(known, _)| *known == m) {
                    Some((_, lines)) => *lines += 1,
                    None => moves.push((m, 1)),
                }
                position = position.play_unchecked(m);
            }
        }
        OpeningBook(book)
    }

    fn choose(&self, position: &Position, rng: &mut Rng) -> Option<Move> {
        let moves = self.0.get(&position.repetition_key()).filter(|_| rng.below(100) >= LEAVE_BOOK)?;
        // People prefer the main lines even more than books.
        let weight = |lines: u64| lines * lines.isqrt();
        let mut chosen = rng.below(moves.iter().map(|&(_, lines)| weight(lines)).sum());
        moves.iter().find_map(|&(m, lines)| match chosen.checked_sub(weight(lines)) {
            Some(rest) => {
                chosen = rest;
                None
            }
            None => Some(m),
        })
    }
}

/// Appends game `number` in PGN.
pub(crate) fn write_game(book: &OpeningBook, number: u64, text: &mut String) {
    let mut rng = Rng::with_stream(1, number);
    let plies = 40 + rng.below(100);
    let (moves, result) = play(book, plies, &mut rng);
    let strength = 1200 + rng.below(800) + rng.below(800);
    let (white, black) = (strength + rng.below(100), strength + rng.below(100));
    let (year, month, day) = (2000 + rng.below(27), 1 + rng.below(12), 1 + rng.below(28));
    let result = result.as_str();
    write!(
        text,
        "[Event \"Rated game\"]\n[Site \"https://chess.example/{number:08}\"]\n[Date \"{year}.{month:02}.{day:02}\"]\n[Round \"-\"]\n\
         [White \"Player {}\"]\n[Black \"Player {}\"]\n[Result \"{result}\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\n",
        rng.below(20_000),
        rng.below(20_000),
    )
    .expect("text in memory");
    let mut position = Position::start();
    let mut column = 0;
    for m in moves {
        let next = position.play_unchecked(m);
        let number = if position.turn() == Color::White {
            format!("{}. ", position.fullmoves())
        } else {
            String::new()
        };
        let san = position.san_to(m, &next);
        let start = text.len();
        write!(text, "{number}{san}").expect("text in memory");
        column += text.len() - start + 1;
        text.push(if column > 72 { '\n' } else { ' ' });
        column = if column > 72 { 0 } else { column };
        position = next;
    }
    text.push_str(result);
    text.push_str("\n\n");
}

fn play(book: &OpeningBook, plies: u64, rng: &mut Rng) -> (Vec<Move>, PgnResult) {
    let mut position = Position::start();
    let mut moves = Vec::new();
    let mut in_book = true;
    while (moves.len() as u64) < plies {
        let from_book = if in_book { book.choose(&position, rng) } else { None };
        in_book = from_book.is_some();
        let m = from_book.or_else(|| {
            let chance = if rng.below(100) < SOUND_MOVE { 8 } else { 60 };
            super::choose_move(&position, chance, rng)
        });
        let Some(m) = m else { break };
        moves.push(m);
        position = position.play_unchecked(m);
    }
    (moves, result(&position))
}

/// The result by mate, or else by material.
fn result(position: &Position) -> PgnResult {
    if position.is_checkmate() {
        return match position.turn() {
            Color::White => PgnResult::BlackWins,
            Color::Black => PgnResult::WhiteWins,
        };
    }
    let material = |side: Color| -> i64 {
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)]
            .into_iter()
            .map(|(role, value)| value * i64::from(position.board().pieces(role.of(side)).count()))
            .sum()
    };
    match material(Color::White) - material(Color::Black) {
        3.. => PgnResult::WhiteWins,
        ..=-3 => PgnResult::BlackWins,
        _ => PgnResult::Draw,
    }
}
