//! The current user: loaded once on pages that need the server, and again after login, logout or a ban.

use crate::app::App;
use crate::boxed::{effect, show, text};
use client::ClubMessageKey;
use client::online::ConnectionStatus;
use leptos::prelude::*;
use protocol::http::{Me, RatingRules};
use protocol::{CloseReason, PlayerKind, PlayerName};
use wasm_bindgen_futures::spawn_local;

use crate::platform::fetch::{self, FetchError, RequestState};
use crate::platform::online_storage;

/// The identity behind the session cookie, from the Leptos context.
#[derive(Clone, Copy)]
pub(crate) struct CurrentUser {
    state: RwSignal<RequestState<Me>>,
    is_requested: StoredValue<bool>,
}

impl CurrentUser {
    /// A user that has not been loaded.
    pub(crate) fn new() -> CurrentUser {
        CurrentUser { state: RwSignal::new(RequestState::Pending), is_requested: StoredValue::new(false) }
    }

    /// Loads the user, unless that has been requested.
    pub(crate) fn load(self) {
        if !self.is_requested.get_value() {
            self.reload();
        }
    }

    /// The user in the Leptos context.
    pub(crate) fn from_context() -> CurrentUser {
        expect_context()
    }

    /// State of the request; subscribes.
    pub(crate) fn state(self) -> RequestState<Me> {
        self.state.get()
    }

    /// Returns true if the user is known to have an account.
    pub(crate) fn has_account(self) -> bool {
        self.state.with(|answer| answer.ready().is_some_and(|me| me.you.standing == PlayerKind::Account))
    }

    /// Name of the user's account; that of the last visit while the server cannot be reached.
    pub(crate) fn account(self) -> Option<String> {
        let name = self.state.with(|answer| match answer {
            RequestState::Ready(me) => account_of(me).unwrap_or_default().to_owned(),
            RequestState::Failed(FetchError::Network) => online_storage::account(),
            RequestState::Pending | RequestState::Failed(_) => String::new(),
        });
        Some(name).filter(|name| !name.is_empty())
    }

    /// Conditions under which rated games count on this server, once known.
    pub(crate) fn rating_rules(self) -> Option<RatingRules> {
        self.state.with(|answer| answer.ready().and_then(|me| me.rating_rules))
    }

    /// Sets the user, known from another reply.
    pub(crate) fn set(self, me: Me) {
        online_storage::save_account(account_of(&me).unwrap_or_default());
        self.state.set(RequestState::Ready(me));
    }

    /// Loads the user again when the connection reports another identity: the session was ended elsewhere, or
    /// the account was banned.
    pub(crate) fn reload_on_identity_change(self, app: App) {
        let reported = app.memo(|view| {
            let online = view.online();
            let connection = online.connection().status(crate::platform::time::now());
            (
                online.me().and_then(|me| me.id),
                connection == ConnectionStatus::ClosedByServer(Some(CloseReason::Banned)),
            )
        });
        effect(move || {
            let (reported, is_banned) = reported.get();
            let known = self.state.with_untracked(|answer| answer.ready().and_then(|me| me.you.id));
            let is_another = reported.zip(known).is_some_and(|(reported, known)| reported != known);
            if is_banned || is_another {
                self.reload();
            }
        });
    }

    /// Loads the user again.
    pub(crate) fn reload(self) {
        self.is_requested.set_value(true);
        spawn_local(async move {
            let result = fetch::get::<Me>("/api/me").await;
            online_storage::save_online_visit();
            if let Ok(me) = &result {
                online_storage::save_account(account_of(me).unwrap_or_default());
            }
            self.state.set(result.into());
        });
    }
}

fn account_of(me: &Me) -> Option<&str> {
    let name = me.you.name.as_ref().filter(|_| me.you.standing == PlayerKind::Account);
    name.map(PlayerName::as_str)
}

/// The conditions under which rated games count, as far as the server has told them.
pub(crate) fn rating_rules() -> AnyView {
    let (app, user) = (App::from_context(), CurrentUser::from_context());
    show(move || {
        let rules = user.rating_rules()?;
        Some(view! { <p class="about">{app.locale().rating_rules(rules)}</p> }.into_any())
    })
}

/// Text of the link to the account page: the user's name, or "log in".
pub(crate) fn account_label() -> Signal<String> {
    let (app, user) = (App::from_context(), CurrentUser::from_context());
    text(move || {
        let name = match user.state() {
            // The computer and the analysis board do not ask the server.
            RequestState::Pending => Some(online_storage::account()).filter(|name| !name.is_empty()),
            _ => user.account(),
        };
        name.unwrap_or_else(|| app.locale().club_message(ClubMessageKey::LogIn).to_owned())
    })
}
