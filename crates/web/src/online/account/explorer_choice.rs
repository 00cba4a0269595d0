//! The choice to have one's public games in the server's opening explorer.

use client::ClubMessageKey;
use leptos::prelude::*;
use protocol::http::ExplorerSetting;
use wasm_bindgen_futures::spawn_local;

use super::error_message;
use crate::app::App;
use crate::boxed::{show, show_if};
use crate::controls;
use crate::pages::translate;
use crate::platform::fetch::{self, FetchError, RequestState};

const PATH: &str = "/api/account/explorer";

/// A switch, as soon as the choice is known.
#[component]
pub(super) fn ExplorerChoice() -> impl IntoView {
    let app = App::from_context();
    let setting = fetch::load::<ExplorerSetting>(PATH.to_owned());
    let refused = RwSignal::new(None::<FetchError>);
    let choose = move |included: bool| {
        refused.set(None);
        setting.set(RequestState::Ready(ExplorerSetting { included }));
        spawn_local(async move {
            if let Err(error) = fetch::post_without_reply(PATH, &ExplorerSetting { included }).await {
                setting.try_set(RequestState::Ready(ExplorerSetting { included: !included }));
                refused.try_set(Some(error));
            }
        });
    };
    let is_known = move || setting.get().ready().is_some();
    let is_included = Signal::derive(move || setting.get().ready().is_some_and(|setting| setting.included));
    let error = move || match setting.get() {
        RequestState::Failed(error) => Some(error),
        RequestState::Pending | RequestState::Ready(_) => refused.get(),
    };
    view! {
        {show_if(is_known, move || controls::switch(translate(app, ClubMessageKey::InExplorer), is_included, choose))}
        {show(move || error().map(|error| error_message(app, &error)))}
    }
}
