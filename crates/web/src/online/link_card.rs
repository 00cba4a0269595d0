//! An invitation link: to copy, to share, to scan.

use crate::app::App;
use crate::boxed::{handler, show};
use crate::icon::icon;
use client::ClubMessageKey;
use leptos::prelude::*;

use super::qr;
use crate::pages::translate;
use crate::platform::{navigation, share};

/// The link with its buttons and QR code.
#[component]
pub(crate) fn LinkCard(url: String) -> impl IntoView {
    let app = App::from_context();
    let result = RwSignal::new(None);
    let code = qr::code(&url).map(|code| {
        let view_box = format!("0 0 {0} {0}", code.size);
        view! {
            <svg class="qr" viewBox=view_box role="img" aria-label=translate(app, ClubMessageKey::QrCode)>
                <rect width="100%" height="100%" fill="#fff" />
                <path d=code.path fill="#000" shape-rendering="crispEdges" />
            </svg>
        }
    });
    let (copied, shared) = (url.clone(), url.clone());
    let share_link = move |_| {
        let title = app.locale_untracked().club_message(ClubMessageKey::Invited).to_owned();
        share::share(title, shared.clone());
    };
    view! {
        <div class="link-card">
            {code}
            <div class="link-text">
                <label class="field">
                    <span>{translate(app, ClubMessageKey::Link)}</span>
                    <input type="text" readonly value=url on:focus=|event| select_all(&event) />
                </label>
                <div class="answers start">
                    <button type="button" class="main" on:click=handler(move |_| share::copy_to_clipboard(copied.clone(), result))>
                        {icon("copy")} <span>{translate(app, ClubMessageKey::CopyLink)}</span>
                    </button>
                    {share::is_supported().then(|| view! {
                        <button type="button" on:click=handler(share_link)>
                            {icon("open")} <span>{translate(app, ClubMessageKey::ShareLink)}</span>
                        </button>
                    })}
                </div>
                {navigation::is_loopback().then(|| view! { <p class="about local">{translate(app, ClubMessageKey::LinkLocal)}</p> })}
                <div aria-live="polite">
                    {show(move || result.get().map(|key| view! { <p class="about">{translate(app, key)}</p> }.into_any()))}
                </div>
            </div>
        </div>
    }
}

/// Selects the whole link, so that it can be copied manually.
fn select_all(event: &web_sys::FocusEvent) {
    use web_sys::wasm_bindgen::JsCast;
    let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    if let Some(input) = input {
        input.select();
    }
}
