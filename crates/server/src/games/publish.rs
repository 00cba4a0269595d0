//! Tells others what has happened in a game: its connections, API streams, and the list of live games.

use protocol::{GameEvent, GameEventKind, PlayerInfo, Seat, ToClient, Visibility};

use super::actor::GameActor;
use super::{ApiEvent, Broadcast, FeaturedRank};

impl GameActor {
    /// Publishes events that were not published yet.
    pub(super) fn publish_events(&mut self) {
        let Some(active) = self.state.as_ref() else { return };
        let (first, last) = (self.next_published, active.next_number().previous());
        if first > last {
            return;
        }
        let events = if first.0 == 0 { None } else { active.events_since(first.previous()) };
        let seats = |events: &[GameEvent]| {
            events.iter().any(|event| matches!(event.kind, GameEventKind::Seated { .. }))
        };
        let broadcast = match &events {
            Some(events) if !seats(events) && !active.depends_on_viewer(events) => {
                Broadcast::Events { first, last }
            }
            // A watcher may be a player now or must not know everything, or too many events are missing: every
            // connection asks for its update.
            _ => Broadcast::SeatsChanged { first, last },
        };
        let now = self.node.time.now().into();
        self.publish(broadcast, &ToClient::Events { game: self.id, now, events: events.unwrap_or_default() });
        self.next_published = last.next();
    }

    /// Tells the API streams of the players that the game has begun or ended.
    pub(super) fn publish_start_or_end(&self, seated: Option<Seat>, was_over: bool) {
        let Some(active) = self.state.as_ref() else { return };
        let game = self.id;
        let event = if active.game().outcome().is_some() {
            (!was_over && active.has_begun()).then_some(ApiEvent::GameFinish { game })
        } else {
            (seated.is_some() && active.has_begun()).then_some(ApiEvent::GameStart { game })
        };
        if let Some(event) = event {
            let seats = active.seats();
            self.node.publish_game_event([seats.white.as_ref(), seats.black.as_ref()], event);
        }
    }

    pub(super) fn update_live_games(&self) {
        let Some(active) = self.state.as_ref() else { return };
        if !active.is_in_progress() {
            return self.node.live_games.remove(self.id);
        }
        let rating = |player: &Option<PlayerInfo>| {
            player.as_ref().and_then(|player| player.rating).map_or(0, |rating| u32::from(rating.value))
        };
        self.node.live_games.update(
            self.id,
            FeaturedRank {
                is_public: active.about().visibility == Visibility::Public,
                watchers: self.presence.watcher_count(),
                ratings: rating(&active.seats().white) + rating(&active.seats().black),
                last_move_at: active.turn_since(),
            },
        );
    }
}
