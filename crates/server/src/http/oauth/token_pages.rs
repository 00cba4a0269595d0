//! `/account/oauth/token`: the tokens of an account, and a form for a new one, to which programs link with its fields filled in.

use std::fmt::Write as _;

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, Response, StatusCode};
use game::{Date, Timestamp};
use texts::ServerMessageKey;

use super::form_token::{FIELD, form_token, is_form_token};
use super::html::{Page, PageTexts, hidden, hidden_token, log_in_first, see_other};
use super::posted_form::PostedForm;
use crate::accounts::{ApiToken, Scope, Scopes};
use crate::http::AppState;
use crate::http::api_tokens::{MAX_DESCRIPTION_CHARS, is_description};
use crate::http::error::store_failure;
use crate::http::extract::Caller;
use crate::http::form::FormData;
use crate::http::page_document::escape;
use crate::store::{ApiTokenId, ApiTokenInfo, PlayerId, SessionId, TokenCreation};

const LIST_PATH: &str = routes::API_TOKENS;
const FORM_PATH: &str = "/account/oauth/token/create";

/// Subject of the form tokens: both forms are about tokens of the same account.
const SUBJECT: &str = "api-tokens";

/// Names of the fields; programs fill in the first two.
const SCOPES: &str = "scopes[]";
const DESCRIPTION: &str = "description";
const TOKEN_ID: &str = "id";

/// Fields of the form for a new token.
#[derive(Debug)]
struct TokenForm {
    description: String,
    scopes: Scopes,
}

/// `GET /account/oauth/token`: the caller's tokens.
pub(super) async fn list(State(app): State<AppState>, caller: Caller, headers: HeaderMap) -> Response<Body> {
    let texts = PageTexts::of_visitor(&headers);
    let Ok((player, session)) = caller.logged_in() else { return log_in_first(LIST_PATH) };
    match app.node.store.api_tokens(player).await {
        Ok(tokens) => list_page(texts, &tokens, &form_token(&app, session, SUBJECT)),
        Err(error) => {
            store_failure(&error);
            texts.store_failed()
        }
    }
    .respond(&app, texts)
}

/// `POST /account/oauth/token`: ends a token.
pub(super) async fn revoke(
    State(app): State<AppState>,
    caller: Caller,
    PostedForm { texts, data: form }: PostedForm,
) -> Response<Body> {
    let Some((player, _)) = submitter(&app, &caller, &form) else {
        return texts.old_form().respond(&app, texts);
    };
    // A token that has ended already is not in the list either.
    if let Ok(id) = form.first(TOKEN_ID).parse::<ApiTokenId>()
        && let Err(error) = app.end_api_token(player, id).await
    {
        store_failure(&error);
        return texts.store_failed().respond(&app, texts);
    }
    see_other(LIST_PATH)
}

