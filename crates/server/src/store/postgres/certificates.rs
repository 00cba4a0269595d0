//! SQL of ACME accounts and certificates.

use std::sync::Arc;

use game::Timestamp;

use super::PostgresStore;
use super::pool::{Lane, Pool};
use super::rows::{get, timestamp};
use crate::store::columns::to_millis;
use crate::store::{
    AcmeChallenge, BoxFuture, CertificateKey, CertificateStore, SecretText, StoreError, StoredCertificate,
};

impl CertificateStore for PostgresStore {
    fn acme_account(&self, directory: String) -> BoxFuture<Result<Option<SecretText>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { account(&pool, &directory).await })
    }

    fn add_acme_account(
        &self,
        directory: String,
        credentials: SecretText,
    ) -> BoxFuture<Result<SecretText, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "INSERT INTO acme_accounts (directory, credentials) VALUES ($1, $2)
                       ON CONFLICT (directory) DO NOTHING";
            pool.query(Lane::Write, sql, &[&directory, &credentials.expose()]).await?;
            Ok(account(&pool, &directory).await?.unwrap_or(credentials))
        })
    }

    fn remove_acme_account(
        &self,
        directory: String,
        credentials: SecretText,
    ) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "DELETE FROM acme_accounts WHERE directory = $1 AND credentials = $2";
            pool.query(Lane::Write, sql, &[&directory, &credentials.expose()]).await?;
            Ok(())
        })
    }

    fn certificate(&self, issue: CertificateKey) -> BoxFuture<Result<Option<StoredCertificate>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql =
                "SELECT chain, private_key, issued_at FROM certificates WHERE directory = $1 AND host = $2";
            let row = pool.query_opt(Lane::Read, sql, &[&issue.directory, &issue.host]).await?;
            let Some(row) = row else { return Ok(None) };
            Ok(Some(StoredCertificate {
                chain: get(&row, 0)?,
                key: SecretText::new(get(&row, 1)?),
                at: timestamp(&row, 2)?,
            }))
        })
    }

    fn save_certificate(
        &self,
        issue: CertificateKey,
        certificate: StoredCertificate,
    ) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "INSERT INTO certificates (directory, host, chain, private_key, issued_at)
                       VALUES ($1, $2, $3, $4, $5)
                       ON CONFLICT (directory, host) DO UPDATE
                       SET chain = excluded.chain, private_key = excluded.private_key,
                           issued_at = excluded.issued_at";
            let StoredCertificate { chain, key, at } = certificate;
            let (directory, host) = (issue.directory, issue.host);
            pool.query(Lane::Write, sql, &[&directory, &host, &chain, &key.expose(), &to_millis(at)]).await?;
            Ok(())
        })
    }

    fn save_acme_challenge(
        &self,
        issue: CertificateKey,
        challenge: AcmeChallenge,
    ) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql =
                "INSERT INTO acme_challenges (directory, host, digest, until_at) VALUES ($1, $2, $3, $4)
                       ON CONFLICT (directory, host) DO UPDATE
                       SET digest = excluded.digest, until_at = excluded.until_at";
            let (digest, until) = (challenge.digest.as_slice(), to_millis(challenge.until));
            pool.query(Lane::Write, sql, &[&issue.directory, &issue.host, &digest, &until]).await?;
            Ok(())
        })
    }

    fn acme_challenge(
        &self,
        issue: CertificateKey,
        now: Timestamp,
    ) -> BoxFuture<Result<Option<AcmeChallenge>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "SELECT digest, until_at FROM acme_challenges
                       WHERE directory = $1 AND host = $2 AND until_at > $3";
            let values = (issue.directory, issue.host, to_millis(now));
            let row = pool.query_opt(Lane::Read, sql, &[&values.0, &values.1, &values.2]).await?;
            let Some(row) = row else { return Ok(None) };
            // Of another length if a newer program has written it; then that one answers.
            let digest = get::<Vec<u8>>(&row, 0)?.try_into().ok();
            let until = timestamp(&row, 1)?;
            Ok(digest.map(|digest| AcmeChallenge { digest, until }))
        })
    }

    fn remove_acme_challenge(
        &self,
        issue: CertificateKey,
        challenge: AcmeChallenge,
    ) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "DELETE FROM acme_challenges WHERE directory = $1 AND host = $2 AND digest = $3";
            let digest = challenge.digest.as_slice();
            pool.query(Lane::Write, sql, &[&issue.directory, &issue.host, &digest]).await?;
            Ok(())
        })
    }
}

async fn account(pool: &Pool, directory: &str) -> Result<Option<SecretText>, StoreError> {
    let sql = "SELECT credentials FROM acme_accounts WHERE directory = $1";
    let row = pool.query_opt(Lane::Read, sql, &[&directory]).await?;
    row.map(|row| get(&row, 0).map(SecretText::new)).transpose()
}
