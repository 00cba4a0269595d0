//! Finished and current games as exports have them.

use game::pgn::{EvalScore, Evaluation, PgnGame, Tags};
use game::{Millis, TimeControl};
use openings::GameOpening;
use protocol::lichess::{
    ExportClock, ExportEvaluation, ExportOpening, ExportPlayer, ExportPlayers, ExportUser, GameJson,
};
use protocol::{BySeat, GameId, GameState, RatingMode, Seat, Speed};

use super::fields::Fields;
use super::render::{LichessGame, days, initial_fen, perf_key, speed_key, variant};
use crate::games::state::ActiveGame;

/// Parts of a game that an export has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ExportOptions {
    moves: bool,
    tags: bool,
    clocks: bool,
    opening: bool,
    pub(super) evaluations: bool,
    pgn_in_json: bool,
}

impl ExportOptions {
    /// Reads the options; `is_detailed` is the default for move times and the opening. Evaluations are computed, and so never the
    /// default.
    pub(super) fn new(fields: &Fields, is_detailed: bool) -> ExportOptions {
        ExportOptions {
            moves: fields.flag("moves").unwrap_or(true),
            tags: fields.flag("tags").unwrap_or(true),
            clocks: fields.flag("clocks").unwrap_or(is_detailed),
            opening: fields.flag("opening").unwrap_or(is_detailed),
            evaluations: fields.flag("evals").unwrap_or(false),
            pgn_in_json: fields.flag("pgnInJson").unwrap_or(false),
        }
    }

    /// The game as PGN with evaluations of its first moves or of all, and a blank line at the end.
    pub(super) fn pgn(self, active: &ActiveGame, evaluations: &[EvalScore], site: &str) -> String {
        let mut pgn: PgnGame = active.pgn(site);
        if !self.opening {
            openings::remove_tags(&mut pgn.tags);
        }
        if !self.clocks {
            for played in &mut pgn.line.moves {
                played.comments.clear();
            }
        }
        for (played, &score) in pgn.line.moves.iter_mut().zip(evaluations) {
            let comment = played.comments.pop().unwrap_or_default();
            played.comments.push(comment.with_evaluation(Evaluation { score, depth: None }));
        }
        if !self.moves {
            pgn.line.moves.clear();
        }
        if !self.tags {
            pgn.tags = Tags::default();
            let text = pgn.to_string();
            // Tags end at the first blank line; lines of moves may begin with the bracket of a command, too.
            let moves = text.split_once("\n\n").map_or(text.as_str(), |(_, moves)| moves);
            return format!("{}\n\n", moves.trim());
        }
        format!("{}\n\n", pgn.to_string().trim_end())
    }

    /// The opening, if it is asked for and has a name.
    fn opening(self, active: &ActiveGame) -> Option<GameOpening> {
        if self.opening { openings::of_game(active.game()) } else { None }
    }

    /// The game as JSON; `None` if it has no form in the Lichess API.
    pub(super) fn json(
        self,
        id: GameId,
        active: &ActiveGame,
        bots: BySeat<bool>,
        evaluations: Option<&[EvalScore]>,
        site: &str,
    ) -> Option<GameJson> {
        let last = active.turn_since();
        let state: GameState = active.state(last);
        let about = state.about.clone();
        let control = about.control.get();
        let speed = Speed::of(&control);
        let clocks = (self.clocks && matches!(control, TimeControl::Clock(_))).then(|| {
            let left = |spent: &protocol::MoveRecord| spent.left.map_or(0, |left| Millis::from(left).0 / 10);
            state.moves.iter().map(left).collect()
        });
        let moves = self.moves.then(|| active.game().sans().collect::<Vec<_>>().join(" "));
        let opening = self.opening(active).map(|found| ExportOpening {
            eco: found.opening.eco,
            name: found.opening.name,
            ply: found.plies,
        });
        let pgn = self.pgn_in_json.then(|| self.pgn(active, evaluations.unwrap_or_default(), site));
        let game = LichessGame::new(id, state, bots).ok()?;
        let player = |seat| export_player(&game, seat);
        Some(GameJson {
            id,
            rated: about.stakes == RatingMode::Rated,
            variant: variant(about.ruleset).key,
            speed: speed_key(speed),
            perf: perf_key(about.ruleset, speed),
            created_at: game.state.opened,
            last_move_at: last.into(),
            status: game.status().name,
            source: if game.is_with_computer() { "ai" } else { "friend" },
            players: ExportPlayers { white: player(Seat::White), black: player(Seat::Black) },
            winner: game.winner(),
            initial_fen: initial_fen(&about),
            opening,
            moves,
            clocks,
            analysis: evaluations.map(|found| found.iter().copied().map(export_evaluation).collect()),
            pgn,
            days_per_turn: days(&control),
            clock: export_clock(&control),
        })
    }
}

fn export_evaluation(score: EvalScore) -> ExportEvaluation {
    match score {
        EvalScore::Centipawns(centipawns) => ExportEvaluation::Eval(centipawns),
        EvalScore::Mate(moves) => ExportEvaluation::Mate(moves),
    }
}

fn export_player(game: &LichessGame, seat: Seat) -> ExportPlayer {
    let user = game.user(seat);
    ExportPlayer {
        user: user.id.zip(user.name).map(|(id, name)| ExportUser { id, name, title: user.title }),
        ai_level: user.ai_level,
        rating: user.rating,
        rating_diff: game.rating_diff(seat),
        provisional: user.provisional,
    }
}

fn export_clock(control: &TimeControl) -> Option<ExportClock> {
    let TimeControl::Clock(sides) = control else { return None };
    let side = sides.white;
    Some(ExportClock {
        initial: side.base().0 / 1_000,
        increment: side.bonus().amount().0 / 1_000,
        total_time: Speed::estimated_duration(side).0 / 1_000,
    })
}
