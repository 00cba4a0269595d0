//! Valid and invalid PGN texts.

/// Events of each text; errors with line and column are in `<>`.
pub(crate) const TEXTS: &[(&[u8], &str)] = &[
    (b"", ""),
    (b" \r\n\t\0\x1A", ""),
    (b"*", "| * /"),
    // Tags.
    (b"[Event \"a\"]\n[Site \"b\"]\n\n1. e4 *", "Event=a Site=b | e4 * /"),
    (b"[Event \"a\"][Site\"b\"] [ Round  \"c\" ]1.e4 e5 1-0", "Event=a Site=b Round=c | e4 e5 1-0 /"),
    (br#"[Event "a \"b\" \\ c\"]"]"#, r#"Event=a "b" \ c"] | /"#),
    (br#"[Event "a "b" c"]*"#, r#"Event=a "b" c | * /"#),
    (b"\xEF\xBB\xBF[Event \"\xC3\xA9\"]*\n\xEF\xBB\xBF[Event \"\xE9]\"]*", "Event=é | * / Event=é] | * /"),
    (b"[Event \"a\"]\r[Site \"b\"]\r\r1. e4\r*\r", "Event=a Site=b | e4 * /"),
    (b"[Event \"a\"]\n\n[Event \"b\"]\n[Site \"c\"]\n", "Event=a | / Event=b Site=c | /"),
    (b"[A \"1\"]\n; between\n\n[B \"2\"]\n*", "A=1 { between} B=2 | * /"),
    (b"[A \"1\"]e4[B \"2\"]e5", "A=1 | e4 / B=2 | e5 /"),
    // Move numbers.
    (b"1.e4 1...e5 2 . d4 2e5 3... .. Nf3 12. a3 5 *", "| e4 e5 d4 e5 Nf3 a3 * /"),
    (b"0-0 O-O-O 0-0-0+ 1/2", "| 0-0 O-O-O 0-0-0+ 1/2-1/2 /"),
    (b"exd6 e.p. exd6e.p. e8=Q e8(Q)+ e8(Nf3) *", "| exd6 exd6e.p. e8=Q e8(Q)+ e8 ( Nf3 ) * /"),
    // Comments.
    (b"{a} 1. e4{b}e5 {} ; c } {\n2. d4 ;d\r\n {e\nf}*", "{a} | e4 {b} e5 {} { c } {} d4 {d} {e\nf} * /"),
    (b"1. e4 1-0 {same line} ; too\n{next} [A \"1\"] *", "| e4 1-0 {same line} { too} / {next} A=1 | * /"),
    (b"{only} ; comments", "{only} { comments}"),
    (b"% an escape\n1. e4 {\n% not here}\n%nor (that {\n e5 *", "| e4 {\n% not here} e5 * /"),
    (b"e4 {caf\xE9} {caf\xC3\xA9} *", "| e4 {café} {café} * /"),
    (b"e4 {[Event \"x\"]} *", "| e4 {[Event \"x\"]} * /"),
    // NAGs.
    (b"e4! e5?? d4!?!! d5 $0 $255 +- = *", "| e4 $1 e5 $4 d4 $5 d5 $0 $255 $18 $10 * /"),
    // Variations and results.
    (b"e4 (d4 (c4)(b4) 1-0) e5 0-1 a3 *", "| e4 ( d4 ( c4 ) ( b4 ) ) e5 0-1 / | a3 * /"),
    (b"e4 * e5 *", "| e4 * / | e5 * /"),
    // Null moves.
    (b"e4 -- e5 (1-0) {*} 1-0\nd4 *", "| e4 #1:4:NullMove 1-0 / | d4 * /"),
    (b"e4 Z0 *", "| e4 #1:4:NullMove * /"),
    (b"e4 1... 0000 2. Nf3 *", "| e4 #1:9:NullMove * /"),
    (
        b"e4 (d4 -- c4 (Z0 (@@@@) null)) e5 (1... 0000 2. d4) *",
        "| e4 ( d4 -- c4 ( -- ( -- ) -- ) ) e5 ( -- d4 ) * /",
    ),
    (b"e4 1000. e5 10000 Nf3 *", "| e4 e5 Nf3 * /"),
    // Typographic characters, in UTF-8 and in Windows-1252.
    ("1.e4\u{A0}e5 1…e5 2. … Nf3 1–0".as_bytes(), "| e4 #1:5:Typography e5 e5 Nf3 1-0 /"),
    ("e4 e5 ½–½".as_bytes(), "| e4 e5 #1:7:Typography 1/2-1/2 /"),
    ("e4 e5 1/2‑1/2\u{A0}\n".as_bytes(), "| e4 e5 #1:7:Typography 1/2-1/2 /"),
    (b"e4\xA0e5 \xBD-\xBD e4 0\x961", "| e4 #1:3:Typography e5 1/2-1/2 / | e4 #1:11:Typography 0-1 /"),
    (
        "e4 ± e5∓ d4⩲ ♘f3 e8=♕ +− −+ *".as_bytes(),
        "| e4 #1:4:Typography $16 e5 $17 d4 $14 ♘f3 e8=♕ $18 $19 * /",
    ),
    ("O–O 0–0 O—O—O+ 0−0−0 o‑o *".as_bytes(), "| #1:1:Typography O–O 0–0 O—O—O+ 0−0−0 o‑o * /"),
    ("Ng1–f3 e2–e4−+ ♖a1–♖ *".as_bytes(), "| #1:1:Typography Ng1–f3 e2–e4 $19 ♖a1–♖ * /"),
    ("1.\u{3000}e4\u{3000}e5 2.Nf3\u{3000}*".as_bytes(), "| e4 #1:6:Typography e5 Nf3 * /"),
    // Unusual spellings.
    (b"OO ooo+ 5. 00 000 6 00. e4 00 *", "| #1:1:Spelling OO ooo+ 00 000 e4 00 * /"),
    (b"e4 1:0 e4 0:1", "| e4 #1:4:Spelling 1-0 / | e4 #1:11:Spelling 0-1 /"),
    (b"e4 1 - 0\ne4 0.5-0.5", "| e4 #1:4:Spelling 1-0 / | e4 #2:4:Spelling 1/2-1/2 /"),
    (b"e4 1/2 - 1/2\n1. e4 *", "| e4 #1:4:Spelling 1/2-1/2 / | e4 * /"),
    ("e4 ½ – ½\n1 e4 *".as_bytes(), "| e4 #1:4:Typography 1/2-1/2 / | e4 * /"),
    // Things that are passed over.
    (
        b"e4 D e5 (d4 N) {a} draw $256 $ $99999999999 + ++ *",
        "| e4 #1:4:Word e5 ( d4 ) {a} #1:25:Nag #1:45:Symbol * /",
    ),
    // Castling in Cyrillic letters is not a move, but must not be dropped.
    ("1. e4 \u{41e}-\u{41e} e5 *".as_bytes(), "| e4 \u{41e}-\u{41e} e5 * /"),
    (b"[A \"1\"]\nWorld 1. e4 *", "A=1 #2:1:Word | e4 * /"),
    (b"World 1. e4 *", "| World e4 * /"),
    (b"e4 Nf each e5 *", "| e4 Nf each e5 * /"),
    // Games without tags and results.
    (b"1. e4 e5\n\n1. d4 d5 *", "| e4 e5 #3:1:NextGame / | d4 d5 * /"),
    (
        b"1. e4 e5\r\n1.d4\n1. c4 {x}\n1.  f4",
        "| e4 e5 #2:1:NextGame / | d4 #3:1:NextGame / | c4 {x} #4:1:NextGame / | f4 /",
    ),
    (
        b"1. e4\n1... e5\n1. ... e5\n11. d4 (\n1. c4) (1. g3 e5 1. b3) f4 *",
        "| e4 e5 e5 d4 ( c4 ) ( g3 e5 b3 ) f4 * /",
    ),
    (b"1. e4 e5 2. Nf3 Nc6 1. d4 d5 2. c4 *", "| e4 e5 Nf3 Nc6 #1:21:NextGame / | d4 d5 c4 * /"),
    (b"1. e4 e5 {x}\t 1.d4 *", "| e4 e5 {x} #1:15:NextGame / | d4 * /"),
    // Black's move with the number of White's.
    (b"1. e4 1. e5 2. d4 2. exd4 *", "| e4 e5 d4 exd4 * /"),
    // Result tag against result.
    (
        b"[Result \"1-0\"]\ne4 0-1\n[Result \"0-1\"]\ne4 0-1\n[Result \"?\"]\ne4 0-1",
        "Result=1-0 | e4 #2:4:ResultTag 0-1 / Result=0-1 | e4 0-1 / Result=? | e4 0-1 /",
    ),
    (b"e4 (d4 + \n\n*", "| e4 ( d4 #1:8:Symbol <1:4: game 1: the variation is not closed>"),
    // Errors.
    (b"e4 {open", "| e4 <1:4: game 1: the comment is not closed>"),
    (
        b"e4 {open\n\n[Event \"b\"]\n\nd4 {closed} *",
        "| e4 <1:4: game 1: the comment is not closed> Event=b | d4 {closed} * /",
    ),
    (
        b"e4 (d4 (c4) \n[Event \"b\"]*",
        "| e4 ( d4 ( c4 ) <1:4: game 1: the variation is not closed> Event=b | * /",
    ),
    (b"e4 ) e5 1-0 d4 *", "| e4 <1:4: game 1: there is no variation to close> | d4 * /"),
    (b"e4 (d4 ] c4) 1-0 d4 *", "| e4 ( d4 <1:8: game 1: unexpected ']'> | d4 * /"),
    (b"e4 [%clk 1] *", "| e4 <1:4: game 1: unexpected '['>"),
    (b"e4 <x> *\n\nd4 \"*", "| e4 <1:4: game 1: unexpected '<'> | d4 <3:4: game 2: unexpected '\\\"'>"),
    (b"\xED\x95\x9C e4\r\n\r\n  }", "| \u{D55C} e4 <3:3: game 1: unexpected '}'>"),
    (
        b"[Event \"a]\n[Site \"b\"]\n\n1. e4 *\n[Event \"b\"] *",
        "<1:1: game 1: the tag is not closed> Event=b | * /",
    ),
    (b"[Event a]\n*\n*", "<1:1: game 1: expected the value of the tag in quotation marks> | * /"),
    (b"[Event \"a\"\n*\n*", "<1:1: game 1: the tag is not closed> | * /"),
    (b"[Event\n*\n*", "<1:1: game 1: the tag is not closed> | * /"),
    (b"[\"a\"]\n*\n*", "<1:1: game 1: expected the name of a tag> | * /"),
    (b"[A \"1\"]\n[A\xFF \"1\"]\n*\n*", "A=1 <2:1: game 1: expected the name of a tag> | * /"),
    (b"[A \"b\\\"]\n*\n*", "<1:1: game 1: the tag is not closed> | * /"),
    (b"1-1 *", "<1:1: game 1: unexpected '1'>"),
];
