//! Accounts whose games are left out of the opening explorer.

use super::{BoxFuture, PlayerId, StoreError};

/// Storage of the choice. It ends with the account.
pub trait ExplorerStore: Send + Sync {
    /// Records the choice of an account; has no effect without an account.
    fn set_explorer_choice(
        &self,
        player: PlayerId,
        choice: ExplorerChoice,
    ) -> BoxFuture<Result<(), StoreError>>;

    /// Players whose games are left out, ordered by id.
    fn left_out_of_explorer(&self) -> BoxFuture<Result<Vec<PlayerId>, StoreError>>;

    /// The choice of a player.
    fn explorer_choice(&self, player: PlayerId) -> BoxFuture<Result<ExplorerChoice, StoreError>>;
}

/// Use of the public games of an account by the opening explorer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExplorerChoice {
    /// Public games are counted and shown as examples.
    Included,
    /// No game of the account is counted or shown.
    LeftOut,
}
