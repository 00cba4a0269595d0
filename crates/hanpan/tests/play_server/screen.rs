//! Full screen online: lobby, invitation link, chat, offers.

use crate::play_process::PlayProcess;
use crate::pty::PtyProgram;
use crate::server_process::{ServerProcess, data_dir};

#[test]
fn invited_friend_plays_a_game() {
    let folder = data_dir("screen");
    let server = ServerProcess::start(&folder.join("data"), "127.0.0.1:0");
    let url = format!("http://{}", server.address);
    let mut ann = PtyProgram::open("server", &["--name", "Ann", "--side", "white", "--clock", "5+3", &url]);
    ann.wait_for("Invite a friend");
    ann.wait_for("5 minutes + 3 seconds per move");
    ann.wait_for("1 online");
    ann.type_keys("\r");
    ann.wait_for("Send this link to a friend:");
    let mut link = String::new();
    // The last part of the lobby to be drawn.
    ann.wait_for("Press Enter to go to the board.");
    ann.read(|seen| {
        let from = seen.find(&format!("{url}/game/")).unwrap();
        link = seen[from..].split_whitespace().next().unwrap().to_owned();
    });
    let mut ben = PlayProcess::start("Ben", &folder, &[&link]);
    ben.wait_for("You play Black.");
    ann.wait_for("Ben (Black)");
    ann.wait_until("no link any more", |seen| !seen.contains("Send this link"));
    ann.play("e4");
    ben.wait_for("White: pawn e2 to e4");
    // A premove waits for its turn.
    ann.play("Nf3");
    ann.wait_for("Premoves waiting: 1");
    ben.type_line("say hello");
    ben.type_line("say good luck");
    ann.wait_for("Ben: hello");
    ann.wait_for("Ben: good luck");
    ben.type_line("e5");
    ben.wait_for("White: knight g1 to f3");
    ben.type_line("draw");
    ann.wait_for("Black offers a draw.");
    ann.type_keys("n");
    ben.wait_for("White declines the draw.");
    ann.type_keys("ry");
    ben.wait_for("White resigned: Black wins.");
    ben.type_line("rematch");
    ann.wait_for("Black offers a rematch.");
    ann.type_keys("y");
    ben.wait_for("You play White.");
    ann.wait_for("Ben (White)");
    ann.quit();
    assert_eq!(ben.finish(), ("*".to_owned(), Some(0)));
}

#[test]
fn seek_is_joined_from_the_list() {
    let folder = data_dir("screen-lobby");
    let server = ServerProcess::start(&folder.join("data"), "127.0.0.1:0");
    let url = format!("http://{}", server.address);
    let mut ben = PlayProcess::start("Ben", &folder, &["--side", "black", "--clock", "3+2", &url]);
    ben.wait_for("No open seeks");
    ben.type_line("pair");
    ben.wait_for("Searching for an opponent.");
    let mut ann = PtyProgram::open("server-lobby", &["--name", "Ann", &url]);
    ann.wait_for("Ben  3 minutes + 2 seconds per move");
    ann.type_keys("jjj\r");
    ben.wait_for("You play Black.");
    // A player is not drawn into another game, and returns to the lobby after the game.
    ann.wait_for("WHITE'S TURN");
    ann.type_keys("n");
    ann.play("e4");
    ben.wait_for("White: pawn e2 to e4");
    ben.type_line("resign");
    ben.type_line("y");
    ann.wait_for("Black resigned: White wins.");
    ann.type_keys("n");
    ann.wait_for("Invite a friend");
    ann.quit();
    assert_eq!(ben.finish(), ("1-0".to_owned(), Some(0)));
}

/// In interactive line mode a premove waits for its turn, and questions can be answered at any time.
#[test]
fn interactive_plain_mode_accepts_type_ahead() {
    let folder = data_dir("screen-plain");
    let server = ServerProcess::start(&folder.join("data"), "127.0.0.1:0");
    let url = format!("http://{}", server.address);
    let mut ann = PlayProcess::start("Ann", &folder, &["--side", "white", &url]);
    ann.type_line("create");
    let link = ann.wait_for(&format!("{url}/game/"));
    let mut ben = PtyProgram::open("server-plain", &["--plain", "--name", "Ben", &link]);
    ben.wait_for("You play Black.");
    ben.type_keys("e5\r");
    ben.wait_for("Premoves waiting: 1");
    ben.type_keys("y\r");
    ben.wait_for("There is no offer to answer.");
    ann.type_line("e4");
    ann.wait_for("Black: pawn e7 to e5");
    ann.type_line("draw");
    ben.wait_for("White offers a draw. Accept? (y or n)");
    ben.type_keys("clock\r");
    ben.wait_for("No clock");
    ben.type_keys("y\r");
    ann.wait_for("Draw: both sides agreed.");
    ben.wait_for("DRAW | BY AGREEMENT");
    ben.type_keys("quit\r");
    assert!(ben.wait_for_end().success());
    ben.wait_for("1/2-1/2");
    assert_eq!(ann.finish(), ("1/2-1/2".to_owned(), Some(0)));
}
