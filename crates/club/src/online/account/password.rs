//! Another password for one's account.

use client::ClubPhrase;
use leptos::prelude::*;
use protocol::http::{FailureReason, PasswordChange, Secret};
use web::app::App;
use web::lazy::{doing, part_if};

use super::form::{Form, Input};
use crate::page::say;
use crate::world::fetch;

/// The form for it, folded away. Whoever changes the password is logged out elsewhere: the list of sessions is read again then.
#[component]
pub(super) fn ChangePassword(name: String, round: RwSignal<u32>) -> impl IntoView {
    let app = App::here();
    let form = Form::new("change", about);
    let (current, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let is_done = RwSignal::new(false);
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        is_done.set(false);
        let secret = |text: RwSignal<String>| Secret::new(text.get_untracked());
        let body = PasswordChange { current: secret(current), new: secret(new) };
        let asked = async move { fetch::tell("/api/account/password", &body).await };
        form.send(asked, move |()| {
            current.try_set(String::new());
            new.try_set(String::new());
            is_done.try_set(true);
            round.try_update(|round| *round += 1);
        });
    };
    view! {
        <details class="card" id="change">
            <summary>{say(app, ClubPhrase::ChangePassword)}</summary>
            <p class="about">{say(app, ClubPhrase::ChangePasswordAbout)}</p>
            <form on:submit=doing(submit)>
                // Whoever keeps passwords has to know whose it is.
                <input type="text" name="username" autocomplete="username" value=name readonly hidden />
                {form.field(app, Input::Password, ClubPhrase::CurrentPassword, None, current)}
                {form.field(app, Input::NewPassword, ClubPhrase::NewPassword, Some(ClubPhrase::PasswordRule), new)}
                {form.trouble(app)}
                <button type="submit">{say(app, ClubPhrase::ChangePassword)}</button>
            </form>
            <div role="status">
                {part_if(move || is_done.get(), move || view! { <p>{say(app, ClubPhrase::PasswordChanged)}</p> }.into_any())}
            </div>
        </details>
    }
}

fn about(reason: &FailureReason) -> Option<Input> {
    match reason {
        FailureReason::WrongCredentials => Some(Input::Password),
        FailureReason::Unfit { .. } => Some(Input::NewPassword),
        _ => None,
    }
}
