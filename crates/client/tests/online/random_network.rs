//! Messages are lost, doubled and overtaken, connections break and programs are closed, at random; in the end everybody has
//! the same game, and nothing was done twice.

use client::online::OnlineCommand;
use client::{BoardCommand, Event, PlayerAction};
use game::Offer;
use protocol::{ChatContent, ChatText, ToClient};
use rng::Rng;
use rules::Color;

use crate::player::{Network, TestPlayer};
use crate::server::{ANN, BEN};

#[test]
fn all_clients_converge_on_the_same_game() {
    let (mut plies, mut ends, mut cuts) = (0, 0, 0);
    for run in 0..300 {
        let mut rng = Rng::new(run);
        let people = vec![
            TestPlayer::to_play(ANN, 3 * run),
            TestPlayer::to_play(BEN, 3 * run + 1),
            TestPlayer::to_play(ANN, 3 * run + 2),
        ];
        let mut room = Network::new(people);
        let mut deeds = 1; // Ben sits down.
        for _ in 0..1_000 {
            let index = rng.index(room.players.len());
            room.connect(index);
            let person = &mut room.players[index];
            match rng.index(100) {
                0..35 => drop(room.deliver(index)),
                35..65 => drop(person.receive()),
                65..80 => deeds += random_action(person, &mut rng),
                80..85 => person.advance(rng.index(900) as u64),
                85..89 => lose_message(person, &mut rng),
                89..93 => duplicate_message(person, &mut rng),
                93..96 => reorder_messages(person, &mut rng),
                96 => {
                    cuts += 1;
                    person.disconnect();
                }
                97 if rng.index(4) == 0 => person.reload(),
                _ => room.server.is_broken = rng.index(5) == 0,
            }
        }
        room.server.is_broken = false;
        // What is lost without a trace is found when one comes back.
        room.players.iter_mut().for_each(TestPlayer::disconnect);
        room.deliver_all();
        room.players.iter_mut().for_each(|person| person.advance(1_500));
        room.deliver_all();
        check(&room, deeds, run);
        plies += room.server.game.plies();
        ends += usize::from(room.server.game.outcome().is_some());
    }
    assert!(
        plies > 1_500 && ends > 10 && cuts > 500,
        "{plies} plies, {ends} ends, {cuts} cuts: too little happens"
    );
}

fn check(room: &Network, deeds: usize, run: u64) {
    let server = &room.server.game;
    for person in &room.players {
        let game = person.view().local_game().game();
        assert!(game.moves().eq(server.moves()), "run {run}, {:?}: {}", person.who, person.sans());
        assert_eq!(game.outcome(), server.outcome(), "run {run}");
        for offer in Offer::ALL {
            assert_eq!(game.pending(offer), server.pending(offer), "run {run}, {offer:?}");
        }
        assert_eq!(person.view().online().outbox().actions(), [], "run {run}");
        assert_eq!(person.kept, "", "run {run}");
    }
    // Every id is one deed of one person; what is sent again has the id that it had.
    assert!(room.server.ids.len() <= deeds, "run {run}: {} ids for {deeds} deeds", room.server.ids.len());
}

/// Somebody does something, sensible or not. Gives how many acts may come of it.
fn random_action(person: &mut TestPlayer, rng: &mut Rng) -> usize {
    if !person.view().local_game().is_online() {
        return 0; // The game has not been told yet.
    }
    match rng.index(40) {
        0..30 => {
            let game = person.view().local_game().game();
            let moves = game.legal_moves();
            if moves.is_empty() {
                return 0;
            }
            let m = moves[rng.index(moves.len())];
            let text = game.san_of_legal_move(m).unwrap_or_default();
            person.play(&text);
        }
        30 => person.send(Event::Command(BoardCommand::TakeBack)),
        31 => person.send(Event::Command(BoardCommand::OfferDraw(Color::White))),
        32..34 => person.send(Event::LocalAction(PlayerAction::accept(Offer::Takeback))),
        34..36 => person.send(Event::LocalAction(PlayerAction::decline(Offer::Draw))),
        36 => person.online_command(OnlineCommand::Say(ChatContent::Text(ChatText::new("hm").unwrap()))),
        37 => {
            // A move ahead of one's turn.
            let game = person.view().local_game().game();
            let from = rules::Square::ALL[rng.index(64)];
            if game.board().piece_at(from).is_some() {
                person.send(Event::Click(from));
                person.send(Event::Click(rules::Square::ALL[rng.index(64)]));
            }
        }
        38 if rng.index(8) == 0 => {
            person.send(Event::Command(BoardCommand::Resign(Color::Black)));
            person.send(Event::Command(BoardCommand::Confirm));
        }
        _ => person.send(Event::Rematch),
    }
    1
}

/// An event does not arrive.
fn lose_message(person: &mut TestPlayer, rng: &mut Rng) {
    let index = rng.index(person.coming.len().max(1));
    if matches!(person.coming.get(index), Some(ToClient::Events { .. } | ToClient::Accepted { .. })) {
        person.coming.remove(index);
    }
}

/// A message arrives twice.
fn duplicate_message(person: &mut TestPlayer, rng: &mut Rng) {
    let index = rng.index(person.coming.len().max(1));
    if let Some(message) =
        person.coming.get(index).filter(|message| !matches!(message, ToClient::Welcome { .. }))
    {
        person.coming.push_back(message.clone());
    }
}

/// A message arrives before one that was sent earlier.
fn reorder_messages(person: &mut TestPlayer, rng: &mut Rng) {
    if person.coming.len() > 2 {
        let index = 1 + rng.index(person.coming.len() - 2);
        person.coming.swap(index, index + 1);
    }
}
