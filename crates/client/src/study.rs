//! A game that is looked at freely: any move can be tried at any moment, and what was there stays.
//!
//! A study is a tree of moves. Somebody who plays another move than the one that is there begins a variation; nothing is
//! ever overwritten, and a variation goes only when it is taken out. The board shows a moment on one line through the
//! tree: from its root through all that was chosen, then along the first moves to the end.

mod document;
mod rows;

use game::pgn::{Comment, Nag, Score, Tags};
use game::{Game, Ruleset};
use rules::{Move, Setup};

use crate::Moment;

pub use rows::{Row, Written};

/// A tree of moves, and the moment that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    tags: Tags,
    ruleset: Ruleset,
    start: Setup,
    score: Score,
    /// What is said before the first move.
    comments: Vec<Comment>,
    /// All moves there ever were; a branch that is taken out is not referred to any more.
    nodes: Vec<Node>,
    /// The first moves, that of the game before the others.
    roots: Vec<Place>,
    /// The line through the tree that is looked at.
    line: Vec<Place>,
    /// How many of its moves have been made on the board.
    shown: usize,
}

/// A move's place in the tree; it stays the same as long as the study lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(usize);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    m: Move,
    san: String,
    nags: Vec<Nag>,
    comments: Vec<Comment>,
    parent: Option<Place>,
    /// What can follow, the main line first.
    next: Vec<Place>,
}

/// What is done with a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StudyAct {
    /// A text is looked at: a FEN, or the first game of a PGN.
    Open(String),
    /// A move of the tree is shown.
    Show(Place),
    /// Moves are played on from what is shown.
    Play(Vec<Move>),
    /// A move and all that follows it is taken out.
    Remove(Place),
    /// The study is put away.
    Close,
}

impl Place {
    /// A number for those who draw the place.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0 as u64
    }
}

impl Study {
    /// The moves on the board, one after another.
    #[must_use]
    pub fn shown(&self) -> &[Place] {
        self.line.get(..self.shown).unwrap_or_default()
    }

    /// The move that was made last on the board.
    #[must_use]
    pub fn here(&self) -> Option<Place> {
        self.shown().last().copied()
    }

