//! Full-screen mode of `hanpan play` in a pseudo-terminal: tests send keys and read the screen.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
mod pty;

use std::os::unix::process::ExitStatusExt;

use common::stockfish;
use pty::PtyProgram;
use pty_process::blocking::Command;

#[test]
fn game_is_played_to_checkmate() {
    let mut screen = PtyProgram::open("mate", &[]);
    screen.wait_for("WHITE'S TURN");
    screen.play("f3 e5 g4");
    screen.wait_for("BLACK'S TURN");
    screen.play("Qh4");
    screen.wait_for("WHITE'S TURN | CHECKMATE | BLACK WINS!");
    screen.wait_for("Qh4#");
    screen.quit();
}

#[test]
fn stalemate_is_a_draw() {
    let mut screen = PtyProgram::open("stalemate", &["--fen", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]);
    screen.wait_for("WHITE'S TURN");
    screen.play("Qg6");
    screen.wait_for("STALEMATE");
    screen.quit();
}

#[test]
fn both_sides_castle_both_ways() {
    let open = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    // Typed, and with the left and right keys.
    let mut screen = PtyProgram::open("castling", &["--fen", open]);
    screen.wait_for("WHITE'S TURN");
    screen.play("O-O");
    screen.wait_for("White has castled kingside.");
    screen.play("O-O-O");
    screen.wait_for("Black has castled queenside.");
    screen.type_keys("uu");
    screen.wait_for("WHITE'S TURN");
    screen.type_keys("<");
    screen.wait_for("White has castled queenside.");
    // Left and right refer to the screen, with White at the bottom. Invalid answers are reported.
    screen.play("e8");
    screen.wait_for("right (g8)");
    screen.type_keys("r");
    screen.wait_for("That is not one of the answers.");
    screen.type_keys(">");
    screen.wait_for("Black has castled kingside.");
    screen.quit();
}

#[test]
fn en_passant_and_all_promotions_work() {
    let mut screen = PtyProgram::open("en-passant", &[]);
    screen.wait_for("WHITE'S TURN");
    screen.play("e4 a6 e5 d5 exd6");
    // Waits for the move list, not for the input line.
    screen.wait_for("3.  exd6");
    screen.quit();
    for (key, san) in [("q", "e8=Q"), ("r", "e8=R"), ("b", "e8=B"), ("n", "e8=N")] {
        let mut screen = PtyProgram::open("promotion", &["--fen", "8/4P1k1/8/8/8/8/P7/4K3 w - - 0 1"]);
        screen.wait_for("WHITE'S TURN");
        screen.play("e7e8");
        screen.wait_for("Promote the pawn to");
        // An invalid answer is reported, and the question stays.
        screen.type_keys("x");
        screen.wait_for("Please answer");
        screen.type_keys(key);
        screen.wait_for(san);
        screen.quit();
    }
}

#[test]
fn king_capture_ends_the_game() {
    let mut screen = PtyProgram::open("king-capture", &["--rules", "king-capture", "--first", "white"]);
    screen.wait_for("WHITE'S TURN");
    screen.play("e4 f6 Qh5 a6");
    screen.play("Qxe8");
    screen.wait_for("WHITE WINS!");
    screen.quit();
}

#[test]
fn draws_are_claimed_and_agreed() {
    let mut screen = PtyProgram::open("claim", &[]);
    screen.wait_for("WHITE'S TURN");
    screen.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    screen.wait_for("WHITE'S TURN");
    screen.type_keys("=");
    screen.wait_for("Claim a draw");
    screen.type_keys("\r");
    screen.wait_for("THREEFOLD REPETITION");
    screen.quit();
    let mut screen = PtyProgram::open("agreement", &[]);
    screen.wait_for("WHITE'S TURN");
    screen.play("e4");
    screen.wait_for("BLACK'S TURN");
    screen.type_keys("=");
    screen.wait_for("White offers a draw.");
    screen.type_keys("\r");
    screen.wait_for("y yes");
    screen.type_keys("y");
    screen.wait_for("DRAW | BY AGREEMENT");
    screen.quit();
}

#[test]
fn illegal_moves_are_explained() {
    let mut screen = PtyProgram::open("illegal", &[]);
    screen.wait_for("WHITE'S TURN");
    screen.play("Ra5");
    screen.wait_for("The rook on a1 is blocked");
    screen.quit();
}

#[test]
fn pieces_are_moved_with_the_keyboard() {
    let mut screen = PtyProgram::open("keys", &[]);
    screen.wait_for("WHITE'S TURN");
    // The first arrow key shows the cursor on e2.
    screen.type_keys("\x1b[A\r\x1b[A\x1b[A\r");
    screen.wait_for("BLACK'S TURN");
    screen.wait_for("e4");
    screen.quit();
}

