//! A form for the server: its fields, and what the server has against them, each right under the field that it is about.

use client::ClubPhrase;
use leptos::prelude::*;
use protocol::http::FailureReason;
use wasm_bindgen_futures::spawn_local;
use web::app::App;
use web::lazy::{Kept, doing, part, text};
use web_sys::wasm_bindgen::JsCast;

use crate::online::words;
use crate::page::say;
use crate::world::fetch::Trouble;

/// A form, and what is wrong with what was sent last.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// Its name in the document.
    name: &'static str,
    /// What a reason is about; nothing if it is about the form as a whole.
    about: fn(&FailureReason) -> Option<Input>,
    wrong: RwSignal<Option<Trouble>>,
    is_sent: StoredValue<bool>,
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

impl Form {
    pub(super) fn new(name: &'static str, about: fn(&FailureReason) -> Option<Input>) -> Form {
        Form { name, about, wrong: RwSignal::new(None), is_sent: StoredValue::new(false) }
    }

    /// Waits for an answer, unless one is waited for already. What is wrong is shown at its place, and the field gets the focus.
    pub(super) fn send<T: 'static>(
        self,
        asked: impl Future<Output = Result<T, Trouble>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        if self.is_sent.get_value() {
            return;
        }
        self.is_sent.set_value(true);
        self.wrong.set(None);
        spawn_local(async move {
            let answer = asked.await;
            // The page may have been left meanwhile.
            self.is_sent.try_set_value(false);
            match answer {
                Ok(answer) => then(answer),
                Err(trouble) => {
                    let input = self.input_of(&trouble);
                    self.wrong.try_set(Some(trouble));
                    focus(&self.id(input));
                }
            }
        });
    }

    /// A field, with a rule for what may stand in it if there is one.
    pub(super) fn field(
        self,
        app: App,
        input: Input,
        label: ClubPhrase,
        rule: Option<ClubPhrase>,
        value: RwSignal<String>,
    ) -> AnyView {
        let (kind, name, autocomplete, longest) = match input {
            Input::Name => ("text", "username", "username", Some("20")),
            Input::Password => ("password", "password", "current-password", None),
            Input::NewPassword => ("password", "new-password", "new-password", None),
        };
        let wrong = Kept::new(move || self.words(app, Some(input)));
        let id = self.id(Some(input));
        let described = format!("{id}-wrong");
        view! {
            <div class="field">
                <label class="field">
                    <span>{say(app, label)}</span>
                    <input
                        type=kind id=id.clone() name=name autocomplete=autocomplete autocapitalize="off" spellcheck="false" required
                        maxlength=longest
                        aria-invalid=text(move || wrong.read().is_some().to_string())
                        aria-describedby=text(move || if wrong.read().is_some() { described.clone() } else { String::new() })
                        prop:value=value on:input=doing(move |event| value.set(event_target_value(&event)))
                    />
                    {rule.map(|rule| view! { <span class="about">{say(app, rule)}</span> })}
                </label>
                {part(move || wrong.get().map(|words| told(&id, words)))}
            </div>
        }
        .into_any()
    }

    /// What is wrong with the form as a whole.
    pub(super) fn trouble(self, app: App) -> AnyView {
        let (wrong, id) = (Kept::new(move || self.words(app, None)), self.id(None));
        part(move || wrong.get().map(|words| told(&id, words)))
    }

    /// What is wrong with a field, or with the form as a whole.
    fn words(self, app: App, input: Option<Input>) -> Option<String> {
        let words = app.words();
        self.wrong.with(|wrong| {
            let trouble = wrong.as_ref().filter(|trouble| self.input_of(trouble) == input)?;
            Some(match trouble {
                // The name was not asked for, so it is the password.
                Trouble::Refused(FailureReason::WrongCredentials) if input == Some(Input::Password) => {
                    words.club(ClubPhrase::WrongPassword).to_owned()
                }
                trouble => words::trouble(words, trouble).to_owned(),
            })
        })
    }

    fn input_of(self, trouble: &Trouble) -> Option<Input> {
        match trouble {
            Trouble::Refused(reason) => (self.about)(reason),
            Trouble::NotReached | Trouble::NotUnderstood => None,
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
fn told(id: &str, words: String) -> AnyView {
    view! { <p class="wrong" id=format!("{id}-wrong") role="alert">{words}</p> }.into_any()
}

/// Lets somebody begin where something is wrong.
fn focus(id: &str) {
    let field =
        document().get_element_by_id(id).and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(field) = field {
        // One that cannot have it does without.
        let _ = field.focus();
    }
}
