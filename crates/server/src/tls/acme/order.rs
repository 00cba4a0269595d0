//! One order of a certificate.

use instant_acme::{
    Account, AuthorizationStatus, ChallengeType, Identifier, NewAccount, NewOrder, Order, OrderStatus,
    RetryPolicy,
};
use rcgen::{CertificateParams, CustomExtension, DistinguishedName, KeyPair};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::sign::CertifiedKey;

use super::{AcmeClient, AcmeError};
use crate::node::Node;
use crate::store::{SecretText, StoredCertificate};
use crate::tls::certificate::CertificateError;
use crate::tls::provider;
use crate::tls::resolver::CertificateResolver;

impl AcmeClient {
    /// Orders a certificate and waits for it.
    pub(super) async fn order(
        &self,
        resolver: &CertificateResolver,
        node: &Node,
    ) -> Result<StoredCertificate, AcmeError> {
        let (account, credentials) = self.account(node).await?;
        let host = Identifier::Dns(self.key.host.clone());
        let mut order = match account.new_order(&NewOrder::new(&[host])).await {
            Ok(order) => order,
            Err(error) => {
                if is_unknown_account(&error) {
                    // The next attempt makes another one.
                    node.store.remove_acme_account(self.key.directory.clone(), credentials).await?;
                }
                return Err(error.into());
            }
        };
        self.answer_challenges(&mut order, resolver).await?;
        match order.poll_ready(&RetryPolicy::default()).await {
            Ok(OrderStatus::Ready | OrderStatus::Valid) => {}
            Ok(status) => return Err(failure(&mut order, format!("the order is {status:?}")).await),
            Err(error) => return Err(failure(&mut order, error.to_string()).await),
        }
        let key = KeyPair::generate()?;
        order.finalize_csr(request(&self.key.host)?.serialize_request(&key)?.der()).await?;
        let chain = order.poll_certificate(&RetryPolicy::default()).await?;
        Ok(StoredCertificate { chain, key: SecretText::new(key.serialize_pem()), at: node.time.now() })
    }

    /// The account of this store at the directory; a new one if there is none.
    async fn account(&self, node: &Node) -> Result<(Account, SecretText), AcmeError> {
        let directory = &self.key.directory;
        let builder = || Account::builder_with_http(Box::new(self.http.clone()));
        let credentials = match node.store.acme_account(directory.clone()).await? {
            Some(credentials) => credentials,
            None => {
                let contact = format!("mailto:{}", self.contact);
                let new = NewAccount {
                    contact: &[&contact],
                    terms_of_service_agreed: true,
                    only_return_existing: false,
                };
                let (_, credentials) = builder().create(&new, directory.clone(), None).await?;
                let text = serde_json::to_string(&credentials).map_err(instant_acme::Error::from)?;
                node.store.add_acme_account(directory.clone(), SecretText::new(text)).await?
            }
        };
        let parsed = serde_json::from_str(credentials.expose()).map_err(instant_acme::Error::from)?;
        Ok((builder().from_credentials(parsed).await?, credentials))
    }

    /// Lets the authority validate the host name: it connects to this server.
    async fn answer_challenges(
        &self,
        order: &mut Order,
        resolver: &CertificateResolver,
    ) -> Result<(), AcmeError> {
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let mut challenge =
                authorization.challenge(ChallengeType::TlsAlpn01).ok_or(AcmeError::NoChallenge)?;
            let digest = challenge.key_authorization().digest();
            resolver.set_challenge(Some(challenge_certificate(&self.key.host, digest.as_ref())?));
            challenge.set_ready().await?;
        }
        Ok(())
    }
}

fn is_unknown_account(error: &instant_acme::Error) -> bool {
    let instant_acme::Error::Api(problem) = error else { return false };
    problem.r#type.as_deref() == Some("urn:ietf:params:acme:error:accountDoesNotExist")
}

/// Parameters of a certificate for a host, without a subject: only the name in the extension counts.
fn request(host: &str) -> Result<CertificateParams, rcgen::Error> {
    let mut params = CertificateParams::new([host.to_owned()])?;
    params.distinguished_name = DistinguishedName::new();
    Ok(params)
}

/// The certificate that answers a challenge: self-signed, with the digest in an extension.
fn challenge_certificate(host: &str, digest: &[u8]) -> Result<CertifiedKey, AcmeError> {
    let mut params = request(host)?;
    params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let key = KeyPair::generate()?;
    let certificate = params.self_signed(&key)?;
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    // Not `from_der`: it refuses certificates with critical extensions that it does not know.
    let key = provider().key_provider.load_private_key(key);
    let key = key.map_err(|error| AcmeError::Certificate(CertificateError::Rejected(error)))?;
    Ok(CertifiedKey::new(vec![certificate.der().clone()], key))
}

/// The reason that the authority gives for an order that failed, or else `otherwise`.
async fn failure(order: &mut Order, otherwise: String) -> AcmeError {
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let Ok(mut authorization) = authorization else { continue };
        let Ok(state) = authorization.refresh().await else { continue };
        if let Some(problem) = state.challenges.iter().find_map(|challenge| challenge.error.as_ref()) {
            return AcmeError::NotValidated(problem.to_string());
        }
    }
    AcmeError::NotValidated(otherwise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenges_have_a_certificate() {
        let made = challenge_certificate("chess.example.org", &[7; 32]).unwrap();
        assert_eq!(made.cert.len(), 1);
        // The digest, in an octet string within that of the extension.
        let mut extension = vec![0x04, 0x22, 0x04, 0x20];
        extension.extend([7; 32]);
        assert!(made.cert[0].windows(extension.len()).any(|part| part == extension));
    }
}
