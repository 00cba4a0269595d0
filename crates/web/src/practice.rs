//! The practice of endgames: the list of exercises, and the board with a perfect opponent.
//!
//! The game is one of the client with the opponent as remote player. A worker has the endgame tables: it plays the opponent's moves
//! and tells the outcomes, which [`client::practice::Practice`] turns into what is said beside the board.

mod board;
mod list;
mod opponent;
mod panel;
mod stored;

use client::PracticeMessageKey;
use client::practice::Exercise;
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::text;

pub(crate) use list::ExerciseList;

/// The page of an exercise; `None` if the path is of no exercise.
pub(crate) fn exercise_page(path: &str) -> Option<AnyView> {
    let exercise = Exercise::from_id(path.strip_prefix(routes::ENDINGS_PREFIX)?)?;
    Some(view! { <board::ExercisePage exercise /> }.into_any())
}

/// The text of a phrase; follows the language setting.
fn translate(app: App, key: PracticeMessageKey) -> Signal<String> {
    text(move || app.locale().practice_message(key).to_owned())
}
