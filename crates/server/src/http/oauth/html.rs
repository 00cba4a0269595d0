//! HTML of the pages, in the visitor's language.

use std::fmt::{Display, Write as _};

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION, VARY};
use axum::http::{Response, StatusCode};
use texts::{Language, ServerMessageKey, fill};

use super::form_token::FIELD;
use crate::accounts::Scope;
use crate::assets::ContentEncoding;
use crate::http::download::percent_encoded;
use crate::http::page_document::{Download, Frame, escape};
use crate::http::security_headers::FormTargets;
use crate::http::{AppState, language};

/// Document of a server without page files.
const PLAIN_DOCUMENT: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Hanpan</title>\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n</head>\n<body>\n\
    <!--frame--><!--/frame-->\n</body>\n</html>\n";

/// Texts of the visitor's language. They need no escaping, which a test of `page_document` holds.
#[derive(Clone, Copy)]
pub(super) struct PageTexts(Language);

/// A page: its title and its content as HTML.
pub(super) struct Page {
    pub(super) status: StatusCode,
    pub(super) title: &'static str,
    pub(super) content: String,
    /// Scheme to which the answer to a form redirects, besides this server.
    pub(super) redirect_scheme: Option<String>,
}

impl PageTexts {
    pub(super) fn of_visitor(headers: &HeaderMap) -> PageTexts {
        PageTexts(language::of_visitor(headers))
    }

    pub(super) fn get(self, key: ServerMessageKey) -> &'static str {
        texts::server(self.0).text(key.key())
    }

    /// A text with values, which are HTML.
    pub(super) fn fill(self, key: ServerMessageKey, values: &[(&str, &dyn Display)]) -> String {
        fill(self.get(key), values)
    }

    /// Meaning of a scope.
    pub(super) fn scope(self, scope: Scope) -> &'static str {
        self.get(match scope {
            Scope::PreferenceRead => ServerMessageKey::PreferenceRead,
            Scope::EmailRead => ServerMessageKey::EmailRead,
            Scope::ChallengeRead => ServerMessageKey::ChallengeRead,
            Scope::ChallengeWrite => ServerMessageKey::ChallengeWrite,
            Scope::BoardPlay => ServerMessageKey::BoardPlay,
            Scope::BotPlay => ServerMessageKey::BotPlay,
        })
    }

    /// A page with a heading and a paragraph; `details` are shown as they are, escaped.
    pub(super) fn message(
        self,
        status: StatusCode,
        title: ServerMessageKey,
        about: ServerMessageKey,
        details: Option<&dyn Display>,
    ) -> Page {
        let mut content = format!("<section class=\"card\"><p>{}</p>", self.get(about));
        if let Some(details) = details {
            // Writing to a string cannot fail.
            let _ = write!(content, "<p><code>{}</code></p>", escape(&details.to_string()));
        }
        content.push_str("</section>");
        Page { status, title: self.get(title), content, redirect_scheme: None }
    }

    /// The page about a form of another session, or of another site.
    pub(super) fn old_form(self) -> Page {
        self.message(StatusCode::FORBIDDEN, ServerMessageKey::OldForm, ServerMessageKey::OldFormAbout, None)
    }

    /// The page after a failure of the store.
    pub(super) fn store_failed(self) -> Page {
        self.message(
            StatusCode::SERVICE_UNAVAILABLE,
            ServerMessageKey::StoreFailed,
            ServerMessageKey::StoreFailedAbout,
            None,
        )
    }
}

impl Page {
    pub(super) fn new(title: &'static str, content: String) -> Page {
        Page { status: StatusCode::OK, title, content, redirect_scheme: None }
    }

    /// The response: never stored, never framed.
    pub(super) fn respond(self, app: &AppState, texts: PageTexts) -> Response<Body> {
        let document = app.assets.entry(routes::PAGE_DOCUMENT);
        let document = document.and_then(|entry| entry.bytes(ContentEncoding::Identity));
        let document = document.map_or(PLAIN_DOCUMENT.into(), String::from_utf8_lossy);
        let frame = Frame::Server { title: self.title.to_owned(), content: self.content };
        let mut response = Response::new(Body::from(frame.fill_in(&document, texts.0, Download::Program)));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(VARY, HeaderValue::from_static("accept-language, cookie"));
        let targets = match self.redirect_scheme {
            // A program may redirect once more, from its own port to its web site.
            Some(scheme) if scheme != "https" => format!("'self' https: {scheme}:"),
            Some(_) => "'self' https:".to_owned(),
            None => "'self'".to_owned(),
        };
        response.extensions_mut().insert(FormTargets(targets));
        response
    }
}

/// 303 to an address, which must be valid.
pub(super) fn see_other(address: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.extend(HeaderValue::try_from(address).map(|address| (LOCATION, address)));
    response
}

/// 303 to the account page, which comes back to this address after the log-in.
pub(super) fn log_in_first(address: &str) -> Response<Body> {
    see_other(&format!("{}?{}={}", routes::ACCOUNT, routes::RETURN_PARAMETER, percent_encoded(address)))
}

/// A hidden field.
pub(super) fn hidden(name: &str, value: &str) -> String {
    format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escape(value))
}

/// The hidden field with the token of a form.
pub(super) fn hidden_token(token: &str) -> String {
    hidden(FIELD, token)
}
