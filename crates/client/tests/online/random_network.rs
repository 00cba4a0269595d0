//! Random loss, duplication and reordering of messages, disconnects and restarts: all clients converge on the
//! same game, and no action is executed twice.

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
        let players = vec![
            TestPlayer::to_play(ANN, 3 * run),
            TestPlayer::to_play(BEN, 3 * run + 1),
            TestPlayer::to_play(ANN, 3 * run + 2),
        ];
        let mut network = Network::new(players);
        let mut actions = 1; // Ben sits down.
        for _ in 0..1_000 {
            let index = rng.index(network.players.len());
            network.connect(index);
            let user = &mut network.players[index];
            match rng.index(100) {
                0..35 => drop(network.deliver(index)),
                35..65 => drop(user.receive()),
                65..80 => actions += random_action(user, &mut rng),
                80..85 => user.advance(rng.index(900) as u64),
                85..89 => lose_message(user, &mut rng),
                89..93 => duplicate_message(user, &mut rng),
                93..96 => reorder_messages(user, &mut rng),
                96 => {
                    cuts += 1;
                    user.disconnect();
                }
                97 if rng.index(4) == 0 => user.reload(),
                _ => network.server.is_broken = rng.index(5) == 0,
            }
        }
        network.server.is_broken = false;
        // Reconnecting recovers lost messages.
        network.players.iter_mut().for_each(TestPlayer::disconnect);
        network.deliver_all();
        network.players.iter_mut().for_each(|user| user.advance(1_500));
        network.deliver_all();
        check(&network, actions, run);
        plies += network.server.game.plies();
        ends += usize::from(network.server.game.outcome().is_some());
    }
    assert!(
        plies > 1_500 && ends > 10 && cuts > 500,
        "{plies} plies, {ends} ends, {cuts} cuts: too little happens"
    );
}

fn check(network: &Network, actions: usize, run: u64) {
    let server = &network.server.game;
    for user in &network.players {
        let game = user.view().local_game().game();
        assert!(game.moves().eq(server.moves()), "run {run}, {:?}: {}", user.who, user.sans());
        assert_eq!(game.outcome(), server.outcome(), "run {run}");
        for offer in Offer::ALL {
            assert_eq!(game.pending(offer), server.pending(offer), "run {run}, {offer:?}");
        }
        assert_eq!(user.view().online().outbox().actions(), [], "run {run}");
        assert_eq!(user.kept, "", "run {run}");
    }
    // Every action has one id, also when it is sent again.
    assert!(
        network.server.ids.len() <= actions,
        "run {run}: {} ids for {actions} actions",
        network.server.ids.len()
    );
}

/// Performs a random action, valid or not; returns the maximum number of resulting ids.
fn random_action(user: &mut TestPlayer, rng: &mut Rng) -> usize {
    if !user.view().local_game().is_online() {
        return 0; // The game has not been told yet.
    }
    match rng.index(40) {
        0..30 => {
            let game = user.view().local_game().game();
            let moves = game.legal_moves();
            if moves.is_empty() {
                return 0;
            }
            let m = moves[rng.index(moves.len())];
            let text = game.san_of_legal_move(m).unwrap_or_default();
            user.play(&text);
        }
        30 => user.send(Event::Command(BoardCommand::TakeBack)),
        31 => user.send(Event::Command(BoardCommand::OfferDraw(Color::White))),
        32..34 => user.send(Event::LocalAction(PlayerAction::accept(Offer::Takeback))),
        34..36 => user.send(Event::LocalAction(PlayerAction::decline(Offer::Draw))),
        36 => user.online_command(OnlineCommand::Say(ChatContent::Text(ChatText::new("hm").unwrap()))),
        37 => {
            // A premove.
            let game = user.view().local_game().game();
            let from = rules::Square::ALL[rng.index(64)];
            if game.board().piece_at(from).is_some() {
                user.send(Event::Click(from));
                user.send(Event::Click(rules::Square::ALL[rng.index(64)]));
            }
        }
        38 if rng.index(8) == 0 => {
            user.send(Event::Command(BoardCommand::Resign(Color::Black)));
            user.send(Event::Command(BoardCommand::Confirm));
        }
        _ => user.send(Event::Rematch),
    }
    1
}

/// Drops a message.
fn lose_message(user: &mut TestPlayer, rng: &mut Rng) {
    let index = rng.index(user.coming.len().max(1));
    if matches!(user.coming.get(index), Some(ToClient::Events { .. } | ToClient::Accepted { .. })) {
        user.coming.remove(index);
    }
}

/// Duplicates a message.
fn duplicate_message(user: &mut TestPlayer, rng: &mut Rng) {
    let index = rng.index(user.coming.len().max(1));
    if let Some(message) =
        user.coming.get(index).filter(|message| !matches!(message, ToClient::Welcome { .. }))
    {
        user.coming.push_back(message.clone());
    }
}

/// Delivers a later message first.
fn reorder_messages(user: &mut TestPlayer, rng: &mut Rng) {
    if user.coming.len() > 2 {
        let index = 1 + rng.index(user.coming.len() - 2);
        user.coming.swap(index, index + 1);
    }
}
