//! The evaluation bar: White's winning chances.

use crate::app::App;
use crate::boxed::{BoxedMemo, text};
use client::review::ExpectedScore;
use client::{AnalysisMessageKey, Locale};
use game::pgn::{EvalScore, PgnResult};
use game::{Ending, Outcome};
use leptos::prelude::*;
use rules::Color;

use super::{AnalysisContext, translate};
use crate::tenths::Tenths;

/// Evaluation of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Evaluation {
    /// Checkmate is on the board; the winner.
    Won(Color),
    /// Score of the engine.
    Scored(EvalScore),
}

impl Evaluation {
    fn winning_chances(self) -> ExpectedScore {
        ExpectedScore::of(match self {
            Evaluation::Won(Color::White) => EvalScore::Mate(1),
            Evaluation::Won(Color::Black) => EvalScore::Mate(-1),
            Evaluation::Scored(verdict) => verdict,
        })
    }

    /// The score as players write it; a won game shows its result.
    pub(super) fn score(self, locale: Locale) -> String {
        match self {
            Evaluation::Won(Color::White) => PgnResult::WhiteWins.to_string(),
            Evaluation::Won(Color::Black) => PgnResult::BlackWins.to_string(),
            Evaluation::Scored(verdict) => locale.written_evaluation(verdict),
        }
    }

    fn description(self, locale: Locale) -> String {
        match self {
            Evaluation::Won(winner) => {
                let outcome = Outcome::new(Some(winner), Ending::Checkmate);
                outcome.map(|outcome| locale.ending(outcome)).unwrap_or_default()
            }
            Evaluation::Scored(verdict) => locale.spoken_evaluation(verdict),
        }
    }
}

/// Evaluation of the position on the board: from the live engine, otherwise from the review.
pub(super) fn current_evaluation() -> BoxedMemo<Option<Evaluation>> {
    let app = App::from_context();
    let context = AnalysisContext::from_context();
    let ply = app.memo(|view| view.study().and_then(|study| study.main_ply()));
    let lines = BoxedMemo::new(move || {
        context.live.lines().first().map(|engine_line| engine_line.opinion.evaluation)
    });
    BoxedMemo::new(move || {
        let position = context.live.current.read().position;
        if position.is_checkmate() {
            return Some(Evaluation::Won(!position.turn()));
        }
        let reviewed = || {
            ply.get()
                .and_then(|ply| context.reviewer.line_at(ply))
                .map(|engine_line| engine_line.opinion.evaluation)
        };
        lines.get().or_else(reviewed).map(Evaluation::Scored)
    })
}

/// The bar. While there is no evaluation it keeps the last one.
#[component]
pub(super) fn EvalBar() -> impl IntoView {
    let app = App::from_context();
    let evaluation = current_evaluation();
    let last = RwSignal::new(ExpectedScore::EVEN.white());
    crate::boxed::effect(move || {
        if let Some(evaluation) = evaluation.get() {
            last.set(evaluation.winning_chances().white());
        }
    });
    let is_turned = app.memo(|view| view.local_game().orientation().bottom == Color::Black);
    let description = text(move || match evaluation.get() {
        Some(evaluation) => evaluation.description(app.locale()),
        None => app.locale().analysis_message(AnalysisMessageKey::Unknown).to_owned(),
    });
    let class = text(move || {
        let turned = if is_turned.get() { " turned" } else { "" };
        let known = if evaluation.read().is_some() { "" } else { " unknown" };
        format!("bar-place{turned}{known}")
    });
    let share = text(move || Tenths(last.get() * 100.0).to_string());
    let rest = text(move || Tenths(100.0 - last.get() * 100.0).to_string());
    let percent = text(move || ((last.get() * 100.0).round() as u32).to_string());
    view! {
        <div
            class=class
            role="meter"
            aria-label=translate(app, AnalysisMessageKey::Bar)
            aria-valuemin="0"
            aria-valuemax="100"
            aria-valuenow=percent
            aria-valuetext=description
            title=description
        >
            <svg class="bar-up" viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">
                <rect class="bar-black" width="1" height="100" />
                <rect class="bar-white" width="1" y=rest height=share />
                <path class="bar-middle" d="M0 50h1" />
            </svg>
            <svg class="bar-along" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect class="bar-black" width="100" height="1" />
                <rect class="bar-white" width=share height="1" />
                <path class="bar-middle" d="M50 0v1" />
            </svg>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use client::Language;

    use super::*;

    #[test]
    fn a_checkmate_on_the_board_shows_the_result() {
        let check = |evaluation: Evaluation, score: &str, description: &str, white: f64| {
            let locale = Locale::new(Language::English);
            assert_eq!(
                (evaluation.score(locale).as_str(), evaluation.description(locale).as_str()),
                (score, description)
            );
            assert_eq!(evaluation.winning_chances().white().to_string(), white.to_string(), "{score}");
        };
        check(Evaluation::Won(Color::White), "1-0", "Checkmate: White wins.", 1.0);
        check(Evaluation::Won(Color::Black), "0-1", "Checkmate: Black wins.", 0.0);
        check(Evaluation::Scored(EvalScore::Mate(1)), "#1", "White mates in 1", 1.0);
    }
}
