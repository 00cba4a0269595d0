//! What is typed on the other side's turn, and what the other side asks.

use std::process::Command;

use crate::program::Program;
use crate::server::{Server, folder};

/// Ann with White and Ben, at a game that has just begun.
struct Pair {
    ann: Program,
    ben: Program,
    _server: Server,
}

impl Pair {
    fn sit(name: &str) -> Pair {
        let folder = folder(name);
        let server = Server::start(&folder.join("data"), "127.0.0.1:0");
        let url = format!("http://{}", server.address);
        let mut ann = Program::start("Ann", &folder, &["--side", "white", "--clock", "5+3", &url]);
        ann.type_line("create");
        let link = ann.wait_for(&format!("{url}/game/"));
        let mut ben = Program::start("Ben", &folder, &[&link]);
        ben.wait_for("You play Black.");
        ann.wait_for("Black: Ben");
        Pair { ann, ben, _server: server }
    }

    fn ends(self) -> [(String, Option<i32>); 2] {
        [self.ann.end(), self.ben.end()]
    }
}

fn ended(result: &str) -> (String, Option<i32>) {
    (result.to_owned(), Some(0))
}

/// What is no answer is asked again, on the other side's turn too.
#[test]
fn a_wrong_answer_is_said_at_once() {
    let mut pair = Pair::sit("wrong-answer");
    let (ann, ben) = (&mut pair.ann, &mut pair.ben);
    ann.type_line("e4");
    ben.wait_for("White: pawn e2 to e4");
    ben.type_line("e5");
    ann.wait_for("Black: pawn e7 to e5");
    ann.type_line("draw");
    ben.wait_for("White offers a draw. Do you agree? (y or n)");
    ben.type_line("maybe");
    ben.wait_for("Please answer y or n.");
    ben.type_line("y");
    ann.wait_for("DRAW | AGREED");
    let [(_, ann), (_, ben)] = pair.ends();
    assert_eq!([ann, ben], [Some(0), Some(2)]);
}

/// Whoever waits for the other side can talk, offer, answer and give up meanwhile.
#[test]
fn everything_but_a_move_is_done_at_once() {
    let mut pair = Pair::sit("at-once");
    let (ann, ben) = (&mut pair.ann, &mut pair.ben);
    ann.type_line("e4");
    ben.wait_for("White: pawn e2 to e4");
    ann.type_line("say are you there?");
    ben.wait_for("Ann: are you there?");
    ann.type_line("draw");
    ben.wait_for("White offers a draw. Do you agree? (y or n)");
    ben.type_line("n");
    ann.wait_for("Black declines the draw.");
    ben.type_line("e5");
    ann.wait_for("Black: pawn e7 to e5");
    ben.type_line("undo");
    ann.wait_for("Black asks to take a move back. Do you agree? (y or n)");
    ann.type_line("y");
    ben.wait_for("The last move was taken back.");
    ben.type_line("d5");
    ann.wait_for("Black: pawn d7 to d5");
    ben.type_line("resign");
    ben.wait_for("Black resigns. Is that right?");
    ben.type_line("y");
    ann.wait_for("Black resigned: White wins.");
    assert_eq!(pair.ends(), [ended("1-0"), ended("1-0")]);
}

#[test]
fn a_draw_and_a_rematch_are_agreed_on() {
    let mut pair = Pair::sit("rematch");
    let (ann, ben) = (&mut pair.ann, &mut pair.ben);
    ann.type_line("e4");
    ben.wait_for("White: pawn e2 to e4");
    ann.type_line("draw");
    ben.wait_for("White offers a draw. Do you agree?");
    ben.type_line("accept");
    ann.wait_for("Draw: both sides agreed.");
    ann.type_line("rematch");
    ben.wait_for("White would like a rematch. Do you agree? (y or n)");
    ben.type_line("yes");
    ben.wait_for("You play White.");
    ann.wait_for("You play Black.");
    ben.type_line("d4");
    ann.wait_for("White: pawn d2 to d4");
    assert_eq!(pair.ends(), [ended("*"), ended("*")]);
}

/// The moves of a script can be written down beforehand; what stands behind them waits with them.
#[test]
fn the_moves_of_a_script_wait_for_their_turn() {
    let mut pair = Pair::sit("beforehand");
    let (ann, ben) = (&mut pair.ann, &mut pair.ben);
    for line in ["e4", "Nf3", "say done", "resign", "y"] {
        ann.type_line(line);
    }
    ben.wait_for("White: pawn e2 to e4");
    ben.type_line("e5");
    ben.wait_for("White: knight g1 to f3");
    ben.wait_for("Ann: done");
    ben.wait_for("White resigned: Black wins.");
    assert_eq!(pair.ends(), [ended("0-1"), ended("0-1")]);
}

/// Nobody waits for a turn that does not come: the end of the input, a word and a signal end it at once.
#[test]
fn the_end_is_noticed_on_the_others_turn() {
    let mut pair = Pair::sit("end");
    pair.ann.type_line("e4");
    pair.ben.wait_for("White: pawn e2 to e4");
    let Pair { ann, mut ben, _server: server } = pair;
    assert_eq!(ann.end(), ended("*"), "the input ends while Black is to move");
    ben.type_line("e5");
    ben.type_line("quit");
    ben.wait_for("The game goes on. Come back with: hanpan play http://");
    assert_eq!(ben.end(), ended("*"));
    drop(server);

    let mut pair = Pair::sit("signal");
    pair.ann.type_line("e4");
    pair.ben.wait_for("White: pawn e2 to e4");
    assert!(Command::new("kill").arg(pair.ann.id().to_string()).status().unwrap().success());
    pair.ann.wait_for("The game goes on.");
    assert_eq!(pair.ann.end(), ("*".to_owned(), None), "ended by the signal");
}

/// An answer to nothing is no move, and is told so.
#[test]
fn yes_is_no_move() {
    let mut pair = Pair::sit("yes");
    pair.ann.type_line("y");
    pair.ann.wait_for("Nobody has asked you anything.");
    pair.ann.type_line("rematch");
    pair.ann.wait_for("You cannot propose a rematch now.");
    pair.ben.type_line("king");
    pair.ann.type_line("help");
    pair.ann.wait_for("accept: accept what the other side has offered");
    assert_eq!(pair.ann.end(), ("*".to_owned(), Some(2)));
}
