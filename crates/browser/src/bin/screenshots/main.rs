//! Photographs the page as `cargo xtask screenshots` asks for it.
//!
//! `screenshots FOLDER` writes a file for each picture. The program to visit is in the environment, as for the tests.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a photographer tells what is taken")]

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use browser::{Error, Look, Outcome, Scene, Scheme};

/// A picture: its name, what is on it, and how it is looked at.
struct Picture {
    name: &'static str,
    scene: Scene,
    look: Look,
}

const DESKTOP: Look = Look { height: 760, ratio: 2, ..Look::DESKTOP };

const PICTURES: [Picture; 9] = [
    Picture { name: "home", scene: Scene::Home, look: DESKTOP },
    Picture { name: "game", scene: Scene::Game, look: DESKTOP },
    Picture { name: "promotion", scene: Scene::Promotion, look: DESKTOP },
    Picture { name: "checkmate", scene: Scene::Checkmate, look: DESKTOP },
    Picture { name: "explanation", scene: Scene::Explanation, look: DESKTOP },
    Picture { name: "settings", scene: Scene::Settings, look: Look { width: 900, height: 1280, ..DESKTOP } },
    Picture { name: "phone", scene: Scene::Game, look: Look { ratio: 2, ..Look::PHONE } },
    Picture { name: "dark", scene: Scene::Game, look: Look { scheme: Scheme::Dark, ..DESKTOP } },
    Picture { name: "korean", scene: Scene::Explanation, look: Look { language: "ko-KR", ..DESKTOP } },
];

/// The pictures live in the repository: larger ones would burden every clone.
const MAX_BYTES: usize = 300_000;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: screenshots FOLDER");
        return ExitCode::from(2);
    };
    match PICTURES.iter().try_for_each(|picture| picture.take(Path::new(&folder))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("screenshots: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Picture {
    fn take(&self, folder: &Path) -> Outcome {
        let path = folder.join(format!("{}.png", self.name));
        let failed = |why: String| Error::File(format!("{}: {why}", path.display()));
        self.scene.show(&self.look, |browser| {
            let picture = browser.picture()?;
            if picture.len() > MAX_BYTES {
                return Err(failed(format!("{} bytes, more than {MAX_BYTES}", picture.len())));
            }
            fs::write(&path, &picture).map_err(|error| failed(error.to_string()))?;
            println!("{} ({} kB)", path.display(), picture.len() / 1000);
            Ok(())
        })
    }
}
