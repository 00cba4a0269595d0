//! Challenges: messages of the server and commands of the user.

use protocol::{ActionId, Challenge, ChallengeOutcome, GameId, ToServer};

use super::super::Update;
use crate::online::{ChallengeNews, ChallengeNewsKind, OnlineCommand, OnlineGame, random_id};
use crate::{Announcement, Problem, Sound};

impl Update<'_> {
    /// Runs a command about challenges. A request is not queued while disconnected: its time may be over before it arrives.
    pub(super) fn run_challenge_command(&mut self, command: OnlineCommand) {
        let online = &mut self.state.online;
        if matches!(command, OnlineCommand::DismissChallengeNews) {
            return online.challenges.dismiss_news();
        }
        if !online.connection.is_connected() {
            return self.problem(Problem::NotConnected);
        }
        let id: ActionId = random_id(&mut online.rng);
        let message: ToServer = match command {
            OnlineCommand::Challenge { player, terms, side } => {
                online.challenges.send(id, player, terms, side)
            }
            OnlineCommand::AnswerChallenge { challenge, answer } => {
                online.challenges.answer(id, challenge, answer)
            }
            _ => return,
        };
        self.state.ui.problem = None;
        self.send(message);
    }

    pub(super) fn on_challenge_opened(&mut self, challenge: Challenge) {
        let online = &mut self.state.online;
        let me = online.my_id();
        if let Some(news) = online.challenges.on_opened(challenge, me) {
            self.sound(Sound::Offer);
            self.announce(Announcement::Challenge(Box::new(news)));
        }
    }

    /// A challenge was answered or withdrawn. The window that sent it goes to the game, unless the user plays another one.
    pub(super) fn on_challenge_closed(&mut self, id: GameId, outcome: ChallengeOutcome) {
        let online = &mut self.state.online;
        let me = online.my_id();
        let news = online.challenges.on_closed(id, outcome, me);
        let is_sent_here = online.challenges.take_sent_here(id);
        let is_accepted = outcome == ChallengeOutcome::Accepted;
        if is_accepted && is_sent_here && !online.game.as_ref().is_some_and(OnlineGame::is_being_played) {
            return self.switch_to_game(id);
        }
        if let Some(news) = news {
            self.show_challenge_news(news);
        }
    }

    /// The server has carried out an answer; the user goes to the game of an accepted challenge.
    pub(super) fn on_challenge_confirmed(&mut self, id: ActionId) {
        if let Some(game) = self.state.online.challenges.on_confirmed(id) {
            self.switch_to_game(game);
        }
    }

    /// Removes challenges that have expired.
    pub(super) fn expire_challenges(&mut self) {
        let online = &mut self.state.online;
        let me = online.my_id();
        for news in online.challenges.take_expired(online.server_time, self.now, me) {
            self.show_challenge_news(news);
        }
    }

    fn show_challenge_news(&mut self, news: ChallengeNews) {
        if matches!(news.kind, ChallengeNewsKind::Accepted | ChallengeNewsKind::Declined(_)) {
            self.sound(Sound::Offer);
        }
        self.announce(Announcement::Challenge(Box::new(news.clone())));
        self.state.online.challenges.show_news(news);
    }
}
