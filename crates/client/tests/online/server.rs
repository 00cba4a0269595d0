//! A server that keeps one game by the rules of the protocol, without a network, a clock or a disk.

use std::collections::{BTreeMap, BTreeSet};

use game::{Ending, Game, Offer as GameOffer, Outcome, Ruleset, TimeControl};
use protocol::*;
use rules::Color;

pub(crate) const GAME: GameId = GameId::from_bits(0xbad_cafe);
pub(crate) const NEXT: GameId = GameId::from_bits(0xbad_cafe + 1);

/// Ann invites and has White.
pub(crate) const ANN: PlayerId = PlayerId::from_bits(1);
pub(crate) const BEN: PlayerId = PlayerId::from_bits(2);

pub(crate) struct Server {
    pub(crate) now: Moment,
    pub(crate) log: Vec<Event>,
    pub(crate) game: Game,
    pub(crate) seats: Both<Option<Player>>,
    about: About,
    rematch_offer: Option<Seat>,
    rematch: Option<GameId>,
    done: BTreeMap<ActId, u32>,
    /// All ids that ever came.
    pub(crate) ids: BTreeSet<ActId>,
    /// Refuses everything, as a server whose disk is full does.
    pub(crate) is_broken: bool,
}

impl Server {
    /// With Ann at the board, and Ben yet to come.
    pub(crate) fn new() -> Server {
        let control = Control::new(TimeControl::Unlimited).unwrap();
        let about = About {
            ruleset: Ruleset::Standard,
            fen: rules::Setup::start().to_string(),
            control,
            stakes: Stakes::Casual,
            visibility: Visibility::Private,
            rematch_of: None,
        };
        let mut server = Server {
            now: Moment(1_000_000),
            log: Vec::new(),
            game: Game::standard(),
            seats: Both::default(),
            about: about.clone(),
            rematch_offer: None,
            rematch: None,
            done: BTreeMap::new(),
            ids: BTreeSet::new(),
            is_broken: false,
        };
        server.note(Happening::Opened { about: Box::new(about) });
        server.seat(Seat::White, ANN);
        server
    }

    pub(crate) fn seat(&mut self, seat: Seat, who: PlayerId) {
        *self.seats.of_mut(seat) = Some(player(who));
        self.note(Happening::Seated { seat, player: player(who) });
    }

