//! Stages of a search: `bestmove` must be withheld while pondering (`go ponder`) and in infinite searches.

use engine::{Engine, Limits, SearchResult, TimeLimit};
use uci::Go;

/// Stage of a search. `bestmove` is withheld while pondering and in infinite searches.
pub(crate) enum SearchStage {
    /// Searching; `bestmove` is sent at the end.
    Searching,
    /// Searching; `bestmove` is withheld until `ponderhit` or `stop`.
    Pondering,
    /// Searching; `bestmove` is withheld until `stop`.
    Infinite,
    /// Finished; `bestmove` is withheld until `ponderhit` or `stop`.
    PonderDone(SearchResult, Box<Engine>),
    /// Finished; `bestmove` is withheld until `stop`.
    InfiniteDone(SearchResult, Box<Engine>),
}

/// Condition under which a search ends by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Termination {
    /// A limit of depth, nodes or time.
    Limit,
    /// A mate, which may not exist.
    Mate,
    /// None: only `stop` ends the search.
    Stop,
}

impl Termination {
    pub(crate) fn new(go: &Go, limits: &Limits) -> Termination {
        let is_limited =
            limits.depth.is_some() || limits.nodes.is_some() || limits.time != TimeLimit::Unlimited;
        match (go.infinite, is_limited, limits.mate) {
            (false, true, _) => Termination::Limit,
            (false, false, Some(_)) => Termination::Mate,
            (true, _, _) | (false, false, None) => Termination::Stop,
        }
    }
}

impl SearchStage {
    pub(crate) fn new(is_pondering: bool, termination: Termination) -> SearchStage {
        match (is_pondering, termination) {
            (true, _) => SearchStage::Pondering,
            (false, Termination::Stop) => SearchStage::Infinite,
            (false, Termination::Limit | Termination::Mate) => SearchStage::Searching,
        }
    }

    /// The stage after `ponderhit`: a search without limits goes on until `stop`.
    pub(crate) fn after_ponderhit(self, termination: Termination) -> Result<SearchStage, FinishedSearch> {
        match (self, termination) {
            (SearchStage::Pondering, Termination::Stop) => Ok(SearchStage::Infinite),
            (SearchStage::Pondering, _) => Ok(SearchStage::Searching),
            (SearchStage::PonderDone(result, engine), Termination::Stop) => {
                Ok(SearchStage::InfiniteDone(result, engine))
            }
            (SearchStage::PonderDone(result, engine), _) => Err((result, engine)),
            (other, _) => Ok(other),
        }
    }

    /// The stage when `bestmove` is no longer withheld, as after `stop`.
    pub(crate) fn released(self) -> Result<SearchStage, FinishedSearch> {
        match self {
            SearchStage::Searching | SearchStage::Pondering | SearchStage::Infinite => {
                Ok(SearchStage::Searching)
            }
            SearchStage::PonderDone(result, engine) | SearchStage::InfiniteDone(result, engine) => {
                Err((result, engine))
            }
        }
    }

    /// The stage after the end of the search.
    pub(crate) fn finished(
        self,
        result: SearchResult,
        engine: Box<Engine>,
    ) -> Result<SearchStage, FinishedSearch> {
        match self {
            SearchStage::Pondering => Ok(SearchStage::PonderDone(result, engine)),
            SearchStage::Infinite => Ok(SearchStage::InfiniteDone(result, engine)),
            SearchStage::Searching | SearchStage::PonderDone(..) | SearchStage::InfiniteDone(..) => {
                Err((result, engine))
            }
        }
    }
}

/// A search whose `bestmove` is to be sent now.
pub(crate) type FinishedSearch = (SearchResult, Box<Engine>);
