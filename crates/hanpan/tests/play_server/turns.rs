//! Input during the opponent's turn, and the opponent's offers.

use std::process::Command;

use crate::play_process::PlayProcess;
use crate::server_process::{ServerProcess, data_dir};

/// Ann with White and Ben with Black, in a game that has just started.
struct TwoPlayers {
    ann: PlayProcess,
    ben: PlayProcess,
    _server: ServerProcess,
}

impl TwoPlayers {
    fn start_game(name: &str) -> TwoPlayers {
        let folder = data_dir(name);
        let server = ServerProcess::start(&folder.join("data"), "127.0.0.1:0");
        let url = format!("http://{}", server.address);
        let mut ann = PlayProcess::start("Ann", &folder, &["--side", "white", "--clock", "5+3", &url]);
        ann.type_line("create");
        let link = ann.wait_for(&format!("{url}/game/"));
        let mut ben = PlayProcess::start("Ben", &folder, &[&link]);
        ben.wait_for("You play Black.");
        ann.wait_for("Black: Ben");
        TwoPlayers { ann, ben, _server: server }
    }

    fn finish(self) -> [(String, Option<i32>); 2] {
        [self.ann.finish(), self.ben.finish()]
    }
}

fn finished_with(result: &str) -> (String, Option<i32>) {
    (result.to_owned(), Some(0))
}

/// Invalid answers are asked again, also during the opponent's turn.
#[test]
fn invalid_input_is_reported_at_once() {
    let mut pair = TwoPlayers::start_game("wrong-answer");
    let (ann, ben) = (&mut pair.ann, &mut pair.ben);
    ann.type_line("e4");
    ben.wait_for("White: pawn e2 to e4");
    ben.type_line("e5");
    ann.wait_for("Black: pawn e7 to e5");
    ann.type_line("draw");
    ben.wait_for("White offers a draw. Accept? (y or n)");
    ben.type_line("maybe");
    ben.wait_for("Please answer y or n.");
    ben.type_line("y");
    ann.wait_for("DRAW | BY AGREEMENT");
    let [(_, ann), (_, ben)] = pair.finish();
    assert_eq!([ann, ben], [Some(0), Some(2)]);
}

/// Chat, offers, answers and resignation work during the opponent's turn.
#[test]
fn commands_other_than_moves_run_at_once() {
    let mut pair = TwoPlayers::start_game("at-once");
    let (ann, ben) = (&mut pair.ann, &mut pair.ben);
    ann.type_line("e4");
    ben.wait_for("White: pawn e2 to e4");
    ann.type_line("say are you there?");
    ben.wait_for("Ann: are you there?");
    ann.type_line("draw");
    ben.wait_for("White offers a draw. Accept? (y or n)");
    ben.type_line("n");
    ann.wait_for("Black declines the draw.");
    ben.type_line("e5");
    ann.wait_for("Black: pawn e7 to e5");
    ben.type_line("undo");
    ann.wait_for("Black asks for a takeback. Accept? (y or n)");
    ann.type_line("y");
    ben.wait_for("The last move was taken back.");
    ben.type_line("d5");
    ann.wait_for("Black: pawn d7 to d5");
    ben.type_line("resign");
    ben.wait_for("Resign as Black?");
    ben.type_line("y");
    ann.wait_for("Black resigned: White wins.");
    assert_eq!(pair.finish(), [finished_with("1-0"), finished_with("1-0")]);
}

#[test]
fn draw_and_rematch_are_agreed() {
    let mut pair = TwoPlayers::start_game("rematch");
    let (ann, ben) = (&mut pair.ann, &mut pair.ben);
    ann.type_line("e4");
    ben.wait_for("White: pawn e2 to e4");
    ann.type_line("draw");
    ben.wait_for("White offers a draw. Accept?");
    ben.type_line("accept");
    ann.wait_for("Draw: both sides agreed.");
    ann.type_line("rematch");
    ben.wait_for("White offers a rematch. Accept? (y or n)");
    ben.type_line("yes");
    ben.wait_for("You play White.");
    ann.wait_for("You play Black.");
    ben.type_line("d4");
    ann.wait_for("White: pawn d2 to d4");
    assert_eq!(pair.finish(), [finished_with("*"), finished_with("*")]);
}

/// A script may send its moves in advance; commands after a move wait for it.
#[test]
fn scripted_moves_wait_for_their_turn() {
    let mut pair = TwoPlayers::start_game("beforehand");
    let (ann, ben) = (&mut pair.ann, &mut pair.ben);
    for line in ["e4", "Nf3", "say done", "resign", "y"] {
        ann.type_line(line);
    }
    ben.wait_for("White: pawn e2 to e4");
    ben.type_line("e5");
    ben.wait_for("White: knight g1 to f3");
    ben.wait_for("Ann: done");
    ben.wait_for("White resigned: Black wins.");
    assert_eq!(pair.finish(), [finished_with("0-1"), finished_with("0-1")]);
}

/// End of input, `quit` and a signal end the program at once, also during the opponent's turn.
#[test]
fn game_end_is_noticed_during_the_opponents_turn() {
    let mut pair = TwoPlayers::start_game("end");
    pair.ann.type_line("e4");
    pair.ben.wait_for("White: pawn e2 to e4");
    let TwoPlayers { ann, mut ben, _server: server } = pair;
    assert_eq!(ann.finish(), finished_with("*"), "the input ends while Black is to move");
    ben.type_line("e5");
    ben.type_line("quit");
    ben.wait_for("The game continues. Return with: hanpan play http://");
    assert_eq!(ben.finish(), finished_with("*"));
    drop(server);

    let mut pair = TwoPlayers::start_game("signal");
    pair.ann.type_line("e4");
    pair.ben.wait_for("White: pawn e2 to e4");
    assert!(Command::new("kill").arg(pair.ann.pid().to_string()).status().unwrap().success());
    pair.ann.wait_for("The game continues.");
    assert_eq!(pair.ann.finish(), ("*".to_owned(), None), "ended by the signal");
}

/// `yes` without a question is reported and is not a move.
#[test]
fn yes_is_not_parsed_as_a_move() {
    let mut pair = TwoPlayers::start_game("yes");
    pair.ann.type_line("y");
    pair.ann.wait_for("There is no offer to answer.");
    pair.ann.type_line("rematch");
    pair.ann.wait_for("You cannot offer a rematch now.");
    pair.ben.type_line("king");
    pair.ann.type_line("help");
    pair.ann.wait_for("accept: accept the offer of the opponent");
    assert_eq!(pair.ann.finish(), ("*".to_owned(), Some(2)));
}
