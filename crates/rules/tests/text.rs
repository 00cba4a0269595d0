//! Every text that is written reads back to the same value, two ways to the same answer agree, and no bytes whatever
//! make a reader panic.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its own positions must fail")]

use std::fmt::Debug;

use rules::{Board, CastlingStyle, Epd, Faults, Move, Position, Role, San, SanError, Setup, Square, UciMove};

const POSITIONS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "nrk1rbbn/pppppppp/8/8/8/8/PPPPPPPP/NRK1RBBN w EBeb - 0 1",
    "1q1k1q2/2q1q3/8/8/8/2Q1Q3/8/QQ1K2QQ w - - 0 1",
    "4k3/8/8/8/8/8/8/R1R1K1R1 w GC - 12 345",
];

/// A small source of numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.roll(of.len())]
    }

    /// One of the texts with a few bytes changed, removed, doubled or inserted, mostly such as occur in chess.
    fn mutate(&mut self, texts: &[&str]) -> Vec<u8> {
        const BYTES: &[u8] = b"abcdefgh12345678KQRBNPkqrnpOo0-x=+#/ .;:\"\\\n\r\t()!?\xe2\x99\x94\x9f\xff\0";
        let mut text = self.pick(texts).as_bytes().to_vec();
        for _ in 0..=self.roll(3) {
            let at = self.roll(text.len() + 1);
            let byte = if self.roll(8) == 0 { self.roll(256) as u8 } else { *self.pick(BYTES) };
            match self.roll(4) {
                0 => text.insert(at, byte),
                1 if at < text.len() => drop(text.remove(at)),
                2 if at < text.len() => text.insert(at, text[at]),
                _ if at < text.len() => text[at] = byte,
                _ => text.push(byte),
            }
        }
        text
    }
}

/// Calls `f` for positions of random games from all of [`POSITIONS`].
fn walk(games: usize, mut f: impl FnMut(&Position, &mut Dice)) {
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    for game in 0..games {
        let setup: Setup = POSITIONS[game % POSITIONS.len()].parse().unwrap();
        let mut position = setup.position_waiving(Faults::WAIVABLE).unwrap();
        for _ in 0..80 {
            f(&position, &mut dice);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(*dice.pick(&moves)).unwrap();
        }
    }
}

#[test]
fn positions_read_back() {
    walk(70, |position, _| {
        let setup = position.setup();
        assert_eq!(position.fen().parse(), Ok(setup));
        assert_eq!(setup.shredder_fen().parse(), Ok(setup));
        let epd = Epd { setup, operations: vec![] };
        assert_eq!(epd.to_string().parse(), Ok(epd));
        let board = position.board();
        assert_eq!(Board::from_letters(board.letters().to_string().as_bytes()), Ok(*board));
    });
}

#[test]
fn legal_moves_read_back() {
    walk(70, |position, _| {
        for m in &position.legal_moves() {
            let san = position.san(m);
            assert_eq!(san.to_string().parse(), Ok(san), "{m:?}");
            for text in [san.to_string(), format!("{m:?}"), san.figurines(position.turn()).to_string()] {
                let read: San = text.parse().unwrap();
                assert_eq!(read.resolve(position), Ok(m), "{text} in {}", position.fen());
            }
            for style in [CastlingStyle::Standard, CastlingStyle::Chess960] {
                let uci = m.uci(style);
                assert_eq!(uci.to_string().parse(), Ok(uci), "{m:?}");
                assert_eq!(uci.resolve(position), Ok(m), "{uci} in {}", position.fen());
            }
        }
    });
}

#[test]
fn uci_finds_the_legal_moves_and_no_other() {
    walk(7, |position, dice| {
        if dice.roll(4) > 0 {
            return;
        }
        let promotions = Role::ALL.map(Some).into_iter().chain([None]);
        let mut found: Vec<Move> = Square::ALL
            .into_iter()
            .flat_map(|from| Square::ALL.map(|to| (from, to)))
            .flat_map(|(from, to)| promotions.clone().map(move |promotion| (from, to, promotion)))
            .filter_map(|(from, to, promotion)| {
                UciMove::Normal { from, to, promotion }.resolve(position).ok()
            })
            .collect();
        let mut legal = position.legal_moves().to_vec();
        found.sort();
        found.dedup(); // Castling has two spellings.
        legal.sort();
        assert_eq!(found, legal, "{}", position.fen());
    });
}

