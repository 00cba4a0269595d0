//! Reasons for failed requests, and the sentences that explain them.

use std::io;

use client::{ClubMessageKey, Locale};
use protocol::ActionError;
use protocol::http::ApiErrorReason;
use rustls::CertificateError;
use texts::TerminalMessageKey;

use super::ServerAddress;
use crate::locale::TerminalLocale;
use crate::platform::io_reason;

/// Reason for a failed request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RequestError {
    /// The server cannot be reached: the system's reason.
    Unreachable(String),
    /// Something else answers at the address.
    NotHanpan,
    /// The server answers `https` without TLS.
    NoTls,
    /// The certificate of the server is not accepted.
    Certificate(CertificateFault),
    /// There is no root certificate to check the server's with.
    NoRootCertificates,
    /// The server redirects to another address.
    Redirected(Box<ServerAddress>),
    /// The server rejected the request with a reason.
    Rejected(ApiErrorReason),
}

/// Reason why a certificate is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CertificateFault {
    UnknownIssuer,
    Expired,
    NotYetValid,
    WrongName,
    Other(String),
}

impl RequestError {
    /// The error as a sentence for the user.
    pub(crate) fn sentence(&self, locale: Locale, texts: TerminalLocale) -> String {
        let get = |key| texts.get(key).to_owned();
        match self {
            RequestError::Unreachable(reason) => {
                texts.fill(TerminalMessageKey::LobbyUnreachable, &[("reason", reason)])
            }
            RequestError::NotHanpan => get(TerminalMessageKey::OnlineNoServer),
            RequestError::NoTls => get(TerminalMessageKey::OnlineNoTls),
            RequestError::Certificate(CertificateFault::UnknownIssuer) => {
                get(TerminalMessageKey::OnlineUnknownIssuer)
            }
            RequestError::Certificate(CertificateFault::Expired) => get(TerminalMessageKey::OnlineExpired),
            RequestError::Certificate(CertificateFault::NotYetValid) => {
                get(TerminalMessageKey::OnlineNotYetValid)
            }
            RequestError::Certificate(CertificateFault::WrongName) => {
                get(TerminalMessageKey::OnlineWrongName)
            }
            RequestError::Certificate(CertificateFault::Other(reason)) => {
                texts.fill(TerminalMessageKey::OnlineBadCertificate, &[("reason", reason)])
            }
            RequestError::NoRootCertificates => get(TerminalMessageKey::OnlineNoRoots),
            RequestError::Redirected(address) => {
                texts.fill(TerminalMessageKey::OnlineMoved, &[("address", address)])
            }
            RequestError::Rejected(ApiErrorReason::WrongCredentials) => {
                locale.club_message(ClubMessageKey::WrongCredentials).to_owned()
            }
            RequestError::Rejected(ApiErrorReason::Banned) => {
                locale.club_message(ClubMessageKey::Banned).to_owned()
            }
            RequestError::Rejected(reason) => locale.server_refusal(action_error(reason)).to_owned(),
        }
    }
}

/// The rejection of a request as that of an action.
pub(crate) fn action_error(reason: &ApiErrorReason) -> ActionError {
    match reason {
        ApiErrorReason::Refused { refusal } => *refusal,
        ApiErrorReason::TooOften => ActionError::TooFast,
        _ => ActionError::Unknown,
    }
}

impl From<ureq::Error> for RequestError {
    fn from(error: ureq::Error) -> RequestError {
        match error {
            ureq::Error::Io(error) => from_io(&error),
            ureq::Error::Rustls(error) => from_tls(&error),
            ureq::Error::Timeout(_) => RequestError::Unreachable(io::ErrorKind::TimedOut.to_string()),
            // The answer is no HTTP, too long, or ends early.
            ureq::Error::Protocol(_)
            | ureq::Error::BodyExceedsLimit(_)
            | ureq::Error::LargeResponseHeader(..)
            | ureq::Error::BodyStalled => RequestError::NotHanpan,
            error => RequestError::Unreachable(error.to_string()),
        }
    }
}

fn from_io(error: &io::Error) -> RequestError {
    let source = error.get_ref().and_then(|source| source.downcast_ref::<rustls::Error>());
    match (source, error.kind()) {
        (Some(error), _) => from_tls(error),
        (None, io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof) => RequestError::NotHanpan,
        (None, _) => RequestError::Unreachable(io_reason(error)),
    }
}

fn from_tls(error: &rustls::Error) -> RequestError {
    let fault = match error {
        // Plain HTTP in place of a TLS record.
        rustls::Error::InvalidMessage(_) => return RequestError::NoTls,
        rustls::Error::InvalidCertificate(error) => match error {
            // A bad signature is that of another authority with the name of a trusted one.
            CertificateError::UnknownIssuer | CertificateError::BadSignature => {
                CertificateFault::UnknownIssuer
            }
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => CertificateFault::Expired,
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                CertificateFault::NotYetValid
            }
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                CertificateFault::WrongName
            }
            other => CertificateFault::Other(other.to_string()),
        },
        other => return RequestError::Unreachable(format!("TLS: {other}")),
    };
    RequestError::Certificate(fault)
}
