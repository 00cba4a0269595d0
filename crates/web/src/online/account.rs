//! The account page: forms for guests, settings for users with an account.

mod explorer_choice;
mod form;
mod password;

use crate::app::App;
use crate::boxed::{BoxedMemo, fragment, handler, show, text};
use client::ClubMessageKey;
use leptos::prelude::*;
use protocol::http::{AccountField, ApiErrorReason, Credentials, Me, Secret, SessionInfo};
use protocol::{ActionError, PlayerKind, ToJson};
use wasm_bindgen_futures::spawn_local;

use self::explorer_choice::ExplorerChoice;
use self::form::{Input, ServerForm};
use self::password::ChangePassword;
use super::current_user::CurrentUser;
use super::profile::rating_cards;
use super::{connection, device, game_list, labels};
use crate::pages::translate;
use crate::platform::fetch::{self, FetchError, RequestState, encode_component};
use crate::platform::{self, dates, navigation};

/// The page at `/account`.
#[component]
pub(crate) fn Account() -> impl IntoView {
    let app = App::from_context();
    let user = CurrentUser::from_context();
    view! {
        <main class="content narrow">
            <h1>{translate(app, ClubMessageKey::Account)}</h1>
            {show(move || Some(match user.state() {
                RequestState::Pending => game_list::placeholder(app, ClubMessageKey::Loading),
                RequestState::Failed(error) => error_message(app, &error),
                RequestState::Ready(me) if me.you.standing == PlayerKind::Account => account_view(app, &me),
                RequestState::Ready(_) => view! { <GuestForms /> }.into_any(),
            }))}
        </main>
    }
}

/// Forms to log in and to register.
#[component]
fn GuestForms() -> impl IntoView {
    let app = App::from_context();
    view! {
        <p>{translate(app, ClubMessageKey::AccountAbout)}</p>
        <div class="columns">
            <section class="card">
                <h2>{translate(app, ClubMessageKey::LogIn)}</h2>
                <CredentialsForm path="/api/session" button=ClubMessageKey::LogIn is_new=false />
            </section>
            <section class="card">
                <h2>{translate(app, ClubMessageKey::Register)}</h2>
                <p class="about">{translate(app, ClubMessageKey::RegisterAbout)}</p>
                <CredentialsForm path="/api/account" button=ClubMessageKey::Register is_new=true />
            </section>
        </div>
    }
}

/// Number of times that credentials are sent again, and the time before each: that of the server's `Retry-After`.
const RETRIES: u32 = 10;
const RETRY_DELAY_MILLIS: i32 = 3_000;

/// Name and password, posted to a path that replies with the new identity.
#[component]
fn CredentialsForm(path: &'static str, button: ClubMessageKey, is_new: bool) -> impl IntoView {
    let app = App::from_context();
    let user = CurrentUser::from_context();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let form = if is_new {
        ServerForm::new("register", registration_field)
    } else {
        ServerForm::new("log-in", |_| None)
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let body =
            Credentials { name: name.get_untracked(), password: Secret::new(password.get_untracked()) };
        form.send(post_credentials(form, path, body), move |me| {
            if !navigation::return_to_server_page() {
                // First: a user with an account is connected by itself.
                connection::reconnect(app);
                user.set(me);
            }
        });
    };
    let rule = |key| is_new.then_some(key);
    let secret = if is_new { Input::NewPassword } else { Input::Password };
    view! {
        <form on:submit=handler(submit)>
            {form.field(app, Input::Name, ClubMessageKey::Name, rule(ClubMessageKey::NameRule), name)}
            {form.field(app, secret, ClubMessageKey::Password, rule(ClubMessageKey::PasswordRule), password)}
            {form.form_error(app)}
            <button type="submit" class="main">{translate(app, button)}</button>
        </form>
    }
}

/// Posts credentials, and again while the server has too many passwords to check. The form says so meanwhile.
async fn post_credentials(form: ServerForm, path: &'static str, body: Credentials) -> Result<Me, FetchError> {
    for _ in 0..RETRIES {
        match fetch::post(path, &body).await {
            Err(busy @ FetchError::Refused(ApiErrorReason::Refused { refusal: ActionError::TooFast })) => {
                form.show_error(busy)
            }
            reply => return reply,
        }
        platform::pause(RETRY_DELAY_MILLIS).await;
    }
    fetch::post(path, &body).await
}

/// The field that a registration error is about. Login errors do not tell name and password apart.
fn registration_field(reason: &ApiErrorReason) -> Option<Input> {
    match reason {
        ApiErrorReason::NameTaken | ApiErrorReason::Unfit { field: AccountField::Name, .. } => {
            Some(Input::Name)
        }
        ApiErrorReason::Unfit { field: AccountField::Password, .. } => Some(Input::NewPassword),
        _ => None,
    }
}

