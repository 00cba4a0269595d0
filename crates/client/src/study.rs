//! Analysis board: a tree of moves.
//!
//! Playing a different move starts a variation; moves are removed only explicitly. The board shows a position
//! on the current line, which leads from the root through the chosen moves and then along first children to
//! the end.

mod document;
mod rows;

use game::pgn::{Comment, Nag, PgnResult, Tags};
use game::{Game, Ply, Ruleset};
use rules::{Move, Setup};

use crate::Navigation;

pub use rows::{Row, StudyMove};

/// A tree of moves with the shown position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    tags: Tags,
    ruleset: Ruleset,
    start: Setup,
    score: PgnResult,
    /// Comments before the first move.
    comments: Vec<Comment>,
    /// All nodes ever added; removed subtrees are unreferenced.
    nodes: Vec<Node>,
    /// First moves, the main line first.
    roots: Vec<NodeId>,
    /// The current line.
    line: Vec<NodeId>,
    /// Number of moves of the line shown on the board.
    shown_plies: usize,
    /// NAGs of the last review.
    reviewed: Vec<(NodeId, Nag)>,
}

/// Index of a node; stable for the lifetime of the study.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(usize);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    m: Move,
    san: String,
    nags: Vec<Nag>,
    comments: Vec<Comment>,
    parent: Option<NodeId>,
    /// Continuations, the main line first.
    children: Vec<NodeId>,
}

/// Commands for studies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StudyCommand {
    /// Open a FEN or the first game of a PGN.
    Open(String),
    /// Show the position after a move.
    Show(NodeId),
    /// Play moves in the shown position.
    Play(Vec<Move>),
    /// Remove a move with its subtree.
    Remove(NodeId),
    /// Add NAGs to moves of the main line.
    Annotate(Vec<(Ply, Nag)>),
    /// Close the study.
    Close,
}

impl NodeId {
    /// Index for keyed lists.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0 as u64
    }
}

impl Study {
    /// Nodes of the moves on the board.
    #[must_use]
    pub fn shown(&self) -> &[NodeId] {
        self.line.get(..self.shown_plies).unwrap_or_default()
    }

    /// Node of the last move on the board.
    #[must_use]
    pub fn current_node(&self) -> Option<NodeId> {
        self.shown().last().copied()
    }

