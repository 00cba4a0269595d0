use alloc::string::{String, ToString};

use super::{ParseSanError, San, SanReason};
use crate::{Color, Position};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Parses and resolves each text and compares the strict SAN, or the error.
fn check(fen: &str, texts: &[&str], expected: &str) {
    let position = Position::from_fen(fen).unwrap();
    for text in texts {
        let answer: String = match San::parse(text.as_bytes()) {
            Err(error) => error.to_string(),
            Ok(san) => match san.resolve(&position) {
                Err(error) => error.to_string(),
                Ok(m) => {
                    assert!(position.is_legal(m), "{text} in {fen}");
                    let san = position.san(m);
                    assert_eq!(San::parse(san.to_string().as_bytes()), Ok(san), "{text} in {fen}");
                    san.to_string()
                }
            },
        };
        assert_eq!(answer, expected, "{text} in {fen}");
    }
}

#[test]
fn lenient_spellings_resolve_to_one_move() {
    check(
        START,
        &["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "N-f3", "nf3", "ng1f3", "Nf3!?", " Nf3+ "],
        "Nf3",
    );
    check(START, &["♘f3", "♞f3", "♞\u{FE0F}g1-f3", "Nxf3", "N:f3", "Nf3#", "Nf3 !!"], "Nf3");
    check(START, &["e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "♙e4", "♟e4", "pe4", "e4+", "Pe2e4??"], "e4");
    check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["O-O", "0-0", "o-o", "O-0", "O-O+!", "0-0 "], "O-O");
    check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["O-O-O", "0-0-0", "o-o-o", "O-O-O#"], "O-O-O");
    check(
        "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1",
        &["exd8=Q+", "exd8Q", "ed8(q)", "e7xd8/Q", "exd8=♛", "ed8q"],
        "exd8=Q+",
    );
}

#[test]
fn an_en_passant_suffix_is_accepted() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    check(fen, &["exd6", "ed6", "exd6 e.p.", "exd6ep", "exd6e.p.+", "e5xd6 ep!", "e5d6", "e:d6 ep"], "exd6");
    check(fen, &["dxe6"], "no pawn may go to e6");
}

#[test]
fn lower_case_b_is_the_b_file() {
    let both = "4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1";
    check(both, &["bc4", "bxc4", "b3c4", "b3xc4"], "bxc4");
    check(both, &["Bc4", "Bxc4", "Be2c4", "Bexc4"], "Bxc4");
    let bishop_only = "4k3/8/8/8/2p5/8/4B3/4K3 w - - 0 1";
    check(bishop_only, &["bc4", "bxc4", "b3c4", "Pbc4"], "no pawn may go to c4");
    check("4k3/8/8/8/8/1P6/3B4/4K3 w - - 0 1", &["b4"], "b4");
}

#[test]
fn disambiguation_is_minimal() {
    let knights = "4k3/8/8/8/8/2N1N3/8/2N1K3 w - - 0 1";
    check(knights, &["Ned5", "Ne3d5"], "Ned5");
    check("1k6/8/8/3R4/8/8/8/K2R4 w - - 0 1", &["R5d3", "Rd5d3"], "R5d3");
    check("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", &["Qh4e1", "Qh4-e1"], "Qh4e1");
    // One of the two is pinned.
    check("4k3/8/8/8/4r3/8/4N3/N3K3 w - - 0 1", &["Nc2", "Nac2"], "Nc2");
    check("k3r3/8/8/8/8/2N1N3/8/4K3 w - - 0 1", &["Nd5", "Ncd5"], "Nd5");
    check("k3r3/8/8/8/8/2N1N3/8/4K3 w - - 0 1", &["Ned5"], "the knight on e3 may not go to d5");
}

#[test]
fn errors_of_resolution_are_typed() {
    check("4k3/8/8/8/8/2N1N3/8/4K3 w - - 0 1", &["Nd5"], "ambiguous: Nc3-d5 Ne3-d5");
    check("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", &["a8", "a7a8"], "the pawn from a7 promotes on a8: to what?");
    check(START, &["--", "Z0", "null"], "the null move is not a legal move");
    check(START, &["O-O"], "O-O is not legal");
    check(START, &["O-O-O"], "O-O-O is not legal");
    check(START, &["Ke2"], "the king on e1 may not go to e2");
    check(START, &["Qd4"], "the queen on d1 may not go to d4");
    check(START, &["e5"], "the pawn on e2 may not go to e5");
    check(START, &["exd3", "e2xd3"], "the pawn on e2 may not go to d3");
    check(START, &["Nd4"], "no knight may go to d4");
    // A king may not step back along the line of the check.
    check("4k3/8/8/8/4r3/8/4K3/8 w - - 0 1", &["Ke1"], "the king on e2 may not go to e1");
    check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", &["exd6"], "the pawn on e5 may not go to d6");
}

#[test]
fn check_and_mate_suffixes_are_written() {
    check("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", &["Ra8"], "Ra8#");
    check("6k1/5pp1/8/8/8/8/8/R3K3 w Q - 0 1", &["Ra8#"], "Ra8+");
    check("5k2/8/8/8/8/8/8/4K2R w K - 0 1", &["O-O"], "O-O+");
}

#[test]
fn parse_errors_have_byte_offset_and_reason() {
    use SanReason::*;
    for (text, at, reason) in [
        ("", 0, Empty),
        ("  ", 2, Empty),
        ("X", 0, NotAMove),
        ("N", 1, NotAFile),
        ("Nf", 2, NotARank),
        ("Nf9", 2, NotARank),
        ("exd", 3, NotARank),
        ("ex", 2, NotAFile),
        ("e4-", 3, NotAFile),
        ("Pxe4", 1, NotAFile),
        ("P2e4", 1, NotAFile),
        ("Nf3e", 4, NotARank),
        ("Nf3x", 4, NotAFile),
        ("Nf3Q", 3, UnexpectedPromotion),
        ("e4=Q", 2, UnexpectedPromotion),
        ("e8=", 3, NotAPromotion),
        ("e8=K", 3, NotAPromotion),
        ("e8(Q", 4, NotAPromotion),
        ("O", 1, BadCastling),
        ("O-", 2, BadCastling),
        ("O-O-O-O", 5, TooLong),
        ("O-O-", 4, BadCastling),
        ("0000", 1, BadCastling),
        ("e4 e5", 3, TooLong),
        ("Nf3 ep", 4, TooLong),
        ("b", 1, NotARank),
        ("bx", 2, NotAFile),
        ("e4\u{e9}", 2, TooLong),
        ("\u{2654}", 3, NotAFile),
    ] {
        assert_eq!(text.parse::<San>(), Err(ParseSanError { at, reason }), "{text}");
    }
}

#[test]
fn figurines_replace_letters() {
    for (text, figurines) in [("Nbd7+", "♞bd7+"), ("e1=Q#", "e1=♛#"), ("O-O", "O-O"), ("exd5", "exd5")] {
        assert_eq!(San::parse(text.as_bytes()).unwrap().figurines(Color::Black).to_string(), figurines);
    }
}

#[test]
fn san_is_seven_bytes() {
    assert_eq!(core::mem::size_of::<San>(), 7);
}
