//! Reader of request parameters. Clients send them in the query, as a form, as JSON with dotted keys, nulls and Python
//! booleans, or as bare text without a content type; all are accepted, and unknown parameters are ignored.

use std::collections::HashMap;
use std::str::FromStr;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, Response};
use axum::response::IntoResponse;
use serde_json::Value;

use super::error::LichessError;
use crate::http::AppState;
use crate::http::form::form_pairs;

/// Depth of JSON objects that is read.
const MAX_DEPTH: usize = 4;

/// Parameters of a request; those of the body come before those of the query.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Fields {
    values: HashMap<String, String>,
    text: String,
}

impl Fields {
    /// Reads query and body.
    pub(super) fn parse(query: &str, body: &str) -> Fields {
        let mut values: HashMap<String, String> = form_pairs(query).collect();
        match serde_json::from_str::<Value>(body) {
            Ok(Value::Object(object)) => flatten("", &Value::Object(object), 0, &mut values),
            _ => values.extend(form_pairs(body)),
        }
        Fields { values, text: body.to_owned() }
    }

    /// A parameter; `None` if it is missing or empty.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// A flag; `None` if it is missing. As on Lichess, everything but `1`, `true`, `on` and `yes` is false.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.get(name).map(is_true)
    }

    /// A parsed parameter.
    ///
    /// # Errors
    ///
    /// Returns 400 if the value does not parse.
    pub(super) fn parsed<T: FromStr>(&self, name: &str) -> Result<Option<T>, LichessError> {
        let invalid = |value: &str| LichessError::bad_request(format!("Invalid value for {name}: {value}"));
        self.get(name).map(|value| value.parse().map_err(|_| invalid(value))).transpose()
    }

    /// The body as a list separated by commas.
    pub(super) fn list(&self) -> Vec<&str> {
        self.text.split(',').map(str::trim).filter(|entry| !entry.is_empty()).collect()
    }
}

/// Values of a flag that mean yes.
pub(super) fn is_true(value: &str) -> bool {
    ["1", "true", "on", "yes"].iter().any(|yes| yes.eq_ignore_ascii_case(value))
}

impl FromRequest<AppState> for Fields {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &AppState) -> Result<Fields, Response<Body>> {
        let query = request.uri().query().unwrap_or_default().to_owned();
        if !is_readable(request.headers()) {
            let words = "Send parameters as a form or as JSON, not compressed";
            return Err(LichessError::bad_request(words).into_response());
        }
        let is_json = is_json(request.headers());
        let body = Bytes::from_request(request, app)
            .await
            .map_err(|rejection| LichessError::bad_request(rejection.body_text()).into_response())?;
        let body = String::from_utf8_lossy(&body);
        if is_json && !body.trim().is_empty() && !is_object(&body) {
            return Err(LichessError::bad_request("Body is not a JSON object").into_response());
        }
        Ok(Fields::parse(&query, &body))
    }
}

/// Returns false for bodies that would be taken for no parameters.
fn is_readable(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_multipart = kind.trim_start().to_ascii_lowercase().starts_with("multipart/");
    !is_multipart && headers.get(CONTENT_ENCODING).is_none_or(|encoding| encoding == "identity")
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.trim_start().to_ascii_lowercase().starts_with("application/json"))
}

/// Returns true for a JSON object, or `null`, which clients send for no parameters.
fn is_object(body: &str) -> bool {
    matches!(serde_json::from_str(body), Ok(Value::Object(_) | Value::Null))
}

/// Adds the values of a JSON object under dotted keys. Nulls are missing values.
fn flatten(prefix: &str, value: &Value, depth: usize, values: &mut HashMap<String, String>) {
    let text = match value {
        Value::Object(object) if depth < MAX_DEPTH => {
            for (key, value) in object {
                let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                flatten(&key, value, depth + 1, values);
            }
            return;
        }
        Value::Null => return,
        // No parameter has such a value: it is refused if the parameter is known.
        Value::Object(_) | Value::Array(_) => value.to_string(),
        Value::String(text) => text.clone(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
    };
    values.insert(prefix.to_owned(), text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_sending_parameters_is_read() {
        let check = |query: &str, body: &str, name: &str, expected: Option<&str>| {
            assert_eq!(Fields::parse(query, body).get(name), expected, "{query} {body} {name}");
        };
        check("", r#"{"clock.limit":300,"days":null,"rated":true}"#, "clock.limit", Some("300"));
        check("", r#"{"clock.limit":300,"days":null,"rated":true}"#, "days", None);
        check("", r#"{"clock.limit":300,"days":null,"rated":true}"#, "rated", Some("true"));
        check("", r#"{"clock":{"limit":300}}"#, "clock.limit", Some("300"));
        check("", r#"{"clock":{"limit":[300]}}"#, "clock.limit", Some("[300]"));
        check("", "clock.limit=300&color=white", "clock.limit", Some("300"));
        check("", "room=player&text=good+luck%21%20%EC%88%98", "text", Some("good luck! 수"));
        check("offeringDraw=true", "", "offeringDraw", Some("true"));
        check("a=query", "a=body", "a", Some("body"));
        check("", "ratingRange=", "ratingRange", None);
        check("", "broken=%zz%", "broken", Some("%zz%"));
        check("", "{not json", "not", None);
        check("", "[1,2]", "1", None);
    }

    #[test]
    fn flags_are_read_as_on_lichess() {
        let flag = |value: &str| Fields::parse(&format!("x={value}"), "").flag("x");
        for yes in ["1", "true", "True", "on", "yes"] {
            assert_eq!(flag(yes), Some(true), "{yes}");
        }
        for no in ["0", "false", "False", "off", "2"] {
            assert_eq!(flag(no), Some(false), "{no}");
        }
        assert_eq!(flag(""), None);
    }

    #[test]
    fn bare_texts_are_lists() {
        assert_eq!(Fields::parse("", "a, b,,c").list(), ["a", "b", "c"]);
        assert_eq!(Fields::parse("", "").list(), <[&str; 0]>::default());
    }

    #[test]
    fn numbers_that_do_not_parse_are_refused() {
        let fields = Fields::parse("", "limit=x&increment=3");
        assert!(fields.parsed::<u32>("limit").is_err());
        assert_eq!(fields.parsed::<u32>("increment"), Ok(Some(3)));
        assert_eq!(fields.parsed::<u32>("days"), Ok(None));
    }
}
