//! Every store keeps the same promises: the contract in `contract/`, run on each kind of store there is. What only a
//! store in files promises is in `disk.rs`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod contract;
mod disk;
mod sample;

use server::store::SqliteStore;

/// Runs each promise on a fresh store of each kind.
macro_rules! promises {
    ($($room:ident: $($promise:ident)*;)*) => {
        mod in_memory {
            $($(
                #[tokio::test]
                async fn $promise() {
                    super::contract::$room::$promise(&super::SqliteStore::in_memory().unwrap()).await;
                }
            )*)*
        }
        mod in_a_folder {
            $($(
                #[tokio::test(flavor = "multi_thread")]
                async fn $promise() {
                    let folder = super::sample::folder(stringify!($promise));
                    let store = super::SqliteStore::open(&folder).unwrap();
                    super::contract::$room::$promise(&store).await;
                    store.close().await;
                }
            )*)*
        }
    };
}

promises! {
    games:
        a_game_is_read_back
        an_id_is_given_once
        a_log_only_grows
        a_refused_append_leaves_nothing
        of_many_who_add_the_same_entry_one_succeeds
        what_is_over_is_over
        games_are_due_in_their_order
        seats_are_taken_one_after_the_other
        any_text_is_kept
        the_last_sign_of_life_is_known
        outages_are_remembered_while_they_matter
        a_shelved_game_is_never_due;
    archive:
        lists_are_filtered
        pages_neither_repeat_nor_skip
        aborted_and_private_games_are_not_shown
        my_turn_comes_first
        every_game_of_a_player_is_known
        live_games_are_public_and_going_on
        an_export_has_every_game;
    people:
        a_name_is_given_once_whatever_its_case
        accounts_are_listed_by_name
        a_claimed_account_keeps_the_games
        a_deleted_account_is_gone_from_its_games
        a_password_is_replaced
        an_owner_replaces_the_password_and_stays
        a_ban_ends_all_sessions
        sessions_are_opened_listed_and_ended
        sessions_expire
        a_rated_game_counts_once
        only_rated_games_between_accounts_count
        orders_are_seen_once;
}
