//! Seeking and pairing.

use client::online::OnlineCommand;
use client::{Problem, Screen};
use protocol::*;

use crate::player::TestPlayer;
use crate::server::{ANN, BEN, FakeServer, GAME, player};

const SEEK: SeekId = SeekId::from_bits(9);

fn game_setup() -> GameSetup {
    GameSetup {
        start: StartPosition::Standard,
        control: OnlineTimeControl::new(game::TimeControl::Unlimited).unwrap(),
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
    }
}

fn in_lobby() -> TestPlayer {
    let mut ann = TestPlayer::new(ANN, 1);
    ann.welcome(&FakeServer::new());
    ann.receive();
    ann.online_command(OnlineCommand::EnterLobby);
    assert_eq!(ann.sent.pop_front(), Some(ToServer::EnterLobby));
    ann
}

fn deliver(user: &mut TestPlayer, message: ToClient) {
    user.coming.push_back(message);
    user.receive();
}

fn seek() -> Seek {
    let (player, side) = (player(ANN), ColorPreference::Random);
    Seek { id: SEEK, player, terms: game_setup(), side, lasting: false }
}

#[test]
fn the_seek_list_follows_the_server() {
    let mut ann = in_lobby();
    let seeks = |ann: &TestPlayer| ann.view().online().lobby().unwrap().seeks().len();
    deliver(
        &mut ann,
        ToClient::Lobby { seeks: vec![], crowd: LobbyStats { players: 3, games: 1, liveliest: None } },
    );
    assert_eq!(ann.view().online().lobby().unwrap().stats().unwrap().players, 3);
    deliver(&mut ann, ToClient::SeekOpened { seek: seek() });
    deliver(&mut ann, ToClient::SeekOpened { seek: seek() });
    assert_eq!(seeks(&ann), 1);
    deliver(&mut ann, ToClient::SeekClosed { seek: SEEK });
    assert_eq!(seeks(&ann), 0);
    deliver(&mut ann, ToClient::Crowd { crowd: LobbyStats::default() });
    assert_eq!(ann.view().online().lobby().unwrap().stats().unwrap().players, 0);
}

#[test]
fn a_lasting_seek_of_the_account_is_withdrawn_and_not_offered() {
    let mut ann = in_lobby();
    let lasting = |who| Seek { player: player(who), lasting: true, ..seek() };
    deliver(&mut ann, ToClient::SeekOpened { seek: lasting(BEN) });
    assert!(!ann.view().online().is_withdrawable(&lasting(BEN)));
    assert_eq!(ann.view().online().seeks_to_join().count(), 1);
    deliver(&mut ann, ToClient::SeekOpened { seek: lasting(ANN) });
    assert!(ann.view().online().is_withdrawable(&lasting(ANN)));
    assert!(!ann.view().online().is_withdrawable(&seek()), "it ends with its window");
    assert_eq!(ann.view().online().seeks_to_join().count(), 0);
    ann.online_command(OnlineCommand::WithdrawSeek(SEEK));
    assert_eq!(ann.sent.pop_front(), Some(ToServer::Cancel { seek: SEEK }));
}

#[test]
fn a_paired_seeker_switches_to_the_game() {
    let mut ann = in_lobby();
    ann.online_command(OnlineCommand::Seek { terms: game_setup(), side: ColorPreference::White, name: None });
    let Some(ToServer::Seek { id, .. }) = ann.sent.pop_front() else { panic!("no seek") };
    deliver(&mut ann, ToClient::Seeking { id, seek: SEEK });
    assert_eq!(ann.view().online().lobby().unwrap().own_seek().unwrap().listed, Some(SEEK));
    deliver(&mut ann, ToClient::Paired { game: GAME, seat: Seat::White });
    assert_eq!(ann.moved_to, Some(GAME));
    assert_eq!(ann.sent.pop_front(), Some(ToServer::Enter { game: GAME, since: None }));
    let state = FakeServer::new().state(ANN);
    deliver(&mut ann, state);
    assert_eq!(ann.view().screen(), Screen::Game);
    assert!(!ann.view().online().lobby().unwrap().is_seeking());
}

#[test]
fn a_window_without_a_seek_ignores_the_pairing() {
    let mut ann = in_lobby();
    deliver(&mut ann, ToClient::Paired { game: GAME, seat: Seat::White });
    assert_eq!((ann.moved_to, ann.sent.len()), (None, 0));
}

