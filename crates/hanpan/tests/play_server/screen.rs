//! The full screen at a server: lobby, link, talk, offers.

use crate::program::Program;
use crate::server::{Server, folder};
use crate::window::Window;

#[test]
fn a_friend_is_invited_and_played_with() {
    let folder = folder("screen");
    let server = Server::start(&folder.join("data"), "127.0.0.1:0");
    let url = format!("http://{}", server.address);
    let mut ann = Window::open("server", &["--name", "Ann", "--side", "white", "--clock", "5+3", &url]);
    ann.wait_for("Invite a friend");
    ann.wait_for("5 minutes + 3 seconds per move");
    ann.type_keys("\r");
    ann.wait_for("Send this link to a friend:");
    let mut link = String::new();
    ann.wait_until("the link", |seen| seen.contains("/game/"));
    ann.read(|seen| {
        let from = seen.find(&format!("{url}/game/")).unwrap();
        link = seen[from..].split_whitespace().next().unwrap().to_owned();
    });
    let mut ben = Program::start("Ben", &folder, &[&link]);
    ben.wait_for("You play Black.");
    ann.wait_for("Ben (Black)");
    ann.wait_until("no link any more", |seen| !seen.contains("Send this link"));
    ann.play("e4");
    ben.wait_for("White: pawn e2 to e4");
    // A move on the other side's turn waits for its own.
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
    ann.wait_for("Black would like a rematch.");
    ann.type_keys("y");
    ben.wait_for("You play White.");
    ann.wait_for("Ben (White)");
    ann.quit();
    assert_eq!(ben.end(), ("*".to_owned(), Some(0)));
}

#[test]
fn who_looks_is_joined_from_the_list() {
    let folder = folder("screen-lobby");
    let server = Server::start(&folder.join("data"), "127.0.0.1:0");
    let url = format!("http://{}", server.address);
    let mut ben = Program::start("Ben", &folder, &["--side", "black", "--clock", "3+2", &url]);
    ben.wait_for("Nobody is looking for a game");
    ben.type_line("pair");
    ben.wait_for("Looking for somebody.");
    let mut ann = Window::open("server-lobby", &["--name", "Ann", &url]);
    ann.wait_for("Ben  3 minutes + 2 seconds per move");
    ann.type_keys("jjj\r");
    ben.wait_for("You play Black.");
    ann.wait_for("WHITE'S TURN");
    ann.play("e4");
    ben.wait_for("White: pawn e2 to e4");
    ann.quit();
    assert_eq!(ben.end(), ("*".to_owned(), Some(0)));
}