#[test]
fn pieces_are_moved_with_the_mouse() {
    let mut screen = PtyProgram::open("mouse", &[]);
    screen.wait_for("WHITE'S TURN");
    screen.click("e2");
    screen.click("e4");
    screen.wait_for("BLACK'S TURN");
    screen.drag("g8", "f6");
    screen.wait_for("Nf6");
    // A piece dropped on an illegal square returns.
    screen.drag("a1", "a5");
    screen.wait_for("The rook on a1 is blocked");
    screen.quit();
}

/// White has a single legal move, then the engine mates.
#[test]
fn game_against_stockfish_runs_to_its_end() {
    let args = ["--fen", "8/8/8/8/8/6k1/r7/7K w - - 0 1", "--engine", stockfish(), "--engine-time", "0.1"];
    let mut screen = PtyProgram::open("stockfish", &args);
    screen.wait_for("WHITE'S TURN");
    screen.play("Kg1");
    screen.wait_for("WHITE'S TURN | CHECKMATE");
    screen.wait_for("Ra1#");
    screen.quit();
}

/// Chooses opponent and side in the form, takes back during a search and resumes the game later.
#[test]
fn computer_level_is_chosen_in_the_form() {
    let mut screen = PtyProgram::open("computer", &[]);
    screen.wait_for("WHITE'S TURN");
    screen.type_keys("n");
    screen.wait_for("Another person");
    // Down to the opponents and on to the strongest, which searches longest.
    screen.type_keys("\x1b[B\x1b[B\x1b[D");
    screen.wait_for("Hanpan (full strength)");
    screen.type_keys("\x1b[F\r");
    screen.wait_for("WHITE'S TURN");
    screen.play("e4");
    screen.wait_for("is thinking");
    screen.type_keys("u");
    screen.wait_for("WHITE'S TURN");
    screen.play("d4");
    screen.wait_until("the answer", |seen| seen.contains("1.  d4") && seen.contains("WHITE'S TURN"));
    screen.quit();
    let mut again = PtyProgram::reopen("computer", &["--resume"]);
    again.wait_for("Hanpan (full strength)");
    again.wait_for("WHITE'S TURN");
    again.play("a3");
    again.wait_until("another answer", |seen| seen.contains("2.  a3") && seen.contains("WHITE'S TURN"));
    again.quit();
}

#[test]
fn computer_can_be_mated() {
    let args = ["--computer", "haru", "--fen", "k7/8/1K6/8/8/8/8/6R1 w - - 0 1", "--lang", "ko"];
    let mut screen = PtyProgram::open("computer-mated", &args);
    screen.wait_for("하루 (600)");
    screen.play("Rh1");
    screen.wait_for("Kb8");
    screen.play("Rh8");
    screen.wait_for("Rh8#");
    screen.quit();
}

/// The setting is saved; the command line overrides it.
#[test]
fn piece_style_is_saved() {
    let mut screen = PtyProgram::open("pieces", &[]);
    screen.wait_for("WHITE'S TURN");
    screen.type_keys(",\x1b[B\x1b[B\x1b[B\x1b[D");
    screen.wait_for("Letters");
    screen.quit();
    let mut again = PtyProgram::reopen("pieces", &[]);
    let has_letters = |seen: &str| {
        seen.lines().any(|line| line.split_whitespace().eq(["1", "R", "N", "B", "Q", "K", "B", "N", "R"]))
    };
    again.wait_until("letters on the board", has_letters);
    again.quit();
    let mut otherwise = PtyProgram::reopen("pieces", &["--pieces", "symbols"]);
    otherwise.wait_for("♜");
    otherwise.quit();
}

/// The terminal disappears without a signal: the program exits cleanly and the game is saved.
#[test]
fn hangup_ends_the_program_cleanly() {
    let folder = pty::folder("gone");
    // Left over from an earlier run, if it exists.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let code = folder.join("code");
    // In its own session the program gets no SIGHUP.
    let script = "trap '' HUP; setsid --wait \"$1\" play; echo $? > \"$2\"";
    let (pty, pts) = pty_process::blocking::open().unwrap();
    pty.resize(pty_process::Size::new(40, 140)).unwrap();
    let command = Command::new("sh").args(["-c", script, "sh", env!("CARGO_BIN_EXE_hanpan")]).arg(&code);
    let mut command =
        command.env("XDG_STATE_HOME", &folder).env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
    let mut child = command.spawn_borrowed(&pts).unwrap();
    drop(pts);
    let mut seen = pty::empty_parser();
    pty::read_until(&pty, &mut seen, "WHITE'S TURN");
    std::io::Write::write_all(&mut &pty, b"e4\r").unwrap();
    pty::read_until(&pty, &mut seen, "BLACK'S TURN");
    drop(pty);
    child.wait().unwrap();
    assert_eq!(std::fs::read_to_string(&code).unwrap().trim(), "0");
    let mut again = PtyProgram::reopen("gone", &["--resume"]);
    again.wait_for("BLACK'S TURN");
    again.quit();
}

