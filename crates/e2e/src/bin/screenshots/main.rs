//! Takes the screenshots for `cargo xtask screenshots`.
//!
//! `screenshots FOLDER [NAME…]` writes one file per screenshot, or only the named ones. The environment names
//! the server binary, as for the tests.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the tool prints the files it writes")]

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use e2e::{Board3dView, ColorScheme, Error, Fixture, TestResult, Viewport};

/// A named screenshot of a fixture in a viewport.
struct Screenshot {
    name: &'static str,
    fixture: Fixture,
    viewport: Viewport,
}

const DESKTOP: Viewport = Viewport { height: 760, device_pixel_ratio: 2, ..Viewport::DESKTOP };

/// Large enough to show details of a piece.
const BOARD3D_VIEWPORT: Viewport =
    Viewport { width: 1000, height: 620, device_pixel_ratio: 2, ..Viewport::DESKTOP };

const fn board3d(name: &'static str, theme: &'static str, camera: [f32; 3]) -> Screenshot {
    Screenshot {
        name,
        fixture: Fixture::Board3d(Board3dView { theme, camera, target: [0.0; 3] }),
        viewport: BOARD3D_VIEWPORT,
    }
}

/// Camera positions: White's seat, closer, and low from behind Black.
const PLAYER_VIEW: [f32; 3] = [0.0, 1.02, 19.9];
const CLOSE_VIEW: [f32; 3] = [0.6, 0.6, 15.0];
const LOW_VIEW: [f32; 3] = [3.64, 0.36, 14.0];

/// Close-ups of the white knight on c3 and the black knight on f6.
const KNIGHT: Board3dView =
    Board3dView { theme: "wood", camera: [1.0, 0.2, 3.6], target: [-1.9, 0.66, 1.16] };
const KNIGHT_FROM_BEHIND: Board3dView =
    Board3dView { theme: "marble", camera: [2.75, 0.36, 5.0], target: [1.3, 0.6, -1.01] };

const SCREENSHOTS: [Screenshot; 24] = [
    Screenshot { name: "home", fixture: Fixture::Home, viewport: DESKTOP },
    Screenshot { name: "game", fixture: Fixture::Game, viewport: DESKTOP },
    // With `phone`, what browsers show before they install the app.
    Screenshot {
        name: "desktop",
        fixture: Fixture::Game,
        viewport: Viewport { device_pixel_ratio: 1, ..DESKTOP },
    },
    Screenshot { name: "promotion", fixture: Fixture::Promotion, viewport: DESKTOP },
    Screenshot { name: "checkmate", fixture: Fixture::Checkmate, viewport: DESKTOP },
    Screenshot { name: "explanation", fixture: Fixture::Explanation, viewport: DESKTOP },
    Screenshot {
        name: "opponents",
        fixture: Fixture::Opponents,
        viewport: Viewport { device_pixel_ratio: 1, ..DESKTOP },
    },
    Screenshot { name: "review", fixture: Fixture::Review, viewport: DESKTOP },
    Screenshot {
        name: "settings",
        fixture: Fixture::Settings,
        viewport: Viewport { width: 900, height: 1280, ..DESKTOP },
    },
    Screenshot {
        name: "phone",
        fixture: Fixture::Game,
        viewport: Viewport { device_pixel_ratio: 2, ..Viewport::PHONE },
    },
    Screenshot {
        name: "dark",
        fixture: Fixture::Game,
        viewport: Viewport { color_scheme: ColorScheme::Dark, ..DESKTOP },
    },
    board3d("board3d", "wood", PLAYER_VIEW),
    board3d("board3d-wood", "wood", PLAYER_VIEW),
    board3d("board3d-wood-shoulder", "wood", CLOSE_VIEW),
    board3d("board3d-wood-low", "wood", LOW_VIEW),
    board3d("board3d-marble", "marble", PLAYER_VIEW),
    board3d("board3d-marble-shoulder", "marble", CLOSE_VIEW),
    board3d("board3d-marble-low", "marble", LOW_VIEW),
    board3d("board3d-night", "night", PLAYER_VIEW),
    board3d("board3d-night-shoulder", "night", CLOSE_VIEW),
    board3d("board3d-night-low", "night", LOW_VIEW),
    Screenshot { name: "board3d-knight", fixture: Fixture::Board3d(KNIGHT), viewport: BOARD3D_VIEWPORT },
    Screenshot {
        name: "board3d-knight-behind",
        fixture: Fixture::Board3d(KNIGHT_FROM_BEHIND),
        viewport: BOARD3D_VIEWPORT,
    },
    Screenshot {
        name: "korean",
        fixture: Fixture::Explanation,
        viewport: Viewport { language: "ko-KR", ..DESKTOP },
    },
];

/// Size limit, since the files are committed.
const MAX_BYTES: usize = 300_000;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: screenshots FOLDER [NAME…]");
        return ExitCode::from(2);
    };
    let names: Vec<_> = arguments.collect();
    let is_meant = |picture: &&Screenshot| names.is_empty() || names.iter().any(|name| name == picture.name);
    let mut pictures = SCREENSHOTS.iter().filter(is_meant);
    match pictures.try_for_each(|picture| picture.take(Path::new(&folder))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("screenshots: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Screenshot {
    fn take(&self, folder: &Path) -> TestResult {
        self.fixture.show(&self.viewport, |browser| {
            let (picture, ending) = match (self.fixture, self.name) {
                // One with the page around the board, the others of the board only.
                (Fixture::Board3d(_), "board3d") => (browser.screenshot_element("main.table")?, "jpg"),
                (Fixture::Board3d(_), _) => (browser.screenshot_element("board-3d")?, "jpg"),
                _ => (browser.screenshot()?, "png"),
            };
            let path = folder.join(format!("{}.{ending}", self.name));
            let failed = |why: String| Error::File(format!("{}: {why}", path.display()));
            if picture.len() > MAX_BYTES {
                return Err(failed(format!("{} bytes, more than {MAX_BYTES}", picture.len())));
            }
            fs::write(&path, &picture).map_err(|error| failed(error.to_string()))?;
            println!("{} ({} kB)", path.display(), picture.len() / 1000);
            Ok(())
        })
    }
}
