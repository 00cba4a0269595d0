//! People over the network.

pub(crate) mod account;
pub(crate) mod archive;
pub(crate) mod game;
pub(crate) mod lobby;
pub(crate) mod profile;

pub(crate) mod connection;
pub(crate) mod device;
pub(crate) mod games;
pub(crate) mod graph;
pub(crate) mod invite;
pub(crate) mod link;
pub(crate) mod me;
pub(crate) mod name;
pub(crate) mod qr;
pub(crate) mod words;
