//! Photographs the page as `cargo xtask screenshots` asks for it.
//!
//! `screenshots FOLDER [NAME…]` writes a file for each picture, or for those that are named. The program to visit is in the environment, as for the tests.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a photographer tells what is taken")]

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use browser::{Error, Look, Outcome, Scene, Scheme, Space};

/// A picture: its name, what is on it, and how it is looked at.
struct Picture {
    name: &'static str,
    scene: Scene,
    look: Look,
}

const DESKTOP: Look = Look { height: 760, ratio: 2, ..Look::DESKTOP };

/// Large enough to judge a knight.
const IN_SPACE: Look = Look { width: 1000, height: 620, ratio: 2, ..Look::DESKTOP };

const fn in_space(name: &'static str, look: &'static str, eye: [f32; 3]) -> Picture {
    Picture { name, scene: Scene::Space(Space { look, eye, aim: [0.0; 3] }), look: IN_SPACE }
}

/// White's seat, over a shoulder, and from behind Black at the height of the pieces.
const SEAT: [f32; 3] = [0.0, 1.02, 19.9];
const SHOULDER: [f32; 3] = [0.6, 0.6, 15.0];
const LOW: [f32; 3] = [3.64, 0.36, 14.0];

/// The white knight on c3 and the black one on f6, from near.
const KNIGHT: Space = Space { look: "wood", eye: [1.0, 0.2, 3.6], aim: [-1.9, 0.66, 1.16] };
const KNIGHT_FROM_BEHIND: Space = Space { look: "marble", eye: [2.75, 0.36, 5.0], aim: [1.3, 0.6, -1.01] };

const PICTURES: [Picture; 23] = [
    Picture { name: "home", scene: Scene::Home, look: DESKTOP },
    Picture { name: "game", scene: Scene::Game, look: DESKTOP },
    Picture { name: "promotion", scene: Scene::Promotion, look: DESKTOP },
    Picture { name: "checkmate", scene: Scene::Checkmate, look: DESKTOP },
    Picture { name: "explanation", scene: Scene::Explanation, look: DESKTOP },
    Picture { name: "opponents", scene: Scene::Opponents, look: Look { ratio: 1, ..DESKTOP } },
    Picture { name: "review", scene: Scene::Review, look: DESKTOP },
    Picture { name: "settings", scene: Scene::Settings, look: Look { width: 900, height: 1280, ..DESKTOP } },
    Picture { name: "phone", scene: Scene::Game, look: Look { ratio: 2, ..Look::PHONE } },
    Picture { name: "dark", scene: Scene::Game, look: Look { scheme: Scheme::Dark, ..DESKTOP } },
    in_space("space", "wood", SEAT),
    in_space("space-wood", "wood", SEAT),
    in_space("space-wood-shoulder", "wood", SHOULDER),
    in_space("space-wood-low", "wood", LOW),
    in_space("space-marble", "marble", SEAT),
    in_space("space-marble-shoulder", "marble", SHOULDER),
    in_space("space-marble-low", "marble", LOW),
    in_space("space-night", "night", SEAT),
    in_space("space-night-shoulder", "night", SHOULDER),
    in_space("space-night-low", "night", LOW),
    Picture { name: "space-knight", scene: Scene::Space(KNIGHT), look: IN_SPACE },
    Picture { name: "space-knight-behind", scene: Scene::Space(KNIGHT_FROM_BEHIND), look: IN_SPACE },
    Picture { name: "korean", scene: Scene::Explanation, look: Look { language: "ko-KR", ..DESKTOP } },
];

/// The pictures live in the repository: larger ones would burden every clone.
const MAX_BYTES: usize = 300_000;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: screenshots FOLDER [NAME…]");
        return ExitCode::from(2);
    };
    let names: Vec<_> = arguments.collect();
    let is_meant = |picture: &&Picture| names.is_empty() || names.iter().any(|name| name == picture.name);
    let mut pictures = PICTURES.iter().filter(is_meant);
    match pictures.try_for_each(|picture| picture.take(Path::new(&folder))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("screenshots: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Picture {
    fn take(&self, folder: &Path) -> Outcome {
        self.scene.show(&self.look, |browser| {
            let (picture, ending) = match (self.scene, self.name) {
                // One with everything around the board, the others of the board alone.
                (Scene::Space(_), "space") => (browser.photograph("main.table")?, "jpg"),
                (Scene::Space(_), _) => (browser.photograph("board-3d")?, "jpg"),
                _ => (browser.picture()?, "png"),
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
