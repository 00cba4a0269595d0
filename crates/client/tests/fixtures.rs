//! Texts that the web page of an earlier version left in the browser open as before.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use client::online::Outbox;
use client::study::StudyCommand;
use client::{
    Animation, Appearance, AutoFlip, Board3dTheme, BoardTheme, Event, Highlight, Language, Notation, Screen,
    Settings, State, Switch, Volume, update,
};
use game::{Offer, Timestamp};
use rules::Color;

const NOW: Timestamp = Timestamp(0);

fn fixture(key: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/fixtures/0.1.0/browser/");
    std::fs::read_to_string(format!("{folder}{key}")).unwrap()
}

fn resumed(text: String) -> State {
    let mut state = State::default();
    update(&mut state, Event::SavedGameFound(text), NOW);
    update(&mut state, Event::ResumeSavedGame, NOW);
    assert_eq!(state.view(NOW).problem(), None);
    assert_eq!(state.view(NOW).screen(), Screen::Game);
    state
}

fn moves(state: &State) -> String {
    state.view(NOW).local_game().game().sans().collect::<Vec<_>>().join(" ")
}

#[test]
fn settings_open() {
    let settings = Settings::parse(&fixture("hanpan.settings"));
    assert_eq!(
        settings,
        Settings {
            theme: BoardTheme::Sea,
            board3d: Switch::On,
            board3d_theme: Board3dTheme::Marble,
            appearance: Appearance::Dark,
            highlight: Highlight::GreenRed,
            notation: Notation::Figurines,
            explain: Switch::Off,
            always_queen: Switch::On,
            auto_flip: AutoFlip::AfterMove,
            sound: Volume::new(35),
            music: Volume::new(20),
            animation: Animation::Off,
            language: Some(Language::Korean),
            ..Settings::default()
        }
    );
    // Later settings are written among them.
    let fixture = fixture("hanpan.settings");
    let name = |line: &str| line.split(' ').next().map(str::to_owned);
    let known: Vec<_> = fixture.lines().map(name).collect();
    let written = settings.to_string();
    let written: Vec<&str> = written.lines().filter(|line| known.contains(&name(line))).collect();
    assert_eq!(written, fixture.lines().collect::<Vec<_>>(), "and are written as before");
}

#[test]
fn saved_games_open() {
    let state = resumed(fixture("hanpan.game"));
    assert_eq!(moves(&state), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O");
    let game = state.view(NOW).local_game();
    assert_eq!(game.game().pending(Offer::Draw), Some(Color::White));
    let text = game.to_save_text(NOW);
    for line in
        ["white here 지수", "black here Ann Lee", "white-time 300000 increment 3000", "date 2026.11.16"]
    {
        assert!(text.lines().any(|written| written == line), "{line}: {text}");
    }

    let opened = resumed(fixture("hanpan.game-opened"));
    assert_eq!(moves(&opened), "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    assert!(
        opened.view(NOW).local_game().to_save_text(NOW).contains("(1... c5 2. Nf3)"),
        "variations are kept"
    );

    let computer = fixture("hanpan.computer");
    let (head, game) = computer.split_once('\n').unwrap();
    assert_eq!(head, "clara 1234567890");
    assert_eq!(moves(&resumed(game.to_owned())), "e4 e5 Nf3");
}

#[test]
fn studies_open() {
    let mut state = State::default();
    update(&mut state, Event::Study(StudyCommand::Open(fixture("hanpan.study"))), NOW);
    assert_eq!(state.view(NOW).problem(), None);
    assert_eq!(moves(&state), "e4 e6", "the variation that was shown");
    let text = state.view(NOW).study().unwrap().to_save_text();
    assert_eq!(text, fixture("hanpan.study"), "and are written as before");
}

#[test]
fn unconfirmed_moves_open() {
    let outbox = Outbox::from_save_text(&fixture("hanpan.outbox"), NOW);
    assert_eq!(outbox.unconfirmed_count(), 1);
    assert_eq!(outbox.to_save_text(), fixture("hanpan.outbox"), "and are written as before");
}
