//! SQL of ACME accounts and certificates. Answers to challenges are in memory, since one process has the folder.

use std::future::ready;

use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, Result as Sql, params};

use super::SqliteStore;
use super::rows::{timestamp, to_millis};
use crate::store::{
    AcmeChallenge, BoxFuture, CertificateKey, CertificateStore, SecretText, StoreError, StoredCertificate,
};

impl CertificateStore for SqliteStore {
    fn acme_account(&self, directory: String) -> BoxFuture<Result<Option<SecretText>, StoreError>> {
        self.read(move |connection| Ok(account(connection, &directory)?))
    }

    fn add_acme_account(
        &self,
        directory: String,
        credentials: SecretText,
    ) -> BoxFuture<Result<SecretText, StoreError>> {
        self.write(move |connection| {
            let sql = "INSERT INTO acme_accounts (directory, credentials) VALUES (?1, ?2)
                       ON CONFLICT (directory) DO NOTHING";
            connection.execute(sql, params![directory, credentials.expose()])?;
            Ok(account(connection, &directory)?.unwrap_or(credentials))
        })
    }

    fn remove_acme_account(
        &self,
        directory: String,
        credentials: SecretText,
    ) -> BoxFuture<Result<(), StoreError>> {
        self.write(move |connection| {
            let sql = "DELETE FROM acme_accounts WHERE directory = ?1 AND credentials = ?2";
            connection.execute(sql, params![directory, credentials.expose()])?;
            Ok(())
        })
    }

    fn certificate(&self, issue: CertificateKey) -> BoxFuture<Result<Option<StoredCertificate>, StoreError>> {
        self.read(move |connection| {
            let sql =
                "SELECT chain, private_key, issued_at FROM certificates WHERE directory = ?1 AND host = ?2";
            let found = connection.query_row(sql, params![issue.directory, issue.host], |row| {
                Ok(StoredCertificate {
                    chain: row.get(0)?,
                    key: SecretText::new(row.get(1)?),
                    at: timestamp(row, 2)?,
                })
            });
            Ok(found.optional()?)
        })
    }

    fn save_certificate(
        &self,
        issue: CertificateKey,
        certificate: StoredCertificate,
    ) -> BoxFuture<Result<(), StoreError>> {
        self.write(move |connection| {
            let sql = "INSERT INTO certificates (directory, host, chain, private_key, issued_at)
                       VALUES (?1, ?2, ?3, ?4, ?5)
                       ON CONFLICT (directory, host) DO UPDATE
                       SET chain = excluded.chain, private_key = excluded.private_key,
                           issued_at = excluded.issued_at";
            let StoredCertificate { chain, key, at } = certificate;
            connection
                .execute(sql, params![issue.directory, issue.host, chain, key.expose(), to_millis(at)])?;
            Ok(())
        })
    }

    fn save_acme_challenge(
        &self,
        issue: CertificateKey,
        challenge: AcmeChallenge,
    ) -> BoxFuture<Result<(), StoreError>> {
        self.cluster.save_acme_challenge(issue, challenge);
        Box::pin(ready(Ok(())))
    }

    fn acme_challenge(
        &self,
        issue: CertificateKey,
        now: Timestamp,
    ) -> BoxFuture<Result<Option<AcmeChallenge>, StoreError>> {
        Box::pin(ready(Ok(self.cluster.acme_challenge(&issue, now))))
    }

    fn remove_acme_challenge(
        &self,
        issue: CertificateKey,
        challenge: AcmeChallenge,
    ) -> BoxFuture<Result<(), StoreError>> {
        self.cluster.remove_acme_challenge(&issue, challenge);
        Box::pin(ready(Ok(())))
    }
}

fn account(connection: &Connection, directory: &str) -> Sql<Option<SecretText>> {
    let sql = "SELECT credentials FROM acme_accounts WHERE directory = ?1";
    connection.query_row(sql, [directory], |row| row.get(0).map(SecretText::new)).optional()
}
