//! A game of the bot, as the server has told it.

use game::{Game, Ruleset};
use rules::{CastlingStyle, Color, Move, Position, SetupFaults};

use super::time_budget::{TimeBudget, TimeSettings};
use super::wire::{FullGame, GameEnd, GameState, Variant, WireError};

/// The last state of a game, with its moves resolved.
#[derive(Clone, Debug)]
pub(super) struct BotGame {
    variant: Variant,
    start: Position,
    game: Game,
    own: Color,
    state: GameState,
}

impl BotGame {
    /// A game in which the account with this id plays.
    pub(super) fn new(full: FullGame, account: &str) -> Result<BotGame, WireError> {
        let is_own = |color: &Color| full.players[*color].as_deref() == Some(account);
        let own = Color::ALL.into_iter().find(is_own);
        let own = own.ok_or_else(|| WireError(format!("{account} does not play in this game")))?;
        let start = full
            .start
            .position_waiving(SetupFaults::UNREACHABLE)
            .map_err(|error| WireError(error.to_string()))?;
        let game = replay(full.variant, &start, &full.state)?;
        Ok(BotGame { variant: full.variant, start, game, own, state: full.state })
    }

    /// Takes the next state.
    pub(super) fn update(&mut self, state: GameState) -> Result<(), WireError> {
        if state.moves != self.state.moves {
            self.game = replay(self.variant, &self.start, &state)?;
        }
        self.state = state;
        Ok(())
    }

    pub(super) fn own(&self) -> Color {
        self.own
    }

    pub(super) fn start(&self) -> &Position {
        &self.start
    }

    /// Plies played.
    pub(super) fn plies(&self) -> usize {
        self.game.plies()
    }

    pub(super) fn moves(&self) -> Vec<Move> {
        self.game.moves().collect()
    }

    pub(super) fn end(&self) -> Option<&GameEnd> {
        self.state.end.as_ref()
    }

    pub(super) fn has_clock(&self) -> bool {
        self.state.times.is_some()
    }

    /// True if the bot is to move. After a checkmate whose result is still to come neither side is.
    pub(super) fn is_own_turn(&self) -> bool {
        self.state.end.is_none() && self.game.turn() == self.own && self.game.outcome().is_none()
    }

    /// True if the opponent offers a draw.
    pub(super) fn is_draw_offered(&self) -> bool {
        self.state.offers_draw[!self.own]
    }

    /// True if the opponent asks for a takeback.
    pub(super) fn is_takeback_asked(&self) -> bool {
        self.state.wants_takeback[!self.own]
    }

    /// True if the bot can claim a draw before its move.
    pub(super) fn can_claim_draw(&self) -> bool {
        self.is_own_turn() && self.game.claims().iter().next().is_some()
    }

    /// True if the opponent has not made the first move yet.
    pub(super) fn awaits_first_move(&self) -> bool {
        let opponent_begins = self.start.turn() != self.own;
        self.state.end.is_none() && self.plies() == usize::from(!opponent_begins)
    }

    /// Limits of the search for the next move.
    pub(super) fn budget(&self, settings: &TimeSettings) -> TimeBudget {
        settings.budget(&self.state, self.own)
    }

    /// A move as the API takes it.
    pub(super) fn uci(&self, m: Move) -> String {
        let style = match self.variant {
            Variant::Chess960 => CastlingStyle::Chess960,
            Variant::Standard | Variant::FromPosition => CastlingStyle::Standard,
        };
        m.uci(style).to_string()
    }

    /// The result for the log, such as `won (mate)`.
    pub(super) fn result(&self) -> String {
        let Some(end) = self.end() else { return "in progress".to_owned() };
        let result = match end.winner {
            Some(winner) if winner == self.own => "won",
            Some(_) => "lost",
            None if matches!(end.status.as_str(), "aborted" | "noStart") => return "aborted".to_owned(),
            None => "drawn",
        };
        format!("{result} ({})", end.status)
    }
}

