use super::*;
use crate::lichess_csv::parse_line;
use crate::{Theme, shipped};

const TODAY: Day = Day(20_000);

fn fork() -> Puzzle {
    parse_line("fork1,r6k/6pp/8/3N4/8/8/6PP/6K1 b - - 0 1,h8g8 d5e7 g8f7 e7c8,1100,80,0,0,fork,,").unwrap()
}

fn session(mode: PuzzleMode) -> (Session, PuzzleRecord) {
    let record = PuzzleRecord::default();
    let mut session = Session::new(mode, &record);
    session.ask(fork(), TODAY);
    (session, record)
}

fn play(session: &mut Session, record: &mut PuzzleRecord, san: &str, now: u64) -> Verdict {
    let m = session.position().unwrap().parse_move(san).unwrap();
    session.answer(m, record, now)
}

/// Solves the fork.
fn solve(session: &mut Session, record: &mut PuzzleRecord, now: u64) {
    assert!(matches!(play(session, record, "Ne7+", now), Verdict::Continues { .. }));
    assert_eq!(play(session, record, "Nc8", now), Verdict::Solved);
}

#[test]
fn the_first_answer_counts_for_the_rating() {
    let (mut session, mut record) = session(PuzzleMode::Rated);
    solve(&mut session, &mut record, 0);
    assert!(session.is_solved() && session.rating_change().unwrap() > 0);
    assert_eq!((record.rated, record.solved), (1, 1));
    assert_eq!(session.answer(fork().solution()[0], &mut record, 0), Verdict::Ignored);

    let (mut session, mut record) = self::session(PuzzleMode::Rated);
    assert_eq!(play(&mut session, &mut record, "Nf6", 0), Verdict::Wrong);
    let failed = record.rating;
    assert!(failed.points() < 1000);
    assert_eq!(play(&mut session, &mut record, "Nf6", 0), Verdict::Wrong);
    solve(&mut session, &mut record, 0);
    assert_eq!((record.rating, record.rated, record.solved), (failed, 1, 0));
    assert_eq!(record.tried_at(fork().id), Some(0));
}

#[test]
fn hints_and_solutions_count_as_failures() {
    let (mut session, mut record) = session(PuzzleMode::Theme(Theme::Fork));
    let first = fork().solution()[0];
    assert_eq!(session.take_hint(&mut record), Some(Hint::Piece(first)));
    assert_eq!(session.take_hint(&mut record), Some(Hint::Square(first)));
    assert_eq!(session.take_hint(&mut record), Some(Hint::Square(first)));
    assert_eq!((record.rated, record.solved), (1, 0));
    play(&mut session, &mut record, "Ne7+", 0);
    assert_eq!(session.take_hint(&mut record), Some(Hint::Piece(fork().solution()[2])));
    assert_eq!(session.give_up(&mut record), fork().solution()[2..]);
    assert_eq!((record.rated, session.is_solved()), (1, true));
    assert_eq!((session.give_up(&mut record), session.take_hint(&mut record)), (Vec::new(), None));
}

#[test]
fn any_checkmate_solves() {
    let line = "m,6k1/5ppp/8/8/8/8/5PPP/RR4K1 b - - 0 1,h7h6 a1a8,900,80,0,0,mate,,";
    let mut record = PuzzleRecord::default();
    let mut session = Session::new(PuzzleMode::Rated, &record);
    session.ask(parse_line(line).unwrap(), TODAY);
    // h6 leaves h7 to the king.
    assert_eq!(play(&mut session, &mut record, "Rb7", 0), Verdict::Wrong);
    let line = "m,6k1/5ppp/8/8/8/p7/5PPP/RR4K1 b - - 0 1,a3a2 a1a2,900,80,0,0,,,";
    session.ask(parse_line(line).unwrap(), TODAY);
    assert_eq!(play(&mut session, &mut record, "Rb8#", 0), Verdict::Solved);
    assert_eq!(session.played().len(), 2);
}

