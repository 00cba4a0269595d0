//! Promises about ACME accounts and certificates.

use game::Timestamp;
use server::store::{AcmeChallenge, CertificateKey, SecretText, Store, StoredCertificate};

const DIRECTORY: &str = "https://acme.example/directory";

fn key(directory: &str, host: &str) -> CertificateKey {
    CertificateKey { directory: directory.to_owned(), host: host.to_owned() }
}

fn certificate(chain: &str, at: u64) -> StoredCertificate {
    let key = SecretText::new(format!("key of {chain}"));
    StoredCertificate { chain: chain.to_owned(), key, at: Timestamp(at) }
}

pub(crate) async fn the_first_acme_account_stays(store: &dyn Store) {
    let add = |directory: &str, text: &str| {
        store.add_acme_account(directory.to_owned(), SecretText::new(text.to_owned()))
    };
    assert_eq!(store.acme_account(DIRECTORY.to_owned()).await, Ok(None));
    assert_eq!(add(DIRECTORY, "one").await.unwrap().expose(), "one");
    assert_eq!(add(DIRECTORY, "two").await.unwrap().expose(), "one", "another server was faster");
    assert_eq!(add("https://other.example", "three").await.unwrap().expose(), "three");
    let kept = store.acme_account(DIRECTORY.to_owned()).await.unwrap().unwrap();
    assert_eq!((kept.expose(), format!("{kept:?}").as_str()), ("one", "SecretText(…)"));
    let remove =
        |text: &str| store.remove_acme_account(DIRECTORY.to_owned(), SecretText::new(text.to_owned()));
    remove("two").await.unwrap();
    assert_eq!(add(DIRECTORY, "four").await.unwrap().expose(), "one", "only the named one is removed");
    remove("one").await.unwrap();
    assert_eq!(add(DIRECTORY, "four").await.unwrap().expose(), "four");
}

pub(crate) async fn the_certificate_of_a_host_saved_last_is_kept(store: &dyn Store) {
    let (host, other) = (key(DIRECTORY, "a.example"), key("https://trial.example", "a.example"));
    assert_eq!(store.certificate(host.clone()).await, Ok(None));
    for (chain, at) in [("first", 5), ("clock ahead", 900), ("second", 9)] {
        store.save_certificate(host.clone(), certificate(chain, at)).await.unwrap();
        assert_eq!(store.certificate(host.clone()).await.unwrap().unwrap().chain, chain);
    }
    assert_eq!(store.certificate(host).await, Ok(Some(certificate("second", 9))));
    assert_eq!(store.certificate(other.clone()).await, Ok(None), "another directory");
    store.save_certificate(other.clone(), certificate("trial", 1)).await.unwrap();
    assert_eq!(store.certificate(other).await, Ok(Some(certificate("trial", 1))));
}

pub(crate) async fn the_last_answer_to_a_challenge_is_given_until_it_ends(store: &dyn Store) {
    let (issue, other) = (key(DIRECTORY, "a.example"), key(DIRECTORY, "b.example"));
    let (first, second) = (
        AcmeChallenge { digest: [1; 32], until: Timestamp(100) },
        AcmeChallenge { digest: [2; 32], until: Timestamp(200) },
    );
    let found = async |issue: &CertificateKey, now| {
        store.acme_challenge(issue.clone(), Timestamp(now)).await.unwrap()
    };
    assert_eq!(found(&issue, 0).await, None);
    store.save_acme_challenge(issue.clone(), first).await.unwrap();
    assert_eq!((found(&issue, 99).await, found(&issue, 100).await), (Some(first), None));
    store.save_acme_challenge(issue.clone(), second).await.unwrap();
    assert_eq!((found(&issue, 199).await, found(&other, 0).await), (Some(second), None));
    store.remove_acme_challenge(issue.clone(), first).await.unwrap();
    assert_eq!(found(&issue, 0).await, Some(second), "a later order has replaced it");
    store.remove_acme_challenge(issue.clone(), second).await.unwrap();
    assert_eq!(found(&issue, 0).await, None);
}
