//! Golden tests: every screen is rendered in every language and compared with the files in `tests/screens`.
//! Run the tests with `HANPAN_ACCEPT=1` to accept the current output, then review the diff.

mod snapshot;
mod screens;
mod fake_server;
mod test_app;

use client::Language;
use rules::Square;

use crate::app::DisplayOptions;
use crate::{ColorDepth, PieceStyle, ui};
use screens::SCREENS;
use snapshot::{assert_snapshot, screen_styles, screen_text};
pub(crate) use test_app::TestApp;

const DISPLAY: DisplayOptions = DisplayOptions {
    piece_style_override: None,
    piece_style: PieceStyle::Symbols,
    color_depth: ColorDepth::TrueColor,
    system_language: Language::English,
    language_override: None,
};

/// Runs the script of a screen. Home and online screens start without a game.
fn run_screen(name: &str, size: (u16, u16), script: &str, display: DisplayOptions) -> TestApp {
    let mut harness = match name.starts_with("home") || name.starts_with("online") {
        true => TestApp::new(size, display),
        false => TestApp::with_game(size, display),
    };
    harness.run_script(script);
    harness
}

#[test]
fn every_screen_in_every_language() {
    for (name, size, script) in SCREENS {
        for language in Language::ALL {
            let screen = run_screen(
                name,
                *size,
                script,
                DisplayOptions { language_override: Some(language), ..DISPLAY },
            )
            .screen();
            let drawn = match language {
                // Styles do not depend on the language.
                Language::English => format!("{}\n{}", screen_text(&screen), screen_styles(&screen)),
                _ => screen_text(&screen),
            };
            assert_snapshot(&format!("{name}.{}.txt", language.code()), &drawn);
        }
    }
}

/// With letter pieces everything is ASCII, except for Korean names.
#[test]
fn letter_pieces_draw_ascii_only() {
    let display = DisplayOptions {
        piece_style: PieceStyle::Letters,
        language_override: Some(Language::English),
        ..DISPLAY
    };
    for depth in [ColorDepth::None, ColorDepth::TrueColor] {
        for (name, size, script) in SCREENS {
            let screen = screen_text(
                &run_screen(name, *size, script, DisplayOptions { color_depth: depth, ..display }).screen(),
            );
            let is_foreign = |letter: char| !letter.is_ascii() && !('가'..='힣').contains(&letter);
            assert!(!screen.contains(is_foreign), "{name}:\n{screen}");
        }
    }
}

#[test]
fn every_piece_style_at_every_size() {
    for pieces in [PieceStyle::Auto, PieceStyle::Art, PieceStyle::Symbols, PieceStyle::Letters] {
        for size in [(40, 20), (80, 24), (100, 30), (120, 40), (200, 60)] {
            for depth in [ColorDepth::None, ColorDepth::TrueColor] {
                let mut harness = TestApp::with_game(
                    size,
                    DisplayOptions { piece_style: pieces, color_depth: depth, ..DISPLAY },
                );
                harness.run_script("{moves e4 d5}{click e4}{left}");
                let screen = screen_text(&harness.screen());
                if pieces == PieceStyle::Letters {
                    let is_ascii = |line: &str| line.is_ascii();
                    assert!(screen.lines().all(is_ascii), "{size:?} {depth:?}:\n{screen}");
                }
                assert_snapshot(
                    &format!("pieces-{pieces:?}-{}-{depth:?}.txt", size.0).to_lowercase(),
                    &screen,
                );
            }
        }
    }
}

#[test]
fn every_color_depth() {
    for depth in [ColorDepth::None, ColorDepth::Ansi16, ColorDepth::Ansi256, ColorDepth::TrueColor] {
        for (name, script) in [
            ("selected", "{moves e4 d5}{click e4}{left}"),
            ("explained", "{moves e4 e5 d3 Bb4+}{click g1}{click f3}"),
            ("mate", "{moves f3 e5 g4 Qh4#}"),
            ("promotion", "{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}"),
        ] {
            let mut harness = TestApp::with_game((40, 20), DisplayOptions { color_depth: depth, ..DISPLAY });
            harness.run_script(script);
            let screen = harness.screen();
            let drawn = format!("{}\n{}", screen_text(&screen), screen_styles(&screen));
            assert_snapshot(&format!("colors-{name}-{depth:?}.txt").to_lowercase(), &drawn);
        }
    }
}

#[test]
fn mated_king_square_is_red() {
    let mut harness = TestApp::with_game((80, 24), DISPLAY);
    harness.run_script("{moves f3 e5 g4 Qh4#}");
    let (column, row) = ui::square_center(&harness.app, harness.area, Square::E1);
    assert_eq!(harness.screen()[(column, row)].bg, ratatui::style::Color::Rgb(206, 42, 38));
}

/// Every promotion choice shows its key, including the framed one.
#[test]
fn promotion_keys_are_visible() {
    for depth in [ColorDepth::Ansi16, ColorDepth::Ansi256, ColorDepth::TrueColor] {
        for size in [(40, 20), (80, 24), (120, 40)] {
            let mut harness = TestApp::with_game(
                size,
                DisplayOptions { piece_style: PieceStyle::Auto, color_depth: depth, ..DISPLAY },
            );
            harness.run_script("{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}");
            let screen = harness.screen();
            let [first, beside, last] = [Square::A8, Square::B8, Square::A4]
                .map(|square| ui::square_center(&harness.app, harness.area, square));
            for key in ["q", "n", "r", "b"] {
                let is_seen = |(x, y)| {
                    let cell = &screen[(x, y)];
                    cell.symbol() == key && cell.fg != cell.bg
                };
                let mut cells = (first.0..beside.0).flat_map(|x| (first.1..last.1).map(move |y| (x, y)));
                assert!(cells.any(is_seen), "{key} {depth:?} {size:?}");
            }
        }
    }
}

/// Sprites need colours; without them the settings show a hint.
#[test]
fn art_without_colors_shows_a_hint() {
    for (depth, is_hinted) in [(ColorDepth::None, true), (ColorDepth::Ansi16, false)] {
        let mut harness = TestApp::with_game(
            (80, 24),
            DisplayOptions { piece_style: PieceStyle::Art, color_depth: depth, ..DISPLAY },
        );
        harness.run_script(",{down}{down}{down}");
        let screen = screen_text(&harness.screen());
        assert_eq!(screen.contains("Drawn pieces need colours"), is_hinted, "{depth:?}:\n{screen}");
    }
}

/// A move redraws only its squares, the move list, the status line and the turn marker.
#[test]
fn a_move_redraws_only_changed_cells() {
    let mut harness = TestApp::with_game((80, 24), DISPLAY);
    harness.run_script("{moves e4 e5}");
    let before = harness.screen();
    harness.run_script("{moves Nf3}");
    let after = harness.screen();
    let changed = before.diff(&after).len();
    // Four squares (this move's and the last move's) of at most 3 rows and 5 columns, plus some text.
    assert!(0 < changed && changed <= 4 * 15 + 60, "{changed} cells of {}", 80 * 24);
    let again = harness.screen();
    assert!(after.diff(&again).is_empty(), "no redraw without a change");
}
