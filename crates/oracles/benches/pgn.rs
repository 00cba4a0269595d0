//! PGN validation of this crate and of pgn-reader with shakmaty in one run, by CPU time.
//!
//! Both read the text from memory, resolve every SAN move of main lines and variations, and play it. Rounds
//! are interleaved and the best round of each counts, so that load on the machine affects both alike. The
//! numbers of games and moves are asserted. The generator are generated from a fixed seed.
#![allow(missing_docs, clippy::print_stdout, reason = "a program that prints a table")]

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;

const ROUNDS: usize = 7;
const BYTES: usize = 20_000_000;

/// Numbers of games and moves.
type Counts = (u64, u64);

fn main() {
    println!("million bytes a second of CPU time, best of {ROUNDS} interleaved rounds");
    println!("{:<12}{:>10}{:>12}{:>10}{:>12}{:>8}", "", "games", "moves", "hanpan", "pgn-reader", "ratio");
    let kinds = [
        ("plain", generator::Kind::Plain),
        ("commented", generator::Kind::Commented),
        ("variations", generator::Kind::Variations),
    ];
    let logarithms = kinds.map(|(name, kind)| {
        let text = generator::make(kind, BYTES);
        let mut best = [Duration::MAX; 2];
        let mut counts = (0, 0);
        for _ in 0..ROUNDS {
            let (ours, our_time) = timed(|| ours::check(black_box(&text)));
            let (theirs, their_time) = timed(|| theirs::check(black_box(&text)));
            assert_eq!(ours, theirs, "{name}");
            best = [best[0].min(our_time), best[1].min(their_time)];
            counts = ours;
        }
        let speeds = best.map(|time| text.len() as f64 / time.as_secs_f64() / 1e6);
        let ratio = speeds[0] / speeds[1];
        let (games, moves) = counts;
        println!("{name:<12}{games:>10}{moves:>12}{:>10.0}{:>12.0}{ratio:>8.2}", speeds[0], speeds[1]);
        ratio.ln()
    });
    let mean = logarithms.iter().sum::<f64>() / kinds.len() as f64;
    println!("ratio pgn-reader+shakmaty {:.2}", mean.exp());
}

fn timed(check: impl FnOnce() -> Counts) -> (Counts, Duration) {
    let start = ProcessTime::now();
    let counts = black_box(check());
    (counts, start.elapsed())
}

mod ours {
    use game::pgn::{Reader, Validator};

    pub(super) fn check(text: &[u8]) -> super::Counts {
        let mut reader = Reader::new(text);
        let mut validator = Validator::new();
        while let Some(game) = reader.read_game(&mut validator) {
            game.expect("a game without faults");
        }
        (validator.games(), validator.moves())
    }
}

mod theirs {
    use std::ops::ControlFlow;

    use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position};

    pub(super) fn check(text: &[u8]) -> super::Counts {
        let mut reader = Reader::new(text);
        let mut validator = Validator::default();
        while let Some(()) = reader.read_game(&mut validator).expect("text in memory") {}
        (validator.games, validator.moves)
    }

    #[derive(Default)]
    struct Validator {
        outer: Vec<LineState>,
        games: u64,
        moves: u64,
    }

    /// The current position and the one before the last move.
    #[derive(Clone)]
    struct LineState {
        before: Chess,
        now: Chess,
    }

    impl Visitor for Validator {
        type Tags = Chess;
        type Movetext = LineState;
        type Output = ();

        fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
            self.outer.clear();
            ControlFlow::Continue(Chess::new())
        }

        fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
            if name == b"FEN" {
                let fen = Fen::from_ascii(value.as_bytes()).expect("a position");
                *start = fen.into_position(CastlingMode::Standard).expect("a legal position");
            }
            ControlFlow::Continue(())
        }

        fn begin_movetext(&mut self, start: Chess) -> ControlFlow<(), LineState> {
            ControlFlow::Continue(LineState { before: start.clone(), now: start })
        }

        fn san(&mut self, line: &mut LineState, san: SanPlus) -> ControlFlow<()> {
            let m = san.san.to_move(&line.now).expect("a legal move");
            line.before.clone_from(&line.now);
            line.now.play_unchecked(m);
            self.moves += 1;
            ControlFlow::Continue(())
        }

        fn begin_variation(&mut self, line: &mut LineState) -> ControlFlow<(), Skip> {
            self.outer.push(line.clone());
            line.now = line.before.clone();
            ControlFlow::Continue(Skip(false))
        }

        fn end_variation(&mut self, line: &mut LineState) -> ControlFlow<()> {
            *line = self.outer.pop().expect("a line that was left");
            ControlFlow::Continue(())
        }

        fn end_game(&mut self, _: LineState) {
            self.games += 1;
        }
    }
}

/// Generated games that resemble chess: development, captures of hanging pieces, castling, some checkmates.
mod generator {
    use game::Millis;

    use game::pgn::{Comment, EvalScore, Evaluation, PgnGame, PgnLine, PgnMove, PgnResult};
    use rng::Rng;
    use rules::{Move, Position, Role, Square, attacks};

    #[derive(Clone, Copy, PartialEq, Eq)]
    pub(super) enum Kind {
        Plain,
        /// Every move with clock and evaluation, as servers write them.
        Commented,
        /// Variations at every eighth move, some nested.
        Variations,
    }

    pub(super) fn make(kind: Kind, bytes: usize) -> Vec<u8> {
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
            (
                "ECO",
                format!("{}{:02}", [b'A', b'B', b'C', b'D', b'E'][white as usize % 5] as char, round % 100),
            ),
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
            let Some(m) = choose_move(&position, rng) else { break };
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

    /// The move with the highest score by a simple heuristic with much randomness.
    fn choose_move(position: &Position, rng: &mut Rng) -> Option<Move> {
        let moves = position.legal_moves();
        moves.into_iter().max_by_key(|&m| score(position, m) + rng.below(60) as i32)
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
}
