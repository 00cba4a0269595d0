//! A form for the server: its fields, and what the server has against them, each right under the field that it is about.

use client::ClubMessageKey;
use leptos::prelude::*;
use protocol::http::ApiErrorReason;
use wasm_bindgen_futures::spawn_local;
use web::app::App;
use web::boxed::{BoxedMemo, handler, show, text};
use web_sys::wasm_bindgen::JsCast;

use crate::online::labels;
use crate::platform::fetch::FetchError;
use crate::shell::translate;

/// A form, and what is wrong with what was sent last.
#[derive(Clone, Copy)]
pub(super) struct ServerForm {
    /// Its name in the document.
    name: &'static str,
    /// What a reason is about; nothing if it is about the form as a whole.
    field_of: fn(&ApiErrorReason) -> Option<Input>,
    error: RwSignal<Option<FetchError>>,
    is_pending: StoredValue<bool>,
}

/// What is filled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// A name.
    Name,
    /// The password that one has.
    Password,
    /// The password that one would like to have.
    NewPassword,
}

impl ServerForm {
    pub(super) fn new(name: &'static str, about: fn(&ApiErrorReason) -> Option<Input>) -> ServerForm {
        ServerForm { name, field_of: about, error: RwSignal::new(None), is_pending: StoredValue::new(false) }
    }

    /// Waits for an answer, unless one is waited for already. What is wrong is shown at its place, and the field gets the focus.
    pub(super) fn send<T: 'static>(
        self,
        asked: impl Future<Output = Result<T, FetchError>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        if self.is_pending.get_value() {
            return;
        }
        self.is_pending.set_value(true);
        self.error.set(None);
        spawn_local(async move {
            let answer = asked.await;
            // The page may have been left meanwhile.
            self.is_pending.try_set_value(false);
            match answer {
                Ok(answer) => then(answer),
                Err(trouble) => {
                    let input = self.input_of_error(&trouble);
                    self.error.try_set(Some(trouble));
                    focus_element(&self.id(input));
                }
            }
        });
    }

    /// A field, with a rule for what may stand in it if there is one.
    pub(super) fn field(
        self,
        app: App,
        input: Input,
        label: ClubMessageKey,
        rule: Option<ClubMessageKey>,
        value: RwSignal<String>,
    ) -> AnyView {
        let (kind, name, autocomplete, longest) = match input {
            Input::Name => ("text", "username", "username", Some("20")),
            Input::Password => ("password", "password", "current-password", None),
            Input::NewPassword => ("password", "new-password", "new-password", None),
        };
        let wrong = BoxedMemo::new(move || self.error_text(app, Some(input)));
        let id = self.id(Some(input));
        let described = format!("{id}-wrong");
        view! {
            <div class="field">
                <label class="field">
                    <span>{translate(app, label)}</span>
                    <input
                        type=kind id=id.clone() name=name autocomplete=autocomplete autocapitalize="off" spellcheck="false" required
                        maxlength=longest
                        aria-invalid=text(move || wrong.read().is_some().to_string())
                        aria-describedby=text(move || if wrong.read().is_some() { described.clone() } else { String::new() })
                        prop:value=value on:input=handler(move |event| value.set(event_target_value(&event)))
                    />
                    {rule.map(|rule| view! { <span class="about">{translate(app, rule)}</span> })}
                </label>
                {show(move || wrong.get().map(|words| error_message(&id, words)))}
            </div>
        }
        .into_any()
    }

    /// What is wrong with the form as a whole.
    pub(super) fn form_error(self, app: App) -> AnyView {
        let (wrong, id) = (BoxedMemo::new(move || self.error_text(app, None)), self.id(None));
        show(move || wrong.get().map(|words| error_message(&id, words)))
    }

    /// What is wrong with a field, or with the form as a whole.
    fn error_text(self, app: App, input: Option<Input>) -> Option<String> {
        let words = app.locale();
        self.error.with(|wrong| {
            let trouble = wrong.as_ref().filter(|trouble| self.input_of_error(trouble) == input)?;
            Some(match trouble {
                // The name was not asked for, so it is the password.
                FetchError::Refused(ApiErrorReason::WrongCredentials) if input == Some(Input::Password) => {
                    words.club_message(ClubMessageKey::WrongPassword).to_owned()
                }
                trouble => labels::fetch_error(words, trouble).to_owned(),
            })
        })
    }

    fn input_of_error(self, trouble: &FetchError) -> Option<Input> {
        match trouble {
            FetchError::Refused(reason) => (self.field_of)(reason),
            FetchError::Network | FetchError::InvalidResponse => None,
        }
    }

    /// The name of a field in the document, or of the form as a whole.
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

/// What is wrong with what has this name.
fn error_message(id: &str, words: String) -> AnyView {
    view! { <p class="wrong" id=format!("{id}-wrong") role="alert">{words}</p> }.into_any()
}

/// Lets somebody begin where something is wrong.
fn focus_element(id: &str) {
    let field =
        document().get_element_by_id(id).and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(field) = field {
        // One that cannot have it does without.
        let _ = field.focus();
    }
}
