//! Contract of every store. Each function gets an empty store.

pub(crate) mod api_tokens;
pub(crate) mod oauth_codes;
pub(crate) mod archive;
pub(crate) mod certificates;
pub(crate) mod challenges;
pub(crate) mod cluster;
pub(crate) mod compaction;
pub(crate) mod explorer;
pub(crate) mod games;
pub(crate) mod people;
