//! Who one is: a guest who may take a name, or somebody with an account.

mod form;
mod password;

use client::ClubPhrase;
use leptos::prelude::*;
use protocol::http::{Credentials, FailureReason, Field, Me, Secret, SessionInfo};
use protocol::{Json, Standing};
use wasm_bindgen_futures::spawn_local;
use web::app::App;
use web::lazy::{Kept, doing, part, row, text};

use self::form::{Form, Input};
use self::password::ChangePassword;
use super::me::Myself;
use super::profile::rating_cards;
use super::{connection, device, games, words};
use crate::page::say;
use crate::world::calendar;
use crate::world::fetch::{self, Answer, Trouble, encoded};

/// The page of one's own account.
#[component]
pub(crate) fn Account() -> impl IntoView {
    let app = App::here();
    let myself = Myself::here();
    view! {
        <main class="club narrow">
            <h1>{say(app, ClubPhrase::Account)}</h1>
            {part(move || Some(match myself.answer() {
                Answer::Awaited => games::nothing(app, ClubPhrase::Loading),
                Answer::Failed(trouble) => failed(app, &trouble),
                Answer::Here(me) if me.you.standing == Standing::Account => member(app, &me),
                Answer::Here(_) => view! { <Guest /> }.into_any(),
            }))}
        </main>
    }
}

/// For guests: two forms.
#[component]
fn Guest() -> impl IntoView {
    let app = App::here();
    view! {
        <p>{say(app, ClubPhrase::AccountAbout)}</p>
        <div class="columns">
            <section class="card">
                <h2>{say(app, ClubPhrase::LogIn)}</h2>
                <Entrance path="/api/session" button=ClubPhrase::LogIn is_new=false />
            </section>
            <section class="card">
                <h2>{say(app, ClubPhrase::Register)}</h2>
                <p class="about">{say(app, ClubPhrase::RegisterAbout)}</p>
                <Entrance path="/api/account" button=ClubPhrase::Register is_new=true />
            </section>
        </div>
    }
}

/// Name and password, sent to a path that answers with who one is then.
#[component]
fn Entrance(path: &'static str, button: ClubPhrase, is_new: bool) -> impl IntoView {
    let app = App::here();
    let myself = Myself::here();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let form = if is_new { Form::new("register", about_new) } else { Form::new("log-in", |_| None) };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let body =
            Credentials { name: name.get_untracked(), password: Secret::new(password.get_untracked()) };
        form.send(async move { fetch::post::<Me>(path, &body).await }, move |me| {
            myself.know(me);
            connection::begin_anew(app);
        });
    };
    let rule = |phrase| is_new.then_some(phrase);
    let secret = if is_new { Input::NewPassword } else { Input::Password };
    view! {
        <form on:submit=doing(submit)>
            {form.field(app, Input::Name, ClubPhrase::Name, rule(ClubPhrase::NameRule), name)}
            {form.field(app, secret, ClubPhrase::Password, rule(ClubPhrase::PasswordRule), password)}
            {form.trouble(app)}
            <button type="submit" class="main">{say(app, button)}</button>
        </form>
    }
}

/// What is wrong with a new account. At the door nobody says whether it is the name or the password.
fn about_new(reason: &FailureReason) -> Option<Input> {
    match reason {
        FailureReason::NameTaken | FailureReason::Unfit { field: Field::Name, .. } => Some(Input::Name),
        FailureReason::Unfit { field: Field::Password, .. } => Some(Input::NewPassword),
        _ => None,
    }
}

/// For those with an account.
fn member(app: App, me: &Me) -> AnyView {
    let name = app.words_now().person(&me.you);
    let profile = format!("/player/{}", encoded(&name));
    let round = RwSignal::new(0);
    view! {
        <section class="card">
            <h2>{name.clone()}</h2>
            <h3>{say(app, ClubPhrase::Ratings)}</h3>
            {rating_cards(app, &me.ratings)}
            <div class="answers start">
                <a class="button" href=profile>{say(app, ClubPhrase::Profile)}</a>
                <LogOut />
            </div>
        </section>
        <Sessions round />
        <ChangePassword name=name.clone() round />
        <section class="card">
            <h2>{say(app, ClubPhrase::MyData)}</h2>
            <div class="answers start">
                <a class="button" href="/api/archive/pgn?player=me" download="hanpan.pgn">{say(app, ClubPhrase::ExportGames)}</a>
                <a class="button" href="/api/me/export" download="hanpan.json">{say(app, ClubPhrase::Export)}</a>
            </div>
        </section>
        <Delete name />
    }
    .into_any()
}