/// Ratings, sessions, password, data export and deletion.
fn account_view(app: App, me: &Me) -> AnyView {
    let name = app.locale_untracked().player_name(&me.you);
    let profile = routes::PLAYER_PREFIX.to_owned() + &encode_component(&name);
    let round = RwSignal::new(0);
    view! {
        <section class="card">
            <h2>{name.clone()}</h2>
            <h3>{translate(app, ClubMessageKey::Ratings)}</h3>
            {rating_cards(app, &me.ratings)}
            <div class="answers start">
                <a class="button" href=profile>{translate(app, ClubMessageKey::Profile)}</a>
                // The server writes this page: with a target, the link is not followed within the application.
                <a class="button" href=routes::API_TOKENS target="_self">{translate(app, ClubMessageKey::ApiTokens)}</a>
                <LogOut />
            </div>
        </section>
        <Sessions round />
        <ChangePassword name=name.clone() round />
        <section class="card">
            <h2>{translate(app, ClubMessageKey::MyData)}</h2>
            <ExplorerChoice />
            <div class="answers start">
                <a class="button" href="/api/archive/pgn?player=me" download="hanpan.pgn">{translate(app, ClubMessageKey::ExportGames)}</a>
                <a class="button" href="/api/me/export" download="hanpan.json">{translate(app, ClubMessageKey::Export)}</a>
            </div>
        </section>
        <DeleteAccount name />
    }
    .into_any()
}

#[component]
fn LogOut() -> impl IntoView {
    let app = App::from_context();
    let user = CurrentUser::from_context();
    let leave = move |_| {
        spawn_local(async move {
            // The reloaded identity shows whether it worked.
            let _ = fetch::delete("/api/session", None).await;
            user.reload();
            connection::reconnect(app);
        });
    };
    view! { <button type="button" on:click=handler(leave)>{translate(app, ClubMessageKey::LogOut)}</button> }
}

/// The open sessions, each with a button to end it. The list is loaded again whenever `round` changes.
#[component]
fn Sessions(round: RwSignal<u32>) -> impl IntoView {
    let app = App::from_context();
    let sessions = BoxedMemo::new(move || {
        round.track();
        fetch::load::<Vec<SessionInfo>>("/api/sessions".to_owned())
    });
    let end = move |path: String| {
        spawn_local(async move {
            // The reloaded list shows whether it worked.
            let _ = fetch::delete(&path, None).await;
            round.try_update(|round| *round += 1);
        });
    };
    let entry = move |session: SessionInfo| {
        let path = format!("/api/sessions/{}", encode_component(&session.id));
        let description = text(move || {
            let locale = app.locale();
            let date = |at| dates::local_date_time(at, locale.language());
            locale.session(&device::name(&session.device), &date(session.opened), &date(session.seen))
        });
        let action = if session.current {
            view! { <strong>{translate(app, ClubMessageKey::ThisSession)}</strong> }.into_any()
        } else {
            view! {
                <button type="button" on:click=handler(move |_| end(path.clone()))>{translate(app, ClubMessageKey::EndSession)}</button>
            }
            .into_any()
        };
        view! { <li><span>{description}</span> {action}</li> }
    };
    view! {
        <section class="card">
            <h2>{translate(app, ClubMessageKey::Sessions)}</h2>
            {show(move || Some(match sessions.get().get() {
                RequestState::Ready(list) => view! { <ul class="sessions">{fragment(list.into_iter().map(entry))}</ul> }.into_any(),
                RequestState::Pending => game_list::placeholder(app, ClubMessageKey::Loading),
                RequestState::Failed(error) => error_message(app, &error),
            }))}
            <div class="answers start">
                <button type="button" on:click=handler(move |_| end("/api/sessions".to_owned()))>{translate(app, ClubMessageKey::EndOthers)}</button>
            </div>
        </section>
    }
}

/// Form to delete the account, collapsed; the password is required.
#[component]
fn DeleteAccount(name: String) -> impl IntoView {
    let app = App::from_context();
    let user = CurrentUser::from_context();
    let password = RwSignal::new(String::new());
    let form = ServerForm::new("delete", |reason| match reason {
        ApiErrorReason::WrongCredentials => Some(Input::Password),
        _ => None,
    });
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let body = Credentials { name: name.clone(), password: Secret::new(password.get_untracked()) };
        let request = async move { fetch::delete("/api/account", Some(body.to_json())).await };
        form.send(request, move |()| {
            user.reload();
            connection::reconnect(app);
        });
    };
    view! {
        <details class="card danger">
            <summary>{translate(app, ClubMessageKey::Delete)}</summary>
            <p class="about">{translate(app, ClubMessageKey::DeleteAbout)}</p>
            <form on:submit=handler(submit)>
                {form.field(app, Input::Password, ClubMessageKey::Password, None, password)}
                {form.form_error(app)}
                <button type="submit">{translate(app, ClubMessageKey::Delete)}</button>
            </form>
        </details>
    }
}

fn error_message(app: App, error: &FetchError) -> AnyView {
    let error = error.clone();
    view! { <p class="wrong" role="alert">{text(move || labels::fetch_error(app.locale(), &error).to_owned())}</p> }.into_any()
}
