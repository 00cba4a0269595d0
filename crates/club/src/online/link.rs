//! A link to hand on: to copy, to share, to scan.

use client::ClubPhrase;
use leptos::prelude::*;
use web::app::App;
use web::icon::icon;
use web::lazy::{doing, part};

use super::qr;
use crate::page::say;
use crate::world::{address, share};

/// The link with its buttons and its code.
#[component]
pub(crate) fn LinkCard(url: String) -> impl IntoView {
    let app = App::here();
    let told = RwSignal::new(None);
    let code = qr::code(&url).map(|code| {
        let view_box = format!("0 0 {0} {0}", code.size);
        view! {
            <svg class="qr" viewBox=view_box role="img" aria-label=say(app, ClubPhrase::QrCode)>
                <rect width="100%" height="100%" fill="#fff" />
                <path d=code.path fill="#000" shape-rendering="crispEdges" />
            </svg>
        }
    });
    let (copied, shared) = (url.clone(), url.clone());
    let share_it = move |_| {
        let title = app.words_now().club(ClubPhrase::Invited).to_owned();
        share::share(title, shared.clone());
    };
    view! {
        <div class="link-card">
            {code}
            <div class="link-text">
                <label class="field">
                    <span>{say(app, ClubPhrase::Link)}</span>
                    <input type="text" readonly value=url on:focus=|event| select(&event) />
                </label>
                <div class="answers start">
                    <button type="button" class="main" on:click=doing(move |_| share::copy(copied.clone(), told))>
                        {icon("copy")} <span>{say(app, ClubPhrase::CopyLink)}</span>
                    </button>
                    {share::is_there().then(|| view! {
                        <button type="button" on:click=doing(share_it)>
                            {icon("open")} <span>{say(app, ClubPhrase::ShareLink)}</span>
                        </button>
                    })}
                </div>
                {address::is_loopback().then(|| view! { <p class="about local">{say(app, ClubPhrase::LinkLocal)}</p> })}
                <div aria-live="polite">
                    {part(move || told.get().map(|phrase| view! { <p class="about">{say(app, phrase)}</p> }.into_any()))}
                </div>
            </div>
        </div>
    }
}

/// Marks the whole link, so that it can be copied by hand.
fn select(event: &web_sys::FocusEvent) {
    use web_sys::wasm_bindgen::JsCast;
    let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    if let Some(input) = input {
        input.select();
    }
}
