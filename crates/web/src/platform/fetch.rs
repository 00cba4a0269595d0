//! HTTP requests to the server's API.

use leptos::prelude::*;
use protocol::http::{ApiErrorBody, ApiErrorReason};
use protocol::{FromJson, ToJson};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::wasm_bindgen::{JsCast, JsValue};
use web_sys::{Request, RequestInit, Response};

use super::early;

/// Reason why a request failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FetchError {
    /// The server was not reached.
    Network,
    /// The reply could not be parsed.
    InvalidResponse,
    /// The server replied with an error.
    Refused(ApiErrorReason),
}

/// State of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RequestState<T> {
    /// No reply yet.
    Pending,
    /// The reply.
    Ready(T),
    /// The request failed.
    Failed(FetchError),
}

impl<T> RequestState<T> {
    /// The reply, if it is there.
    pub(crate) fn ready(&self) -> Option<&T> {
        match self {
            RequestState::Ready(answer) => Some(answer),
            RequestState::Pending | RequestState::Failed(_) => None,
        }
    }
}

impl<T> From<Result<T, FetchError>> for RequestState<T> {
    fn from(result: Result<T, FetchError>) -> RequestState<T> {
        match result {
            Ok(answer) => RequestState::Ready(answer),
            Err(error) => RequestState::Failed(error),
        }
    }
}

/// GETs a path; the signal is set when the reply arrives.
pub(crate) fn load<T: FromJson + Send + Sync + 'static>(path: String) -> RwSignal<RequestState<T>> {
    let answer = RwSignal::new(RequestState::Pending);
    spawn_local(async move {
        let got = get(&path).await;
        // By then the page may have been left.
        answer.try_set(got.into());
    });
    answer
}

/// GETs a path.
pub(crate) async fn get<T: FromJson>(path: &str) -> Result<T, FetchError> {
    let text = request("GET", path, None).await?;
    T::from_json(&text).map_err(|_| FetchError::InvalidResponse)
}

/// POSTs a body.
pub(crate) async fn post<T: FromJson>(path: &str, body: &impl ToJson) -> Result<T, FetchError> {
    let text = request("POST", path, Some(body.to_json())).await?;
    T::from_json(&text).map_err(|_| FetchError::InvalidResponse)
}

/// POSTs a body and ignores the reply's content.
pub(crate) async fn post_without_reply(path: &str, body: &impl ToJson) -> Result<(), FetchError> {
    request("POST", path, Some(body.to_json())).await.map(drop)
}

/// POSTs the text of a body; returns that of the reply.
pub(crate) async fn post_text(path: &str, body: String) -> Result<String, FetchError> {
    request("POST", path, Some(body)).await
}

/// DELETEs a path, with an optional body.
pub(crate) async fn delete(path: &str, body: Option<String>) -> Result<(), FetchError> {
    request("DELETE", path, body).await.map(drop)
}

/// Percent-encodes a text for a path or a query.
pub(crate) fn encode_component(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

async fn request(method: &str, path: &str, body: Option<String>) -> Result<String, FetchError> {
    let options = RequestInit::new();
    options.set_method(method);
    if let Some(body) = body {
        options.set_body(&JsValue::from_str(&body));
    }
    let request = Request::new_with_str_and_init(path, &options).map_err(|_| FetchError::Network)?;
    if method != "GET" {
        // If the header cannot be set, the server rejects the request.
        let _ = request.headers().set("content-type", "application/json");
    }
    let early = if method == "GET" { early::reply(path) } else { None };
    let response = JsFuture::from(early.unwrap_or_else(|| window().fetch_with_request(&request))).await;
    let response: Response =
        response.ok().and_then(|response| response.dyn_into().ok()).ok_or(FetchError::Network)?;
    let text = JsFuture::from(response.text().map_err(|_| FetchError::Network)?).await;
    let text = text.ok().and_then(|text| text.as_string()).ok_or(FetchError::Network)?;
    if response.ok() {
        return Ok(text);
    }
    Err(ApiErrorBody::from_json(&text)
        .map_or(FetchError::InvalidResponse, |failure| FetchError::Refused(failure.reason)))
}
