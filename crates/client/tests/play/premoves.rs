//! Premoves against a remote player.

use client::{AutoFlip, Event, LocalGame, Player, PlayerAction, PlayerLocation, Problem, Setting, Switch};
use game::{Game, Offer, TimeControl};
use rules::{ByColor, Color, Position, Square};

use crate::script::TestUser;

/// White is local, Black remote.
fn against_black(fen: &str) -> TestUser {
    let seats = ByColor { white: PlayerLocation::Local, black: PlayerLocation::Remote };
    let players = ByColor::new_with(|color| Player::new("", seats[color]));
    let game = Game::from_position(Position::from_fen(fen).unwrap());
    TestUser::with_game(LocalGame::new(game, TimeControl::Unlimited, players, AutoFlip::Never))
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn queued_premoves_are_played_one_by_one() {
    let mut user = against_black(START);
    assert_eq!(user.run("e2-e4").sounds(), "Move moved tell:Move");
    assert_eq!(user.view().waits_for(), Some(Color::Black));
    assert_eq!(user.run("g1-f3").sounds(), "Premove premovesqueued");
    user.run("f1 c4 e1-g1");
    assert_eq!(user.view().board().premoves.len(), 3);
    assert_eq!(user.run("<e7e5").sounds(), "Move moved Move moved tell:Move");
    assert_eq!(user.sans(), "e4 e5 Nf3");
    user.run("<b8c6 <g8f6");
    assert_eq!(user.sans(), "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O");
    assert_eq!(user.view().board().premoves, []);
}

/// Typed premoves: UCI, SAN, castling, captures of pieces that are not there yet.
#[test]
fn typed_premoves_are_queued() {
    let mut user = against_black(START);
    user.run("e2-e4");
    for text in ["g1f3", "Bc4", "O-O", "exd5", "2. d3", "a1"] {
        user.send(Event::TypeMove(text.to_owned()));
        user.send(Event::SubmitMove);
        assert_eq!((user.view().typed_move(), user.view().problem()), ("", None), "{text}");
    }
    let premoves: Vec<String> = user
        .view()
        .board()
        .premoves
        .iter()
        .map(|premove| format!("{}{}", premove.from, premove.to))
        .collect();
    assert_eq!(premoves, ["g1f3", "f1c4", "e1g1", "e4d5", "d2d3"]);
    for (text, is_a_move) in [("Rd1", true), ("zz", false), ("e7e5", true)] {
        user.send(Event::TypeMove(text.to_owned()));
        user.send(Event::SubmitMove);
        let problem = user.view().problem();
        assert_eq!(problem == Some(&Problem::NoPremove), is_a_move, "{text}");
        assert_eq!(matches!(problem, Some(Problem::TypedMove(_))), !is_a_move, "{text}");
    }
    user.run("<e7e5");
    assert_eq!(user.sans(), "e4 e5 Nf3");
}

#[test]
fn an_illegal_premove_clears_the_queue() {
    let mut user = against_black(START);
    user.run("e2-e4 e4-e5 e5-e6 <e7e5");
    assert_eq!(user.sounds(), "Move moved premovesqueued");
    assert_eq!((user.sans().as_str(), user.view().board().premoves.len()), ("e4 e5", 0));
}

#[test]
fn premoves_are_shown_and_can_be_cancelled() {
    let mut user = against_black(START);
    user.run("e2-e4 e4-e5 e5-d6");
    assert_eq!(user.marks(), "e2:last-from e4:last-to+premove e5:premove d6:hover+premove");
    let tracked = *user.view().board().pieces.iter().find(|tracked| tracked.origin == Square::E2).unwrap();
    assert!(tracked.is_premoved && tracked.square == Square::D6);
    assert_eq!(user.run("esc").sounds(), "premovesqueued");
    assert_eq!(user.view().board().premoves, []);
    user.run("d2-d4");
    user.send(Event::CancelPremoves);
    assert_eq!(user.view().board().premoves, []);
    assert_eq!(user.run("d2 d4 <e7e5").sans(), "e4 e5 d4");
}

#[test]
fn premoves_may_recapture_on_an_own_square() {
    let mut user = against_black("4k3/8/8/3p4/4P3/8/8/4KB2 w - - 0 1");
    user.run("e4-e5 f1-b5 <d5d4");
    assert_eq!(user.sans(), "e5 d4 Bb5+");
    let mut user = against_black("rnbqkbnr/ppp1pppp/8/3p4/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 1");
    user.run("e2-e4 c3-e4 <d5e4");
    assert_eq!(user.sans(), "e4 dxe4 Nxe4");
}

#[test]
fn premoves_may_promote() {
    let fen = "7k/8/P7/8/8/8/8/4K3 w - - 0 1";
    let mut user = against_black(fen);
    user.run("a6-a7 a7-a8 =n <h8g8");
    assert_eq!(user.sans(), "a7 Kg8 a8=N");
    let mut user = against_black(fen);
    user.send(Event::ChangeSetting(Setting::AlwaysQueen(Switch::On)));
    user.run("a6-a7 a7-a8 <h8g8");
    assert_eq!(user.sans(), "a7 Kg8 a8=Q+");
    let mut user = against_black(fen);
    user.run("a6-a7 a7-a8 <h8g8 =q");
    assert_eq!(user.sans(), "a7 Kg8 a8=Q+", "chosen after the answer came");
}

#[test]
fn a_dragged_piece_survives_the_opponents_move() {
    let mut user = against_black(START);
    user.run("e2-e4");
    user.send(Event::Press(Square::G1));
    user.run("<e7e5");
    user.send(Event::Release(Some(Square::F3)));
    assert_eq!(user.sans(), "e4 e5 Nf3");
    let mut user = against_black("4k3/8/8/8/8/2n5/8/B3K2N w - - 0 1");
    user.run("h1-g3 a1 <c3a2 b2");
    assert_eq!(user.sans(), "Ng3 Na2 Bb2");
}

#[test]
fn remote_actions_are_validated() {
    let mut user = against_black(START);
    user.run("<e7e5");
    assert!(
        matches!(user.view().problem(), Some(Problem::InvalidRemoteAction(PlayerAction::Move { .. }))),
        "not its turn"
    );
    user.run("e2-e4 <e7e4");
    assert!(matches!(user.view().problem(), Some(Problem::InvalidRemoteAction(_))), "not a move");
    assert_eq!(user.sans(), "e4");
    assert_eq!(user.run("e7-e5").sans(), "e4", "Black's pieces are not ours to move");
    user.run("resign-b yes");
    assert_eq!(user.view().local_game().game().outcome(), None);
}

#[test]
fn offers_can_be_made_by_both_sides() {
    let mut user = against_black(START);
    user.run("e2-e4 <e7e5");
    assert_eq!(user.run("undo").sounds(), "Offer offered tell:Offer");
    user.send(Event::RemoteAction(PlayerAction::accept(Offer::Takeback)));
    assert_eq!((user.sans().as_str(), user.sounds().as_str()), ("", "takenback"));
    user.run("e2-e4");
    user.send(Event::RemoteAction(PlayerAction::offer(Offer::Draw)));
    assert_eq!(user.view().actions().answerable_offers, [(Color::Black, Offer::Draw)]);
    assert_eq!(user.run("accept").sounds(), "Draw gameended tell:Accept");
    let mut user = against_black(START);
    user.send(Event::RemoteAction(PlayerAction::Resign));
    assert_eq!(user.sounds(), "Win gameended");
}

#[test]
fn a_side_becomes_local_and_remote_again() {
    let mut user = against_black(START);
    user.run("e2-e4");
    user.send(Event::MakeLocal);
    assert_eq!(user.run("e7-e5").sans(), "e4 e5", "both sides are local");
    user.send(Event::MakeRemote(Color::Black));
    assert_eq!(user.run("g1-f3 b8-c6").sans(), "e4 e5 Nf3", "Black's pieces are not ours to move");
    assert_eq!(user.run("<b8c6").sans(), "e4 e5 Nf3 Nc6");
}
