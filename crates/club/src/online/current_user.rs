//! Who one is oneself: asked once, where it matters, and again after logging in or out.

use client::ClubMessageKey;
use client::online::ConnectionStatus;
use leptos::prelude::*;
use protocol::http::Me;
use protocol::{CloseReason, PlayerKind};
use wasm_bindgen_futures::spawn_local;
use web::app::App;
use web::boxed::{effect, text};

use crate::platform::fetch::{self, RequestState};

/// What the server says one is, found by every page in its context.
#[derive(Clone, Copy)]
pub(crate) struct CurrentUser {
    state: RwSignal<RequestState<Me>>,
    is_requested: StoredValue<bool>,
}

impl CurrentUser {
    /// Somebody who is not known yet.
    pub(crate) fn new() -> CurrentUser {
        CurrentUser { state: RwSignal::new(RequestState::Pending), is_requested: StoredValue::new(false) }
    }

    /// Asks the server, unless it has been asked.
    pub(crate) fn load(self) {
        if !self.is_requested.get_value() {
            self.reload();
        }
    }

    /// What the page has provided.
    pub(crate) fn from_context() -> CurrentUser {
        expect_context()
    }

    /// The answer; whoever reads it is told when it changes.
    pub(crate) fn state(self) -> RequestState<Me> {
        self.state.get()
    }

    /// Whether one has an account, as far as is known.
    pub(crate) fn has_account(self) -> bool {
        self.state.with(|answer| answer.ready().is_some_and(|me| me.you.standing == PlayerKind::Account))
    }

    /// The answer is known from elsewhere.
    pub(crate) fn set(self, me: Me) {
        self.state.set(RequestState::Ready(me));
    }

    /// Asks again when the server says on the connection that one is somebody else: a session was ended from elsewhere, or the
    /// host has closed the account.
    pub(crate) fn reload_on_identity_change(self, app: App) {
        let told = app.memo(|view| {
            let online = view.online();
            let connection = online.connection().status(web::platform::time::now());
            (
                online.me().and_then(|me| me.id),
                connection == ConnectionStatus::ClosedByServer(Some(CloseReason::Banned)),
            )
        });
        effect(move || {
            let (told, is_banned) = told.get();
            let known = self.state.with_untracked(|answer| answer.ready().and_then(|me| me.you.id));
            let is_another = told.zip(known).is_some_and(|(told, known)| told != known);
            if is_banned || is_another {
                self.reload();
            }
        });
    }

    /// Asks once more.
    pub(crate) fn reload(self) {
        self.is_requested.set_value(true);
        spawn_local(async move {
            let got = fetch::get("/api/me").await;
            self.state.set(got.into());
        });
    }
}

/// What the link to one's account says: one's name, or where to get one.
pub(crate) fn account_label() -> Signal<String> {
    let (app, myself) = (App::from_context(), CurrentUser::from_context());
    text(move || {
        let words = app.locale();
        match myself.state() {
            RequestState::Ready(me) if me.you.standing == PlayerKind::Account => words.player_name(&me.you),
            RequestState::Pending => words.club_message(ClubMessageKey::Account).to_owned(),
            _ => words.club_message(ClubMessageKey::LogIn).to_owned(),
        }
    })
}