    /// True if the end of the line is shown.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.shown_plies == self.line.len()
    }

    /// Nodes of the main line.
    #[must_use]
    pub fn main_line(&self) -> Vec<NodeId> {
        self.first_line_from(self.roots.first().copied())
    }

    /// Number of main-line moves on the board; `None` in a variation.
    #[must_use]
    pub fn main_ply(&self) -> Option<Ply> {
        self.main_line().starts_with(self.shown()).then_some(Ply::new(self.shown_plies))
    }

    /// Moves of the main line.
    #[must_use]
    pub fn main_moves(&self) -> Vec<Move> {
        self.main_line().into_iter().map(|id| self.node(id).m).collect()
    }

    /// The main line as a game.
    #[must_use]
    pub fn main_game(&self) -> Game {
        self.game(&self.main_line())
    }

    /// The shown line as a game.
    #[must_use]
    pub fn game_shown(&self) -> Game {
        self.game(self.shown())
    }

    /// Replays the shown line on a game; returns true if the game changed.
    pub(crate) fn replay(&self, game: &mut Game) -> bool {
        let wanted: Vec<Move> = self.shown().iter().map(|&id| self.node(id).m).collect();
        let same = game.moves().zip(&wanted).take_while(|(a, b)| a == *b).count();
        let is_elsewhere = game.plies() != same || wanted.len() != same;
        // The common prefix exists, and its moves are legal.
        let _always = game.rewind(game.plies() - same);
        let _ended_early = wanted[same..].iter().try_for_each(|&m| game.play_recorded(m));
        game.end_if_dead();
        is_elsewhere
    }

    /// Navigates along the line.
    pub(crate) fn navigate(&mut self, navigation: Navigation) {
        let wanted = match navigation {
            Navigation::First => 0,
            Navigation::Previous => self.shown_plies.saturating_sub(1),
            Navigation::Next => self.shown_plies + 1,
            Navigation::Last => self.line.len(),
            Navigation::ToPly(ply) => ply.index(),
        };
        self.shown_plies = wanted.min(self.line.len());
    }

    /// Shows a node; the line leads through it.
    pub(crate) fn show(&mut self, id: NodeId) {
        if id.0 >= self.nodes.len() {
            return;
        }
        let path = self.path(id);
        self.shown_plies = path.len();
        self.set_line(path);
    }

    /// Plays a move: an existing continuation or a new variation.
    pub(crate) fn play(&mut self, m: Move, san: String) {
        let id = match self.continuations().iter().copied().find(|id| self.node(*id).m == m) {
            Some(id) => id,
            None => self.add(Node {
                m,
                san,
                nags: Vec::new(),
                comments: Vec::new(),
                parent: self.current_node(),
                children: Vec::new(),
            }),
        };
        if self.line.get(self.shown_plies) != Some(&id) {
            let mut path = self.shown().to_vec();
            path.push(id);
            self.set_line(path);
        }
        self.shown_plies += 1;
    }

    /// Removes a node with its subtree.
    pub(crate) fn remove(&mut self, id: NodeId) {
        let Some(node) = self.nodes.get(id.0) else { return };
        match node.parent {
            Some(parent) => self.nodes[parent.0].children.retain(|&next| next != id),
            None => self.roots.retain(|&root| root != id),
        }
        let kept: Vec<NodeId> = self.line.iter().copied().take_while(|&other| other != id).collect();
        if kept.len() < self.line.len() {
            self.shown_plies = self.shown_plies.min(kept.len());
            self.set_line(kept);
        }
    }

    /// Replaces the NAGs of the last review by those of a new one, except where the author has judged a move of the
    /// main line (`!` to `?!`).
    pub(crate) fn annotate(&mut self, nags: Vec<(Ply, Nag)>) {
        for (id, nag) in std::mem::take(&mut self.reviewed) {
            let nags = &mut self.nodes[id.0].nags;
            if let Some(index) = nags.iter().position(|&given| given == nag) {
                nags.remove(index);
            }
        }
        let line = self.main_line();
        for (ply, nag) in nags {
            let Some(&id) = ply.previous().and_then(|index| line.get(index.index())) else { continue };
            let given = &mut self.nodes[id.0].nags;
            if given.iter().all(|nag| nag.suffix().is_none()) {
                given.insert(0, nag);
                self.reviewed.push((id, nag));
            }
        }
    }

    /// Continuations of the shown position.
    fn continuations(&self) -> &[NodeId] {
        self.current_node().map_or(&self.roots, |here| &self.node(here).children)
    }

    fn node(&self, id: NodeId) -> &Node {
        // Ids are indices of nodes that are never removed from the list.
        &self.nodes[id.0]
    }

    fn add(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len());
        match node.parent {
            Some(parent) => self.nodes[parent.0].children.push(id),
            None => self.roots.push(id),
        }
        self.nodes.push(node);
        id
    }

    /// Nodes from the root to a node.
    fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |id| self.node(*id).parent).collect();
        path.reverse();
        path
    }

    /// A node and its first descendants.
    fn first_line_from(&self, from: Option<NodeId>) -> Vec<NodeId> {
        std::iter::successors(from, |id| self.node(*id).children.first().copied()).collect()
    }

    fn set_line(&mut self, mut path: Vec<NodeId>) {
        let next = match path.last() {
            Some(&last) => self.node(last).children.first(),
            None => self.roots.first(),
        };
        path.extend(self.first_line_from(next.copied()));
        self.line = path;
    }

    fn game(&self, line: &[NodeId]) -> Game {
        // Moves are legal; a game that goes on after its end stops there.
        let mut game = Game::recorded(self.ruleset, &self.start).unwrap_or_else(|_| Game::standard());
        let _ended_early = line.iter().try_for_each(|&id| game.play_recorded(self.node(id).m));
        game.end_if_dead();
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(study: &mut Study, sans: &str) {
        for san in sans.split_whitespace() {
            let m = study.game_shown().parse_move(san).unwrap();
            study.play(m, san.to_owned());
        }
    }

    fn shown(study: &Study) -> String {
        study.shown().iter().map(|&id| study.node(id).san.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_different_move_starts_a_variation() {
        let mut study = Study::read("1. e4 e5 2. Nf3 Nc6 *").unwrap();
        study.navigate(Navigation::ToPly(Ply(1)));
        play(&mut study, "c5 Nf3");
        assert_eq!((shown(&study).as_str(), study.main_ply()), ("e4 c5 Nf3", None));
        assert_eq!(study.main_game().sans().collect::<Vec<_>>().join(" "), "e4 e5 Nf3 Nc6");
        // Navigation stays in the variation.
        study.navigate(Navigation::First);
        study.navigate(Navigation::Last);
        assert_eq!(shown(&study), "e4 c5 Nf3");
        // Existing moves are not added again.
        study.navigate(Navigation::ToPly(Ply(1)));
        play(&mut study, "e5");
        assert_eq!((study.nodes.len(), study.is_at_end()), (6, false));
        study.navigate(Navigation::Last);
        assert_eq!((shown(&study).as_str(), study.main_ply()), ("e4 e5 Nf3 Nc6", Some(Ply(4))));
    }

    #[test]
    fn removing_a_move_removes_its_subtree() {
        let mut study = Study::read("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *").unwrap();
        let variation = study.node(study.roots[0]).children[1];
        study.show(study.node(variation).children[0]);
        assert_eq!(shown(&study), "e4 c5 Nf3");
        study.remove(variation);
        assert_eq!(shown(&study), "e4");
        study.navigate(Navigation::Last);
        assert_eq!(shown(&study), "e4 e5 Nf3 Nc6");
        study.remove(study.roots[0]);
        assert_eq!((shown(&study).as_str(), study.main_line().len()), ("", 0));
        play(&mut study, "d4");
        assert_eq!(shown(&study), "d4");
    }

    #[test]
    fn marks_of_a_review_keep_those_of_the_author() {
        let mut study = Study::read("1. e4 e5 $3 (1... c5) 2. Nf3 $14 *").unwrap();
        let nags = |nags: &[(u32, Nag)]| nags.iter().map(|&(ply, nag)| (Ply(ply), nag)).collect::<Vec<_>>();
        study.annotate(nags(&[(1, Nag::BLUNDER), (3, Nag::MISTAKE)]));
        study.annotate(nags(&[(1, Nag::GOOD), (2, Nag::BLUNDER), (3, Nag::BRILLIANT), (9, Nag::GOOD)]));
        assert!(study.to_string().ends_with("\n1. e4 $1 e5 $3 (1... c5) 2. Nf3 $3 $14 *\n"), "{study}");
        let suffixes: Vec<&str> = study
            .rows()
            .iter()
            .flat_map(|row| match row {
                Row::Moves { white, black, .. } => {
                    [white, black].into_iter().flatten().map(|m| m.suffix).collect()
                }
                Row::Variation(moves) => moves.iter().map(|m| m.suffix).collect::<Vec<_>>(),
            })
            .collect();
        assert_eq!(suffixes, ["!", "!!", "", "!!"]);
    }

    #[test]
    fn unknown_node_ids_are_ignored() {
        let mut study = Study::read("1. e4 *").unwrap();
        study.show(NodeId(99));
        study.remove(NodeId(99));
        assert_eq!((shown(&study).as_str(), study.nodes.len()), ("", 1));
    }
}
