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
    /// What a reason is about.
    place: fn(&FailureReason) -> Place,
    wrong: RwSignal<Option<Trouble>>,
    is_sent: StoredValue<bool>,
}

/// A part of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// All of it.
    Whole,
    /// The field for the name.
    Name,
    /// The field for the password that one has.
    Password,
    /// The field for the password that one would like to have.
    NewPassword,
}

impl Form {
    pub(super) fn new(name: &'static str, place: fn(&FailureReason) -> Place) -> Form {
        Form { name, place, wrong: RwSignal::new(None), is_sent: StoredValue::new(false) }
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
                    let place = self.place_of(&trouble);
                    self.wrong.try_set(Some(trouble));
                    focus(&self.id(place));
                }
            }
        });
    }

    /// A field, with a rule for what may stand in it if there is one.
    pub(super) fn field(
        self,
        app: App,
        place: Place,
        label: ClubPhrase,
        rule: Option<ClubPhrase>,
        value: RwSignal<String>,
    ) -> AnyView {
        let (kind, name, autocomplete, longest) = match place {
            Place::Whole | Place::Name => ("text", "username", "username", Some("20")),
            Place::Password => ("password", "password", "current-password", None),
            Place::NewPassword => ("password", "new-password", "new-password", None),
        };
        let wrong = Kept::new(move || self.words(app, place));
        let id = format!("{}-wrong", self.id(place));
        let described = id.clone();
        view! {
            <label class="field">
                <span>{say(app, label)}</span>
                <input
                    type=kind id=self.id(place) name=name autocomplete=autocomplete autocapitalize="off" spellcheck="false" required
                    maxlength=longest
                    aria-invalid=text(move || wrong.read().is_some().to_string())
                    aria-describedby=text(move || if wrong.read().is_some() { described.clone() } else { String::new() })
                    prop:value=value on:input=doing(move |event| value.set(event_target_value(&event)))
                />
                {rule.map(|rule| view! { <span class="about">{say(app, rule)}</span> })}
            </label>
            {part(move || wrong.get().map(|words| told(&id, words)))}
        }
        .into_any()
    }

    /// What is wrong with the form as a whole.
    pub(super) fn trouble(self, app: App) -> AnyView {
        let wrong = Kept::new(move || self.words(app, Place::Whole));
        let id = format!("{}-wrong", self.id(Place::Whole));
        part(move || wrong.get().map(|words| told(&id, words)))
    }

    /// What is wrong at a place.
    fn words(self, app: App, place: Place) -> Option<String> {
        let words = app.words();
        self.wrong.with(|wrong| {
            let trouble = wrong.as_ref().filter(|trouble| self.place_of(trouble) == place)?;
            Some(match trouble {
                // The name was not asked for, so it is the password.
                Trouble::Refused(FailureReason::WrongCredentials) if place == Place::Password => {
                    words.club(ClubPhrase::WrongPassword).to_owned()
                }
                trouble => words::trouble(words, trouble).to_owned(),
            })
        })
    }

    fn place_of(self, trouble: &Trouble) -> Place {
        match trouble {
            Trouble::Refused(reason) => (self.place)(reason),
            Trouble::NotReached | Trouble::NotUnderstood => Place::Whole,
        }
    }

    fn id(self, place: Place) -> String {
        let field = match place {
            Place::Whole => "form",
            Place::Name => "name",
            Place::Password => "password",
            Place::NewPassword => "new-password",
        };
        format!("{}-{field}", self.name)
    }
}

fn told(id: &str, words: String) -> AnyView {
    view! { <p class="wrong" id=id.to_owned() role="alert">{words}</p> }.into_any()
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
