//! A new game is written down. Its table opens when somebody asks for it.

use std::net::IpAddr;
use std::sync::Arc;

use protocol::{Player, PlayerId, Refusal};
use rules::{ByColor, Color};

use crate::computer::Seat;
use crate::live::{Opening, entry, open};
use crate::node::Node;
use crate::origins::Opponent;
use crate::store::{CreateError, GameHead, NewGame, Sitter, Terms};

/// So many unfinished games one may have.
pub(crate) const GAMES: u32 = 50;

impl Node {
    /// Whether somebody may begin one more game.
    ///
    /// # Errors
    /// If there are too many already, or the store fails.
    pub(crate) async fn has_room(&self, player: PlayerId) -> Result<(), Refusal> {
        self.unfinished(player).await.map(drop)
    }

    /// Somebody's unfinished games, if there may be one more.
    ///
    /// # Errors
    /// If there are too many already, or the store fails.
    pub(crate) async fn unfinished(&self, player: PlayerId) -> Result<Vec<GameHead>, Refusal> {
        let current = self.store.current(player, GAMES).await.map_err(|error| {
            tracing::error!(%error, "games cannot be counted");
            Refusal::Storage
        })?;
        if current.len() < GAMES as usize { Ok(current) } else { Err(Refusal::TooMany) }
    }

    /// Writes a new game down. It counts for the network from which it is begun, if that is known; its seat beside the
    /// computer, if it has one, is kept until then.
    ///
    /// # Errors
    /// If it cannot be played, its network has too many, or the store fails.
    pub(crate) async fn create(
        self: &Arc<Node>,
        opening: Opening,
        from: Option<IpAddr>,
        seat: Option<Seat>,
    ) -> Result<(), Refusal> {
        let opponent = if seat.is_some() { Opponent::Computer } else { Opponent::Person };
        if let Some(from) = from {
            self.origins.begin(opening.id, from, opponent)?;
        }
        let node = Arc::clone(self);
        // It is written even if whoever asked for it hangs up, and until then it has to count.
        let writing = tokio::spawn(async move {
            let written = node.write_down(&opening).await;
            if written.is_err() {
                node.origins.over(opening.id);
            }
            drop(seat);
            written
        });
        writing.await.unwrap_or(Err(Refusal::Storage))
    }

    async fn write_down(&self, opening: &Opening) -> Result<(), Refusal> {
        let at = self.time.now();
        let live = open(opening, at).ok_or(Refusal::BadStart)?;
        let records = opening.records();
        let entries = records.iter().zip(0..).map(|(record, number)| entry(record, number, None, at));
        let game = NewGame {
            id: opening.id,
            terms: Terms {
                ruleset: opening.about.ruleset,
                speed: opening.speed(),
                stakes: opening.about.stakes,
                visibility: opening.about.visibility,
            },
            seats: ByColor::new_with(|color: Color| opening.players[color].as_ref().and_then(sitter)),
            standing: live.standing(at),
            at,
            entries: entries.collect::<Result<_, _>>().map_err(|_| Refusal::Storage)?,
        };
        match self.store.create(game).await {
            Ok(()) => {
                self.metrics.games.add(1);
                Ok(())
            }
            // Ids do not meet by chance: that one is taken means that this very game was written before.
            Err(CreateError::Taken) => Ok(()),
            Err(CreateError::Store(error)) => {
                tracing::error!(%error, "a game was not created");
                Err(Refusal::Storage)
            }
        }
    }
}

/// Somebody who sits down, as the store wants to know them.
pub(super) fn sitter(player: &Player) -> Option<Sitter> {
    Some(Sitter { player: player.id?, name: player.name.clone() })
}
