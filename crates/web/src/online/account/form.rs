//! A form that is posted to the server, with the server's errors shown at the fields they are about.

use crate::app::App;
use crate::boxed::{BoxedMemo, handler, show, text};
use client::ClubMessageKey;
use leptos::prelude::*;
use protocol::http::ApiErrorReason;
use wasm_bindgen_futures::spawn_local;
use web_sys::wasm_bindgen::JsCast;

use crate::online::labels;
use crate::pages::translate;
use crate::platform::fetch::FetchError;

/// A form and the error of its last submission.
#[derive(Clone, Copy)]
pub(super) struct ServerForm {
    /// Prefix of the element ids.
    name: &'static str,
    /// The field that an error is about; `None` for the form as a whole.
    field_of: fn(&ApiErrorReason) -> Option<Input>,
    error: RwSignal<Option<FetchError>>,
    is_pending: StoredValue<bool>,
}

/// A field of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// User name.
    Name,
    /// Current password.
    Password,
    /// New password.
    NewPassword,
}

impl ServerForm {
    pub(super) fn new(name: &'static str, field_of: fn(&ApiErrorReason) -> Option<Input>) -> ServerForm {
        ServerForm { name, field_of, error: RwSignal::new(None), is_pending: StoredValue::new(false) }
    }

    /// Awaits a request, unless one is pending. An error is shown at its field, which gets the focus.
    pub(super) fn send<T: 'static>(
        self,
        request: impl Future<Output = Result<T, FetchError>> + 'static,
        on_success: impl FnOnce(T) + 'static,
    ) {
        if self.is_pending.get_value() {
            return;
        }
        self.is_pending.set_value(true);
        self.error.set(None);
        spawn_local(async move {
            let answer = request.await;
            // By then the page may have been left.
            self.is_pending.try_set_value(false);
            match answer {
                Ok(answer) => on_success(answer),
                Err(error) => {
                    let input = self.input_of_error(&error);
                    self.error.try_set(Some(error));
                    focus_element(&self.id(input));
                }
            }
        });
    }

    /// Shows an error while the request goes on.
    pub(super) fn show_error(self, error: FetchError) {
        self.error.try_set(Some(error));
    }

    /// A field, with a hint about valid input.
    pub(super) fn field(
        self,
        app: App,
        input: Input,
        label: ClubMessageKey,
        rule: Option<ClubMessageKey>,
        value: RwSignal<String>,
    ) -> AnyView {
        let (kind, name, autocomplete, max_length) = match input {
            Input::Name => ("text", "username", "username", Some("20")),
            Input::Password => ("password", "password", "current-password", None),
            Input::NewPassword => ("password", "new-password", "new-password", None),
        };
        let error_text = BoxedMemo::new(move || self.error_text(app, Some(input)));
        let id = self.id(Some(input));
        let described = format!("{id}-wrong");
        view! {
            <div class="field">
                <label class="field">
                    <span>{translate(app, label)}</span>
                    <input
                        type=kind id=id.clone() name=name autocomplete=autocomplete autocapitalize="off" spellcheck="false" required
                        maxlength=max_length
                        aria-invalid=text(move || error_text.read().is_some().to_string())
                        aria-describedby=text(move || if error_text.read().is_some() { described.clone() } else { String::new() })
                        prop:value=value on:input=handler(move |event| value.set(event_target_value(&event)))
                    />
                    {rule.map(|rule| view! { <span class="about">{translate(app, rule)}</span> })}
                </label>
                {show(move || error_text.get().map(|text| error_message(&id, text)))}
            </div>
        }
        .into_any()
    }

    /// The error of the form as a whole.
    pub(super) fn form_error(self, app: App) -> AnyView {
        let (error_text, id) = (BoxedMemo::new(move || self.error_text(app, None)), self.id(None));
        show(move || error_text.get().map(|text| error_message(&id, text)))
    }

    /// The error text of a field, or of the form as a whole.
    fn error_text(self, app: App, input: Option<Input>) -> Option<String> {
        let locale = app.locale();
        self.error.with(|error_text| {
            let error = error_text.as_ref().filter(|error| self.input_of_error(error) == input)?;
            Some(match error {
                // The form has no name field, so the password is wrong.
                FetchError::Refused(ApiErrorReason::WrongCredentials) if input == Some(Input::Password) => {
                    locale.club_message(ClubMessageKey::WrongPassword).to_owned()
                }
                error => labels::fetch_error(locale, error).to_owned(),
            })
        })
    }

    fn input_of_error(self, error: &FetchError) -> Option<Input> {
        match error {
            FetchError::Refused(reason) => (self.field_of)(reason),
            FetchError::Network | FetchError::InvalidResponse => None,
        }
    }

    /// Element id of a field, or of the form as a whole.
    fn id(self, input: Option<Input>) -> String {
        let what = match input {
            None => "form",
            Some(Input::Name) => "name",
            Some(Input::Password) => "password",
            Some(Input::NewPassword) => "new-password",
        };
        format!("{}-{what}", self.name)
    }
}

/// The error message of the element with this id.
fn error_message(id: &str, text: String) -> AnyView {
    view! { <p class="wrong" id=format!("{id}-wrong") role="alert">{text}</p> }.into_any()
}

/// Focuses the element with this id.
fn focus_element(id: &str) {
    let field =
        document().get_element_by_id(id).and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(field) = field {
        // An element that cannot be focused leaves the focus where it is.
        let _ = field.focus();
    }
}
