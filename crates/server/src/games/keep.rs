//! Keeps finished games that were played elsewhere: those against the computer on a player's own device, and imported ones.
//!
//! Such a game becomes a log like any other, so that the archive, exports, deletion and backups know no difference. It is
//! private, unrated and without a clock: the moves are legal, and that is all the server knows about it.

use game::{Claim, Ending, Game, Timestamp};
use protocol::{ActionError, EventNumber, GameResult, PlayerId, WireMove};
use rules::ByColor;

use super::commit::{apply_all, apply_one};
use super::create::{attributes, seated_player};
use crate::games::state::{DeadPositionBudget, GameBuilder, Record, RecordKind, start_game, to_entry};
use crate::node::Node;
use crate::store::{CreateError, LogEntry, NewGame, SeatedPlayer, SecretUse};

/// Games kept for an account, of about 2 kB each.
const MAX_KEPT_GAMES: u32 = 5_000;

/// Imported games of an account.
const MAX_IMPORTED_GAMES: usize = 1_000;

/// Origin of a kept game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeptOrigin {
    /// Played against the computer.
    Computer,
    /// Imported from PGN, which may end without a result.
    Import,
}

/// Reason why a game is not kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum KeepError {
    /// A move is illegal, or comes after the end.
    Move {
        /// Its index.
        ply: usize,
    },
    /// The result does not follow from the moves, or the game is not over.
    Result,
    /// The game cannot be stored.
    Refused(ActionError),
}

/// A finished game to be kept.
#[derive(Clone, Debug)]
pub(crate) struct FinishedGame {
    pub(crate) builder: GameBuilder,
    pub(crate) moves: Vec<WireMove>,
    pub(crate) result: GameResult,
    pub(crate) origin: KeptOrigin,
}

impl FinishedGame {
    /// Checks the game and makes its log. Takes up to a tenth of a second: thousands of moves, and a search for a mate.
    ///
    /// # Errors
    ///
    /// Returns an error if the moves and the result are no finished game.
    pub(crate) fn to_log(&self, at: Timestamp) -> Result<NewGame, KeepError> {
        let FinishedGame { builder, moves, result, origin } = self;
        let mut active = start_game(builder, at).ok_or(KeepError::Refused(ActionError::BadStart))?;
        let unwritable = |_| KeepError::Refused(ActionError::Storage);
        let first = builder.records();
        let first =
            first.iter().zip(0..).map(|(record, number)| to_entry(record, EventNumber(number), None, at));
        let mut entries = first.collect::<Result<Vec<LogEntry>, _>>().map_err(unwritable)?;
        let mut budget = DeadPositionBudget::default();
        for (ply, &uci) in moves.iter().enumerate() {
            let moved =
                Record::automatic(RecordKind::Moved { uci, lag: None, write_delay: None, held_until: None });
            apply_one(&mut active, &moved, None, at, &mut entries).ok_or(KeepError::Move { ply })?;
            // A search for a mate can take long: only the last position gets one.
            if ply + 1 == moves.len()
                && let Some(end) = active.follow_up(&moved, &mut budget)
            {
                apply_one(&mut active, &end, None, at, &mut entries).ok_or(KeepError::Result)?;
            }
        }
        match active.game().outcome() {
            Some(outcome) if outcome == result.0 => {}
            Some(_) => return Err(KeepError::Result),
            None if moves.is_empty() || !may_end(active.game(), result.0.ending(), *origin) => {
                return Err(KeepError::Result);
            }
            None => {
                let ended = Record::automatic(RecordKind::Ended { result: result.clone() });
                entries.extend(
                    apply_all(&mut active, &[ended], None, at, &mut budget).ok_or(KeepError::Result)?,
                );
            }
        }
        // The game is over, so the number of unfinished games does not matter.
        let seated = |player| Some(SeatedPlayer { max_unfinished: None, ..seated_player(player)? });
        Ok(NewGame {
            id: builder.id,
            attributes: attributes(builder),
            seats: ByColor::new_with(|color| builder.players[color].as_ref().and_then(seated)),
            status: active.status(at),
            at,
            entries,
        })
    }
}

impl Node {
    /// Stores the log of a finished game of a player. A game with this id that was stored before is left as it is.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many, or the store fails.
    pub(crate) async fn keep_game(&self, player: PlayerId, game: NewGame) -> Result<(), KeepError> {
        match self.store.keep(game, player, MAX_KEPT_GAMES).await {
            Ok(()) | Err(CreateError::Taken) => Ok(()),
            Err(CreateError::TooMany) => Err(KeepError::Refused(ActionError::ArchiveFull)),
            Err(error @ (CreateError::NotPaired | CreateError::Store(_))) => {
                tracing::error!(%error, "keeping game failed");
                Err(KeepError::Refused(ActionError::Storage))
            }
        }
    }

    /// The guest in whose name an account imports games. The players of an imported game are those of the PGN, so no seat
    /// can be that of the account. Only this server can compute the id.
    pub(crate) fn importer_of(&self, player: PlayerId) -> PlayerId {
        PlayerId::from_bits(self.secret.hash_bits(SecretUse::Importer, &player.bits().to_be_bytes()))
    }

    /// Checks that an account may import one more game. Requests at the same time may exceed the limit by a few games.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many, or the store fails.
    pub(crate) async fn check_import_limit(&self, player: PlayerId) -> Result<(), ActionError> {
        let imported = self.store.games_of(self.importer_of(player)).await.map_err(|error| {
            tracing::error!(%error, "counting games failed");
            ActionError::Storage
        })?;
        if imported.len() < MAX_IMPORTED_GAMES { Ok(()) } else { Err(ActionError::ArchiveFull) }
    }
}

/// Returns true if players or a clock can bring about this ending. All others follow from the moves.
fn may_end(game: &Game, ending: Ending, origin: KeptOrigin) -> bool {
    let can_claim = |claim| {
        game.claims().has(claim) || game.legal_moves().into_iter().any(|m| game.claims_with(m).has(claim))
    };
    match ending {
        Ending::Resignation
        | Ending::ResignationInsufficient
        | Ending::Timeout
        | Ending::TimeoutInsufficient
        | Ending::Agreement => true,
        Ending::Abandoned | Ending::AbandonedDraw | Ending::Aborted => origin == KeptOrigin::Import,
        Ending::Threefold => can_claim(Claim::Threefold),
        Ending::Fifty => can_claim(Claim::Fifty),
        _ => false,
    }
}