    pub(crate) fn state(&self, who: PlayerId) -> ToClient {
        let offers = [(Offer::Draw, GameOffer::Draw), (Offer::Takeback, GameOffer::Takeback)];
        let pending = offers
            .into_iter()
            .filter_map(|(offer, in_game)| Some(Offered { seat: self.game.pending(in_game)?.into(), offer }));
        let rematch = self.rematch_offer.map(|seat| Offered { seat, offer: Offer::Rematch });
        let moves = self.game.moves().map(|m| played(MoveText(m.uci(rules::CastlingStyle::Standard))));
        let state = GameState {
            number: self.log.len() as u32 - 1,
            about: self.about.clone(),
            opened: Moment(0),
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

    /// What one who comes, or comes back, is told.
    pub(crate) fn enter(&self, who: PlayerId, since: Option<u32>) -> ToClient {
        match since {
            Some(since) if (since as usize) < self.log.len() => self.events(since as usize + 1),
            _ => self.state(who),
        }
    }

    pub(crate) fn events(&self, from: usize) -> ToClient {
        ToClient::Events { game: GAME, now: self.now, events: self.log[from..].to_vec() }
    }

    /// Does something once, however often it is asked.
    pub(crate) fn act(&mut self, who: PlayerId, id: ActId, act: &Act) -> ToClient {
        self.ids.insert(id);
        if let Some(&number) = self.done.get(&id) {
            return ToClient::Accepted { id, number: Some(number) };
        }
        match self.decide(who, act) {
            Ok(happenings) => {
                happenings.into_iter().for_each(|happening| self.note(happening));
                let number = self.log.len() as u32 - 1;
                self.done.insert(id, number);
                ToClient::Accepted { id, number: Some(number) }
            }
            Err(reason) => ToClient::Refused { id: Some(id), game: Some(GAME), reason },
        }
    }

    pub(crate) fn seat_of(&self, who: PlayerId) -> Option<Seat> {
        let sits = |seat: &Seat| self.seats.of(*seat).as_ref().and_then(|player| player.id) == Some(who);
        Seat::ALL.into_iter().find(sits)
    }

    pub(crate) fn note(&mut self, happening: Happening) {
        let number = self.log.len() as u32;
        self.log.push(Event { number, at: self.now, first_move_by: None, happening });
    }

    fn decide(&mut self, who: PlayerId, act: &Act) -> Result<Vec<Happening>, Refusal> {
        if self.is_broken {
            return Err(Refusal::Storage);
        }
        let seat = self.seat_of(who);
        if let Act::Sit { .. } = act {
            let free = Seat::ALL.into_iter().find(|&seat| self.seats.of(seat).is_none());
            return match (seat, free) {
                (Some(_), _) => Err(Refusal::Seated),
                (None, None) => Err(Refusal::Full),
                (None, Some(free)) => {
                    *self.seats.of_mut(free) = Some(player(who));
                    Ok(vec![Happening::Seated { seat: free, player: player(who) }])
                }
            };
        }
        let seat = seat.ok_or(Refusal::NotSeated)?;
        let has_begun = Seat::ALL.into_iter().all(|seat| self.seats.of(seat).is_some());
        let is_over = self.game.outcome().is_some();
        match *act {
            Act::Offer { offer: Offer::Rematch } if is_over && self.rematch_offer == Some(seat.other()) => {
                self.rematch = Some(NEXT);
                Ok(vec![Happening::Rematched { game: NEXT }])
            }
            Act::Offer { offer: Offer::Rematch } if is_over => {
                self.rematch_offer = Some(seat);
                Ok(vec![Happening::Offered { seat, offer: Offer::Rematch }])
            }
            _ if is_over => Err(Refusal::Over),
            _ if !has_begun => Err(Refusal::NotBegun),
            Act::Move { ply, .. } if ply as usize != self.game.plies() => Err(Refusal::Stale),
            Act::Move { .. } if self.game.turn() != Color::from(seat) => Err(Refusal::NotYourTurn),
            Act::Move { ply, uci } => {
                let m = self.game.read_move(&uci.0.to_string()).map_err(|_| Refusal::IllegalMove)?;
                self.game.play(m).map_err(|_| Refusal::IllegalMove)?;
                let moved = Happening::Moved { ply, played: played(uci), clocks: None };
                let ended = self.game.outcome().map(ended);
                Ok([moved].into_iter().chain(ended).collect())
            }
            Act::Offer { offer } => {
                let what = offer.in_game().ok_or(Refusal::NotOver)?;
                let (plies, color) = (self.game.plies(), Color::from(seat));
                let meets = self.game.pending(what) == Some(!color);
                self.game.offer(color, what).map_err(|_| Refusal::MayNotOffer { offer })?;
                Ok(if meets { self.agreed(plies) } else { vec![Happening::Offered { seat, offer }] })
            }
            Act::Accept { offer } => {
                let what = offer.in_game().ok_or(Refusal::NotOver)?;
                let plies = self.game.plies();
                self.game.accept(seat.into(), what).map_err(|_| Refusal::NoOffer { offer })?;
                Ok(self.agreed(plies))
            }
            Act::Decline { offer } => {
                let what = offer.in_game().ok_or(Refusal::NotOver)?;
                self.game.decline(seat.into(), what).map_err(|_| Refusal::NoOffer { offer })?;
                Ok(vec![Happening::Declined { seat, offer }])
            }
            Act::Resign => {
                self.game.resign(seat.into()).map_err(|_| Refusal::Over)?;
                Ok(vec![ended(Outcome::new(Some(seat.other().into()), Ending::Resignation).unwrap())])
            }
            Act::Sit { .. }
            | Act::Claim { .. }
            | Act::Abort
            | Act::ClaimWin
            | Act::ClaimDraw
            | Act::GiveTime => Err(Refusal::WrongClaim),
        }
    }

    /// What comes of an offer that was accepted.
    fn agreed(&self, plies: usize) -> Vec<Happening> {
        match self.game.outcome() {
            Some(outcome) => vec![ended(outcome)],
            None => {
                let plies = (plies - self.game.plies()) as u32;
                vec![Happening::TakenBack { plies, clocks: None }]
            }
        }
    }
}

pub(crate) fn player(who: PlayerId) -> Player {
    let name = Name::new(if who == ANN { "Ann" } else { "Ben" }).ok();
    Player { id: Some(who), name, standing: Standing::Guest, rating: None }
}

fn played(uci: MoveText) -> Played {
    Played { uci, spent: None, lag: None, left: None }
}

fn ended(outcome: Outcome) -> Happening {
    Happening::Ended { result: GameResult(outcome), clocks: None }
}
