//! Generated games that resemble chess: development, captures of hanging pieces, castling, some checkmates.
#![allow(dead_code, reason = "not every benchmark uses all kinds of games")]

pub(crate) mod database;

use game::Millis;

use game::pgn::{Comment, EvalScore, Evaluation, PgnGame, PgnLine, PgnMove, PgnResult};
use rng::Rng;
use rules::{Move, Position, Role, Square, attacks};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    /// Every move with clock and evaluation, as servers write them.
    Commented,
    /// Variations at every eighth move, some nested.
    Variations,
}

pub(crate) fn make(kind: Kind, bytes: usize) -> Vec<u8> {
    let mut rng = Rng::new(1);
    let mut text = String::new();
    while text.len() < bytes {
        text += &game(kind, &mut rng).to_string();
        text.push('\n');
    }
    text.into_bytes()
}

fn game(kind: Kind, rng: &mut Rng) -> PgnGame {
    let mut game = PgnGame::new();
    let (round, white, black) = (rng.below(500), rng.below(1000), rng.below(1000));
    for (name, value) in [
        ("Event", "Rated Blitz game".to_owned()),
        ("Site", format!("https://chess.example/{:08x}", rng.next_u64() as u32)),
        ("Date", format!("2026.{:02}.{:02}", 1 + rng.below(12), 1 + rng.below(28))),
        ("Round", round.to_string()),
        ("White", format!("player{white}")),
        ("Black", format!("player{black}")),
        ("WhiteElo", (1200 + white).to_string()),
        ("BlackElo", (1200 + black).to_string()),
        ("TimeControl", "180+2".to_owned()),
        ("ECO", format!("{}{:02}", [b'A', b'B', b'C', b'D', b'E'][white as usize % 5] as char, round % 100)),
        ("Termination", "Normal".to_owned()),
    ] {
        game.tags.insert(name, &value).expect("a tag's name");
    }
    let plies = 40 + rng.below(80);
    game.line = line(Position::start(), plies, kind, rng);
    game.result = [PgnResult::WhiteWins, PgnResult::BlackWins, PgnResult::Draw][rng.below(3) as usize];
    game
}

fn line(mut position: Position, plies: u64, kind: Kind, rng: &mut Rng) -> PgnLine {
    let mut line = PgnLine::default();
    for ply in 0..plies {
        let Some(m) = choose_move(&position, 60, rng) else { break };
        let mut node = PgnMove::new(m);
        if kind == Kind::Commented {
            let verdict = EvalScore::Centipawns(rng.below(400) as i32 - 200);
            let clock = Millis::seconds(180_u32.saturating_sub(ply as u32));
            let comment = Comment::default().with_evaluation(Evaluation { score: verdict, depth: None });
            node.comments.push(comment.with_clock(clock));
        }
        if kind == Kind::Variations && rng.below(8) == 0 {
            let shorter = (1 + rng.below(8)).min(plies / 2);
            node.variations.push(self::line(position, shorter, kind, rng));
            node.variations.retain(|line| !line.moves.is_empty());
        }
        position = position.play_unchecked(m);
        line.moves.push(node);
    }
    line
}

/// The move with the highest score by a simple heuristic, to which a random number below `chance` is added.
fn choose_move(position: &Position, chance: u64, rng: &mut Rng) -> Option<Move> {
    let moves = position.legal_moves();
    moves.into_iter().max_by_key(|&m| score(position, m) + rng.below(chance) as i32)
}

fn score(position: &Position, m: Move) -> i32 {
    let (us, them) = (position.turn(), !position.turn());
    let board = position.board();
    let enemy_pawns = board.pieces(Role::Pawn.of(them));
    let mine = value(m.role());
    let taken = m.capture().map_or(0, value);
    let is_guarded = |square: Square| position.attackers(square, them).any();
    let by_pawn = (attacks::pawn(us, m.to()) & enemy_pawns).any();
    let mut score = 10 * taken;
    if by_pawn {
        score -= 10 * mine;
    } else if m.role() != Role::Pawn && is_guarded(m.to()) {
        score -= 8 * mine;
    }
    if m.role() != Role::Pawn && m.role() != Role::King && is_guarded(m.from()) {
        score += 4 * mine;
    }
    score += centre(m.to()) - centre(m.from());
    match m.role() {
        _ if m.is_castle() => score += 60,
        Role::King => score -= 30,
        Role::Knight | Role::Bishop if m.from().rank() == us.back_rank() => score += 25,
        Role::Queen if position.fullmoves() < 8 => score -= 20,
        Role::Pawn if m.promotion() == Some(Role::Queen) => score += 80,
        Role::Pawn if m.promotion().is_some() => score -= 20,
        _ => {}
    }
    score
}

/// Value in pawns.
fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen | Role::King => 9,
    }
}

/// Centralization, from 0 in a corner to 12 in the centre.
fn centre(square: Square) -> i32 {
    let inward = |index: i32| 2 * index.min(7 - index);
    inward(square.file() as i32) + inward(square.rank() as i32)
}