/// `GET /account/oauth/token/create?scopes[]=…&description=…`: the form for a new token.
pub(super) async fn show_form(
    State(app): State<AppState>,
    caller: Caller,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response<Body> {
    let texts = PageTexts::of_visitor(&headers);
    let query = query.unwrap_or_default();
    let Ok((_, session)) = caller.logged_in() else { return log_in_first(&format!("{FORM_PATH}?{query}")) };
    let form = TokenForm::read(&FormData::parse(&query));
    form_page(texts, &form, None, &form_token(&app, session, SUBJECT)).respond(&app, texts)
}

/// `POST /account/oauth/token/create`: creates a token and shows it once.
pub(super) async fn create(
    State(app): State<AppState>,
    caller: Caller,
    PostedForm { texts, data }: PostedForm,
) -> Response<Body> {
    let Some((player, session)) = submitter(&app, &caller, &data) else {
        return texts.old_form().respond(&app, texts);
    };
    let form = TokenForm::read(&data);
    let again = |error: ServerMessageKey| {
        let page = form_page(texts, &form, Some(error), &form_token(&app, session, SUBJECT));
        Page { status: StatusCode::BAD_REQUEST, ..page }
    };
    if form.description.is_empty() || !is_description(&form.description) {
        return again(ServerMessageKey::DescriptionRule).respond(&app, texts);
    }
    match app.new_api_token((player, session), form.description.clone(), form.scopes).await {
        Ok((_, token, TokenCreation::Created)) => created_page(texts, &form, &token),
        Ok((_, _, TokenCreation::TooMany)) => again(ServerMessageKey::TooManyTokens),
        Ok((_, _, TokenCreation::NoAccount)) => texts.old_form(),
        Err(error) => {
            store_failure(&error);
            texts.store_failed()
        }
    }
    .respond(&app, texts)
}

/// The account and session whose form this is; `None` if the form is of another session or site.
fn submitter(app: &AppState, caller: &Caller, form: &FormData) -> Option<(PlayerId, SessionId)> {
    let (player, session) = caller.logged_in().ok()?;
    is_form_token(app, session, SUBJECT, form.first(FIELD)).then_some((player, session))
}

impl TokenForm {
    /// Reads the fields. Scopes that do not exist here are left out.
    fn read(data: &FormData) -> TokenForm {
        let is_visible = |character: &char| !character.is_control();
        TokenForm {
            description: data.first(DESCRIPTION).trim().chars().filter(is_visible).collect(),
            scopes: data.all(SCOPES).filter_map(|name| name.parse::<Scope>().ok()).collect(),
        }
    }
}

fn form_page(texts: PageTexts, form: &TokenForm, error: Option<ServerMessageKey>, token: &str) -> Page {
    // A program may ask for a longer one; the owner shortens it.
    let description: String = form.description.chars().take(MAX_DESCRIPTION_CHARS).collect();
    let mut content = format!(
        "<p>{}</p><section class=\"card\"><form method=\"post\" action=\"{FORM_PATH}\">{}",
        texts.get(ServerMessageKey::TokensAbout),
        hidden_token(token),
    );
    if let Some(error) = error {
        // Writing to a string cannot fail, here and below.
        let _ = write!(content, "<p class=\"wrong\" role=\"alert\">{}</p>", texts.get(error));
    }
    let _ = write!(
        content,
        "<label class=\"field\"><span>{}</span><input type=\"text\" name=\"{DESCRIPTION}\" value=\"{}\" \
         maxlength=\"{MAX_DESCRIPTION_CHARS}\" autocomplete=\"off\" required><span class=\"about\">{}</span></label>\
         <fieldset class=\"permissions\"><legend>{}</legend>",
        texts.get(ServerMessageKey::Description),
        escape(&description),
        texts.get(ServerMessageKey::DescriptionRule),
        texts.get(ServerMessageKey::Scopes),
    );
    for scope in Scope::ALL {
        let checked = if form.scopes.has(scope) { " checked" } else { "" };
        let _ = write!(
            content,
            "<label class=\"switch\"><input type=\"checkbox\" name=\"{SCOPES}\" value=\"{}\"{checked}>\
             <span>{}<br><code class=\"about\">{}</code></span></label>",
            scope.name(),
            texts.scope(scope),
            scope.name(),
        );
    }
    let _ = write!(
        content,
        "</fieldset><div class=\"answers start\"><button type=\"submit\" class=\"main\">{}</button>\
         <a class=\"button\" href=\"{LIST_PATH}\">{}</a></div></form></section>",
        texts.get(ServerMessageKey::CreateToken),
        texts.get(ServerMessageKey::AllTokens),
    );
    Page::new(texts.get(ServerMessageKey::NewToken), content)
}

fn created_page(texts: PageTexts, form: &TokenForm, token: &ApiToken) -> Page {
    let content = format!(
        "<section class=\"card\"><h2>{}</h2><p>{}</p><p><code class=\"secret\">{}</code></p>\
         <div class=\"answers start\"><a class=\"button\" href=\"{LIST_PATH}\">{}</a></div></section>",
        escape(&form.description),
        texts.get(ServerMessageKey::CopyNow),
        token.expose(),
        texts.get(ServerMessageKey::AllTokens),
    );
    Page::new(texts.get(ServerMessageKey::TokenCreated), content)
}

fn list_page(texts: PageTexts, tokens: &[ApiTokenInfo], form_token: &str) -> Page {
    let mut content = format!("<p>{}</p><section class=\"card\">", texts.get(ServerMessageKey::TokensAbout));
    if tokens.is_empty() {
        // Writing to a string cannot fail, here and below.
        let _ = write!(content, "<p class=\"none\">{}</p>", texts.get(ServerMessageKey::NoTokens));
    } else {
        content.push_str("<ul class=\"sessions\">");
        content.extend(tokens.iter().map(|token| list_entry(texts, token, form_token)));
        content.push_str("</ul>");
    }
    let _ = write!(
        content,
        "<div class=\"answers start\"><a class=\"button\" href=\"{FORM_PATH}\">{}</a></div></section>",
        texts.get(ServerMessageKey::NewToken),
    );
    Page::new(texts.get(ServerMessageKey::Tokens), content)
}

fn list_entry(texts: PageTexts, token: &ApiTokenInfo, form_token: &str) -> String {
    let description = escape(&token.description);
    let (created, used) = (date(token.at), date(token.used));
    let dates = if token.used > token.at {
        texts.fill(ServerMessageKey::TokenUsed, &[("created", &created), ("used", &used)])
    } else {
        texts.fill(ServerMessageKey::TokenUnused, &[("created", &created)])
    };
    let scopes: Vec<_> = token.scopes.iter().map(Scope::name).collect();
    let scopes =
        if scopes.is_empty() { texts.get(ServerMessageKey::NoScopes).to_owned() } else { scopes.join(", ") };
    let label = texts.fill(ServerMessageKey::RevokeOne, &[("description", &description)]);
    format!(
        "<li><span><strong>{description}</strong><br><span class=\"about\">{scopes}<br>{dates}</span></span>\
         <form method=\"post\" action=\"{LIST_PATH}\">{}{}\
         <button type=\"submit\" aria-label=\"{label}\">{}</button></form></li>",
        hidden_token(form_token),
        hidden(TOKEN_ID, &token.id.to_string()),
        texts.get(ServerMessageKey::Revoke),
    )
}

/// A day in UTC: `2026-11-18`.
fn date(at: Timestamp) -> String {
    Date::from_unix_seconds(at.0 / 1_000).map(|date| date.to_string().replace('.', "-")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_filled_in_by_the_query() {
        let read = |query: &str| TokenForm::read(&FormData::parse(query));
        let form = read(
            "scopes[]=board:play&scopes%5B%5D=challenge:write&scopes[]=team:lead&description=+cli-chess%0a+",
        );
        assert_eq!(
            (form.description.as_str(), form.scopes.to_string().as_str()),
            ("cli-chess", "challenge:write,board:play")
        );
        assert_eq!(read("").scopes, Scopes::default());
    }

    #[test]
    fn days_are_written_by_iso_8601() {
        assert_eq!(date(Timestamp(1_794_960_000_000)), "2026-11-18");
    }
}
