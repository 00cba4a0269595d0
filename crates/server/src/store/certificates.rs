//! Accounts at certificate authorities (ACME) and the certificates from them.
//!
//! They are in the store, not beside it, so that all servers on the same data use the same certificate and a backup
//! is complete. They belong to the operator: neither the export nor the deletion of a player's data concerns them.

use std::fmt;

use game::Timestamp;

use super::{BoxFuture, StoreError};

/// Storage of certificates.
pub trait CertificateStore: Send + Sync {
    /// Credentials of the account at a directory.
    fn acme_account(&self, directory: String) -> BoxFuture<Result<Option<SecretText>, StoreError>>;

    /// Keeps the credentials of a new account, unless there are some already: then returns those, because another server was
    /// faster.
    fn add_acme_account(
        &self,
        directory: String,
        credentials: SecretText,
    ) -> BoxFuture<Result<SecretText, StoreError>>;

    /// Removes the account, if it is still this one: the directory does not know it any more.
    fn remove_acme_account(
        &self,
        directory: String,
        credentials: SecretText,
    ) -> BoxFuture<Result<(), StoreError>>;

    /// The certificate for a host name from a directory.
    fn certificate(&self, issue: CertificateKey) -> BoxFuture<Result<Option<StoredCertificate>, StoreError>>;

    /// Replaces the certificate. The time of the stored one does not matter: the clock may have been wrong.
    fn save_certificate(
        &self,
        issue: CertificateKey,
        certificate: StoredCertificate,
    ) -> BoxFuture<Result<(), StoreError>>;

    /// Keeps the answer to the challenge of an order, so that any server can give it; replaces an earlier one.
    fn save_acme_challenge(
        &self,
        issue: CertificateKey,
        challenge: AcmeChallenge,
    ) -> BoxFuture<Result<(), StoreError>>;

    /// The answer to the challenge, if it is still needed at this time.
    fn acme_challenge(
        &self,
        issue: CertificateKey,
        now: Timestamp,
    ) -> BoxFuture<Result<Option<AcmeChallenge>, StoreError>>;

    /// Removes the answer, if it is still this one.
    fn remove_acme_challenge(
        &self,
        issue: CertificateKey,
        challenge: AcmeChallenge,
    ) -> BoxFuture<Result<(), StoreError>>;
}

/// Answer to the challenge of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AcmeChallenge {
    /// SHA-256 of the key authorization. Not a secret: every client that asks for it gets it.
    pub digest: [u8; 32],
    /// Time from which it is not needed any more, even if it is not removed.
    pub until: Timestamp,
}

/// Identifies a certificate: a trial with another directory must not replace the real one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CertificateKey {
    /// URL of the ACME directory.
    pub directory: String,
    /// Host name.
    pub host: String,
}

/// A certificate with its private key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredCertificate {
    /// Certificate chain in PEM format.
    pub chain: String,
    /// Private key in PEM format.
    pub key: SecretText,
    /// Time at which it was issued.
    pub at: Timestamp,
}

/// Text that `Debug` does not reveal.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretText(String);

impl SecretText {
    /// Wraps a secret.
    #[must_use]
    pub fn new(secret: String) -> SecretText {
        SecretText(secret)
    }

    /// The secret.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText(…)")
    }
}
