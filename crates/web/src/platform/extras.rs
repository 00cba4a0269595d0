//! Extras that few players switch on: piece sets, boards, zen mode, pieces face to face, speech. Their drawings, styles and
//! script are files of their own, loaded when a setting or the settings screen first needs them. The script and the
//! styles follow attributes of the root element.

use client::{BoardTheme, MoveConfirmation, PieceSet, Screen, View};
use rules::Color;

use super::document::set_root_attribute;
use crate::app::App;
use crate::boxed::effect;

const SCRIPT_ID: &str = "extras";

/// The attributes of the root element.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Attributes {
    pieces: Option<&'static str>,
    upside_down: Option<&'static str>,
    zen: Option<&'static str>,
    /// True if the files are needed for something else: a board, speech, the place of a question, or the previews on the
    /// settings screen.
    is_needed: bool,
}

impl Attributes {
    fn new(view: View<'_>) -> Attributes {
        let settings = view.settings();
        let is_playing = view.screen() == Screen::Game && !view.local_game().is_finished();
        Attributes {
            pieces: Some(settings.pieces).filter(|&set| set != PieceSet::Classic).map(PieceSet::name),
            upside_down: view.upside_down().map(|color| match color {
                Color::White => "white",
                Color::Black => "black",
            }),
            zen: (settings.zen.is_on() && is_playing).then_some("on"),
            is_needed: settings.speech.is_on()
                || settings.confirm_moves != MoveConfirmation::Never
                || view.screen() == Screen::Settings
                || matches!(settings.theme, BoardTheme::Walnut | BoardTheme::Paper | BoardTheme::Night),
        }
    }
}

/// Keeps the root's attributes in sync with the settings, and loads the script when there is something to do.
pub fn follow(app: App) {
    let attributes = app.memo(Attributes::new);
    effect(move || {
        let Attributes { pieces, upside_down, zen, is_needed } = attributes.get();
        for (name, value) in [("data-pieces", pieces), ("data-upside-down", upside_down), ("data-zen", zen)] {
            set_root_attribute(name, value);
        }
        if is_needed || pieces.is_some() || upside_down.is_some() || zen.is_some() {
            super::document::load_script(SCRIPT_ID, routes::EXTRAS_SCRIPT);
        }
    });
}

/// Returns true if the browser can speak.
pub fn has_speech() -> bool {
    leptos::prelude::window().get("speechSynthesis").is_some()
}

/// Speaks a text. The script is loaded first, if it is not there yet.
pub fn say(text: &str) {
    set_root_attribute("data-speech", Some(text));
    super::document::load_script(SCRIPT_ID, routes::EXTRAS_SCRIPT);
}

/// Speaks a text, if the setting is on.
pub fn speak(app: App, text: &str) {
    if !text.is_empty() && app.with_view_untracked(|view| view.settings().speech.is_on()) {
        set_root_attribute("data-speech", Some(text));
    }
}