    /// Whether the end of the line is shown.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.shown == self.line.len()
    }

    /// The moves that were played in the game itself.
    #[must_use]
    pub fn main_line(&self) -> Vec<Place> {
        self.onwards(self.roots.first().copied())
    }

    /// How many moves of the main line are on the board, if nothing else is.
    #[must_use]
    pub fn main_ply(&self) -> Option<usize> {
        self.main_line().starts_with(self.shown()).then_some(self.shown)
    }

    /// The same as moves.
    #[must_use]
    pub fn main_moves(&self) -> Vec<Move> {
        self.main_line().into_iter().map(|place| self.node(place).m).collect()
    }

    /// The main line as a game.
    #[must_use]
    pub fn main_game(&self) -> Game {
        self.game(&self.main_line())
    }

    /// What is on the board, as a game that can go on.
    #[must_use]
    pub fn game_shown(&self) -> Game {
        self.game(self.shown())
    }

    /// Brings a game to what is shown, from wherever it is. Whether that was elsewhere.
    pub(crate) fn replay(&self, game: &mut Game) -> bool {
        let wanted: Vec<Move> = self.shown().iter().map(|&place| self.node(place).m).collect();
        let same = game.moves().zip(&wanted).take_while(|(a, b)| a == *b).count();
        let is_elsewhere = game.plies() != same || wanted.len() != same;
        // It has as many moves as it has in common with what is wanted, and those were legal before.
        let _always = game.rewind(game.plies() - same);
        let _ended_early = wanted[same..].iter().try_for_each(|&m| game.play(m));
        is_elsewhere
    }

    /// Goes to a moment of the line.
    pub(crate) fn step(&mut self, moment: Moment) {
        let wanted = match moment {
            Moment::First => 0,
            Moment::Previous => self.shown.saturating_sub(1),
            Moment::Next => self.shown + 1,
            Moment::Last => self.line.len(),
            Moment::After(plies) => plies,
        };
        self.shown = wanted.min(self.line.len());
    }

    /// Goes to a move; the line leads through it from now on.
    pub(crate) fn show(&mut self, place: Place) {
        if place.0 >= self.nodes.len() {
            return;
        }
        let path = self.path(place);
        self.shown = path.len();
        self.lead_through(path);
    }

    /// Plays a move from what is shown: the one that is there, or a new variation.
    pub(crate) fn play(&mut self, m: Move, san: String) {
        let place = match self.children().iter().copied().find(|place| self.node(*place).m == m) {
            Some(place) => place,
            None => self.add(Node {
                m,
                san,
                nags: Vec::new(),
                comments: Vec::new(),
                parent: self.here(),
                next: Vec::new(),
            }),
        };
        if self.line.get(self.shown) != Some(&place) {
            let mut path = self.shown().to_vec();
            path.push(place);
            self.lead_through(path);
        }
        self.shown += 1;
    }

    /// Takes a move out, and all that follows it.
    pub(crate) fn remove(&mut self, place: Place) {
        let Some(node) = self.nodes.get(place.0) else { return };
        match node.parent {
            Some(parent) => self.nodes[parent.0].next.retain(|&next| next != place),
            None => self.roots.retain(|&root| root != place),
        }
        let kept: Vec<Place> = self.line.iter().copied().take_while(|&other| other != place).collect();
        if kept.len() < self.line.len() {
            self.shown = self.shown.min(kept.len());
            self.lead_through(kept);
        }
    }

    /// What can follow what is shown.
    fn children(&self) -> &[Place] {
        self.here().map_or(&self.roots, |here| &self.node(here).next)
    }

    fn node(&self, place: Place) -> &Node {
        // Places are given out for nodes that are there, and those are never taken out of the list.
        &self.nodes[place.0]
    }

    fn add(&mut self, node: Node) -> Place {
        let place = Place(self.nodes.len());
        match node.parent {
            Some(parent) => self.nodes[parent.0].next.push(place),
            None => self.roots.push(place),
        }
        self.nodes.push(node);
        place
    }

    /// From the beginning to a move.
    fn path(&self, place: Place) -> Vec<Place> {
        let mut path: Vec<Place> =
            std::iter::successors(Some(place), |place| self.node(*place).parent).collect();
        path.reverse();
        path
    }

    /// A move and the first ones after it.
    fn onwards(&self, from: Option<Place>) -> Vec<Place> {
        std::iter::successors(from, |place| self.node(*place).next.first().copied()).collect()
    }

    fn lead_through(&mut self, mut path: Vec<Place>) {
        let next = match path.last() {
            Some(&last) => self.node(last).next.first(),
            None => self.roots.first(),
        };
        path.extend(self.onwards(next.copied()));
        self.line = path;
    }

    fn game(&self, line: &[Place]) -> Game {
        // What was read or played was legal; where a game goes on after its end, it ends there.
        let mut game = Game::new(self.ruleset, &self.start).unwrap_or_else(|_| Game::standard());
        let _ended_early = line.iter().try_for_each(|&place| game.play(self.node(place).m));
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(study: &mut Study, sans: &str) {
        for san in sans.split_whitespace() {
            let m = study.game_shown().read_move(san).unwrap();
            study.play(m, san.to_owned());
        }
    }

    fn shown(study: &Study) -> String {
        study.shown().iter().map(|&place| study.node(place).san.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn another_move_begins_a_variation_and_the_game_stays() {
        let mut study = Study::read("1. e4 e5 2. Nf3 Nc6 *").unwrap();
        study.step(Moment::After(1));
        play(&mut study, "c5 Nf3");
        assert_eq!((shown(&study).as_str(), study.main_ply()), ("e4 c5 Nf3", None));
        assert_eq!(study.main_game().sans().collect::<Vec<_>>().join(" "), "e4 e5 Nf3 Nc6");
        // Back and on again leads along the variation.
        study.step(Moment::First);
        study.step(Moment::Last);
        assert_eq!(shown(&study), "e4 c5 Nf3");
        // What is there is not added again.
        study.step(Moment::After(1));
        play(&mut study, "e5");
        assert_eq!((study.nodes.len(), study.is_at_end()), (6, false));
        study.step(Moment::Last);
        assert_eq!((shown(&study).as_str(), study.main_ply()), ("e4 e5 Nf3 Nc6", Some(4)));
    }

    #[test]
    fn what_is_taken_out_is_gone_with_all_that_follows() {
        let mut study = Study::read("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *").unwrap();
        let variation = study.node(study.roots[0]).next[1];
        study.show(study.node(variation).next[0]);
        assert_eq!(shown(&study), "e4 c5 Nf3");
        study.remove(variation);
        assert_eq!(shown(&study), "e4");
        study.step(Moment::Last);
        assert_eq!(shown(&study), "e4 e5 Nf3 Nc6");
        study.remove(study.roots[0]);
        assert_eq!((shown(&study).as_str(), study.main_line().len()), ("", 0));
        play(&mut study, "d4");
        assert_eq!(shown(&study), "d4");
    }

    #[test]
    fn places_that_never_were_lead_nowhere() {
        let mut study = Study::read("1. e4 *").unwrap();
        study.show(Place(99));
        study.remove(Place(99));
        assert_eq!((shown(&study).as_str(), study.nodes.len()), ("", 1));
    }
}
