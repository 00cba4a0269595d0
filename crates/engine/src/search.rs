//! The search: iterative deepening, negamax with principal variation search, and quiescence search.
//!
//! A search runs inwards: [`lazy_smp`] (threads), [`root`] (iterative deepening, aspiration windows), [`node`] (negamax,
//! LMR, move-level pruning), [`pruning`] (node-level pruning and all margins), [`singular`], [`qsearch`]. Between the iterations [`mate_search`] looks for mates by checks. The state of a
//! thread is [`searcher::Searcher`]; the stages are methods of it.

pub(crate) mod args;
pub(crate) mod check_squares;
pub(crate) mod correction_history;
pub(crate) mod history;
pub(crate) mod history_update;
pub(crate) mod insertion_sort;
pub(crate) mod lazy_smp;
pub(crate) mod lmr;
pub(crate) mod mate_search;
pub(crate) mod movepick;
pub(crate) mod node;
pub(crate) mod pruning;
pub(crate) mod qsearch;
pub(crate) mod root;
pub(crate) mod searcher;
pub(crate) mod see;
pub(crate) mod singular;
pub(crate) mod time_management;
pub(crate) mod transposition;
pub(crate) mod value;
