//! The form that a page of this module has posted.

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::Response;
use axum::response::IntoResponse;

use super::html::PageTexts;
use crate::http::AppState;
use crate::http::form::FormData;

/// A form, and the texts in the language of the visitor who sends it.
pub(super) struct PostedForm {
    pub(super) texts: PageTexts,
    pub(super) data: FormData,
}

impl FromRequest<AppState> for PostedForm {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &AppState) -> Result<PostedForm, Response<Body>> {
        let texts = PageTexts::of_visitor(request.headers());
        let body = String::from_request(request, app).await.map_err(IntoResponse::into_response)?;
        Ok(PostedForm { texts, data: FormData::parse(&body) })
    }
}
