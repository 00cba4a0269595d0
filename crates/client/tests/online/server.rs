//! Fake server of a single game.

use std::collections::{BTreeMap, BTreeSet};

use game::{Ending, Game, Offer, Outcome, Ruleset, TimeControl};
use protocol::*;
use rules::Color;

pub(crate) const GAME: GameId = GameId::from_bits(0xbad_cafe);
pub(crate) const NEXT: GameId = GameId::from_bits(0xbad_cafe + 1);

/// Ann created the game and plays White.
pub(crate) const ANN: PlayerId = PlayerId::from_bits(1);
pub(crate) const BEN: PlayerId = PlayerId::from_bits(2);

pub(crate) struct FakeServer {
    pub(crate) now: UnixMillis,
    pub(crate) log: Vec<GameEvent>,
    pub(crate) game: Game,
    pub(crate) seats: BySeat<Option<PlayerInfo>>,
    about: GameInfo,
    rematch_offer: Option<Seat>,
    rematch: Option<GameId>,
    done: BTreeMap<ActionId, EventNumber>,
    /// All ids received.
    pub(crate) ids: BTreeSet<ActionId>,
    /// Rejects everything with a storage error.
    pub(crate) is_broken: bool,
}

impl FakeServer {
    /// Ann is seated, Ben is not.
    pub(crate) fn new() -> FakeServer {
        let control = OnlineTimeControl::new(TimeControl::Unlimited).unwrap();
        let about = GameInfo {
            ruleset: Ruleset::Standard,
            fen: rules::Setup::start().to_string(),
            control,
            stakes: RatingMode::Casual,
            visibility: Visibility::Private,
            rematch_of: None,
        };
        let mut server = FakeServer {
            now: UnixMillis(1_000_000),
            log: Vec::new(),
            game: Game::standard(),
            seats: BySeat::default(),
            about: about.clone(),
            rematch_offer: None,
            rematch: None,
            done: BTreeMap::new(),
            ids: BTreeSet::new(),
            is_broken: false,
        };
        server.push_event(GameEventKind::Opened { about: Box::new(about) });
        server.seat(Seat::White, ANN);
        server
    }

    pub(crate) fn seat(&mut self, seat: Seat, who: PlayerId) {
        *self.seats.get_mut(seat) = Some(player(who));
        self.push_event(GameEventKind::Seated { seat, player: player(who) });
    }

    pub(crate) fn state(&self, who: PlayerId) -> ToClient {
        let offers = [(OfferKind::Draw, Offer::Draw), (OfferKind::Takeback, Offer::Takeback)];
        let pending = offers.into_iter().filter_map(|(offer, in_game)| {
            Some(PendingOffer { seat: self.game.pending(in_game)?.into(), offer })
        });
        let rematch = self.rematch_offer.map(|seat| PendingOffer { seat, offer: OfferKind::Rematch });
        let moves = self.game.moves().map(|m| played(WireMove(m.uci(rules::CastlingStyle::Standard))));
        let state = GameState {
            number: EventNumber(self.log.len() as u32 - 1),
            about: self.about.clone(),
            opened: UnixMillis(0),
            seats: self.seats.clone(),
            moves: moves.collect(),
            clocks: None,
            first_move_by: None,
            offers: pending.chain(rematch).collect(),
            result: self.game.outcome().map(GameResult),
            ratings: None,
            rematch: self.rematch,
        };
        ToClient::State { game: GAME, now: self.now, you: self.seat_of(who), state: Box::new(state) }
    }

    /// Response to a subscription.
    pub(crate) fn enter(&self, who: PlayerId, since: Option<EventNumber>) -> ToClient {
        match since {
            Some(EventNumber(since)) if (since as usize) < self.log.len() => self.events(since as usize + 1),
            _ => self.state(who),
        }
    }

    pub(crate) fn events(&self, from: usize) -> ToClient {
        ToClient::Events { game: GAME, now: self.now, events: self.log[from..].to_vec() }
    }

    /// Executes an action once per id.
    pub(crate) fn act(&mut self, who: PlayerId, id: ActionId, act: &PlayerAction) -> ToClient {
        self.ids.insert(id);
        if let Some(&number) = self.done.get(&id) {
            return ToClient::Accepted { id, number: Some(number) };
        }
        match self.decide(who, act) {
            Ok(kinds) => {
                kinds.into_iter().for_each(|kind| self.push_event(kind));
                let number = EventNumber(self.log.len() as u32 - 1);
                self.done.insert(id, number);
                ToClient::Accepted { id, number: Some(number) }
            }
            Err(reason) => ToClient::Refused { id: Some(id), game: Some(GAME), reason },
        }
    }

    pub(crate) fn seat_of(&self, who: PlayerId) -> Option<Seat> {
        let sits = |seat: &Seat| self.seats.get(*seat).as_ref().and_then(|player| player.id) == Some(who);
        Seat::ALL.into_iter().find(sits)
    }