#[test]
fn saved_game_is_resumed() {
    let mut screen = PtyProgram::open("kept", &["--clock", "5+0"]);
    screen.wait_for("WHITE'S TURN");
    screen.play("d4 Nf6");
    let is_played = |seen: &str| seen.lines().any(|line| line.contains("1.  d4") && line.contains("Nf6"));
    screen.wait_until("both moves in the list", is_played);
    screen.quit();
    let mut again = PtyProgram::reopen("kept", &["--resume"]);
    again.wait_until("both moves in the list", is_played);
    again.wait_for("WHITE'S TURN");
    again.quit();
}

#[test]
fn layout_fits_the_window_or_says_it_is_too_small() {
    let mut screen = PtyProgram::open("resize", &[]);
    screen.wait_for("WHITE'S TURN");
    for (rows, columns, side) in [(24, 80, 5), (60, 200, 14), (20, 40, 4)] {
        screen.resize(rows, columns);
        // The board uses the available space, with the key hints in the last row.
        screen.wait_until("a board that fits", |seen| {
            let last = seen.lines().nth(usize::from(rows) - 1);
            last.is_some_and(|line| line.contains("? help")) && pty::square_width(seen) == Some(side)
        });
    }
    screen.resize(6, 18);
    screen.wait_until("the board is gone", |seen| !seen.contains("WHITE'S TURN"));
    screen.resize(40, 140);
    screen.wait_for("WHITE'S TURN");
    screen.quit();
}

/// Neither a key that changes two squares nor a move redraws the whole screen.
#[test]
fn only_changed_cells_are_written() {
    let mut screen = PtyProgram::open("little", &[]);
    screen.wait_for("WHITE'S TURN");
    let whole = screen.wait_until_idle();
    screen.type_keys("\x1b[A");
    let step = screen.wait_until_idle() - whole;
    assert!(
        step > 0 && step * 4 < whole,
        "{step} bytes for a step of the cursor, {whole} for the first screen"
    );
    screen.click("e2");
    let before = screen.wait_until_idle();
    screen.click("e4");
    screen.wait_for("BLACK'S TURN");
    let made = screen.wait_until_idle() - before;
    assert!(made > 0 && made * 4 < whole, "{made} bytes for a move, {whole} for the first screen");
    screen.quit();
}

#[test]
fn terminal_is_restored_after_a_signal() {
    for (signal, number) in [("-TERM", 15), ("-HUP", 1), ("-INT", 2), ("-QUIT", 3)] {
        let mut screen = PtyProgram::open("signal", &[]);
        screen.wait_for("WHITE'S TURN");
        screen.play("e4");
        screen.wait_for("BLACK'S TURN");
        screen.kill(signal);
        let status = screen.wait_for_end();
        assert_eq!(status.signal(), Some(number), "{signal}: {status}");
        screen.expect_restored();
        let mut again = PtyProgram::reopen("signal", &["--resume"]);
        again.wait_for("BLACK'S TURN");
        again.quit();
    }
}

/// Path of the file that triggers the panic in the child process.
const PANIC_ENV: &str = "HANPAN_TEST_PANICS";

/// The test runs itself in a pseudo-terminal: the child plays until a thread panics during the game. The
/// shipped program aborts on a panic.
#[test]
fn terminal_is_restored_after_a_panic() {
    if let Some(file) = std::env::var_os(PANIC_ENV) {
        std::panic::set_hook(Box::new(|panic| {
            eprintln!("{panic}");
            std::process::abort();
        }));
        let folder = std::path::PathBuf::from(&file).parent().map(std::path::Path::to_owned);
        std::thread::spawn(move || {
            while !std::path::Path::new(&file).exists() {
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            panic!("as it should");
        });
        terminal::run(&terminal::Options { data_dir: folder, ..terminal::Options::default() }).unwrap();
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("play-screen-panic");
    // Left over from an earlier run, if it exists.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("panic");
    let itself = Command::new(std::env::current_exe().unwrap());
    let itself = itself.args(["--exact", "terminal_is_restored_after_a_panic", "--nocapture"]);
    let mut screen = PtyProgram::run(itself.env(PANIC_ENV, &file));
    screen.wait_for("WHITE'S TURN");
    std::fs::write(&file, "").unwrap();
    let status = screen.wait_for_end();
    assert!(!status.success(), "{status}");
    screen.expect_restored();
    // The panic message is on the shell's screen.
    screen.wait_for("as it should");
}