#[test]
fn the_puzzle_of_a_day_counts_once() {
    let (mut session, mut record) = session(PuzzleMode::Daily);
    assert_eq!(play(&mut session, &mut record, "Nf6", 0), Verdict::Wrong);
    let rating = record.rating;
    assert!(!record.daily.is_solved(TODAY));
    // After a reload.
    session.ask(fork(), TODAY);
    solve(&mut session, &mut record, 0);
    assert_eq!((record.rating, record.rated, session.rating_change()), (rating, 1, None));
    assert!(record.daily.is_solved(TODAY));
    session.ask(fork(), Day(20_001));
    solve(&mut session, &mut record, 0);
    assert_eq!((record.rated, record.daily.row(Day(20_001))), (2, 2));
    // The solution solves nothing.
    session.ask(fork(), Day(20_002));
    session.give_up(&mut record);
    assert!(!record.daily.is_solved(Day(20_002)));
}

#[test]
fn a_streak_rises_and_ends_with_the_first_wrong_move() {
    let (mut session, mut record) = session(PuzzleMode::Streak);
    let first = session.wanted(&record).rating;
    solve(&mut session, &mut record, 0);
    assert!(session.wanted(&record).rating > first && session.is_record());
    assert_eq!(session.take_hint(&mut record), None);
    session.ask(fork(), TODAY);
    assert_eq!(play(&mut session, &mut record, "Nf6", 0), Verdict::Wrong);
    assert_eq!((session.end(), session.score()), (Some(SessionEnd::Mistakes), 1));
    assert_eq!(play(&mut session, &mut record, "Ne7+", 0), Verdict::Ignored);
    assert_eq!((record.best_streak, record.rated), (1, 0));
    let mut second = Session::new(PuzzleMode::Streak, &record);
    second.ask(fork(), TODAY);
    solve(&mut second, &mut record, 0);
    assert!(!second.is_record());
}

#[test]
fn three_minutes_end_by_time_or_with_the_third_mistake() {
    let (mut session, mut record) = session(PuzzleMode::ThreeMinutes);
    session.check_time(500_000);
    assert_eq!((session.end(), session.remaining(500_000)), (None, 180_000));
    solve(&mut session, &mut record, 500_000);
    assert_eq!(session.remaining(600_000), 80_000);
    session.ask(fork(), TODAY);
    assert_eq!(play(&mut session, &mut record, "Ne7+", 680_000), Verdict::Ignored);
    assert_eq!((session.end(), record.best_three_minutes), (Some(SessionEnd::Time), 1));

    let (mut session, mut record) = self::session(PuzzleMode::ThreeMinutes);
    for mistakes in 1..=3 {
        assert_eq!(session.end(), None);
        session.ask(fork(), TODAY);
        assert_eq!(play(&mut session, &mut record, "Nf6", 0), Verdict::Wrong);
        assert_eq!(session.mistakes(), mistakes);
    }
    assert_eq!((session.end(), record.best_three_minutes, record.rated), (Some(SessionEnd::Mistakes), 0, 0));
}

#[test]
fn rated_puzzles_are_of_the_strength_of_the_player() {
    let (mut session, mut record) = session(PuzzleMode::Rated);
    assert_eq!(session.wanted(&record), WantedPuzzle { theme: None, rating: 1000 });
    solve(&mut session, &mut record, 0);
    assert_eq!(session.wanted(&record).rating, record.rating.points());
    let fork = Session::new(PuzzleMode::Theme(Theme::Fork), &record);
    assert_eq!(fork.wanted(&record).theme, Some(Theme::Fork));
}

#[test]
fn shipped_puzzles_are_solved_by_their_solutions() {
    let mut record = PuzzleRecord::default();
    for puzzle in shipped().unwrap() {
        let mut session = Session::new(PuzzleMode::Rated, &record);
        session.ask(puzzle.clone(), TODAY);
        for &m in puzzle.solution().iter().step_by(2) {
            session.answer(m, &mut record, 0);
        }
        assert!(session.is_solved(), "{}", puzzle.id);
    }
}
