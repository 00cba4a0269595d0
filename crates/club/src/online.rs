//! Play over the network: lobby, games, accounts, archive.

pub(crate) mod account;
pub(crate) mod archive;
pub(crate) mod game;
pub(crate) mod lobby;
pub(crate) mod profile;

pub(crate) mod connection;
pub(crate) mod device;
pub(crate) mod game_list;
pub(crate) mod rating_plot;
pub(crate) mod invite;
pub(crate) mod link_card;
pub(crate) mod current_user;
pub(crate) mod guest_name;
pub(crate) mod qr;
pub(crate) mod labels;
pub(crate) mod user_games;
