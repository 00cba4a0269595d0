//! Security headers of every response.

use axum::body::Body;
use axum::http::Response;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};

/// Content Security Policy: same-origin only, nothing inline.
const CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Content Security Policy of a page with forms and without a program. The directive `form-action` follows.
const FORM_PAGE_CSP: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; manifest-src 'self'; \
    base-uri 'none'; frame-ancestors 'none'; form-action ";

const HEADERS: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, CSP),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Response extension of a page with forms: the sources of its `form-action`, to which a form may lead, also by a redirect.
#[derive(Clone, Debug)]
pub(super) struct FormTargets(pub(super) String);

/// Adds the security headers to a response.
pub(crate) async fn add_security_headers(mut response: Response<Body>) -> Response<Body> {
    let targets = response.extensions_mut().remove::<FormTargets>();
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Some(FormTargets(targets)) = targets
        && let Ok(policy) = HeaderValue::try_from(format!("{FORM_PAGE_CSP}{targets}"))
    {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
        // With `no-referrer` a browser would name `null` as the origin of a form, which is refused.
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    }
    response
}