    pub(crate) fn push_event(&mut self, kind: GameEventKind) {
        let number = EventNumber(self.log.len() as u32);
        self.log.push(GameEvent { number, at: self.now, first_move_by: None, kind });
    }

    fn decide(&mut self, who: PlayerId, act: &PlayerAction) -> Result<Vec<GameEventKind>, ActionError> {
        if self.is_broken {
            return Err(ActionError::Storage);
        }
        let seat = self.seat_of(who);
        if let PlayerAction::Sit { .. } = act {
            let free = Seat::ALL.into_iter().find(|&seat| self.seats.get(seat).is_none());
            return match (seat, free) {
                (Some(_), _) => Err(ActionError::Seated),
                (None, None) => Err(ActionError::Full),
                (None, Some(free)) => {
                    *self.seats.get_mut(free) = Some(player(who));
                    Ok(vec![GameEventKind::Seated { seat: free, player: player(who) }])
                }
            };
        }
        let seat = seat.ok_or(ActionError::NotSeated)?;
        let has_begun = Seat::ALL.into_iter().all(|seat| self.seats.get(seat).is_some());
        let is_over = self.game.outcome().is_some();
        match *act {
            PlayerAction::Offer { offer: OfferKind::Rematch }
                if is_over && self.rematch_offer == Some(seat.other()) =>
            {
                self.rematch = Some(NEXT);
                Ok(vec![GameEventKind::Rematched { game: NEXT }])
            }
            PlayerAction::Offer { offer: OfferKind::Rematch } if is_over => {
                self.rematch_offer = Some(seat);
                Ok(vec![GameEventKind::Offered { seat, offer: OfferKind::Rematch }])
            }
            _ if is_over => Err(ActionError::Over),
            _ if !has_begun => Err(ActionError::NotBegun),
            PlayerAction::Move { ply, .. } if ply != self.game.ply() => Err(ActionError::Stale),
            PlayerAction::Move { .. } if self.game.turn() != Color::from(seat) => {
                Err(ActionError::NotYourTurn)
            }
            PlayerAction::Move { ply, uci } => {
                let m = self.game.parse_move(&uci.0.to_string()).map_err(|_| ActionError::IllegalMove)?;
                self.game.play(m).map_err(|_| ActionError::IllegalMove)?;
                let moved = GameEventKind::Moved { ply, played: played(uci), clocks: None };
                let ended = self.game.outcome().map(ended);
                Ok([moved].into_iter().chain(ended).collect())
            }
            PlayerAction::Offer { offer } => {
                let what = offer.to_game_offer().ok_or(ActionError::NotOver)?;
                let (plies, color) = (self.game.plies(), Color::from(seat));
                let meets = self.game.pending(what) == Some(!color);
                self.game.offer(color, what).map_err(|_| ActionError::MayNotOffer { offer })?;
                Ok(if meets {
                    self.takeback_events(plies)
                } else {
                    vec![GameEventKind::Offered { seat, offer }]
                })
            }
            PlayerAction::Accept { offer } => {
                let what = offer.to_game_offer().ok_or(ActionError::NotOver)?;
                let plies = self.game.plies();
                self.game.accept(seat.into(), what).map_err(|_| ActionError::NoOffer { offer })?;
                Ok(self.takeback_events(plies))
            }
            PlayerAction::Decline { offer } => {
                let what = offer.to_game_offer().ok_or(ActionError::NotOver)?;
                self.game.decline(seat.into(), what).map_err(|_| ActionError::NoOffer { offer })?;
                Ok(vec![GameEventKind::Declined { seat, offer }])
            }
            PlayerAction::Resign => {
                self.game.resign(seat.into()).map_err(|_| ActionError::Over)?;
                Ok(vec![ended(Outcome::new(Some(seat.other().into()), Ending::Resignation).unwrap())])
            }
            PlayerAction::Sit { .. }
            | PlayerAction::Claim { .. }
            | PlayerAction::Abort
            | PlayerAction::ClaimWin
            | PlayerAction::ClaimDraw
            | PlayerAction::GiveTime => Err(ActionError::WrongClaim),
        }
    }

    /// Events of an accepted offer.
    fn takeback_events(&self, plies: usize) -> Vec<GameEventKind> {
        match self.game.outcome() {
            Some(outcome) => vec![ended(outcome)],
            None => {
                let plies = (plies - self.game.plies()) as u32;
                vec![GameEventKind::TakenBack { plies, clocks: None }]
            }
        }
    }
}

pub(crate) fn player(who: PlayerId) -> PlayerInfo {
    let name = PlayerName::new(if who == ANN { "Ann" } else { "Ben" }).ok();
    PlayerInfo { id: Some(who), name, standing: PlayerKind::Guest, rating: None, bot: false }
}

fn played(uci: WireMove) -> MoveRecord {
    MoveRecord { uci, spent: None, lag: None, left: None }
}

fn ended(outcome: Outcome) -> GameEventKind {
    GameEventKind::Ended { result: GameResult(outcome), clocks: None }
}
