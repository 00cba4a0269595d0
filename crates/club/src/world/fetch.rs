//! Questions to the server that are asked once.

use leptos::prelude::*;
use protocol::Json;
use protocol::http::{Failure, FailureReason};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::wasm_bindgen::{JsCast, JsValue};
use web_sys::{Request, RequestInit, Response};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The server was not reached.
    NotReached,
    /// It answered something that this program does not understand.
    NotUnderstood,
    /// It refused.
    Refused(FailureReason),
}

/// An answer that is waited for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer<T> {
    /// It has not come.
    Awaited,
    /// It is here.
    Here(T),
    /// There is none.
    Failed(Trouble),
}

impl<T> Answer<T> {
    /// The answer, if it is here.
    pub(crate) fn here(&self) -> Option<&T> {
        match self {
            Answer::Here(answer) => Some(answer),
            Answer::Awaited | Answer::Failed(_) => None,
        }
    }
}

impl<T> From<Result<T, Trouble>> for Answer<T> {
    fn from(result: Result<T, Trouble>) -> Answer<T> {
        match result {
            Ok(answer) => Answer::Here(answer),
            Err(trouble) => Answer::Failed(trouble),
        }
    }
}

/// What is at a path, as a signal that changes once it is known.
pub(crate) fn load<T: Json + Send + Sync + 'static>(path: String) -> RwSignal<Answer<T>> {
    let answer = RwSignal::new(Answer::Awaited);
    spawn_local(async move {
        let got = get(&path).await;
        // The page may have been left meanwhile.
        answer.try_set(got.into());
    });
    answer
}

/// What is at a path.
pub(crate) async fn get<T: Json>(path: &str) -> Result<T, Trouble> {
    let text = ask("GET", path, None).await?;
    T::from_json(&text).map_err(|_| Trouble::NotUnderstood)
}

/// Tells something, and gives the answer.
pub(crate) async fn post<T: Json>(path: &str, body: &impl Json) -> Result<T, Trouble> {
    let text = ask("POST", path, Some(body.to_json())).await?;
    T::from_json(&text).map_err(|_| Trouble::NotUnderstood)
}

/// Tells something to which there is no answer but that it is done.
pub(crate) async fn tell(path: &str, body: &impl Json) -> Result<(), Trouble> {
    ask("POST", path, Some(body.to_json())).await.map(drop)
}

/// Asks for something to be no more; a body where the server wants one.
pub(crate) async fn delete(path: &str, body: Option<String>) -> Result<(), Trouble> {
    ask("DELETE", path, body).await.map(drop)
}

/// A text made fit for a path or a query.
pub(crate) fn encoded(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

async fn ask(method: &str, path: &str, body: Option<String>) -> Result<String, Trouble> {
    let options = RequestInit::new();
    options.set_method(method);
    if let Some(body) = body {
        options.set_body(&JsValue::from_str(&body));
    }
    let request = Request::new_with_str_and_init(path, &options).map_err(|_| Trouble::NotReached)?;
    if method != "GET" {
        // What cannot be set is not wanted: the server says so itself.
        let _ = request.headers().set("content-type", "application/json");
    }
    let response = JsFuture::from(window().fetch_with_request(&request)).await;
    let response: Response =
        response.ok().and_then(|response| response.dyn_into().ok()).ok_or(Trouble::NotReached)?;
    let text = JsFuture::from(response.text().map_err(|_| Trouble::NotReached)?).await;
    let text = text.ok().and_then(|text| text.as_string()).ok_or(Trouble::NotReached)?;
    if response.ok() {
        return Ok(text);
    }
    Err(Failure::from_json(&text).map_or(Trouble::NotUnderstood, |failure| Trouble::Refused(failure.reason)))
}
