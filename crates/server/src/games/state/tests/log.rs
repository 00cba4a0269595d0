use protocol::{DrawClaim, DurationMillis, EventNumber, MoveRecord};

use super::*;
use crate::games::state::decide::MAX_RECORDS;

#[test]
fn a_retried_action_is_recognized() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    let events = test.play("e2e4", 1_000);
    let id = ActionId::from_bits(test.action_count);
    assert_eq!(test.state.find_action(Seat::White, id), Some(events[0].number));
    assert_eq!(test.state.find_action(Seat::Black, id), None, "the key includes the seat");
    assert_eq!(test.replay().find_action(Seat::White, id), Some(events[0].number), "also after a replay");
}

#[test]
fn an_action_returns_its_last_event() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("f2f3 e7e5 g2g4");
    let events = test.play("d8h4", 1_000);
    let id = ActionId::from_bits(test.action_count);
    assert_eq!(test.state.find_action(Seat::Black, id), Some(events[1].number));
}

#[test]
fn events_since_returns_missed_events_or_none() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.play_moves("e2e4 e7e5");
    let last = test.state.state(test.now).number;
    let numbers = |since| {
        let events = test.state.events_since(EventNumber(since))?;
        Some(events.iter().map(|event| event.number.0).collect::<Vec<_>>())
    };
    assert_eq!(last, EventNumber(4), "opened, seated, seated, moved, moved");
    assert_eq!(numbers(4), Some(vec![]));
    assert_eq!(numbers(2), Some(vec![3, 4]));
    assert_eq!(numbers(5), None, "a future number");
    assert_eq!(numbers(u32::MAX), None);
    for _ in 0..40 {
        interrupt(&mut test);
    }
    assert!(test.state.events_since(EventNumber(2)).is_none(), "too long ago");
    assert_eq!(test.state.events_since(EventNumber(12)).map(|events| events.len()), Some(32));
}

/// Adds a record; can be repeated without limit.
fn interrupt(test: &mut TestGame) {
    let from = test.now;
    test.advance(10);
    test.command(&GameCommand::Outage { from, until: test.now }, None).unwrap();
}

#[test]
fn records_round_trip_through_json() {
    let mut test = TestGame::new(clock(60, Bonus::None));
    test.round_trip = Millis(100);
    test.play_moves("e2e4 e7e5 g1f3");
    test.action(Seat::White, offer(OfferKind::Draw)).unwrap();
    test.action(Seat::Black, PlayerAction::Decline { offer: OfferKind::Draw }).unwrap();
    test.action(Seat::Black, offer(OfferKind::Takeback)).unwrap();
    test.action(Seat::White, accept(OfferKind::Takeback)).unwrap();
    test.action(Seat::White, PlayerAction::GiveTime).unwrap();
    test.action(Seat::White, PlayerAction::Resign).unwrap();
    test.action(Seat::White, offer(OfferKind::Rematch)).unwrap();
    test.action(Seat::Black, accept(OfferKind::Rematch)).unwrap();
    for (record, ..) in &test.log {
        let text = serde_json::to_string(record).unwrap();
        assert_eq!(&serde_json::from_str::<Record>(&text).unwrap(), record, "{text}");
    }
    assert_eq!(test.replay().state(test.now), test.state.state(test.now));
}

#[test]
fn a_full_log_takes_moves_claims_and_results_only() {
    let mut test = TestGame::new(clock(10_800, Bonus::Increment(Millis::seconds(60))));
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut plies = 0;
    // Few enough moves to avoid fivefold repetition.
    while test.state.next_number().0 < MAX_RECORDS {
        if test.state.game().outcome().is_some() {
            panic!("over after {plies}");
        }
        interrupt(&mut test);
        if plies < 8 {
            test.play(knights[plies % 4], 1_000);
            plies += 1;
        }
    }
    let too_many = Err(ActionError::TooMany);
    assert_eq!(test.action(Seat::White, PlayerAction::GiveTime), too_many);
    assert_eq!(test.action(Seat::White, offer(OfferKind::Draw)), too_many);
    assert_eq!(test.action(Seat::White, offer(OfferKind::Takeback)), too_many);
    let claim = PlayerAction::Claim { claim: DrawClaim::Threefold, uci: None };
    assert_eq!(
        test.clone().action(Seat::White, claim).map(|events| events.len()),
        Ok(1),
        "a claim is possible"
    );
    assert!(test.clone().action(Seat::White, PlayerAction::Resign).is_ok(), "so is the end of the game");
    // Moves go on until the rules end the game.
    test.play_moves("e2e4 e7e5");
    let plies = test.state.game().plies();
    for uci in ["b1c3", "b8c6", "c3b1", "c6b8"].into_iter().cycle().take(100) {
        if test.state.game().outcome().is_none() {
            test.play(uci, 1_000);
        }
    }
    assert_eq!((test.ending(), test.state.game().plies() - plies), (Some(Ending::Fivefold), 16));
}

/// 75 moves for each of the 96 pawn moves and 30 captures, of which eight are both: no game is longer.
const LONGEST_GAME: usize = 2 * 75 * (96 + 30 - 8);

