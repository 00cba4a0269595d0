//! Challenges between named players: the decisions for our own protocol and for the Lichess API.

use std::net::IpAddr;
use std::sync::Arc;

use game::{Bonus, Millis, Ruleset, TimeControl};
use protocol::{
    ActionError, ActionId, ChallengeAnswer, ChallengeOutcome, ColorPreference, DeclineReason, GameId,
    GameInfo, GameSetup, PlayerId, Seat, Speed, StartPosition, ToClient,
};

use super::actor::notify_player;
use crate::accounts::Identity;
use crate::config::BotPolicy;
use crate::games::ApiEvent;
use crate::games::state::{GameBuilder, assign_seat};
use crate::limits::OpponentKind;
use crate::node::Node;
use crate::random;
use crate::store::{
    Account, Challenge, ChallengeLimits, ChallengeState, ChallengeTerms, GameStatus, SecretUse, StoreError,
};

/// Time until a challenge expires: with a clock the challenger waits for the answer, without one for days.
pub(crate) const CLOCK_LIFETIME: Millis = Millis::minutes(5);
const SLOW_LIFETIME: Millis = Millis::days(14);

/// Time for which an answered challenge can be looked at.
const SETTLED_LIFETIME: Millis = Millis::minutes(60);

/// Open challenges.
const LIMITS: ChallengeLimits = ChallengeLimits { sent: 200, received: 200, per_pair: 3 };

/// Challenges that a new connection is told of.
const MAX_SHOWN: usize = 50;

/// A challenge to be made.
#[derive(Debug)]
pub(crate) struct ChallengeRequest {
    /// Id of the challenge and of its game.
    pub(crate) id: GameId,
    pub(crate) challenger: PlayerId,
    /// True if a program plays with the account of the challenger.
    pub(crate) is_bot: bool,
    pub(crate) challenged: Account,
    pub(crate) setup: GameSetup,
    /// Preferred side of the challenger.
    pub(crate) side: ColorPreference,
    /// Address of the challenger, for limits.
    pub(crate) address: IpAddr,
}

impl Node {
    /// Id of a challenge that a client asks for. Derived from the id of the request, so that a retry finds the challenge
    /// instead of making a second one.
    pub(crate) fn challenge_id(&self, player: PlayerId, request: ActionId) -> GameId {
        let request = [player.bits().to_be_bytes(), request.bits().to_be_bytes()].concat();
        GameId::from_bits(self.secret.hash_bits(SecretUse::Challenge, &request))
    }

    /// Checks that the operator allows bots.
    ///
    /// # Errors
    ///
    /// Returns an error if not.
    pub(crate) fn check_bots_allowed(&self) -> Result<(), ActionError> {
        match self.config.bots {
            BotPolicy::Allowed => Ok(()),
            BotPolicy::Forbidden => Err(ActionError::BotsForbidden),
        }
    }

    /// Checks limits and terms of a challenge, without storing it.
    ///
    /// # Errors
    ///
    /// Returns an error if the challenge is not possible, or the store fails.
    pub(crate) async fn new_challenge(&self, request: ChallengeRequest) -> Result<Challenge, ActionError> {
        let ChallengeRequest { id, challenger, is_bot, challenged, mut setup, side, address } = request;
        self.games_per_network.check(address, OpponentKind::Person)?;
        self.check_game_limit(challenger, is_bot).await?;
        if challenged.player == challenger {
            return Err(ActionError::SelfChallenge);
        }
        let seed = random::seed();
        if let StartPosition::Chess960 { number: number @ None } = &mut setup.start {
            // Part of the terms: nothing is left to chance when the challenge is accepted.
            *number = Some((seed % u64::from(game::chess960::COUNT)) as u16);
        }
        let about = GameBuilder::new(id, &setup, seed)?.about;
        if challenged.is_bot {
            self.check_bots_allowed()?;
            check_form(&about).map_err(|_| ActionError::NotWithBot)?;
        }
        let now = self.time.now();
        Ok(Challenge {
            id,
            challenger,
            challenged: challenged.player,
            terms: ChallengeTerms {
                setup,
                seat: assign_seat(side, seed),
                is_random: side == ColorPreference::Random,
            },
            state: ChallengeState::Open,
            at: now,
            expires: now + if has_clock(&about) { CLOCK_LIFETIME } else { SLOW_LIFETIME },
        })
    }

