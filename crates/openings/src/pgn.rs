//! `ECO` and `Opening` tags.

use game::Game;
use game::pgn::{PgnGame, Tags};

use crate::of_game;

/// Tag of the code.
const ECO: &str = "ECO";

/// Tag of the name.
const OPENING: &str = "Opening";

/// Sets the tags of a game's opening; without an opening the tags stay as they are.
pub fn set_tags(tags: &mut Tags, game: &Game) {
    if let Some(found) = of_game(game) {
        for (tag, value) in [(ECO, found.opening.eco), (OPENING, found.opening.name)] {
            // These names are valid tag names.
            let _ = tags.insert(tag, value);
        }
    }
}

/// Removes the tags.
pub fn remove_tags(tags: &mut Tags) {
    for tag in [ECO, OPENING] {
        tags.remove(tag);
    }
}

/// Adds the tags of the main line's opening, unless the game has one of them already.
pub fn add_tags(pgn: &mut PgnGame) {
    if [ECO, OPENING].iter().any(|tag| pgn.tags.get(tag).is_some_and(|value| value != "?")) {
        return;
    }
    if let Ok(game) = pgn.replay() {
        set_tags(&mut pgn.tags, &game);
    }
}