#[test]
fn the_state_of_the_longest_game_fits_the_write_buffer() {
    let mut test = TestGame::new(clock(10_800, Bonus::Increment(Millis::seconds(60))));
    test.play_moves("e2e4 e7e5");
    let times = Some(DurationMillis(86_400_000));
    let uci = test.state.played[0].uci;
    test.state.played = vec![MoveRecord { uci, spent: times, lag: times, left: times }; LONGEST_GAME];
    let state = test.state.state(test.now);
    assert_eq!((state.moves.len(), &state.moves[LONGEST_GAME - 1].spent), (LONGEST_GAME, &times));
    assert!(serde_json::to_vec(&state).unwrap().len() < 3 * crate::socket::MAX_WRITE_BUFFER / 4);
}

/// An older server did not recognise the dead position after the first move.
#[test]
fn a_log_that_goes_on_in_a_dead_position_is_readable() {
    let lines = [
        r#"{"type":"opened","about":{"ruleset":"from-position","fen":"4k3/8/8/p2p2p1/P2P2P1/8/3r4/4K3 w - - 0 1","control":{"type":"clock","white":{"base":60000},"black":{"base":60000}},"stakes":"casual","visibility":"public"}}"#,
        r#"{"type":"seated","seat":"white"}"#,
        r#"{"type":"seated","seat":"black"}"#,
        r#"{"type":"moved","uci":"e1d2"}"#,
        r#"{"type":"offered","seat":"white","offer":"draw"}"#,
        r#"{"type":"moved","uci":"e8d7"}"#,
        r#"{"type":"offered","seat":"black","offer":"takeback"}"#,
        r#"{"type":"taken-back","plies":1}"#,
        r#"{"type":"moved","uci":"e8e7"}"#,
    ];
    let records = lines.map(|line| serde_json::from_str::<Record>(line).unwrap());
    let mut active = ActiveGame::from_first_record(GameId::from_bits(1), &records[0], Timestamp(0)).unwrap();
    for record in &records[1..] {
        active.apply(record, Timestamp(0), None).unwrap();
    }
    assert_eq!((active.game().plies(), active.game().outcome()), (2, None));
    // The next move ends the game.
    let ended = active.follow_up(&records[8], &mut DeadPositionBudget::default()).unwrap();
    active.apply(&ended, Timestamp(0), None).unwrap();
    assert_eq!(active.game().outcome().map(|outcome| outcome.ending()), Some(Ending::Dead));
    // As the older server ended it.
    let flagged = r#"{"type":"ended","result":{"winner":"white","ending":"timeout"}}"#;
    active.apply(&serde_json::from_str(flagged).unwrap(), Timestamp(0), None).unwrap();
    assert_eq!(active.game().outcome().map(|outcome| outcome.ending()), Some(Ending::Timeout));
}

#[test]
fn released_log_formats_stay_readable() {
    // Log format of released versions: must stay readable.
    let lines = [
        r#"{"type":"opened","about":{"ruleset":"standard","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","control":{"type":"clock","white":{"base":60000},"black":{"base":60000}},"stakes":"casual","visibility":"public"}}"#,
        r#"{"type":"seated","seat":"white"}"#,
        r#"{"by":{"seat":"black","id":"AAAAAAAAAAAAAAAAAAAAAQ"},"type":"seated","seat":"black"}"#,
        r#"{"by":{"seat":"white","id":"AAAAAAAAAAAAAAAAAAAAAg"},"type":"moved","uci":"e2e4"}"#,
        r#"{"type":"moved","uci":"e7e5"}"#,
        r#"{"type":"moved","uci":"g1f3","lag":200}"#,
        r#"{"type":"offered","seat":"black","offer":"takeback"}"#,
        r#"{"type":"taken-back","plies":2}"#,
        r#"{"type":"moved","uci":"e7e6","held_until":20000}"#,
        r#"{"type":"time-given","seat":"white","amount":15000}"#,
        r#"{"type":"interrupted","from":5,"until":9}"#,
        r#"{"type":"interrupted","from":9,"until":12,"held_until":20012}"#,
        r#"{"type":"resumed","at":15}"#,
        r#"{"type":"moved","uci":"d2d4","lag":20,"write_delay":30}"#,
        r#"{"type":"ended","result":{"winner":"white","ending":"resignation"}}"#,
        r#"{"type":"rated","ratings":{"white":{"value":1512,"trust":"provisional"},"black":{"value":1488,"trust":"provisional"}}}"#,
        r#"{"type":"rematched","game":"AAAAAAAAAAAAAAAAAAAAAQ"}"#,
    ];
    let records = lines.map(|line| serde_json::from_str::<Record>(line).unwrap());
    let mut active = ActiveGame::from_first_record(GameId::from_bits(1), &records[0], Timestamp(0)).unwrap();
    for record in &records[1..] {
        active.apply(record, Timestamp(0), None).unwrap();
    }
    assert_eq!(records.map(|record| serde_json::to_string(&record).unwrap()), lines);
    assert_eq!((active.game().plies(), active.moves_made()), (3, 5));
}