fn replay(variant: Variant, start: &Position, state: &GameState) -> Result<Game, WireError> {
    let ruleset = match variant {
        Variant::Standard => Ruleset::Standard,
        Variant::Chess960 => Ruleset::Chess960,
        Variant::FromPosition => Ruleset::FromPosition,
    };
    let mut game = Game::recorded(ruleset, &start.setup()).map_err(|error| WireError(error.to_string()))?;
    for &uci in &state.moves {
        game.replay(uci).map_err(|uci| WireError(format!("{uci} is not legal")))?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::bot::wire::GameLine;

    fn parse(line: &str) -> GameLine {
        GameLine::parse(line).unwrap()
    }

    fn state(moves: &str, more: &str) -> String {
        format!(r#"{{"type":"gameState","moves":"{moves}","status":"started"{more}}}"#)
    }

    /// A game of the bot with Black.
    fn game(variant: &str, fen: &str, moves: &str, more: &str) -> BotGame {
        let line = format!(
            r#"{{"type":"gameFull","variant":{{"key":"{variant}"}},"initialFen":"{fen}",
                "white":{{"id":"ann","name":"Ann"}},"black":{{"id":"bot","name":"Bot"}},"state":{}}}"#,
            state(moves, more)
        );
        let GameLine::Full(full) = parse(&line) else { panic!("{line}") };
        BotGame::new(*full, "bot").unwrap()
    }

    #[test]
    fn turns_follow_the_moves() {
        let mut game = game("standard", "startpos", "", "");
        assert!(!game.is_own_turn() && game.awaits_first_move() && !game.has_clock());
        let mut update = |moves: &str, more: &str| {
            let GameLine::State(state) = parse(&state(moves, more)) else { panic!("no state") };
            game.update(state).map(|()| game.clone())
        };
        let after = update("e2e4", "").unwrap();
        assert!(after.is_own_turn() && !after.awaits_first_move());
        assert!(!update("e2e4 e7e5", "").unwrap().is_own_turn());
        assert!(update("e2e4 e7e5 e2e4", "").is_err());
        // Checkmate, told before the result.
        assert!(!update("f2f3 e7e5 g2g4 d8h4", "").unwrap().is_own_turn());
        let offered = update("e2e4", r#","wdraw":true,"btakeback":true"#).unwrap();
        assert!(offered.is_draw_offered() && !offered.is_takeback_asked());
    }

    #[test]
    fn castling_is_sent_as_the_rules_of_the_game_have_it() {
        let fen = "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1";
        let castle = |variant: &str| {
            let game = game(variant, fen, "", "");
            let moves = game.start().legal_moves();
            let castles = moves.iter().filter(|m| m.is_castle()).map(|&m| game.uci(m));
            let mut castles: Vec<_> = castles.collect();
            castles.sort();
            castles
        };
        assert_eq!(castle("fromPosition"), ["e8c8", "e8g8"]);
        assert_eq!(castle("chess960"), ["e8a8", "e8h8"]);
    }

    #[test]
    fn threefold_repetition_can_be_claimed_on_the_own_turn() {
        let twice = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        let claim = |moves: &str| game("standard", "startpos", moves, "").can_claim_draw();
        assert!(!claim(twice), "the opponent is to move");
        assert!(!claim("g1f3"));
        assert!(claim(&format!("{twice} g1f3")));
    }

    #[test]
    fn results_are_those_of_the_bot() {
        let check = |end: &str, expected: &str| {
            let line = format!(r#"{{"type":"gameState","moves":"","status":{end}}}"#);
            let GameLine::State(state) = parse(&line) else { panic!("{line}") };
            let mut game = game("standard", "startpos", "", "");
            game.update(state).unwrap();
            assert_eq!(game.result(), expected, "{end}");
        };
        check(r#""mate","winner":"black""#, "won (mate)");
        check(r#""outoftime","winner":"white""#, "lost (outoftime)");
        check(r#""stalemate""#, "drawn (stalemate)");
        check(r#""aborted""#, "aborted");
    }

    #[test]
    fn games_of_others_are_refused() {
        let GameLine::Full(full) = parse(
            r#"{"type":"gameFull","white":{"id":"ann"},"black":{"aiLevel":3},"state":{"status":"started"}}"#,
        ) else {
            panic!("no game");
        };
        assert!(BotGame::new((*full).clone(), "bot").is_err());
        assert_eq!(BotGame::new(*full, "ann").unwrap().own(), Color::White);
    }
}