    /// Stores a challenge and notifies both players.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many open ones, or the store fails.
    pub(crate) async fn open_challenge(&self, challenge: &Challenge) -> Result<(), ActionError> {
        if !self.store.create_challenge(challenge.clone(), LIMITS).await.map_err(storage)? {
            return Err(ActionError::TooManyChallenges);
        }
        self.publish_api(challenge, ApiEvent::Challenge { id: challenge.id });
        self.publish_open_challenge(challenge).await;
        Ok(())
    }

    /// Tells the connections of both players of a challenge, when it was opened or prolonged. They learn of it later if this
    /// fails: a connection lists all challenges at first.
    pub(crate) async fn publish_open_challenge(&self, challenge: &Challenge) {
        if let Ok(shown) = self.shown_challenge(challenge).await {
            self.notify_both(challenge, &ToClient::Challenge { challenge: Box::new(shown) });
        }
    }

    /// The newest open challenges from and to a player, oldest first, for clients.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub(crate) async fn shown_challenges(
        &self,
        player: PlayerId,
    ) -> Result<Vec<protocol::Challenge>, ActionError> {
        let open = self.store.open_challenges(player, self.time.now()).await.map_err(storage)?;
        let mut shown = Vec::new();
        for challenge in &open[open.len().saturating_sub(MAX_SHOWN)..] {
            match self.shown_challenge(challenge).await {
                Ok(challenge) => shown.push(challenge),
                // A player has deleted the account at this moment.
                Err(ActionError::NoChallenge) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(shown)
    }

    /// Answers a challenge for a client of ours. Repeating an answer changes nothing.
    ///
    /// # Errors
    ///
    /// Returns `NoChallenge` if the player has no such challenge that is open, or an error if the game cannot be created.
    pub(crate) async fn answer_challenge(
        self: &Arc<Node>,
        id: GameId,
        player: PlayerId,
        answer: ChallengeAnswer,
        address: IpAddr,
    ) -> Result<(), ActionError> {
        let challenge = self.find_challenge(id).await?;
        match answer {
            ChallengeAnswer::Accept => self.accept_challenge(&challenge, player, address).await,
            ChallengeAnswer::Decline => {
                let is_done = matches!(challenge.state, ChallengeState::Declined(_));
                if is_done && challenge.challenged == player {
                    return Ok(());
                }
                self.decline_challenge(&challenge, player, DeclineReason::Generic).await
            }
            ChallengeAnswer::Cancel => {
                if challenge.state == ChallengeState::Canceled && challenge.challenger == player {
                    return Ok(());
                }
                self.cancel_challenge(&challenge, player).await
            }
        }
    }

    /// A challenge that has not been deleted yet.
    ///
    /// # Errors
    ///
    /// Returns `NoChallenge` if there is none, or an error if the store fails.
    pub(crate) async fn find_challenge(&self, id: GameId) -> Result<Challenge, ActionError> {
        self.store.challenge(id).await.map_err(storage)?.ok_or(ActionError::NoChallenge)
    }

    /// Accepts a challenge: begins the game, once.
    ///
    /// # Errors
    ///
    /// Returns `NoChallenge` if it is not open or for another player, or an error if the game cannot be created; the
    /// challenge stays open then.
    pub(crate) async fn accept_challenge(
        self: &Arc<Node>,
        challenge: &Challenge,
        player: PlayerId,
        address: IpAddr,
    ) -> Result<(), ActionError> {
        if challenge.challenged != player {
            return Err(ActionError::NoChallenge);
        }
        let accepted = ChallengeState::Accepted;
        match challenge.state {
            ChallengeState::Open if challenge.expires > self.time.now() => {
                if !self.settle_challenge(challenge, accepted).await? {
                    // Another request of the same player may have accepted it at this moment.
                    let current = self.find_challenge(challenge.id).await?;
                    let is_accepted = current.state == accepted;
                    return if is_accepted { Ok(()) } else { Err(ActionError::NoChallenge) };
                }
                if let Err(error) = self.begin_challenge(challenge, address).await {
                    if !self.has_begun_or_reopens(challenge).await? {
                        return Err(error);
                    }
                    self.publish_api(challenge, ApiEvent::GameStart { game: challenge.id });
                }
            }
            // Accepted before, and perhaps at this moment: the game may not be stored yet, and may never have been.
            ChallengeState::Accepted => {
                match self.store.head(challenge.id).await.map_err(storage)? {
                    None => {
                        self.begin_challenge(challenge, address).await?;
                        // The other request may have failed and reopened the challenge.
                        self.settle_challenge(challenge, accepted).await?;
                    }
                    // Its start may not have been published.
                    Some(head) if matches!(head.status, GameStatus::Playing { .. }) => {
                        self.publish_api(challenge, ApiEvent::GameStart { game: challenge.id });
                    }
                    Some(_) => {}
                }
            }
            _ => return Err(ActionError::NoChallenge),
        }
        let id = challenge.id;
        self.publish_api_event(challenge.challenger, ApiEvent::ChallengeAccepted { id });
        let outcome = ChallengeOutcome::Accepted;
        self.notify_both(challenge, &ToClient::ChallengeClosed { challenge: id, outcome });
        Ok(())
    }

    /// Declines a challenge.
    ///
    /// # Errors
    ///
    /// Returns `NoChallenge` if it is not open or for another player, or an error if the store fails.
    pub(crate) async fn decline_challenge(
        &self,
        challenge: &Challenge,
        player: PlayerId,
        reason: DeclineReason,
    ) -> Result<(), ActionError> {
        let is_asked = challenge.challenged == player;
        if is_asked && self.settle_challenge(challenge, ChallengeState::Declined(reason)).await? {
            return Ok(());
        }
        Err(ActionError::NoChallenge)
    }

    /// Withdraws a challenge.
    ///
    /// # Errors
    ///
    /// Returns `NoChallenge` if it is not open or of another player, or an error if the store fails.
    pub(crate) async fn cancel_challenge(
        &self,
        challenge: &Challenge,
        player: PlayerId,
    ) -> Result<(), ActionError> {
        let is_own = challenge.challenger == player;
        if is_own && self.settle_challenge(challenge, ChallengeState::Canceled).await? {
            return Ok(());
        }
        Err(ActionError::NoChallenge)
    }

    /// Changes the state of an open challenge and notifies both players; returns false if it is not open.
    async fn settle_challenge(
        &self,
        challenge: &Challenge,
        state: ChallengeState,
    ) -> Result<bool, ActionError> {
        let (id, until) = (challenge.id, self.time.now() + SETTLED_LIFETIME);
        if !self.store.settle_challenge(id, ChallengeState::Open, state, until).await.map_err(storage)? {
            return Ok(false);
        }
        let (event, outcome) = match state {
            ChallengeState::Declined(reason) => {
                (ApiEvent::ChallengeDeclined { id }, ChallengeOutcome::Declined { reason })
            }
            ChallengeState::Canceled => (ApiEvent::ChallengeCanceled { id }, ChallengeOutcome::Canceled),
            // Told once the game exists.
            ChallengeState::Accepted | ChallengeState::Open => return Ok(true),
        };
        self.publish_api(challenge, event);
        self.notify_both(challenge, &ToClient::ChallengeClosed { challenge: id, outcome });
        Ok(true)
    }

    /// Returns true if the game of an accepted challenge is stored although the store did not say so; otherwise the challenge
    /// is open again.
    async fn has_begun_or_reopens(&self, challenge: &Challenge) -> Result<bool, ActionError> {
        let (store, id, accepted) = (&self.store, challenge.id, ChallengeState::Accepted);
        let has_begun = async || store.head(id).await.map(|head| head.is_some()).map_err(storage);
        if has_begun().await? {
            return Ok(true);
        }
        let reopened = store.settle_challenge(id, accepted, ChallengeState::Open, challenge.expires).await;
        reopened.map_err(storage)?;
        // A repeated request may have stored the game since.
        let has_begun = has_begun().await?;
        if has_begun {
            self.settle_challenge(challenge, accepted).await?;
        }
        Ok(has_begun)
    }

    /// Creates the game of a challenge. The id makes a repetition harmless.
    async fn begin_challenge(
        self: &Arc<Node>,
        challenge: &Challenge,
        address: IpAddr,
    ) -> Result<(), ActionError> {
        let terms = &challenge.terms;
        let mut builder = GameBuilder::new(challenge.id, &terms.setup, 0)?;
        let seats = [(challenge.challenger, terms.seat), (challenge.challenged, terms.seat.other())];
        for (player, seat) in seats {
            let account = self.challenge_account(player).await?;
            if account.is_bot {
                self.check_bots_allowed()?;
            }
            let identity = Identity::of_account(&account);
            let player = identity.to_rated_player(None, builder.speed(), &*self.store).await;
            builder = builder.seat(seat, player.map_err(storage)?)?;
        }
        self.create_game(builder, Some(address), None).await
    }

    /// A challenge for clients.
    async fn shown_challenge(&self, challenge: &Challenge) -> Result<protocol::Challenge, ActionError> {
        let terms = &challenge.terms;
        let speed = Speed::of(&terms.setup.control.get());
        let side = match terms.seat {
            _ if terms.is_random => ColorPreference::Random,
            Seat::White => ColorPreference::White,
            Seat::Black => ColorPreference::Black,
        };
        let player = async |player| {
            let identity = Identity::of_account(&self.challenge_account(player).await?);
            identity.to_rated_player(None, speed, &*self.store).await.map_err(storage)
        };
        Ok(protocol::Challenge {
            id: challenge.id,
            challenger: player(challenge.challenger).await?,
            challenged: player(challenge.challenged).await?,
            terms: terms.setup.clone(),
            side,
            expires: challenge.expires.into(),
        })
    }

    /// The account of a player of a challenge. A challenge ends with either account.
    async fn challenge_account(&self, player: PlayerId) -> Result<Account, ActionError> {
        self.store.account(player).await.map_err(storage)?.ok_or(ActionError::NoChallenge)
    }

    /// Sends an event to the API streams of both players.
    fn publish_api(&self, challenge: &Challenge, event: ApiEvent) {
        for player in [challenge.challenger, challenge.challenged] {
            self.publish_api_event(player, event);
        }
    }

    /// Sends a message to all connections of both players, on all nodes.
    fn notify_both(&self, challenge: &Challenge, message: &ToClient) {
        for player in [challenge.challenger, challenge.challenged] {
            notify_player(self, player, message);
        }
    }
}

/// Returns true if the game of a challenge has a clock.
fn has_clock(about: &GameInfo) -> bool {
    matches!(about.control.get(), TimeControl::Clock(_))
}

/// Checks that the rules and the clock of a game exist on Lichess, whose clients would misread others.
///
/// # Errors
///
/// Returns the reason, in English, if not.
pub(crate) fn check_form(about: &GameInfo) -> Result<(), &'static str> {
    if about.ruleset == Ruleset::KingCapture {
        return Err("The Lichess API has no King capture");
    }
    if let TimeControl::Clock(sides) = about.control.get() {
        if sides.white != sides.black {
            return Err("The Lichess API has no time odds");
        }
        if matches!(sides.white.bonus(), Bonus::Delay(_) | Bonus::Bronstein(_)) {
            return Err("The Lichess API has no delay");
        }
    }
    Ok(())
}

/// Logs a store error.
fn storage(error: StoreError) -> ActionError {
    tracing::error!(%error, "store failed");
    ActionError::Storage
}
