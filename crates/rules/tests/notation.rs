//! Round trips of all notations, and agreement of different parsers.
#![allow(clippy::unwrap_used, reason = "invalid test data fails the test")]

extern crate hanpan_rules as rules;

mod common;

use common::TestRng;
use rules::{Board, CastlingStyle, Epd, Move, Position, Role, San, SanError, Square, UciMove};

/// Calls `f` for positions of random games from all test positions.
fn visit_random_games(plies: usize, f: impl FnMut(&Position, &mut TestRng)) {
    let starts: Vec<Position> =
        common::reachable_positions().into_iter().chain(common::unreachable_positions()).collect();
    common::visit_random_games(&starts, 3, plies, f);
}

#[test]
fn positions_round_trip() {
    visit_random_games(5_000, |position, _| {
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
fn legal_moves_round_trip() {
    visit_random_games(5_000, |position, _| {
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
fn uci_resolves_exactly_the_legal_moves() {
    visit_random_games(400, |position, rng| {
        if rng.below(4) > 0 {
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
fn ambiguous_san_lists_exactly_the_legal_candidates() {
    visit_random_games(2_500, |position, _| {
        let legal = position.legal_moves();
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for to in Square::ALL {
                let meant: Vec<Move> = legal
                    .iter()
                    .copied()
                    .filter(|m| m.role() == role && m.to() == to && !m.is_castle())
                    .collect();
                let san: San = format!("{}{to}", role.upper_char()).parse().unwrap();
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
