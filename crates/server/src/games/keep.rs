//! Keeps finished games that were played elsewhere: those against the computer on a player's own device.
//!
//! Such a game becomes a log like any other, so that the archive, exports, deletion and backups know no difference. It is
//! private, unrated and without a clock: the moves are legal, and that is all the server knows about it.

use game::{Claim, Ending, Game};
use protocol::{ActionError, EventNumber, GameResult, PlayerId, WireMove};
use rules::ByColor;

use super::commit::{apply_all, apply_one};
use super::create::{attributes, seated_player};
use crate::games::state::{DeadPositionBudget, GameBuilder, Record, RecordKind, start_game, to_entry};
use crate::node::Node;
use crate::store::{CreateError, LogEntry, NewGame, SeatedPlayer};

/// Games kept for an account, of about 2 kB each.
const MAX_KEPT_GAMES: u32 = 5_000;

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

impl Node {
    /// Stores a finished game of a player. A game with this id that was stored before is left as it is.
    ///
    /// # Errors
    ///
    /// Returns an error if the moves and the result are no finished game, there are too many, or the store fails.
    pub(crate) async fn keep_game(
        &self,
        player: PlayerId,
        builder: &GameBuilder,
        moves: &[WireMove],
        result: &GameResult,
    ) -> Result<(), KeepError> {
        let at = self.time.now();
        let mut active = start_game(builder, at).ok_or(KeepError::Refused(ActionError::BadStart))?;
        let unwritable = |_| KeepError::Refused(ActionError::Storage);
        let first = builder.records();
        let first =
            first.iter().zip(0..).map(|(record, number)| to_entry(record, EventNumber(number), None, at));
        let mut entries = first.collect::<Result<Vec<LogEntry>, _>>().map_err(unwritable)?;
        let mut budget = DeadPositionBudget::default();
        for (ply, &uci) in moves.iter().enumerate() {
            let moved = Record::automatic(RecordKind::Moved { uci, lag: None, held_until: None });
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
            None if moves.is_empty() || !may_end(active.game(), result.0.ending()) => {
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
        let game = NewGame {
            id: builder.id,
            attributes: attributes(builder),
            seats: ByColor::new_with(|color| builder.players[color].as_ref().and_then(seated)),
            status: active.status(at),
            at,
            entries,
        };
        match self.store.keep(game, player, MAX_KEPT_GAMES).await {
            Ok(()) | Err(CreateError::Taken) => Ok(()),
            Err(CreateError::TooMany) => Err(KeepError::Refused(ActionError::ArchiveFull)),
            Err(error @ (CreateError::NotPaired | CreateError::Store(_))) => {
                tracing::error!(%error, "keeping game failed");
                Err(KeepError::Refused(ActionError::Storage))
            }
        }
    }
}

/// Returns true if players or a clock can bring about this ending. All others follow from the moves.
fn may_end(game: &Game, ending: Ending) -> bool {
    let can_claim = |claim| {
        game.claims().has(claim) || game.legal_moves().into_iter().any(|m| game.claims_with(m).has(claim))
    };
    match ending {
        Ending::Resignation
        | Ending::ResignationInsufficient
        | Ending::Timeout
        | Ending::TimeoutInsufficient
        | Ending::Agreement => true,
        Ending::Threefold => can_claim(Claim::Threefold),
        Ending::Fifty => can_claim(Claim::Fifty),
        _ => false,
    }
}
