//! Messages survive a round trip, and malformed input is harmless.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

extern crate hanpan_uci as uci;

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use rng::Rng;
use uci::{
    Bound, Evaluation, Go, Info, OptionDeclaration, OptionKind, OptionName, ParseError, Score, SetOption,
    Text, ToEngine, ToGui, Wdl,
};

/// Lines that are written exactly as they are read.
fn check_exact<T: FromStr<Err = ParseError> + Display>(lines: &[&str]) {
    for line in lines {
        let message: T = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(message.to_string(), *line);
    }
}

/// Lines that are read like their canonical form.
fn check_normalized<T: FromStr<Err = ParseError> + Display>(pairs: &[(&str, &str)]) {
    for (line, other) in pairs {
        let written = line.parse::<T>().map_or_else(|error| error.to_string(), |m| m.to_string());
        assert_eq!(written, *other, "{line}");
    }
}

#[test]
fn messages_to_engines_are_read_and_written() {
    check_exact::<ToEngine>(&[
        "uci",
        "debug on",
        "debug off",
        "isready",
        "setoption name Hash value 64",
        "setoption name Clear Hash",
        "setoption name Syzygy Path value",
        "setoption name NalimovPath value c:\\chess\\tb\\4;c:\\chess\\tb\\5 and  so on",
        "register later",
        "register name Stefan MK code 4359874324",
        "ucinewgame",
        "position startpos",
        "position startpos moves e2e4 e7e5 e1g1 a7a8q 0000",
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 20 moves e1g1",
        "go",
        "go infinite",
        "go ponder wtime 60000 btime 59000 winc 1000 binc 2000 movestogo 12",
        "go depth 20 nodes 100000 mate 3 movetime 500 searchmoves e2e4 d2d4",
        "go perft 5",
        "stop",
        "ponderhit",
        "quit",
    ]);
}

#[test]
fn unknown_words_of_go_are_listed() {
    for (line, expected, is_unlimited) in [
        ("go", &[][..], true),
        ("go depth x", &["depth", "x"], true),
        ("go depth -3 nodes 5", &["depth", "-3"], false),
        ("go fast searchmoves e9e4", &["fast", "searchmoves", "e9e4"], true),
        ("go ponder searchmoves e2e4", &[], true),
        ("go infinite", &[], false),
    ] {
        let ToEngine::Go(go) = line.parse().unwrap() else { panic!("{line}") };
        let unread = Go::unknown_words(line.as_bytes());
        let words: Vec<&str> = unread.iter().map(Text::as_str).collect();
        assert_eq!((&words[..], go.is_unlimited()), (expected, is_unlimited), "{line}");
    }
}

#[test]
fn messages_to_guis_are_read_and_written() {
    check_exact::<ToGui>(&[
        "id name Deep Thought 2",
        "id author the people of  Magrathea",
        "uciok",
        "readyok",
        "bestmove e2e4",
        "bestmove g8f6 ponder c2c4",
        "bestmove (none)",
        "copyprotection checking",
        "copyprotection ok",
        "registration error",
        "option name Nullmove type check default true",
        "option name Selectivity type spin default 2 min 0 max 4",
        "option name Skew type spin default -5 min -10 max 10",
        "option name Style type combo default Normal var Solid var Normal var Very Risky",
        "option name Clear Hash type button",
        "option name NalimovPath type string default c:\\",
        "option name SyzygyPath type string default <empty>",
        "info depth 12 seldepth 20 multipv 2 score cp -214 upperbound wdl 1 20 979 nodes 2123 nps 34928 \
         hashfull 999 tbhits 4 sbhits 1 cpuload 1000 time 1242 pv e2e4 e7e5 g1f3",
        "info currmove e2e4 currmovenumber 1",
        "info score mate -3",
        "info score cp 13 lowerbound",
        "info refutation d1h5 g6h5",
        "info currline 2 d2d4 d7d5",
        "info currline d2d4 d7d5",
        "info string NNUE evaluation  using nn.nnue",
        "info",
    ]);
}

#[test]
fn unknown_words_are_skipped() {
    check_normalized::<ToEngine>(&[
        ("  joho  debug\ton\r\n", "debug on"),
        ("go fast depth x wtime 5 winc -3 binc", "go wtime 5 winc 0"),
        ("go wtime -20 btime 9223372036854775808", "go wtime 0"),
        ("go searchmoves e2e4 nonsense infinite", "go infinite searchmoves e2e4"),
        ("position now startpos e2e4", "position startpos"),
        ("setoption name hash  size value 1", "setoption name hash size value 1"),
        ("", "no known command"),
        ("please", "no known command"),
        ("debug", "debug: something is missing"),
        ("debug maybe", "debug: something is missing"),
        ("setoption value 3", "setoption: something is missing"),
        ("register", "register: something is missing"),
        ("position", "position: something is missing"),
        ("I debug a position", "no known command"),
    ]);
    check_normalized::<ToGui>(&[
        ("Stockfish 15.1 by the Stockfish developers", "no known command"),
        ("debug: readyok", "readyok"),
        ("bestmove e2e4 with pleasure ponder e7e5 I hope", "bestmove e2e4 ponder e7e5"),
        ("bestmove 0000 ponder 0000", "bestmove (none)"),
        ("bestmove e2e4 ponder (none)", "bestmove e2e4"),
        ("bestmove", "bestmove: something is missing"),
        ("there is no bestmove here", "no known command"),
        ("info depth many score cp 20 cp nodes 3 wdl 1 2", "info nodes 3"),
        ("info wdl 1 2 3 score cp 5 string depth 9", "info score cp 5 wdl 1 2 3 string depth 9"),
        ("info score upperbound cp 20 pv e2e4 and more", "info score cp 20 upperbound pv e2e4"),
        ("option name X type spin min 3", "option name X type spin default 0 min 3 max 9223372036854775807"),
        ("option name X type slider", "option: something is missing"),
        ("option name type check", "option: something is missing"),
        ("option name X type string", "option name X type string default <empty>"),
        ("id", "id: something is missing"),
        ("copyprotection perhaps", "copyprotection: something is missing"),
    ]);
}

