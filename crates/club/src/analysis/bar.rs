//! The bar beside the board: White's share of the chances.

use client::review::Chance;
use client::{AnalysisPhrase, Words};
use game::pgn::{Score, Verdict};
use game::{Ending, Outcome};
use leptos::prelude::*;
use rules::Color;
use web::app::App;
use web::lazy::{Kept, text};

use super::{Desk, say};

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// The mate is on the board.
    Won(Color),
    /// Who stands how much better.
    Judged(Verdict),
}

impl Standing {
    fn chance(self) -> Chance {
        Chance::of(match self {
            Standing::Won(Color::White) => Verdict::Mate(1),
            Standing::Won(Color::Black) => Verdict::Mate(-1),
            Standing::Judged(verdict) => verdict,
        })
    }

    /// As players write it: a game that is won has its result.
    pub(super) fn score(self, words: Words) -> String {
        match self {
            Standing::Won(Color::White) => Score::WhiteWins.to_string(),
            Standing::Won(Color::Black) => Score::BlackWins.to_string(),
            Standing::Judged(verdict) => words.score(verdict),
        }
    }

    fn said(self, words: Words) -> String {
        match self {
            Standing::Won(winner) => {
                let outcome = Outcome::new(Some(winner), Ending::Checkmate);
                outcome.map(|outcome| words.ending(outcome)).unwrap_or_default()
            }
            Standing::Judged(verdict) => words.verdict(verdict),
        }
    }
}

/// What is known about the position on the board: from the engine if it looks, otherwise from the review.
pub(super) fn standing() -> Kept<Option<Standing>> {
    let app = App::here();
    let desk = Desk::here();
    let ply = app.watch(|view| view.study().and_then(|study| study.main_ply()));
    let lines = Kept::new(move || desk.analyst.lines().first().map(|told| told.opinion.verdict));
    Kept::new(move || {
        let position = desk.analyst.scene.read().position;
        if position.is_checkmate() {
            return Some(Standing::Won(!position.turn()));
        }
        let reviewed = || ply.get().and_then(|ply| desk.reviewer.told(ply)).map(|told| told.opinion.verdict);
        lines.get().or_else(reviewed).map(Standing::Judged)
    })
}

/// The bar. While nothing is known about the position it stays as it was.
#[component]
pub(super) fn Bar() -> impl IntoView {
    let app = App::here();
    let standing = standing();
    let last = RwSignal::new(Chance::EVEN.white());
    web::lazy::effect(move || {
        if let Some(standing) = standing.get() {
            last.set(standing.chance().white());
        }
    });
    let is_turned = app.watch(|view| view.table().orientation().bottom == Color::Black);
    let said = text(move || match standing.get() {
        Some(standing) => standing.said(app.words()),
        None => app.words().analysis(AnalysisPhrase::Unknown).to_owned(),
    });
    let class = text(move || {
        let turned = if is_turned.get() { " turned" } else { "" };
        let known = if standing.read().is_some() { "" } else { " unknown" };
        format!("bar-place{turned}{known}")
    });
    let share = text(move || format!("{:.1}", last.get() * 100.0));
    let rest = text(move || format!("{:.1}", 100.0 - last.get() * 100.0));
    let percent = text(move || format!("{:.0}", last.get() * 100.0));
    view! {
        <div
            class=class
            role="meter"
            aria-label=say(app, AnalysisPhrase::Bar)
            aria-valuemin="0"
            aria-valuemax="100"
            aria-valuenow=percent
            aria-valuetext=said
            title=said
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
    fn a_mate_on_the_board_is_a_result() {
        let check = |standing: Standing, score: &str, said: &str, white: f64| {
            let words = Words::new(Language::English);
            assert_eq!((standing.score(words).as_str(), standing.said(words).as_str()), (score, said));
            assert_eq!(standing.chance().white().to_string(), white.to_string(), "{score}");
        };
        check(Standing::Won(Color::White), "1-0", "Checkmate: White wins.", 1.0);
        check(Standing::Won(Color::Black), "0-1", "Checkmate: Black wins.", 0.0);
        check(Standing::Judged(Verdict::Mate(1)), "#1", "White mates in 1", 1.0);
    }
}
