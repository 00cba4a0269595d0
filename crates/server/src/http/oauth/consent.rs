//! `/oauth`: the owner of an account allows a program to use it, or does not.

use std::fmt::Write as _;

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, Response, StatusCode};
use texts::ServerMessageKey;

use super::authorization_request::AuthorizationRequest;
use super::form_token::{FIELD, form_token, is_form_token};
use super::html::{Page, PageTexts, hidden, hidden_token, log_in_first, see_other};
use super::posted_form::PostedForm;
use crate::accounts::{Identity, Token};
use crate::http::AppState;
use crate::http::error::store_failure;
use crate::http::extract::Caller;
use crate::http::form::FormData;
use crate::http::page_document::escape;
use crate::store::{CodeBinding, NewOauthCode, PlayerId, SessionId, StoreError, TokenCreation};

/// Valid codes of an account.
const MAX_CODES: u32 = 20;

/// Field of the decision and its values.
const DECISION: &str = "decision";
const ALLOW: &str = "allow";
const DENY: &str = "deny";

/// `GET /oauth`: asks for consent.
pub(super) async fn show(
    State(app): State<AppState>,
    caller: Caller,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response<Body> {
    let texts = PageTexts::of_visitor(&headers);
    let request = match AuthorizationRequest::parse(&FormData::parse(&query.unwrap_or_default())) {
        Ok(request) => request,
        Err(error) => return bad_request(texts, &error).respond(&app, texts),
    };
    let Some(session) = caller.identity.session else {
        return log_in_first(&format!("/oauth?{}", request.query()));
    };
    let token = form_token(&app, session, &request.query());
    consent_page(texts, &request, &caller.identity, &token).respond(&app, texts)
}

/// `POST /oauth`: the decision. Both answers go back to the program.
pub(super) async fn decide(
    State(app): State<AppState>,
    caller: Caller,
    PostedForm { texts, data: form }: PostedForm,
) -> Response<Body> {
    let request = match AuthorizationRequest::parse(&form) {
        Ok(request) => request,
        Err(error) => return bad_request(texts, &error).respond(&app, texts),
    };
    // The token is that of the request that was shown: nothing can be exchanged between both.
    let is_shown = |session: &SessionId| is_form_token(&app, *session, &request.query(), form.first(FIELD));
    let Some(session) = caller.identity.session.filter(is_shown) else {
        return texts.old_form().respond(&app, texts);
    };
    match form.first(DECISION) {
        ALLOW => allow(&app, texts, &request, (caller.identity.id, session)).await,
        DENY => see_other(
            &request
                .answer(&[("error", "access_denied"), ("error_description", "user cancelled authorization")]),
        ),
        _ => bad_request(texts, &"decision required").respond(&app, texts),
    }
}

async fn allow(
    app: &AppState,
    texts: PageTexts,
    request: &AuthorizationRequest,
    owner: (PlayerId, SessionId),
) -> Response<Body> {
    let created = match Token::random() {
        Ok(code) => create_code(app, request, owner, &code).await.map(|created| (code, created)),
        Err(error) => Err(StoreError::Failed(error.to_string())),
    };
    match created {
        Ok((code, TokenCreation::Created)) => see_other(&request.answer(&[("code", &code.expose())])),
        Ok((_, TokenCreation::TooMany)) => {
            let (title, about) = (ServerMessageKey::StoreFailed, ServerMessageKey::TooManyCodes);
            texts.message(StatusCode::TOO_MANY_REQUESTS, title, about, None).respond(app, texts)
        }
        Ok((_, TokenCreation::NoAccount)) => texts.old_form().respond(app, texts),
        Err(error) => {
            store_failure(&error);
            texts.store_failed().respond(app, texts)
        }
    }
}

async fn create_code(
    app: &AppState,
    request: &AuthorizationRequest,
    (player, session): (PlayerId, SessionId),
    code: &Token,
) -> Result<TokenCreation, StoreError> {
    let code = NewOauthCode {
        code: code.hash(),
        player,
        session: Some(session),
        binding: CodeBinding {
            client_id: request.client_id.as_str().to_owned(),
            redirect_uri: request.redirect_uri.as_str().to_owned(),
            challenge: request.challenge.as_str().to_owned(),
        },
        description: request.token_description(),
        scopes: request.scopes,
        at: app.node.time.now(),
        limit: MAX_CODES,
    };
    app.node.store.create_oauth_code(code).await
}

/// The page about a request that a program should not have made.
fn bad_request(texts: PageTexts, error: &dyn std::fmt::Display) -> Page {
    let (title, about) = (ServerMessageKey::BadRequest, ServerMessageKey::BadRequestAbout);
    texts.message(StatusCode::BAD_REQUEST, title, about, Some(error))
}

fn consent_page(
    texts: PageTexts,
    request: &AuthorizationRequest,
    identity: &Identity,
    form_token: &str,
) -> Page {
    let strong = |text: &str| format!("<strong>{}</strong>", escape(text));
    let name = identity.account.as_ref().map(ToString::to_string).unwrap_or_default();
    let values = (strong(request.client_id.as_str()), strong(&name));
    let asks = texts.fill(ServerMessageKey::AccessAsks, &[("client", &values.0), ("name", &values.1)]);
    let mut scopes: String =
        request.scopes.iter().map(|scope| format!("<li>{}</li>", texts.scope(scope))).collect();
    if scopes.is_empty() {
        scopes = format!("<li>{}</li>", texts.get(ServerMessageKey::AccessNothing));
    }
    let mut content = format!(
        "<section class=\"card\"><p>{asks}</p><p>{}</p><ul class=\"scopes\">{scopes}</ul><p>{} {}</p>\
         <p class=\"about\">{} {}</p><form method=\"post\" action=\"/oauth\">",
        texts.get(ServerMessageKey::AccessToDo),
        texts.get(ServerMessageKey::AccessRedirect),
        strong(request.redirect_uri.origin()),
        texts.get(ServerMessageKey::AccessUnverified),
        texts.get(ServerMessageKey::AccessRevoke),
    );
    content.extend(request.parameters().iter().map(|(name, value)| hidden(name, value)));
    content.push_str(&hidden_token(form_token));
    // Writing to a string cannot fail.
    let _ = write!(
        content,
        "<div class=\"answers\"><button type=\"submit\" name=\"{DECISION}\" value=\"{DENY}\">{}</button>\
         <button type=\"submit\" class=\"main\" name=\"{DECISION}\" value=\"{ALLOW}\">{}</button></div></form></section>",
        texts.get(ServerMessageKey::Deny),
        texts.get(ServerMessageKey::Allow),
    );
    Page {
        redirect_scheme: Some(request.redirect_uri.scheme().to_owned()),
        ..Page::new(texts.get(ServerMessageKey::Access), content)
    }
}
