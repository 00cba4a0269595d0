//! Finding somebody to play with.

use client::online::Wish;
use client::{Problem, Screen};
use protocol::*;

use crate::person::Person;
use crate::server::{ANN, GAME, Server, player};

const SEEK: SeekId = SeekId::from_bits(9);

fn terms() -> Terms {
    Terms {
        start: Start::Standard,
        control: Control::new(game::TimeControl::Unlimited).unwrap(),
        stakes: Stakes::Casual,
        visibility: Visibility::Public,
    }
}

fn in_lobby() -> Person {
    let mut ann = Person::new(ANN, 1);
    ann.welcome(&Server::new());
    ann.receive();
    ann.wish(Wish::EnterLobby);
    assert_eq!(ann.sent.pop_front(), Some(ToServer::EnterLobby));
    ann
}

fn tell(person: &mut Person, message: ToClient) {
    person.coming.push_back(message);
    person.receive();
}

fn seek() -> Seek {
    Seek { id: SEEK, player: player(ANN), terms: terms(), side: Side::Random }
}

#[test]
fn the_list_is_live() {
    let mut ann = in_lobby();
    let seeks = |ann: &Person| ann.view().online().lobby().unwrap().seeks().len();
    tell(&mut ann, ToClient::Lobby { seeks: vec![], crowd: Crowd { players: 3, games: 1, liveliest: None } });
    assert_eq!(ann.view().online().lobby().unwrap().crowd().unwrap().players, 3);
    tell(&mut ann, ToClient::SeekOpened { seek: seek() });
    tell(&mut ann, ToClient::SeekOpened { seek: seek() });
    assert_eq!(seeks(&ann), 1);
    tell(&mut ann, ToClient::SeekClosed { seek: SEEK });
    assert_eq!(seeks(&ann), 0);
    tell(&mut ann, ToClient::Crowd { crowd: Crowd::default() });
    assert_eq!(ann.view().online().lobby().unwrap().crowd().unwrap().players, 0);
}

#[test]
fn who_looks_is_paired_and_goes_there() {
    let mut ann = in_lobby();
    ann.wish(Wish::Seek { terms: terms(), side: Side::White, name: None });
    let Some(ToServer::Seek { id, .. }) = ann.sent.pop_front() else { panic!("no seek") };
    tell(&mut ann, ToClient::Seeking { id, seek: SEEK });
    assert_eq!(ann.view().online().lobby().unwrap().mine().unwrap().listed, Some(SEEK));
    tell(&mut ann, ToClient::Paired { game: GAME, seat: Seat::White });
    assert_eq!(ann.moved_to, Some(GAME));
    assert_eq!(ann.sent.pop_front(), Some(ToServer::Enter { game: GAME, since: None }));
    let state = Server::new().state(ANN);
    tell(&mut ann, state);
    assert_eq!(ann.view().screen(), Screen::Table);
    assert!(!ann.view().online().lobby().unwrap().is_waiting());
}

#[test]
fn a_window_that_does_not_look_stays_where_it_is() {
    let mut ann = in_lobby();
    tell(&mut ann, ToClient::Paired { game: GAME, seat: Seat::White });
    assert_eq!((ann.moved_to, ann.sent.len()), (None, 0));
}

#[test]
fn a_seek_that_is_cancelled_before_it_is_listed_is_taken_back() {
    let mut ann = in_lobby();
    ann.wish(Wish::Seek { terms: terms(), side: Side::White, name: None });
    let Some(ToServer::Seek { id, .. }) = ann.sent.pop_front() else { panic!("no seek") };
    ann.wish(Wish::CancelSeek);
    assert_eq!(ann.sent.len(), 0);
    tell(&mut ann, ToClient::Seeking { id, seek: SEEK });
    assert_eq!(ann.sent.pop_front(), Some(ToServer::Cancel { seek: SEEK }));
}

#[test]
fn a_seek_is_asked_for_again_after_a_cut() {
    let mut ann = in_lobby();
    ann.wish(Wish::Seek { terms: terms(), side: Side::White, name: None });
    let Some(ToServer::Seek { id: first, .. }) = ann.sent.pop_front() else { panic!("no seek") };
    ann.cut();
    ann.later(1_000);
    ann.welcome(&Server::new());
    ann.receive();
    assert_eq!(ann.sent.pop_front(), Some(ToServer::EnterLobby));
    let Some(ToServer::Seek { id: second, .. }) = ann.sent.pop_front() else { panic!("not asked again") };
    assert_eq!(first, second, "it may have led to a game that nobody has heard of");
}

#[test]
fn a_seek_that_is_gone_is_said_so() {
    let mut ann = in_lobby();
    ann.wish(Wish::Join { seek: SEEK, name: None });
    let Some(ToServer::Join { id, .. }) = ann.sent.pop_front() else { panic!("no join") };
    tell(&mut ann, ToClient::Refused { id: Some(id), game: None, reason: Refusal::NoSeek });
    assert_eq!(ann.view().problem(), Some(&Problem::Denied(Refusal::NoSeek)));
    ann.cut();
    ann.wish(Wish::Join { seek: SEEK, name: None });
    assert_eq!(ann.view().problem(), Some(&Problem::Unconnected));
    ann.later(60_000);
    ann.welcome(&Server::new());
    ann.receive();
    assert_eq!(ann.view().problem(), None, "the server is back");
}
