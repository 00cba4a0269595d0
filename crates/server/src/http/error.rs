//! Errors of the JSON API and their status codes.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use protocol::ActionError;
use protocol::http::{ApiErrorBody, ApiErrorReason};

use super::lichess::ErrorForm;
use super::response::json_response;
use crate::store::StoreError;

/// `Retry-After` of a 429: the slowest rate limit, that of logins, refills after a minute.
const RETRY_AFTER: Duration = Duration::from_secs(60);

/// Result of an API handler.
pub(super) type ApiResult = Result<Response<Body>, ApiError>;

/// API error as an axum response.
#[derive(Debug)]
pub(super) struct ApiError {
    reason: ApiErrorReason,
    /// `Retry-After` of a 429.
    retry_after: Duration,
}

impl ApiError {
    /// 429 that asks to come again soon.
    pub(super) fn overloaded(retry_after: Duration) -> ApiError {
        ApiError { reason: action_error(ActionError::TooFast), retry_after }
    }
}

/// 405; axum adds the `Allow` header.
pub(super) async fn method_not_allowed(method: Method, uri: Uri, headers: HeaderMap) -> Response<Body> {
    let form = ErrorForm::of(&method, &uri, &headers);
    let refusal = form.program_error(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed");
    refusal.unwrap_or_else(|| error_response(ApiErrorReason::WrongMethod))
}

/// Error response with the matching status.
pub(super) fn error_response(reason: ApiErrorReason) -> Response<Body> {
    ApiError::from(reason).into_response()
}

fn response(ApiError { reason, retry_after }: ApiError) -> Response<Body> {
    let status = match &reason {
        ApiErrorReason::Malformed { .. } | ApiErrorReason::Unfit { .. } => StatusCode::BAD_REQUEST,
        ApiErrorReason::NotFound | ApiErrorReason::Refused { refusal: ActionError::NoGame } => {
            StatusCode::NOT_FOUND
        }
        ApiErrorReason::ForeignOrigin | ApiErrorReason::Banned => StatusCode::FORBIDDEN,
        ApiErrorReason::NotLoggedIn | ApiErrorReason::WrongCredentials => StatusCode::UNAUTHORIZED,
        ApiErrorReason::NameTaken | ApiErrorReason::HasAccount => StatusCode::CONFLICT,
        ApiErrorReason::TooOften | ApiErrorReason::Refused { refusal: ActionError::TooFast } => {
            StatusCode::TOO_MANY_REQUESTS
        }
        ApiErrorReason::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ApiErrorReason::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
        ApiErrorReason::Refused { refusal: ActionError::Storage | ActionError::Closing } => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        ApiErrorReason::Refused { .. } => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let mut response = json_response(status, &ApiErrorBody { reason }).unwrap_or_default();
    if status == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(retry_after.as_secs()));
    }
    response
}

/// Logs a store error and returns the reason to send.
pub(super) fn store_failure(error: &StoreError) -> ApiErrorReason {
    tracing::error!(%error, "store failed");
    ApiErrorReason::Refused { refusal: ActionError::Storage }
}

/// Reason for a refused action.
pub(super) fn action_error(refusal: ActionError) -> ApiErrorReason {
    ApiErrorReason::Refused { refusal }
}

impl From<ApiErrorReason> for ApiError {
    fn from(reason: ApiErrorReason) -> ApiError {
        ApiError { reason, retry_after: RETRY_AFTER }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response<Body> {
        response(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_429_says_when_to_come_again() {
        let check = |response: Response<Body>, seconds: &str| {
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
            assert_eq!(response.headers()[header::RETRY_AFTER], seconds);
        };
        check(error_response(ApiErrorReason::TooOften), "60");
        check(ApiError::overloaded(Duration::from_secs(3)).into_response(), "3");
    }
}
