//! The values of `sslmode`.

use std::str::FromStr;

use tokio_postgres::config::SslMode;

/// Use of TLS, as libpq defines it. `allow`, which begins without TLS, does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TlsMode {
    /// No TLS.
    Disable,
    /// TLS if the server offers it, verified as for `Require`. An attacker on the way can switch it off.
    Prefer,
    /// TLS; the certificate is verified as for `VerifyCa` if `sslrootcert` names a file.
    Require,
    /// TLS with a certificate from a trusted authority, for any name.
    VerifyCa,
    /// TLS with a certificate from a trusted authority for the name of the host.
    VerifyFull,
}

impl TlsMode {
    /// The driver's part: the rest is up to the verification of the certificate.
    pub(super) fn driver_mode(self) -> SslMode {
        match self {
            TlsMode::Disable => SslMode::Disable,
            TlsMode::Prefer => SslMode::Prefer,
            TlsMode::Require | TlsMode::VerifyCa | TlsMode::VerifyFull => SslMode::Require,
        }
    }
}

impl FromStr for TlsMode {
    type Err = String;

    fn from_str(text: &str) -> Result<TlsMode, String> {
        match text {
            "disable" => Ok(TlsMode::Disable),
            "prefer" => Ok(TlsMode::Prefer),
            "require" => Ok(TlsMode::Require),
            "verify-ca" => Ok(TlsMode::VerifyCa),
            "verify-full" => Ok(TlsMode::VerifyFull),
            _ => Err("sslmode must be disable, prefer, require, verify-ca or verify-full".to_owned()),
        }
    }
}
