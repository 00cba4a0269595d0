//! Properties of the parsers of positions and moves for arbitrary bytes.
#![allow(dead_code, reason = "each fuzz target uses one of them")]

use rules::{Board, CastlingStyle, Epd, Position, San, Setup, SetupFaults, UciMove};

/// A FEN.
pub(crate) fn fen(text: &[u8]) {
    match Setup::from_fen(text) {
        Err(error) => within(error.at, text, &error),
        Ok(setup) => {
            let (x_fen, shredder) = (setup.to_string(), setup.shredder_fen());
            assert_eq!(x_fen.parse(), Ok(setup), "{x_fen}");
            assert_eq!(shredder.parse(), Ok(setup), "{shredder}");
            match setup.position_waiving(SetupFaults::WAIVABLE) {
                Ok(position) => playable(&position),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

/// An EPD record.
pub(crate) fn epd(text: &[u8]) {
    match Epd::parse(text) {
        Err(error) => within(error.at, text, &error),
        Ok(epd) => {
            let written = epd.to_string();
            assert_eq!(written.parse(), Ok(epd), "{written}");
        }
    }
}

/// A FEN in the first line, SAN moves in the others.
pub(crate) fn san(text: &[u8]) {
    let (position, moves) = first_line(text);
    for text in moves {
        match San::parse(text) {
            Err(error) => within(error.at, text, &error),
            Ok(san) => {
                let written = san.to_string();
                assert_eq!(written.parse(), Ok(san), "{written}");
                match san.resolve(&position) {
                    // The slow path has reasons as well, and never an empty list.
                    Err(error) => {
                        assert!(!error.to_string().is_empty());
                        let reasons = position.parse_san(text).expect_err("resolve has failed");
                        assert!(!reasons.to_string().is_empty(), "{written} in {}", position.fen());
                    }
                    Ok(m) => {
                        assert!(position.is_legal(m), "{m:?} in {}", position.fen());
                        assert_eq!(position.san(m).resolve(&position), Ok(m), "{}", position.fen());
                        assert_eq!(position.parse_san(text), Ok(m), "{written} in {}", position.fen());
                    }
                }
            }
        }
    }
}

/// A FEN in the first line, UCI moves in the others.
pub(crate) fn uci(text: &[u8]) {
    let (position, moves) = first_line(text);
    for text in moves {
        match UciMove::parse(text) {
            Err(error) => within(error.at, text, &error),
            Ok(uci) => {
                assert_eq!(uci.to_string().parse(), Ok(uci));
                match uci.resolve(&position) {
                    Err(error) => assert!(!error.to_string().is_empty()),
                    Ok(m) => assert!(position.is_legal(m), "{m:?} in {}", position.fen()),
                }
            }
        }
    }
}

/// A letter board.
pub(crate) fn text_board(text: &[u8]) {
    match Board::from_letters(text) {
        Err(error) => {
            let line = text.split(|&byte| byte == b'\n').nth(error.line - 1).unwrap_or_default();
            within(error.column - 1, line, &error);
        }
        Ok(board) => {
            let written = board.letters().to_string();
            assert_eq!(Board::from_letters(written.as_bytes()), Ok(board), "{written}");
        }
    }
}

/// The location of the error is in the text or at its end, and the error has a message.
fn within(at: usize, text: &[u8], error: &dyn std::error::Error) {
    assert!(at <= text.len(), "{error}: there are only {} bytes", text.len());
    assert!(!error.to_string().is_empty());
}

/// The position of the first line, or the starting position, and the other lines.
fn first_line(text: &[u8]) -> (Position, impl Iterator<Item = &[u8]>) {
    let mut lines = text.split(|&byte| byte == b'\n');
    let setup = lines.next().and_then(|fen| Setup::from_fen(fen).ok());
    let position = setup.and_then(|setup| setup.position_waiving(SetupFaults::WAIVABLE).ok());
    (position.unwrap_or_default(), lines)
}

/// Every accepted position can be played, and its moves can be written.
fn playable(position: &Position) {
    let fen = position.fen();
    let again = fen.parse::<Setup>().map(|setup| setup.position_waiving(SetupFaults::WAIVABLE));
    assert_eq!(again.map(|again| again.map(|again| again.fen())), Ok(Ok(fen.clone())));
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal_moves() as usize, "{fen}");
    for m in &moves {
        assert!(position.is_legal(m), "{m:?} in {fen}");
        assert_eq!(
            position.san(m).to_string().parse::<San>().map(|san| san.resolve(position)),
            Ok(Ok(m)),
            "{fen}"
        );
        for style in [CastlingStyle::Standard, CastlingStyle::Chess960] {
            assert_eq!(m.uci(style).resolve(position), Ok(m), "{m:?} in {fen}");
        }
        let next = position.play_unchecked(m);
        assert!(next.attackers(next.king(position.turn()), next.turn()).is_empty(), "{m:?} in {fen}");
    }
}