#[component]
fn LogOut() -> impl IntoView {
    let app = App::here();
    let myself = Myself::here();
    let leave = move |_| {
        spawn_local(async move {
            // Whether it worked is seen from who one is then.
            let _ = fetch::delete("/api/session", None).await;
            myself.ask_again();
            connection::begin_anew(app);
        });
    };
    view! { <button type="button" on:click=doing(leave)>{say(app, ClubPhrase::LogOut)}</button> }
}

/// Where one is logged in, each with the way to end it. The list is read again in every round.
#[component]
fn Sessions(round: RwSignal<u32>) -> impl IntoView {
    let app = App::here();
    let sessions = Kept::new(move || {
        round.track();
        fetch::load::<Vec<SessionInfo>>("/api/sessions".to_owned())
    });
    let end = move |path: String| {
        spawn_local(async move {
            // Whether it worked is seen from the list.
            let _ = fetch::delete(&path, None).await;
            round.try_update(|round| *round += 1);
        });
    };
    let entry = move |session: SessionInfo| {
        let path = format!("/api/sessions/{}", encoded(&session.id));
        let about = text(move || {
            let words = app.words();
            words.last_seen(
                &device::name(&session.device),
                &calendar::day_and_hour(session.seen, words.language()),
            )
        });
        let action = if session.current {
            view! { <strong>{say(app, ClubPhrase::ThisOne)}</strong> }.into_any()
        } else {
            view! {
                <button type="button" on:click=doing(move |_| end(path.clone()))>{say(app, ClubPhrase::EndSession)}</button>
            }
            .into_any()
        };
        view! { <li><span>{about}</span> {action}</li> }
    };
    view! {
        <section class="card">
            <h2>{say(app, ClubPhrase::Sessions)}</h2>
            {part(move || Some(match sessions.get().get() {
                Answer::Here(list) => view! { <ul class="sessions">{row(list.into_iter().map(entry))}</ul> }.into_any(),
                Answer::Awaited => games::nothing(app, ClubPhrase::Loading),
                Answer::Failed(trouble) => failed(app, &trouble),
            }))}
            <div class="answers start">
                <button type="button" on:click=doing(move |_| end("/api/sessions".to_owned()))>{say(app, ClubPhrase::EndOthers)}</button>
            </div>
        </section>
    }
}

/// The end of an account: folded away, and the password has to be given once more.
#[component]
fn Delete(name: String) -> impl IntoView {
    let app = App::here();
    let myself = Myself::here();
    let password = RwSignal::new(String::new());
    let form = Form::new("delete", |reason| match reason {
        FailureReason::WrongCredentials => Some(Input::Password),
        _ => None,
    });
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let body = Credentials { name: name.clone(), password: Secret::new(password.get_untracked()) };
        let asked = async move { fetch::delete("/api/account", Some(body.to_json())).await };
        form.send(asked, move |()| {
            myself.ask_again();
            connection::begin_anew(app);
        });
    };
    view! {
        <details class="card danger">
            <summary>{say(app, ClubPhrase::Delete)}</summary>
            <p class="about">{say(app, ClubPhrase::DeleteAbout)}</p>
            <form on:submit=doing(submit)>
                {form.field(app, Input::Password, ClubPhrase::Password, None, password)}
                {form.trouble(app)}
                <button type="submit">{say(app, ClubPhrase::Delete)}</button>
            </form>
        </details>
    }
}

fn failed(app: App, trouble: &Trouble) -> AnyView {
    let trouble = trouble.clone();
    view! { <p class="wrong" role="alert">{text(move || words::trouble(app.words(), &trouble).to_owned())}</p> }.into_any()
}
