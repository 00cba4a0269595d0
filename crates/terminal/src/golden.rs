//! Every state of the screen, drawn and compared with the files in `tests/screens`, in both languages. To accept what is
//! drawn now, run the tests with `HANPAN_ACCEPT=1` and look at the difference.

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

/// A scene as it stands at its end. Some begin before there is a game.
fn run_screen(name: &str, size: (u16, u16), script: &str, looks: DisplayOptions) -> TestApp {
    let mut stage = match name.starts_with("home") || name.starts_with("online") {
        true => TestApp::new(size, looks),
        false => TestApp::with_game(size, looks),
    };
    stage.run_script(script);
    stage
}

#[test]
fn every_screen_in_every_language() {
    for (name, size, script) in SCREENS {
        for language in Language::ALL {
            let picture = run_screen(
                name,
                *size,
                script,
                DisplayOptions { language_override: Some(language), ..DISPLAY },
            )
            .screen();
            let drawn = match language {
                // Colours do not depend on the language.
                Language::English => format!("{}\n{}", screen_text(&picture), screen_styles(&picture)),
                Language::Korean => screen_text(&picture),
            };
            assert_snapshot(&format!("{name}.{}.txt", language.code()), &drawn);
        }
    }
}

/// Nothing but ASCII is drawn for those who ask for it, but for the letters of names.
#[test]
fn letter_pieces_draw_ascii_only() {
    let looks = DisplayOptions {
        piece_style: PieceStyle::Letters,
        language_override: Some(Language::English),
        ..DISPLAY
    };
    for depth in [ColorDepth::None, ColorDepth::TrueColor] {
        for (name, size, script) in SCREENS {
            let picture = screen_text(
                &run_screen(name, *size, script, DisplayOptions { color_depth: depth, ..looks }).screen(),
            );
            let is_foreign = |letter: char| !letter.is_ascii() && !('가'..='힣').contains(&letter);
            assert!(!picture.contains(is_foreign), "{name}:\n{picture}");
        }
    }
}

#[test]
fn every_piece_style_at_every_size() {
    for pieces in [PieceStyle::Auto, PieceStyle::Art, PieceStyle::Symbols, PieceStyle::Letters] {
        for size in [(40, 20), (80, 24), (100, 30), (120, 40), (200, 60)] {
            for depth in [ColorDepth::None, ColorDepth::TrueColor] {
                let mut stage = TestApp::with_game(
                    size,
                    DisplayOptions { piece_style: pieces, color_depth: depth, ..DISPLAY },
                );
                stage.run_script("{moves e4 d5}{click e4}{left}");
                let picture = screen_text(&stage.screen());
                if pieces == PieceStyle::Letters {
                    let is_ascii = |line: &str| line.is_ascii();
                    assert!(picture.lines().all(is_ascii), "{size:?} {depth:?}:\n{picture}");
                }
                assert_snapshot(
                    &format!("pieces-{pieces:?}-{}-{depth:?}.txt", size.0).to_lowercase(),
                    &picture,
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
            let mut stage = TestApp::with_game((40, 20), DisplayOptions { color_depth: depth, ..DISPLAY });
            stage.run_script(script);
            let picture = stage.screen();
            let drawn = format!("{}\n{}", screen_text(&picture), screen_styles(&picture));
            assert_snapshot(&format!("colors-{name}-{depth:?}.txt").to_lowercase(), &drawn);
        }
    }
}

#[test]
fn mated_king_square_is_red() {
    let mut stage = TestApp::with_game((80, 24), DISPLAY);
    stage.run_script("{moves f3 e5 g4 Qh4#}");
    let (column, row) = ui::square_center(&stage.app, stage.area, Square::E1);
    assert_eq!(stage.screen()[(column, row)].bg, ratatui::style::Color::Rgb(206, 42, 38));
}

/// Each choice says its key, also the one with the frame around it.
#[test]
fn promotion_keys_are_visible() {
    for depth in [ColorDepth::Ansi16, ColorDepth::Ansi256, ColorDepth::TrueColor] {
        for size in [(40, 20), (80, 24), (120, 40)] {
            let mut stage = TestApp::with_game(
                size,
                DisplayOptions { piece_style: PieceStyle::Auto, color_depth: depth, ..DISPLAY },
            );
            stage.run_script("{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}");
            let picture = stage.screen();
            let [first, beside, last] = [Square::A8, Square::B8, Square::A4]
                .map(|square| ui::square_center(&stage.app, stage.area, square));
            for key in ["q", "n", "r", "b"] {
                let is_seen = |(x, y)| {
                    let cell = &picture[(x, y)];
                    cell.symbol() == key && cell.fg != cell.bg
                };
                let mut cells = (first.0..beside.0).flat_map(|x| (first.1..last.1).map(move |y| (x, y)));
                assert!(cells.any(is_seen), "{key} {depth:?} {size:?}");
            }
        }
    }
}

/// Drawn pieces need colours; where there are none, the settings say what is seen instead.
#[test]
fn art_without_colors_shows_a_hint() {
    for (depth, is_told) in [(ColorDepth::None, true), (ColorDepth::Ansi16, false)] {
        let mut stage = TestApp::with_game(
            (80, 24),
            DisplayOptions { piece_style: PieceStyle::Art, color_depth: depth, ..DISPLAY },
        );
        stage.run_script(",{down}{down}{down}");
        let picture = screen_text(&stage.screen());
        assert_eq!(picture.contains("Drawn pieces need colours"), is_told, "{depth:?}:\n{picture}");
    }
}

/// All that a move changes on the screen: its two squares, the list, the line under the board, who is to move.
#[test]
fn a_move_redraws_only_changed_cells() {
    let mut stage = TestApp::with_game((80, 24), DISPLAY);
    stage.run_script("{moves e4 e5}");
    let before = stage.screen();
    stage.run_script("{moves Nf3}");
    let after = stage.screen();
    let changed = before.diff(&after).len();
    // Four squares (two of this move, two of the last one) of at most 3 rows and 5 columns, and a little text.
    assert!(0 < changed && changed <= 4 * 15 + 60, "{changed} cells of {}", 80 * 24);
    let again = stage.screen();
    assert!(after.diff(&again).is_empty(), "nothing happened, nothing is written");
}
