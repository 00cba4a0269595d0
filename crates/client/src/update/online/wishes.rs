//! What the people here want of a server.

use ::game::{Clock, Game, TimeControl};
use protocol::{Act as Deed, GameId, MoveText, Offer, ToServer};
use rules::{ByColor, Color};

use super::super::Update;
use crate::online::{Chance, Errand, Lobby, Outbox, Purpose, Remote, Wish};
use crate::{Act, Deed as Done, Player, Problem, Question, Screen, Seat, Table, Turning};

impl Update<'_> {
    pub(in crate::update) fn wish(&mut self, wish: Wish) {
        let online = &mut self.state.online;
        match wish {
            Wish::Connect { seed } => {
                online.chance = Chance::new(seed);
                online.link.want(self.now);
            }
            Wish::Retry => online.link.retry(self.now),
            Wish::HangUp => {
                let call = online.link.hang_up();
                self.cut_off();
                call.into_iter().for_each(|call| self.errand(Errand::Disconnect(call)));
            }
            Wish::Enter { game, purpose } => {
                self.enter_game(game, purpose);
                self.lay_out_empty();
            }
            Wish::Leave => self.leave_game(),
            Wish::Sit { name } => self.post(Deed::Sit { name }),
            Wish::ClaimWin => self.post(Deed::ClaimWin),
            Wish::ClaimDraw => self.post(Deed::ClaimDraw),
            Wish::GiveTime => self.post(Deed::GiveTime),
            Wish::Rematch => self.ask_for_rematch(),
            Wish::DeclineRematch => self.post(Deed::Decline { offer: Offer::Rematch }),
            Wish::Say(speech) => {
                if let Some(remote) = &online.game {
                    let (game, room) = (remote.id, remote.room());
                    self.send_or_say_so(ToServer::Say { game, room, speech });
                }
            }
            Wish::Mute => online.game.iter_mut().for_each(|remote| remote.talk.mute()),
            Wish::Unmute => online.game.iter_mut().for_each(|remote| remote.talk.unmute()),
            Wish::EnterLobby => {
                if online.lobby.is_none() {
                    online.lobby = Some(Lobby::default());
                    self.send(ToServer::EnterLobby);
                }
            }
            Wish::LeaveLobby => {
                if let Some(mut lobby) = online.lobby.take() {
                    lobby.cancel().into_iter().for_each(|cancel| self.send(cancel));
                    self.send(ToServer::LeaveLobby);
                }
            }
            Wish::Seek { terms, side, name } => {
                let id = online.chance.id();
                let Some(lobby) = &mut online.lobby else { return };
                let earlier = lobby.cancel();
                let seek = lobby.seek(id, terms, side, name);
                earlier.into_iter().chain([seek]).for_each(|message| self.send(message));
            }
            Wish::CancelSeek => {
                let cancel = online.lobby.as_mut().and_then(Lobby::cancel);
                cancel.into_iter().for_each(|cancel| self.send(cancel));
            }
            Wish::Join { seek, name } => {
                let id = online.chance.id();
                let Some(lobby) = online.lobby.as_mut().filter(|_| online.link.is_up()) else {
                    return self.problem(Problem::Unconnected);
                };
                let join = lobby.join(id, seek, name);
                self.send(join);
            }
            Wish::Found(text) => online.outbox.recover(Outbox::read(&text, self.now)),
        }
    }

    /// Goes to a game. It comes to the table once the server has told it.
    pub(in crate::update) fn enter_game(&mut self, game: GameId, purpose: Purpose) {
        if let Some(remote) = self.state.online.game.as_mut().filter(|remote| remote.id == game) {
            remote.purpose = purpose;
            remote.refused = None;
            return self.ask_for_game();
        }
        self.leave_game();
        self.state.online.game = Some(Remote::new(game, purpose));
        self.ask_for_game();
    }

    /// An empty board, for as long as the server has not told the game: it is nobody's turn to touch anything.
    fn lay_out_empty(&mut self) {
        if self.state.online.game.as_ref().is_some_and(|remote| remote.is_at_table) {
            return self.state.screen = Screen::Table;
        }
        let players = ByColor::new_with(|_| Player::new("", Seat::Elsewhere));
        let table = Table::new(Game::standard(), TimeControl::Unlimited, players, Turning::Fixed);
        self.lay_out(table.kept_by_server(Clock::new(TimeControl::Unlimited)));
    }

    /// Goes away from the game on the server, if one is at the table or on its way there. The board stays as the server has
    /// told it last, to be looked at.
    pub(in crate::update) fn leave_game(&mut self) {
        let Some(remote) = self.state.online.game.take() else { return };
        self.state.online.outbox.seen_but_for(None);
        if let Some(truth) = remote.truth.filter(|_| remote.is_at_table) {
            self.state.table.game = truth.game;
            self.state.table.clock.pause(self.now);
            let players = &self.state.table.players;
            self.state.table.players =
                ByColor::new_with(|color| Player::new(players[color].name(), Seat::Elsewhere));
            self.drop_premoves();
        }
        self.send(ToServer::Leave { game: remote.id });
    }

    pub(in crate::update) fn ask_for_rematch(&mut self) {
        if self.state.online.game.as_ref().is_some_and(Remote::may_rematch) {
            self.post(Deed::Offer { offer: Offer::Rematch });
        }
    }

    /// What players do beside moving is asked of the server, and has happened when it says so.
    pub(in crate::update) fn act_remotely(&mut self, act: Act) {
        let Some(seat) = self.state.online.game.as_ref().and_then(Remote::seat) else { return };
        let me = Color::from(seat);
        match act {
            Act::TakeBack => self.post(Deed::Offer { offer: Offer::Takeback }),
            Act::OfferDraw(by) if by == me => self.post(Deed::Offer { offer: Offer::Draw }),
            Act::Accept(offer) => self.post(Deed::Accept { offer: offer.into() }),
            Act::Decline(offer) => self.post(Deed::Decline { offer: offer.into() }),
            Act::Claim(claim) => self.post(Deed::Claim { claim: claim.into(), uci: None }),
            Act::ClaimWithMove(claim) => self.prepare_claim(claim),
            Act::Resign(by) if by == me => self.ask(Question::Resign(by)),
            Act::Abort => self.ask(Question::Abort),
            Act::Confirm => match self.state.attention.question.take() {
                Some(Question::Resign(_)) => self.post(Deed::Resign),
                Some(Question::Abort) => self.post(Deed::Abort),
                Some(Question::Open) => self.make_way(),
                None => {}
            },
            Act::Cancel => self.state.attention.question = None,
            // Nobody stops a server's clock, or speaks for the other side.
            Act::OfferDraw(_) | Act::Resign(_) | Act::Pause | Act::Resume => {}
        }
    }

    /// What was done at the board goes to the server.
    pub(in crate::update) fn post_deed(&mut self, deed: Done) {
        match deed {
            Done::Move(uci) => {
                // It has been made on the board already.
                let ply = u32::try_from(self.state.table.game.plies().saturating_sub(1)).unwrap_or(u32::MAX);
                self.post(Deed::Move { ply, uci: MoveText(uci) });
            }
            Done::ClaimWith(claim, uci) => {
                self.post(Deed::Claim { claim: claim.into(), uci: Some(MoveText(uci)) });
            }
            // The others go through `act_remotely` and are never done here first.
            Done::Offer(_)
            | Done::Accept(_)
            | Done::Decline(_)
            | Done::Claim(_)
            | Done::Resign
            | Done::Abort => {}
        }
    }

    /// Puts an act for the game at the table into the outbox, from where it is sent.
    pub(super) fn post(&mut self, act: Deed) {
        let online = &mut self.state.online;
        let Some(remote) = &online.game else { return };
        let is_kept = matches!(act, Deed::Move { .. });
        online.outbox.post(remote.id, online.chance.id(), act, self.now);
        if is_kept {
            self.errand(Errand::Keep(self.state.online.outbox.text()));
        }
    }

    /// What means this moment is not sent later.
    fn send_or_say_so(&mut self, message: ToServer) {
        match self.state.online.link.is_up() {
            true => self.send(message),
            false => self.problem(Problem::Unconnected),
        }
    }
}
