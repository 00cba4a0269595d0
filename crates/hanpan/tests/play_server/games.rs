//! Complete games between two programs.

use crate::play_process::PlayProcess;
use crate::server_process::{ServerProcess, data_dir};

#[test]
fn game_is_finished_although_the_server_is_killed() {
    let folder = data_dir("mate");
    let mut server = ServerProcess::start(&folder.join("data"), "127.0.0.1:0");
    let url = format!("http://{}", server.address);
    let mut ann = PlayProcess::start("Ann", &folder, &["--side", "white", "--clock", "5+3", &url]);
    ann.type_line("create");
    let link = ann.wait_for(&format!("{url}/game/"));
    ann.wait_for("You play White.");
    let mut ben = PlayProcess::start("Ben", &folder, &[&link]);
    ben.wait_for("White: Ann");
    ben.wait_for("You play Black.");
    ann.wait_for("Black: Ben");
    for (white, black, seen) in [("e4", "e5", "pawn e7 to e5"), ("Bc4", "Nc6", "knight b8 to c6")] {
        ann.type_line(white);
        ben.type_line(black);
        ann.wait_for(seen);
    }
    ben.wait_for("Black: knight b8 to c6");

    server.kill();
    ann.wait_for("Connection lost.");
    ben.wait_for("Connection lost.");
    // Moves played while the server is down are sent after the reconnect.
    ann.type_line("Qh5");
    ann.wait_for("White: queen d1 to h5");
    server.restart();
    ann.wait_for("Reconnected.");
    ben.wait_for("White: queen d1 to h5");

    ben.type_line("say oops");
    ann.wait_for("Ben: oops");
    ben.type_line("Nf6");
    ann.wait_for("Black: knight g8 to f6");
    ann.type_line("Qxf7");
    ben.wait_for("Checkmate: White wins.");
    assert_eq!(ann.finish(), ("1-0".to_owned(), Some(0)));
    assert_eq!(ben.finish(), ("1-0".to_owned(), Some(0)));
}

#[test]
fn seek_is_listed_and_joined() {
    let folder = data_dir("pair");
    let server = ServerProcess::start(&folder.join("data"), "127.0.0.1:0");
    let url = format!("http://{}", server.address);
    let mut ann = PlayProcess::start("Ann", &folder, &["--side", "white", &url]);
    ann.wait_for("No open seeks");
    ann.type_line("pair");
    ann.wait_for("Searching for an opponent.");
    let mut ben = PlayProcess::start("Ben", &folder, &[&url]);
    ben.wait_for("  1  Ann");
    ben.type_line("1");
    ben.wait_for("You play Black.");
    ann.wait_for("You play White.");
    ann.type_line("resign");
    ann.type_line("y");
    ben.wait_for("White resigned: Black wins.");
    assert_eq!(ann.finish(), ("0-1".to_owned(), Some(0)));
    assert_eq!(ben.finish(), ("0-1".to_owned(), Some(0)));
}
