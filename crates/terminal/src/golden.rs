//! Every state of the screen, drawn and compared with the files in `tests/screens`, in both languages. To accept what is
//! drawn now, run the tests with `HANPAN_ACCEPT=1` and look at the difference.

mod picture;
mod scenes;
mod server;
mod stage;

use client::Language;
use rules::Square;

use crate::app::Looks;
use crate::{Depth, Pieces, paint};
use picture::{colors, compare, text};
use scenes::SCENES;
pub(crate) use stage::Stage;

const LARGE: Looks = Looks {
    asked_pieces: None,
    pieces: Pieces::Symbols,
    depth: Depth::True,
    system: Language::English,
    asked: None,
};

/// A scene as it stands at its end. Some begin before there is a game.
fn acted(name: &str, size: (u16, u16), script: &str, looks: Looks) -> Stage {
    let mut stage = match name.starts_with("home") || name.starts_with("online") {
        true => Stage::new(size, looks),
        false => Stage::seated(size, looks),
    };
    stage.act(script);
    stage
}

#[test]
fn every_scene_in_both_languages() {
    for (name, size, script) in SCENES {
        for language in Language::ALL {
            let picture = acted(name, *size, script, Looks { asked: Some(language), ..LARGE }).picture();
            let drawn = match language {
                // Colours do not depend on the language.
                Language::English => format!("{}\n{}", text(&picture), colors(&picture)),
                Language::Korean => text(&picture),
            };
            compare(&format!("{name}.{}.txt", language.code()), &drawn);
        }
    }
}

/// Nothing but ASCII is drawn for those who ask for it, but for the letters of names.
#[test]
fn every_scene_with_a_typewriter() {
    let looks = Looks { pieces: Pieces::Letters, asked: Some(Language::English), ..LARGE };
    for depth in [Depth::None, Depth::True] {
        for (name, size, script) in SCENES {
            let picture = text(&acted(name, *size, script, Looks { depth, ..looks }).picture());
            let is_foreign = |letter: char| !letter.is_ascii() && !('가'..='힣').contains(&letter);
            assert!(!picture.contains(is_foreign), "{name}:\n{picture}");
        }
    }
}

#[test]
fn every_kind_of_piece_in_every_window() {
    for pieces in [Pieces::Auto, Pieces::Art, Pieces::Symbols, Pieces::Letters] {
        for size in [(40, 20), (80, 24), (100, 30), (120, 40), (200, 60)] {
            for depth in [Depth::None, Depth::True] {
                let mut stage = Stage::seated(size, Looks { pieces, depth, ..LARGE });
                stage.act("{moves e4 d5}{click e4}{left}");
                let picture = text(&stage.picture());
                if pieces == Pieces::Letters {
                    let is_ascii = |line: &str| line.is_ascii();
                    assert!(picture.lines().all(is_ascii), "{size:?} {depth:?}:\n{picture}");
                }
                compare(&format!("pieces-{pieces:?}-{}-{depth:?}.txt", size.0).to_lowercase(), &picture);
            }
        }
    }
}

#[test]
fn every_depth_of_colour() {
    for depth in [Depth::None, Depth::Sixteen, Depth::Palette, Depth::True] {
        for (name, script) in [
            ("selected", "{moves e4 d5}{click e4}{left}"),
            ("explained", "{moves e4 e5 d3 Bb4+}{click g1}{click f3}"),
            ("mate", "{moves f3 e5 g4 Qh4#}"),
            ("promotion", "{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}"),
        ] {
            let mut stage = Stage::seated((40, 20), Looks { depth, ..LARGE });
            stage.act(script);
            let picture = stage.picture();
            let drawn = format!("{}\n{}", text(&picture), colors(&picture));
            compare(&format!("colors-{name}-{depth:?}.txt").to_lowercase(), &drawn);
        }
    }
}

#[test]
fn a_mated_king_stands_on_red() {
    let mut stage = Stage::seated((80, 24), LARGE);
    stage.act("{moves f3 e5 g4 Qh4#}");
    let (column, row) = paint::place_of(&stage.app, stage.area, Square::E1);
    assert_eq!(stage.picture()[(column, row)].bg, ratatui::style::Color::Rgb(206, 42, 38));
}

/// Each choice says its key, also the one with the frame around it.
#[test]
fn the_keys_of_a_promotion_are_seen() {
    for depth in [Depth::Sixteen, Depth::Palette, Depth::True] {
        for size in [(40, 20), (80, 24), (120, 40)] {
            let mut stage = Stage::seated(size, Looks { pieces: Pieces::Auto, depth, ..LARGE });
            stage.act("{paste 4k3/P7/8/8/8/8/8/4K3 w - - 0 1}{click a7}{click a8}");
            let picture = stage.picture();
            let [first, beside, last] = [Square::A8, Square::B8, Square::A4]
                .map(|square| paint::place_of(&stage.app, stage.area, square));
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
fn drawn_pieces_without_colours_are_told_of() {
    for (depth, is_told) in [(Depth::None, true), (Depth::Sixteen, false)] {
        let mut stage = Stage::seated((80, 24), Looks { pieces: Pieces::Art, depth, ..LARGE });
        stage.act(",{down}{down}{down}");
        let picture = text(&stage.picture());
        assert_eq!(picture.contains("Drawn pieces need colours"), is_told, "{depth:?}:\n{picture}");
    }
}

/// All that a move changes on the screen: its two squares, the list, the line under the board, who is to move.
#[test]
fn a_move_writes_only_what_it_changes() {
    let mut stage = Stage::seated((80, 24), LARGE);
    stage.act("{moves e4 e5}");
    let before = stage.picture();
    stage.act("{moves Nf3}");
    let after = stage.picture();
    let changed = before.diff(&after).len();
    // Four squares (two of this move, two of the last one) of at most 3 rows and 5 columns, and a little text.
    assert!(0 < changed && changed <= 4 * 15 + 60, "{changed} cells of {}", 80 * 24);
    let again = stage.picture();
    assert!(after.diff(&again).is_empty(), "nothing happened, nothing is written");
}
