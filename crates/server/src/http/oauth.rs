//! Pages on which the owner of an account gives programs access to it: API tokens, and the consent of OAuth (decision 40).
//!
//! The server writes these pages itself, without the program in the browser: they are forms. Start at `consent` (`/oauth`) and
//! `token_pages` (`/account/oauth/token`). `authorization_request` reads what a program asks for, with `client_id`, `redirect_uri`,
//! `pkce` and `requested_scopes`; `form_token` protects forms, `html` writes pages. The exchange of a code for a token is an
//! endpoint for programs, in `lichess/token_exchange`.

mod authorization_request;
mod client_id;
mod consent;
mod form_token;
mod html;
mod pkce;
mod posted_form;
mod redirect_uri;
mod requested_scopes;
mod token_pages;

use axum::Router;
use axum::routing::get;

pub(super) use self::client_id::ClientId;
pub(super) use self::pkce::CodeVerifier;
pub(super) use self::redirect_uri::RedirectUri;
use super::AppState;

/// Routes of the pages, for sessions and never for tokens.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/oauth", get(consent::show).post(consent::decide))
        .route("/account/oauth/token", get(token_pages::list).post(token_pages::revoke))
        .route("/account/oauth/token/create", get(token_pages::show_form).post(token_pages::create))
}