#[test]
fn moves_of_opponents_in_other_games_are_counted() {
    let mut ann = in_lobby();
    for turns in 0..3 {
        assert_eq!(ann.view().online().lobby().unwrap().turns(), turns);
        deliver(&mut ann, ToClient::YourTurn { game: GAME });
    }
    assert_eq!((ann.moved_to, ann.sent.len()), (None, 0));
}

#[test]
fn a_seek_cancelled_before_listing_is_withdrawn() {
    let mut ann = in_lobby();
    ann.online_command(OnlineCommand::Seek { terms: game_setup(), side: ColorPreference::White, name: None });
    let Some(ToServer::Seek { id, .. }) = ann.sent.pop_front() else { panic!("no seek") };
    ann.online_command(OnlineCommand::CancelSeek);
    assert_eq!(ann.sent.len(), 0);
    deliver(&mut ann, ToClient::Seeking { id, seek: SEEK });
    assert_eq!(ann.sent.pop_front(), Some(ToServer::Cancel { seek: SEEK }));
}

#[test]
fn a_seek_is_resent_after_reconnecting() {
    let mut ann = in_lobby();
    ann.online_command(OnlineCommand::Seek { terms: game_setup(), side: ColorPreference::White, name: None });
    let Some(ToServer::Seek { id: first, .. }) = ann.sent.pop_front() else { panic!("no seek") };
    ann.disconnect();
    ann.advance(1_000);
    ann.welcome(&FakeServer::new());
    ann.receive();
    assert_eq!(ann.sent.pop_front(), Some(ToServer::EnterLobby));
    let Some(ToServer::Seek { id: second, .. }) = ann.sent.pop_front() else { panic!("not asked again") };
    assert_eq!(first, second, "the seek may already have led to a game");
}

#[test]
fn a_listed_seek_whose_game_could_not_be_stored_is_sent_again() {
    let mut ann = in_lobby();
    ann.online_command(OnlineCommand::Seek { terms: game_setup(), side: ColorPreference::White, name: None });
    let Some(ToServer::Seek { id, .. }) = ann.sent.pop_front() else { panic!("no seek") };
    let own = |ann: &TestPlayer| ann.view().online().lobby().unwrap().own_seek().map(|own| own.listed);
    deliver(&mut ann, ToClient::Seeking { id, seek: SEEK });
    deliver(&mut ann, ToClient::SeekClosed { seek: SEEK });
    deliver(&mut ann, ToClient::Refused { id: Some(id), game: None, reason: ActionError::Storage });
    assert_eq!((own(&ann), ann.view().problem()), (Some(None), None), "not listed any more");
    assert_eq!(ann.view().next_connection_deadline(), Some(game::Timestamp(ann.now.0 + 1_000)));
    ann.advance(1_000);
    let Some(ToServer::Seek { id: again, .. }) = ann.sent.pop_front() else { panic!("not sent again") };
    assert_eq!(again, id);
    deliver(&mut ann, ToClient::Seeking { id, seek: SEEK });
    deliver(&mut ann, ToClient::Refused { id: Some(id), game: None, reason: ActionError::TooMany });
    assert_eq!(own(&ann), None, "a refusal ends the search");
    assert_eq!(ann.view().problem(), Some(&Problem::RejectedByServer(ActionError::TooMany)));
}

#[test]
fn joining_a_closed_seek_reports_the_error() {
    let mut ann = in_lobby();
    ann.online_command(OnlineCommand::Join { seek: SEEK, name: None });
    let Some(ToServer::Join { id, .. }) = ann.sent.pop_front() else { panic!("no join") };
    deliver(&mut ann, ToClient::Refused { id: Some(id), game: None, reason: ActionError::NoSeek });
    assert_eq!(ann.view().problem(), Some(&Problem::RejectedByServer(ActionError::NoSeek)));
    ann.disconnect();
    ann.online_command(OnlineCommand::Join { seek: SEEK, name: None });
    assert_eq!(ann.view().problem(), Some(&Problem::NotConnected));
    ann.advance(60_000);
    ann.welcome(&FakeServer::new());
    ann.receive();
    assert_eq!(ann.view().problem(), None, "the server is back");
}

#[test]
fn the_featured_game_is_previewed_and_then_watched() {
    let mut ann = in_lobby();
    ann.online_command(OnlineCommand::EnterGame { game: GAME, intent: client::online::JoinIntent::Preview });
    assert_eq!(ann.sent.pop_front(), Some(ToServer::Preview { game: GAME, since: None }));
    ann.online_command(OnlineCommand::EnterGame { game: GAME, intent: client::online::JoinIntent::Watch });
    assert_eq!(ann.sent.pop_front(), Some(ToServer::Enter { game: GAME, since: None }));
}
