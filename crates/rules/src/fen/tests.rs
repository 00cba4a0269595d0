use alloc::string::ToString;

use super::{FenReason, ParseFenError};
use crate::{Bitboard, Rank, Setup, Square};

const BOARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// Parses a text and compares what it is written as.
fn check(text: &str, again: &str) {
    let setup: Setup = text.parse().unwrap();
    assert_eq!(setup.to_string(), again, "{text}");
    assert_eq!(again.parse(), Ok(setup), "{text}");
    assert_eq!(setup.shredder_fen().parse(), Ok(setup), "{text}");
}

fn check_error(text: &str, at: usize, reason: FenReason) {
    assert_eq!(text.parse::<Setup>(), Err(ParseFenError { at, reason }), "{text}");
}

#[test]
fn missing_fields_have_defaults() {
    let full = alloc::format!("{BOARD} w - - 0 1");
    for text in ["", " w", " w -", " w - -", " w - - 0", " w - - 0 1", "  w\t-   - 0 0 ", " w - - 000 01\r\n"]
    {
        check(&alloc::format!("  {BOARD}{text}"), &full);
    }
}

#[test]
fn castling_rights_come_in_any_order_and_in_three_dialects() {
    let with = |rights: &str| alloc::format!("{BOARD} w {rights} - 0 1");
    for rights in ["KQkq", "qkQK", "HAha", "haHA", "KAqh"] {
        check(&with(rights), &with("KQkq"));
    }
    check_error(&with("KQkqA"), BOARD.len() + 7, FenReason::DoubleCastling);
}

#[test]
fn inner_rooks_are_written_with_their_file() {
    for fen in [
        "4k3/8/8/8/8/8/8/R3KR1R w F - 0 1",
        "4k3/8/8/8/8/8/8/RR2K2R w B - 0 1",
        "1r2k1rr/8/8/8/8/8/8/4K3 w gq - 0 1",
        // Rights without their rook: the corner, or the file if the letter of the corner means another rook.
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K1R1 w HQ - 0 1",
        // No king, two kings, a king elsewhere.
        "8/8/8/8/8/8/8/R6R w KQ - 0 1",
        "8/8/8/8/8/8/8/R2KK1R1 w GKQ - 0 1",
        "8/8/8/8/8/4K3/8/1R4R1 w KQ - 0 1",
    ] {
        let setup: Setup = fen.parse().unwrap();
        assert_eq!(setup.to_string().parse(), Ok(setup), "{fen}");
        assert_eq!(setup.shredder_fen().parse(), Ok(setup), "{fen}");
    }
    check("4k3/8/8/8/8/8/8/R3KR1R w FA - 0 1", "4k3/8/8/8/8/8/8/R3KR1R w FQ - 0 1");
    check("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1");
    let inner: Setup = "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1".parse().unwrap();
    assert_eq!(inner.castling_rights, Bitboard::from([Square::B1, Square::G1]));
    assert_eq!(Setup::start().shredder_fen(), alloc::format!("{BOARD} w HAha - 0 1"));
}

#[test]
fn errors_have_byte_offset_and_reason() {
    use FenReason::*;
    for (text, at, reason) in [
        ("", 0, Empty),
        ("   ", 3, Empty),
        ("8/8/8/8/8/8/8/7", 15, RankTooShort(Rank::First)),
        ("8/8/8/7/8/8/8/8", 7, RankTooShort(Rank::Fifth)),
        ("8/8/8/8/8/8/8/", 14, RankTooShort(Rank::First)),
        ("8/8/8/8p/8/8/8/8", 7, RankTooLong(Rank::Fifth)),
        ("p8/8/8/8/8/8/8/8", 1, RankTooLong(Rank::Eighth)),
        ("8/8/8/8/8/8/8", 13, BoardTooShort(Rank::Second)),
        ("8/8/8/8/8/8/8/8/8", 15, BoardTooLong),
        ("17/8/8/8/8/8/8/8", 1, TwoDigits),
        ("9/8/8/8/8/8/8/8", 0, BadDigit),
        ("80/8/8/8/8/8/8/8", 1, BadDigit),
        ("8/8/x7/8/8/8/8/8", 4, NotAPiece),
        ("8/8/8/8/8/8/8/8 W", 16, BadTurn),
        ("8/8/8/8/8/8/8/8 wb", 16, BadTurn),
        ("8/8/8/8/8/8/8/8 w KX", 19, BadCastling),
        ("8/8/8/8/8/8/8/8 w K-", 19, BadCastling),
        ("8/8/8/8/8/8/8/8 w --", 18, BadCastling),
        ("8/8/8/8/8/8/8/8 w KK", 19, DoubleCastling),
        ("8/8/8/8/8/8/8/8 w KH", 19, DoubleCastling),
        ("8/8/8/8/8/8/8/8 w - e9", 20, BadEnPassant),
        ("8/8/8/8/8/8/8/8 w - E3", 20, BadEnPassant),
        ("8/8/8/8/8/8/8/8 w - - -1", 22, BadHalfmoves),
        ("8/8/8/8/8/8/8/8 w - - 1x", 23, BadHalfmoves),
        ("8/8/8/8/8/8/8/8 w - - 65536", 22, BadHalfmoves),
        ("8/8/8/8/8/8/8/8 w - - 0 4294967296", 24, BadFullmoves),
        ("8/8/8/8/8/8/8/8 w - - 0 +1", 24, BadFullmoves),
        ("8/8/8/8/8/8/8/8 w - - 0 1  x", 27, TooManyFields),
    ] {
        check_error(text, at, reason);
    }
}

#[test]
fn any_en_passant_square_parses() {
    check("4k3/8/8/8/8/8/8/4K3 b - a1 65535 4294967295", "4k3/8/8/8/8/8/8/4K3 b - a1 65535 4294967295");
}
