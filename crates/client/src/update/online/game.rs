//! What a server says of the game at the table, and how the board follows.

use ::game::Game;
use protocol::{Act as Asked, Event, GameId, GameState, Happening, Line, Moment, Refusal, Room, Seat};
use rules::{CastlingStyle, Color};

use super::super::Update;
use crate::online::{Letter, Misfit, Purpose, Remote, Truth};
use crate::state::Freedom;
use crate::{Announcement, Orientation, Sound};

impl Update<'_> {
    /// The game as a whole.
    pub(super) fn told_state(&mut self, game: GameId, now: Moment, you: Option<Seat>, state: &GameState) {
        let Some(remote) = self.state.online.game.as_mut().filter(|remote| remote.id == game) else { return };
        remote.asked = Default::default();
        if remote.truth.as_ref().is_some_and(|truth| truth.number > state.number) {
            // It was on its way while events were faster.
            return;
        }
        let Ok(truth) = Truth::new(state, now) else {
            remote.refused = Some(Refusal::Unknown);
            return self.deny(Refusal::Unknown);
        };
        remote.truth = Some(truth);
        remote.seat = you;
        remote.refused = None;
        self.follow_truth();
        self.sit_if_wanted();
    }

    /// Some events, one after another.
    pub(super) fn told_events(&mut self, game: GameId, events: &[Event]) {
        for event in events {
            let me = self.state.online.me.as_ref().and_then(|me| me.id);
            let Some(remote) = self.state.online.game.as_mut().filter(|remote| remote.id == game) else {
                return;
            };
            // What comes before the whole is in it.
            let Some(truth) = &mut remote.truth else { return };
            match truth.take(event) {
                Ok(true) => {
                    remote.seat = me.and_then(|me| truth.seat_of(me));
                    self.follow_truth();
                    self.happened(&event.happening);
                }
                Ok(false) => {}
                Err(misfit) => return self.ask_for_rest(misfit),
            }
        }
        let Some(remote) = self.state.online.game.as_mut().filter(|remote| remote.id == game) else { return };
        if std::mem::take(&mut remote.asked) != Default::default() {
            // If nothing was missed, at least the clocks go on.
            self.follow_truth();
        }
    }

    /// Something is missing, or was told wrongly: the server is asked for it, once.
    fn ask_for_rest(&mut self, misfit: Misfit) {
        let Some(remote) = &mut self.state.online.game else { return };
        if misfit == Misfit::Impossible {
            remote.truth = None;
        } else if remote.asked != Default::default() {
            return;
        }
        self.ask_for_game();
    }

    pub(super) fn told_lines(&mut self, game: GameId, room: Room, lines: Vec<Line>) {
        let Some(remote) = self.state.online.game.as_mut().filter(|remote| remote.id == game) else { return };
        let latest = lines.last().cloned();
        let new = remote.talk.hear(room, lines);
        let me = self.state.online.me.as_ref().and_then(|me| me.id);
        let is_heard = new == 1 && !remote.talk.is_muted();
        if let Some(line) = latest.filter(|line| is_heard && (me.is_none() || line.from.id != me)) {
            self.announce(Announcement::Said(Box::new(line)));
        }
    }

    /// The server has refused an act. If it was a move it is taken off the board, and if somebody here has made the same
    /// move in another window nothing is said.
    pub(super) fn undone(&mut self, letter: &Letter, reason: Refusal) {
        let is_at_table = self.state.online.game.as_ref().is_some_and(|remote| remote.id == letter.game);
        if !is_at_table {
            return;
        }
        let was_made_elsewhere = self.has_happened(letter);
        self.follow_truth();
        let is_idle_sit = matches!(letter.act, Asked::Sit { .. })
            && matches!(reason, Refusal::Seated | Refusal::Full | Refusal::Over);
        if !was_made_elsewhere && !is_idle_sit {
            self.deny(reason);
        }
    }

    /// Whether the move was made all the same, from another window.
    fn has_happened(&self, letter: &Letter) -> bool {
        let Asked::Move { ply, uci } = letter.act else { return false };
        let truth = self.state.online.game.as_ref().and_then(Remote::truth);
        let made = truth.and_then(|truth| truth.game.moves().nth(ply as usize));
        made.is_some_and(|m| {
            [CastlingStyle::Standard, CastlingStyle::Chess960].into_iter().any(|style| m.uci(style) == uci.0)
        })
    }

    /// Brings the table to what the server has told, with as much to see and to hear as has happened.
    pub(super) fn follow_truth(&mut self) {
        let (online, now) = (&mut self.state.online, self.now);
        let Some(remote) = &mut online.game else { return };
        let Some(truth) = &remote.truth else { return };
        online.outbox.seen(remote.id, truth.number);
        let clock = truth.clock(online.time, now);
        let (Some(shown), Some(players)) = (remote.shown(&online.outbox), remote.players()) else { return };
        if !remote.is_at_table {
            remote.is_at_table = true;
            let table = remote.table(&online.outbox, online.time, now);
            table.into_iter().for_each(|table| self.lay_out(table));
            return self.begin_if_new();
        }
        let table = &mut self.state.table;
        if let Some(mine) = remote.seat.map(Color::from).filter(|&mine| !table.is_here(mine)) {
            table.orientation = Orientation::of(mine);
        }
        table.players = players;
        let was_over = table.game.outcome().is_some();
        let has_moved = self.follow_moves(&shown);
        let is_over = shown.outcome().is_some();
        self.state.table.game = shown;
        self.state.table.clock = clock;
        if is_over && !was_over && !has_moved {
            self.ended();
        } else if has_moved && matches!(self.state.freedom(), Freedom::Now(_)) {
            self.answer_with_premove();
        }
    }

    /// Makes the moves that are new, or goes back to where the server is. Says whether there were any new ones.
    fn follow_moves(&mut self, shown: &Game) -> bool {
        let known = self.state.table.game.plies();
        if known > shown.plies() || !self.state.table.game.moves().eq(shown.moves().take(known)) {
            self.state.table.game = shown.clone();
            self.taken_back();
            return false;
        }
        if known + 1 < shown.plies() {
            // Of all that was missed the last one is seen and heard.
            let mut before = shown.clone();
            if before.rewind(1).is_ok() {
                self.state.table.game = before;
            }
        }
        let new = shown.last_move().filter(|_| known < shown.plies());
        new.is_some_and(|m| self.make(m))
    }

    /// Says that the game begins, if it does: both are there and nobody has moved.
    fn begin_if_new(&mut self) {
        let truth = self.state.online.game.as_ref().and_then(Remote::truth);
        let is_new =
            |truth: &Truth| truth.has_begun() && truth.game.plies() == 0 && truth.game.outcome().is_none();
        if truth.is_some_and(is_new) {
            self.sound(Sound::Start);
            self.announce(Announcement::Begun(self.state.table.game.turn()));
        }
    }

    /// What there is to hear of something that has just happened.
    fn happened(&mut self, happening: &Happening) {
        let seat = self.state.online.game.as_ref().and_then(Remote::seat);
        match happening {
            Happening::Seated { .. } => self.begin_if_new(),
            Happening::Offered { seat: by, offer } => {
                if seat != Some(*by) {
                    self.sound(Sound::Offer);
                }
                self.announce(match offer.in_game() {
                    Some(offer) => Announcement::Offered((*by).into(), offer),
                    None => Announcement::OfferedRematch((*by).into()),
                });
            }
            Happening::Declined { seat: by, offer } => {
                self.announce(match offer.in_game() {
                    Some(offer) => Announcement::Declined((*by).into(), offer),
                    None => Announcement::DeclinedRematch((*by).into()),
                });
            }
            Happening::TimeGiven { seat: to, amount, .. } => {
                self.announce(Announcement::TimeGiven((*to).into(), (*amount).into()));
            }
            Happening::Interrupted { away, .. } => {
                self.announce(Announcement::Interrupted((*away).into()));
            }
            Happening::Rematched { game } if seat.is_some() => self.move_to(*game),
            // The board shows these, or they say nothing by themselves.
            Happening::Rematched { .. }
            | Happening::Opened { .. }
            | Happening::Moved { .. }
            | Happening::TakenBack { .. }
            | Happening::Resumed { .. }
            | Happening::Ended { .. }
            | Happening::Rated { .. }
            | Happening::Unknown => {}
        }
    }

    /// Takes the free seat, once, if that is what one has come for.
    fn sit_if_wanted(&mut self) {
        let Some(remote) = &mut self.state.online.game else { return };
        let is_free = |truth: &Truth| truth.free_seat().is_some() && truth.game.outcome().is_none();
        if let Purpose::Play { name } = std::mem::take(&mut remote.purpose)
            && remote.seat.is_none()
            && remote.truth.as_ref().is_some_and(is_free)
        {
            self.post(Asked::Sit { name });
        }
    }
}
