//! Who one is oneself: asked once, where it matters, and again after logging in or out.

use client::ClubPhrase;
use client::online::Connection;
use leptos::prelude::*;
use protocol::http::Me;
use protocol::{Farewell, Standing};
use wasm_bindgen_futures::spawn_local;
use web::app::App;
use web::lazy::{effect, text};

use crate::world::fetch::{self, Answer};

/// What the server says one is, found by every page in its context.
#[derive(Clone, Copy)]
pub(crate) struct Myself {
    answer: RwSignal<Answer<Me>>,
    has_asked: StoredValue<bool>,
}

impl Myself {
    /// Somebody who is not known yet.
    pub(crate) fn new() -> Myself {
        Myself { answer: RwSignal::new(Answer::Awaited), has_asked: StoredValue::new(false) }
    }

    /// Asks the server, unless it has been asked.
    pub(crate) fn ask(self) {
        if !self.has_asked.get_value() {
            self.ask_again();
        }
    }

    /// What the page has provided.
    pub(crate) fn here() -> Myself {
        expect_context()
    }

    /// The answer; whoever reads it is told when it changes.
    pub(crate) fn answer(self) -> Answer<Me> {
        self.answer.get()
    }

    /// Whether one has an account, as far as is known.
    pub(crate) fn has_account(self) -> bool {
        self.answer.with(|answer| answer.here().is_some_and(|me| me.you.standing == Standing::Account))
    }

    /// The answer is known from elsewhere.
    pub(crate) fn know(self, me: Me) {
        self.answer.set(Answer::Here(me));
    }

    /// Asks again when the server says on the connection that one is somebody else: a session was ended from elsewhere, or the
    /// host has closed the account.
    pub(crate) fn follow(self, app: App) {
        let told = app.watch(|view| {
            let online = view.online();
            let connection = online.link().connection(web::world::time::now());
            (online.me().and_then(|me| me.id), connection == Connection::Ended(Some(Farewell::Banned)))
        });
        effect(move || {
            let (told, is_banned) = told.get();
            let known = self.answer.with_untracked(|answer| answer.here().and_then(|me| me.you.id));
            let is_another = told.zip(known).is_some_and(|(told, known)| told != known);
            if is_banned || is_another {
                self.ask_again();
            }
        });
    }

    /// Asks once more.
    pub(crate) fn ask_again(self) {
        self.has_asked.set_value(true);
        spawn_local(async move {
            let got = fetch::get("/api/me").await;
            self.answer.set(got.into());
        });
    }
}

/// What the link to one's account says: one's name, or where to get one.
pub(crate) fn label() -> Signal<String> {
    let (app, myself) = (App::here(), Myself::here());
    text(move || {
        let words = app.words();
        match myself.answer() {
            Answer::Here(me) if me.you.standing == Standing::Account => words.person(&me.you),
            Answer::Awaited => words.club(ClubPhrase::Account).to_owned(),
            _ => words.club(ClubPhrase::LogIn).to_owned(),
        }
    })
}