#[test]
fn san_lists_the_legal_candidates_and_no_other() {
    walk(35, |position, _| {
        let legal = position.legal_moves();
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for to in Square::ALL {
                let meant: Vec<Move> = legal
                    .iter()
                    .copied()
                    .filter(|m| m.role() == role && m.to() == to && !m.is_castle())
                    .collect();
                let san: San = format!("{}{to}", role.upper()).parse().unwrap();
                let found = match san.resolve(position) {
                    Ok(m) => vec![m],
                    Err(SanError::Ambiguous(mut moves)) => {
                        moves.sort_by_key(|&m| legal.iter().position(|&other| other == m));
                        moves
                    }
                    Err(_) => vec![],
                };
                assert_eq!(found, meant, "{san} in {}", position.fen());
            }
        }
    });
}

/// Mutates the texts many times; whatever is read must be written so that it reads back the same.
fn never_panics<T: PartialEq + Debug, E: Debug + PartialEq>(
    texts: &[&str],
    read: impl Fn(&[u8]) -> Result<T, E>,
    write: impl Fn(&T) -> String,
) {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut accepted = 0;
    for round in 0..60_000 {
        let text = match round % 8 {
            0 => (0..dice.roll(90)).map(|_| dice.roll(256) as u8).collect(),
            _ => dice.mutate(texts),
        };
        if let Ok(value) = read(&text) {
            accepted += 1;
            let written = write(&value);
            assert_eq!(
                read(written.as_bytes()),
                Ok(value),
                "{:?} as {written}",
                String::from_utf8_lossy(&text)
            );
        }
    }
    assert!(accepted > 1000, "only {accepted} texts were read: the mutations are too wild to test anything");
}

#[test]
fn no_fen_panics() {
    never_panics(&POSITIONS, Setup::from_fen, Setup::to_string);
    never_panics(&POSITIONS, Setup::from_fen, Setup::shredder_fen);
    // Nor does judging or playing whatever comes out.
    let mut dice = Dice(7);
    for _ in 0..30_000 {
        let Ok(setup) = Setup::from_fen(&dice.mutate(&POSITIONS)) else { continue };
        let Ok(position) = setup.position_waiving(Faults::WAIVABLE) else { continue };
        for m in &position.legal_moves() {
            assert_eq!(position.san(m).resolve(&position), Ok(m), "{}", position.fen());
        }
    }
}

#[test]
fn no_epd_panics() {
    let texts = [
        r#"4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id "a;b \" c"; hmvc 3; fmvn 7; c0 "";"#,
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D3 1197",
        "4k3/8/8/8/8/8/8/4K2R w K - id \"\u{265e}\u{e9}\"; noop;",
    ];
    never_panics(&texts, Epd::parse, Epd::to_string);
}

#[test]
fn no_letter_board_panics() {
    let boards = POSITIONS.map(|fen| fen.parse::<Setup>().unwrap().board.letters().to_string());
    let texts: Vec<&str> = boards.iter().map(String::as_str).collect();
    never_panics(&texts, Board::from_letters, |board| board.letters().to_string());
}

#[test]
fn no_move_panics() {
    let ucis = ["e2e4", "e7e8q", "e1g1", "0000", "a1h8n"];
    never_panics(&ucis, UciMove::parse, UciMove::to_string);
    let sans = [
        "e4",
        "exd5",
        "Nf3",
        "Nbxd2+",
        "R1e2",
        "Qh4e1#",
        "O-O",
        "O-O-O+",
        "e8=Q",
        "bxa1(n)",
        "e5xd6 e.p.",
        "Ng1-f3",
        "bc4",
        "Pbxc4",
        "♘f3!",
        "♟e4",
        "--",
        "Z0",
        "null",
        "qd1",
        "bb4",
        "b7b8/R",
    ];
    never_panics(&sans, San::parse, San::to_string);
    walk(35, |position, dice| {
        for _ in 0..40 {
            let san = San::parse(&dice.mutate(&sans));
            let uci = UciMove::parse(&dice.mutate(&ucis));
            let meant = [
                san.ok().and_then(|san| san.resolve(position).ok()),
                uci.ok().and_then(|uci| uci.resolve(position).ok()),
            ];
            assert!(
                meant.into_iter().flatten().all(|m| position.is_legal(m)),
                "{san:?} {uci:?} {}",
                position.fen()
            );
        }
    });
}
