//! Complete games with every ruleset and every special move.

use crate::run::{Interactive, hanpan_play, play_script, state_dir};

#[test]
fn full_games_reach_their_results() {
    play_script("scholar", &[], "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7", "1-0", 0);
    play_script("fool", &["--plain"], "f3 e5 g4 Qh4", "0-1", 0);
    play_script("unfinished", &[], "e4 e5", "*", 0);
    play_script("nothing", &[], "", "*", 0);
    let stalemate = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
    play_script("stalemate", &[], stalemate, "1/2-1/2", 0);
    play_script("repetition", &[], "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 claim", "1/2-1/2", 0);
    play_script("agreement", &[], "e4 draw y", "1/2-1/2", 0);
    play_script("resignation", &[], "e4 e5 resign y", "0-1", 0);
}

#[test]
fn fen_takes_startpos_and_compositions() {
    play_script("startpos", &["--fen", "startpos"], "f3 e5 g4 Qh4", "0-1", 0);
    let three_queens = "7k/8/8/8/8/8/PPPPPPPP/QQQRRBNK b - - 0 1";
    let text = play_script("composition", &["--fen", three_queens], "Kh7", "*", 0);
    assert!(text.contains("Black: king h8 to h7"), "{text}");
}

#[test]
fn input_may_end_at_a_prompt() {
    play_script("open-offer", &[], "e4 draw", "*", 0);
    play_script("open-resignation", &[], "e4 resign", "*", 0);
    play_script("open-promotion", &["--fen", "7k/P7/8/8/8/8/8/K7 w - - 0 1"], "a8", "*", 0);
}

#[test]
fn every_special_move_is_played() {
    let both_castle = "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O d6 d3 Be6 a3 Qd7 b3 Nc6 c3 O-O-O";
    let text = play_script("castling", &[], both_castle, "*", 0);
    assert!(
        text.contains("White has castled kingside.") && text.contains("Black has castled queenside."),
        "{text}"
    );
    let text = play_script("en-passant", &[], "e4 a6 e5 d5 exd6 moves", "*", 0);
    assert!(text.contains("En passant is possible: exd6"), "{text}");
    assert!(text.contains("White: pawn e5 takes pawn en passant, to d6"), "{text}");
    for (answer, role) in [("q", "queen"), ("r", "rook"), ("b", "bishop"), ("n", "knight")] {
        let script = format!("e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8 {answer}");
        let text = play_script("promotion", &[], &script, "*", 0);
        assert!(text.contains(&format!("takes rook on a8, promotes to {role}")), "{text}");
    }
}

#[test]
fn all_rulesets_are_played() {
    play_script(
        "king-capture",
        &["--rules", "king-capture", "--first", "white"],
        "e4 f6 Qh5 a6 Qxe8",
        "1-0",
        0,
    );
    let text = play_script("chess960", &["--start", "0"], "fen", "*", 0);
    assert!(text.contains("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"), "{text}");
    let fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
    play_script("from-position", &["--fen", fen], "Qg7", "1-0", 0);
}

#[test]
fn mistakes_are_reported_asked_again_and_counted() {
    let text = play_script("mistakes", &[], "Ke3 e4", "*", 2);
    assert!(
        text.contains("A king moves one square at a time") && text.contains("White: pawn e2 to e4"),
        "{text}"
    );
}

#[test]
fn korean_output_on_request() {
    let text = play_script("korean", &["--lang", "ko"], "e4", "*", 0);
    assert!(text.contains("흑 차례"), "{text}");
    let folder = state_dir("korean-system");
    let mut child = hanpan_play(&folder, &[]).env("LC_ALL", "ko_KR.UTF-8").spawn().unwrap();
    drop(child.stdin.take());
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("백 차례"));
}

#[test]
fn output_is_flushed_before_reading() {
    let mut talk = Interactive::start(&state_dir("conversation"), &[]);
    assert!(talk.read_until_prompt().ends_with("WHITE'S TURN\n> "));
    let output = talk.send_line("b1");
    assert!(output.ends_with("can move to a3 and c3\nWhere to? A square, or cancel\n> "), "{output}");
    assert!(talk.send_line("c3").ends_with("BLACK'S TURN\n> "));
    let (rest, code) = talk.finish();
    assert_eq!((rest.lines().last(), code), (Some("*"), Some(0)));
}
