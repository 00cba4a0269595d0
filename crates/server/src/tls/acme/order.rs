//! One order of a certificate.

use instant_acme::{
    Account, AuthorizationStatus, ChallengeType, Identifier, NewAccount, NewOrder, Order, OrderStatus,
    RetryPolicy,
};
use rcgen::{CertificateParams, DistinguishedName, KeyPair};
use tokio::time::sleep;

use super::validation::ANSWER_AGE;
use super::{AcmeClient, AcmeError, ORDER_TIME};
use crate::node::Node;
use crate::store::{AcmeChallenge, SecretText, StoredCertificate};

impl AcmeClient {
    /// Orders a certificate and waits for it.
    pub(super) async fn order(&self, node: &Node) -> Result<StoredCertificate, AcmeError> {
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
        let challenge = self.publish_answer(&mut order, node).await?;
        let validated = self.certificate(&mut order, node).await;
        if let Some(challenge) = challenge {
            // It ends by itself otherwise.
            node.store.remove_acme_challenge(self.key.clone(), challenge).await.ok();
        }
        validated
    }

    /// Waits for the validation, then for the certificate.
    async fn certificate(&self, order: &mut Order, node: &Node) -> Result<StoredCertificate, AcmeError> {
        match order.poll_ready(&RetryPolicy::default()).await {
            Ok(OrderStatus::Ready | OrderStatus::Valid) => {}
            Ok(status) => return Err(failure(order, format!("the order is {status:?}")).await),
            Err(error) => return Err(failure(order, error.to_string()).await),
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

    /// Lets the authority validate the host name: it connects to one of the servers, which find the answer in the store.
    async fn publish_answer(
        &self,
        order: &mut Order,
        node: &Node,
    ) -> Result<Option<AcmeChallenge>, AcmeError> {
        let mut authorizations = order.authorizations();
        let mut published = None;
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let mut challenge =
                authorization.challenge(ChallengeType::TlsAlpn01).ok_or(AcmeError::NoChallenge)?;
            let digest = challenge.key_authorization().digest();
            let digest = digest.as_ref().try_into().map_err(|_| AcmeError::NoChallenge)?;
            let answer = AcmeChallenge { digest, until: node.time.now() + ORDER_TIME };
            node.store.save_acme_challenge(self.key.clone(), answer).await?;
            published = Some(answer);
            // A server that was asked a moment ago still answers that nothing is being ordered.
            sleep(ANSWER_AGE).await;
            challenge.set_ready().await?;
        }
        Ok(published)
    }
}

fn is_unknown_account(error: &instant_acme::Error) -> bool {
    let instant_acme::Error::Api(problem) = error else { return false };
    problem.r#type.as_deref() == Some("urn:ietf:params:acme:error:accountDoesNotExist")
}

/// Parameters of a certificate for a host, without a subject: only the name in the extension counts.
pub(super) fn request(host: &str) -> Result<CertificateParams, rcgen::Error> {
    let mut params = CertificateParams::new([host.to_owned()])?;
    params.distinguished_name = DistinguishedName::new();
    Ok(params)
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
