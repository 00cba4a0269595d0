//! The form to change the password.

use crate::app::App;
use crate::boxed::{handler, show_if};
use client::ClubMessageKey;
use leptos::prelude::*;
use protocol::http::{ApiErrorReason, PasswordChange, Secret};

use super::form::{Input, ServerForm};
use crate::pages::translate;
use crate::platform::fetch;

/// The form, collapsed. Changing the password ends all other sessions, so their list is loaded again.
#[component]
pub(super) fn ChangePassword(name: String, round: RwSignal<u32>) -> impl IntoView {
    let app = App::from_context();
    let form = ServerForm::new("change", input_of_reason);
    let (current, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let is_done = RwSignal::new(false);
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        is_done.set(false);
        let secret = |text: RwSignal<String>| Secret::new(text.get_untracked());
        let body = PasswordChange { current: secret(current), new: secret(new) };
        let request = async move { fetch::post_without_reply("/api/account/password", &body).await };
        form.send(request, move |()| {
            current.try_set(String::new());
            new.try_set(String::new());
            is_done.try_set(true);
            round.try_update(|round| *round += 1);
        });
    };
    view! {
        <details class="card" id="change">
            <summary>{translate(app, ClubMessageKey::ChangePassword)}</summary>
            <p class="about">{translate(app, ClubMessageKey::ChangePasswordAbout)}</p>
            <form on:submit=handler(submit)>
                // Password managers need the user name.
                <input type="text" name="username" autocomplete="username" value=name readonly hidden />
                {form.field(app, Input::Password, ClubMessageKey::CurrentPassword, None, current)}
                {form.field(app, Input::NewPassword, ClubMessageKey::NewPassword, Some(ClubMessageKey::PasswordRule), new)}
                {form.form_error(app)}
                <button type="submit">{translate(app, ClubMessageKey::ChangePassword)}</button>
            </form>
            <div role="status">
                {show_if(move || is_done.get(), move || view! { <p>{translate(app, ClubMessageKey::PasswordChanged)}</p> }.into_any())}
            </div>
        </details>
    }
}

fn input_of_reason(reason: &ApiErrorReason) -> Option<Input> {
    match reason {
        ApiErrorReason::WrongCredentials => Some(Input::Password),
        ApiErrorReason::Unfit { .. } => Some(Input::NewPassword),
        _ => None,
    }
}
