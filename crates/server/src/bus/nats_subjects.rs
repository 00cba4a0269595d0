//! Subjects of NATS messages.

use std::fmt;

use super::Topic;
use crate::store::{SecretUse, StoreSecret};

/// Subjects of a site, that is, of the servers on the same data. Other sites on the same NATS server have other ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteSubjects {
    /// First two tokens of all subjects.
    prefix: String,
}

impl SiteSubjects {
    /// Subjects of the site whose data have this secret.
    #[must_use]
    pub fn of_site(secret: &StoreSecret) -> SiteSubjects {
        // Half of the hash: who reads subjects on the NATS server learns nothing about the secret.
        SiteSubjects { prefix: format!("hanpan.{:032x}", secret.hash_bits(SecretUse::BusSubjects, b"")) }
    }

    /// Subject of a topic.
    pub(super) fn of(&self, topic: Topic) -> String {
        self.subject(&topic)
    }

    /// Subject on which a node says that it could not send all messages.
    pub(super) fn lost(&self) -> String {
        self.subject(&"lost")
    }

    /// Subject without subscribers: the server answers once it has handled everything that was sent before.
    pub(super) fn sync(&self) -> String {
        self.subject(&"sync")
    }

    fn subject(&self, name: &dyn fmt::Display) -> String {
        format!("{}.{name}", self.prefix)
    }
}