#[test]
fn a_malformed_position_is_an_error() {
    check_normalized::<ToEngine>(&[
        ("position fen 8/8 w", "FEN, byte 3: the board ends after rank 7"),
        ("position startpos moves e2e4 e7", "\"e7\": UCI move, byte 2: expected a file, a to h"),
    ]);
    check_normalized::<ToGui>(&[("bestmove Nf3", "\"Nf3\": UCI move, byte 0: expected a file, a to h")]);
}

#[test]
fn free_text_cannot_inject_commands() {
    let option = SetOption {
        name: OptionName::new("Hash\nquit").unwrap(),
        value: Some(Text::new("1\r\nquit\u{2028}")),
    };
    let line = ToEngine::SetOption(option).to_string();
    assert!(!line.contains(['\n', '\r']), "{line:?}");
    assert!(matches!(line.parse(), Ok(ToEngine::SetOption(_))), "{line}");
}

#[test]
fn parsed_values_match_the_text() {
    let ToEngine::Go(go) = "go wtime 1500 btime 2500 winc 10 binc 20 infinite".parse().unwrap() else {
        panic!()
    };
    let clock = rules::ByColor::new_with(|color| match color {
        rules::Color::White => Duration::from_millis(1500),
        rules::Color::Black => Duration::from_millis(2500),
    });
    let increment = rules::ByColor { white: Duration::from_millis(10), black: Duration::from_millis(20) };
    assert_eq!(go, Go { infinite: true, ..Go::by_clock(clock, increment) });

    let ToGui::Info(info) = "info multipv 3 score cp 35 lowerbound wdl 5 6 7 time 20".parse().unwrap() else {
        panic!()
    };
    let expected = Info {
        multi_pv: Some(3),
        evaluation: Some(Evaluation {
            score: Score::Centipawns(35),
            bound: Bound::Lower,
            wdl: Some(Wdl { win: 5, draw: 6, loss: 7 }),
        }),
        time: Some(Duration::from_millis(20)),
        ..Info::default()
    };
    assert_eq!(*info, expected);

    let ToGui::Option(option) = "option name Threads type spin default 1 min 1 max 8".parse().unwrap() else {
        panic!()
    };
    let name = OptionName::new("Threads").unwrap();
    assert_eq!(option, OptionDeclaration { name, kind: OptionKind::Spin { default: 1, min: 1, max: 8 } });
}

/// Random sequences of protocol words and bytes: nothing panics, and every parsed message survives a round
/// trip.
#[test]
fn random_lines_never_panic_and_round_trip() {
    const PARTS: &[&[u8]] = &[
        b"uci",
        b"go",
        b"position",
        b"startpos",
        b"fen",
        b"moves",
        b"e2e4",
        b"e7e8q",
        b"setoption",
        b"name",
        b"value",
        b"type",
        b"spin",
        b"combo",
        b"var",
        b"default",
        b"min",
        b"max",
        b"info",
        b"score",
        b"cp",
        b"mate",
        b"-3",
        b"99999999999999999999",
        b"wdl",
        b"pv",
        b"string",
        b"bestmove",
        b"ponder",
        b"option",
        b"id",
        b"author",
        b"register",
        b"later",
        b"code",
        b"currline",
        b"searchmoves",
        b"infinite",
        b"wtime",
        b"<empty>",
        b"(none)",
        b"8/8/8/8/8/8/8/8",
        b"4k3/8/8/8/8/8/8/4K3",
        b"w",
        b"-",
        b"\xff\xfe",
        b"\xed\xa0\x80",
        b"\0",
        b"\x1b[2J",
        "한글".as_bytes(),
        b"\xe2\x80",
        b"check",
        b"true",
        b"button",
        b"lowerbound",
        b"depth",
        b"debug",
        b"on",
    ];
    let mut rng = Rng::new(7);
    for _ in 0..200_000 {
        let mut line = Vec::new();
        for _ in 0..rng.index(12) {
            line.extend_from_slice(PARTS[rng.index(PARTS.len())]);
            line.extend_from_slice([&b" "[..], b"\t", b"", b"  ", b"\r"][rng.index(5)]);
        }
        if let Some(byte) = (!line.is_empty()).then(|| rng.index(line.len())) {
            line[byte] ^= [0, 0, 0, 1, 0x80][rng.index(5)];
        }
        if let Ok(message) = ToEngine::parse(&line) {
            let written = message.to_string();
            assert_eq!(ToEngine::parse(written.as_bytes()).as_ref(), Ok(&message), "{written:?}");
            assert!(!written.contains('\n'), "{written:?}");
        }
        if let Ok(message) = ToGui::parse(&line) {
            let written = message.to_string();
            assert_eq!(ToGui::parse(written.as_bytes()).as_ref(), Ok(&message), "{written:?}");
            assert!(!written.contains('\n'), "{written:?}");
        }
    }
}
