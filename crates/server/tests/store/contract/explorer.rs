//! Contract of the accounts that the opening explorer leaves out.

use server::store::{ExplorerChoice, Store};

use crate::sample::{create_account, player};

async fn left_out(store: &dyn Store) -> Vec<u128> {
    let players = store.left_out_of_explorer().await.unwrap();
    players.into_iter().map(|player| player.bits()).collect()
}

pub(crate) async fn a_choice_stays_until_it_is_changed(store: &dyn Store) {
    for (number, name) in [(1, "Ann"), (2, "Bob"), (3, "Cho")] {
        create_account(store, number, name).await;
        assert_eq!(store.explorer_choice(player(number)).await, Ok(ExplorerChoice::Included));
    }
    for number in [3, 1, 3] {
        store.set_explorer_choice(player(number), ExplorerChoice::LeftOut).await.unwrap();
    }
    assert_eq!(left_out(store).await, [1, 3]);
    assert_eq!(store.explorer_choice(player(3)).await, Ok(ExplorerChoice::LeftOut));
    for number in [1, 2] {
        store.set_explorer_choice(player(number), ExplorerChoice::Included).await.unwrap();
    }
    assert_eq!(left_out(store).await, [3]);
    assert_eq!(store.explorer_choice(player(1)).await, Ok(ExplorerChoice::Included));
}

pub(crate) async fn a_choice_ends_with_its_account(store: &dyn Store) {
    create_account(store, 1, "Ann").await;
    for number in [1, 2] {
        store.set_explorer_choice(player(number), ExplorerChoice::LeftOut).await.unwrap();
    }
    assert_eq!(left_out(store).await, [1], "player 2 has no account");
    store.delete_account(player(1)).await.unwrap();
    assert_eq!(left_out(store).await, []);
    assert_eq!(store.explorer_choice(player(1)).await, Ok(ExplorerChoice::Included));
}
