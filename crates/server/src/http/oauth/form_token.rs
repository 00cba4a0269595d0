//! Protection of forms against requests that another site makes a browser send (CSRF).
//!
//! A form has a token that only pages of this server know: a keyed hash of the session and of what the form is about. The cookie is
//! `SameSite=Lax` and the origin of a request is checked as well; each of the three is enough.

use crate::http::AppState;
use crate::store::{SecretUse, SessionId};

/// Name of the field with the token.
pub(super) const FIELD: &str = "form_token";

/// Token of a form about `subject` in a session, in hexadecimal.
pub(super) fn form_token(app: &AppState, session: SessionId, subject: &str) -> String {
    let mut message = session.bits().to_be_bytes().to_vec();
    message.extend_from_slice(subject.as_bytes());
    format!("{:032x}", app.node.secret.hash_bits(SecretUse::FormToken, &message))
}

/// Returns true if the token is that of the form. The time of the comparison does not depend on the position of a difference.
pub(super) fn is_form_token(app: &AppState, session: SessionId, subject: &str, given: &str) -> bool {
    let expected = form_token(app, session, subject);
    let difference = expected.bytes().zip(given.bytes()).fold(0, |found, (one, other)| found | (one ^ other));
    expected.len() == given.len() && difference == 0
}
