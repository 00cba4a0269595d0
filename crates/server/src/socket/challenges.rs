//! Challenges from and to the player of a connection.

use protocol::{
    ActionError, ActionId, Challenge, ChallengeAnswer, ColorPreference, GameId, GameSetup, PlayerName,
    ToClient,
};

use super::connection::{Connection, Disconnected};
use crate::lobby::ChallengeRequest;
use crate::store::ChallengeState;

impl Connection {
    /// Sends the open challenges of the player, if any.
    pub(super) async fn send_challenges(&mut self) -> Result<(), Disconnected> {
        match self.shown_challenges().await {
            Some(challenges) if !challenges.is_empty() => {
                self.send(&ToClient::Challenges { challenges }).await
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Sends the open challenges of the player after messages were lost, also if there are none any more.
    pub(super) async fn resend_challenges(&mut self) -> Result<(), Disconnected> {
        match self.shown_challenges().await {
            Some(challenges) => self.send(&ToClient::Challenges { challenges }).await,
            None => Ok(()),
        }
    }

    /// The open challenges of an account. The connection is of use without them.
    async fn shown_challenges(&mut self) -> Option<Vec<Challenge>> {
        self.identity.account.as_ref()?;
        self.node.shown_challenges(self.identity.id).await.ok()
    }

    /// Challenges a player; returns the id of the challenge. A repeated request finds the challenge of the first one.
    pub(super) async fn challenge(
        &mut self,
        id: ActionId,
        name: &PlayerName,
        setup: GameSetup,
        side: ColorPreference,
    ) -> Result<GameId, ActionError> {
        let (node, challenger, now) = (&self.node, self.identity.id, self.node.time.now());
        if self.identity.account.is_none() {
            return Err(ActionError::AccountNeeded);
        }
        if !self.guard.allow_seek(now) || !node.api_rates.allow_new_game(challenger, now) {
            return Err(ActionError::TooFast);
        }
        let id = node.challenge_id(challenger, id);
        match node.find_challenge(id).await {
            Ok(known) => {
                if known.state == ChallengeState::Open {
                    node.publish_open_challenge(&known).await;
                }
                return Ok(id);
            }
            Err(ActionError::NoChallenge) => {}
            Err(error) => return Err(error),
        }
        let name = name.as_str().parse().map_err(|_| ActionError::NoPlayer)?;
        let challenged = node.store.account_named(name).await.map_err(|error| {
            tracing::error!(%error, "store failed");
            ActionError::Storage
        })?;
        let challenged = challenged.filter(|account| account.ban.is_none()).ok_or(ActionError::NoPlayer)?;
        let (is_bot, address) = (self.identity.is_bot, self.guard.network());
        let request = ChallengeRequest { id, challenger, is_bot, challenged, setup, side, address };
        let challenge = node.new_challenge(request).await?;
        node.open_challenge(&challenge).await.map(|()| id)
    }

    /// Accepts, declines or withdraws a challenge.
    pub(super) async fn answer_challenge(
        &mut self,
        challenge: GameId,
        answer: ChallengeAnswer,
    ) -> Result<(), ActionError> {
        if self.identity.account.is_none() {
            return Err(ActionError::NoChallenge);
        }
        self.node.answer_challenge(challenge, self.identity.id, answer, self.guard.network()).await
    }
}
