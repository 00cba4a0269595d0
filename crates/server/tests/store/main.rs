//! Runs the store contract on every implementation; `disk.rs` tests what only a store on disk guarantees.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod append_batches;
mod backup_postgres;
mod contract;
mod copy_data;
mod disk;
mod postgres;
mod postgres_tls;
mod sample;
mod unknown_records;

use server::store::SqliteStore;

/// Generates tests per contract function: SQLite in memory and on disk, and PostgreSQL.
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
        mod in_postgres {
            $($(
                #[tokio::test(flavor = "multi_thread")]
                async fn $promise() {
                    let store = super::postgres::new_store().await;
                    super::contract::$room::$promise(&store).await;
                    store.close().await;
                }
            )*)*
        }
    };
}

promises! {
    games:
        a_game_round_trips
        a_log_can_be_read_from_a_number_on
        a_game_id_is_unique
        a_log_is_append_only
        a_refused_append_has_no_effect
        one_of_many_conflicting_appends_succeeds
        unfinished_games_are_counted_in_the_transaction
        kept_games_are_counted_in_the_transaction
        a_finished_game_is_final
        due_games_are_ordered_by_deadline
        a_seat_is_taken_once
        any_text_round_trips
        the_last_heartbeat_is_returned
        old_outages_are_deleted
        a_quarantined_game_is_never_due
        future_times_are_corrected
        a_sound_store_is_ready_and_verifies;
    archive:
        lists_are_filtered
        a_game_may_be_over_when_it_is_created
        pages_neither_repeat_nor_skip
        aborted_and_private_games_are_not_shown
        private_games_do_not_show_in_pages
        my_turn_comes_first
        games_of_lists_every_game_of_a_player
        live_games_are_public_and_in_progress
        an_export_has_every_game;
    explorer:
        a_choice_stays_until_it_is_changed
        a_choice_ends_with_its_account;
    compaction:
        compaction_changes_nothing_that_is_read
        finished_games_are_compacted_after_their_rest
        a_compacted_log_is_append_only
        a_compacted_log_takes_later_entries
        the_last_action_ids_survive_compaction
        a_damaged_log_is_not_compacted
        appends_during_compaction_are_kept;
    people:
        account_names_are_unique_ignoring_case
        accounts_are_listed_by_name
        registering_keeps_the_games
        deleting_an_account_anonymizes_its_games
        the_name_of_a_deleted_account_stays_taken
        a_look_alike_name_is_taken_and_found
        the_secret_stays_the_same
        the_operator_can_reset_a_password
        the_owner_can_change_the_password_and_keeps_the_session
        a_ban_ends_all_sessions
        sessions_are_opened_listed_and_ended
        sessions_expire
        sessions_survive_a_long_outage_and_a_wrong_clock
        a_rated_game_counts_once
        only_rated_games_between_accounts_count
        games_of_a_pair_count_up_to_a_limit_per_day
        admin_commands_are_seen_once;
    api_tokens:
        api_tokens_are_created_listed_used_and_revoked
        api_tokens_are_limited_per_account
        api_tokens_end_with_password_ban_and_account
        only_accounts_without_games_become_bots
        bots_are_listed_by_their_last_use;
    oauth_codes:
        a_code_becomes_one_token
        one_of_many_redemptions_of_a_code_succeeds
        a_code_that_does_not_match_is_used_up
        codes_expire_and_are_limited_per_account
        a_full_account_gets_no_token_for_a_code
        codes_end_with_password_ban_and_account;
    challenges:
        challenges_round_trip_and_are_listed_for_both_players
        a_challenge_is_answered_once
        an_accepted_challenge_is_open_until_its_game_is_stored
        open_challenges_are_limited_by_direction_and_pair
        challenges_expire_and_can_be_kept
        challenges_survive_a_long_outage
        challenges_end_with_a_ban_and_the_account;
    certificates:
        the_first_acme_account_stays
        the_certificate_of_a_host_saved_last_is_kept
        the_last_answer_to_a_challenge_is_given_until_it_ends;
    cluster:
        leases_are_renewed_released_and_ended
        a_lease_in_force_is_not_ended
        presence_is_kept_by_game_and_node
        work_is_claimed_by_one_node_until_it_ends
        the_lobby_changes_only_from_the_version_that_was_read
        one_of_many_changes_of_the_same_lobby_succeeds
        pairings_are_found_by_player_and_request
        a_cancelled_pairing_never_becomes_a_game
        a_pairing_is_cancelled_or_becomes_a_game_but_never_both;
}
