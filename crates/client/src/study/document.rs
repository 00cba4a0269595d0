//! Text form of a study: PGN with all variations, preceded by an escape line with the shown position.

use game::pgn::{Comment, PgnGame, PgnLine, PgnMove};
use game::{Game, Ruleset};
use rules::{ByColor, Color, Setup};

use super::{Node, NodeId, Study};
use crate::{Document, LocalGame, Player, PlayerLocation, Problem};

/// Prefix of the line with the shown position; PGN readers ignore `%` escape lines.
const SHOWN_PREFIX: &str = "%hanpan-shown";

impl Study {
    /// Parses the first game of a PGN, or a FEN.
    ///
    /// ```
    /// use client::study::Study;
    /// let study = Study::read("1. e4 e5 (1... c5) *").unwrap();
    /// assert_eq!(study.main_line().len(), 2);
    /// assert!(study.to_string().ends_with("1. e4 e5 (1... c5) *\n"));
    /// ```
    ///
    /// # Errors
    /// If the text is invalid or the ruleset is King capture.
    pub fn read(text: &str) -> Result<Study, Problem> {
        let text = text.trim();
        let (first, after) = text.split_once('\n').unwrap_or((text, ""));
        let (mark, rest) = if first.starts_with(SHOWN_PREFIX) { (first, after) } else { ("", text) };
        if rest.trim().is_empty() {
            return Err(Problem::EmptyText);
        }
        let pgn = match Document::detect(rest) {
            Document::Fen => {
                let local_game = LocalGame::from_fen(rest.trim()).map_err(Problem::Fen)?;
                PgnGame {
                    ruleset: local_game.game().ruleset(),
                    start: local_game.game().start(),
                    ..PgnGame::new()
                }
            }
            Document::Pgn => rest.parse().map_err(Problem::Pgn)?,
        };
        if pgn.ruleset == Ruleset::KingCapture {
            return Err(Problem::RulesetNotStudied);
        }
        let mut study = Study::from_pgn(&pgn);
        study.go_to_mark(mark);
        Ok(study)
    }

    /// Creates a study with all variations, NAGs and comments.
    fn from_pgn(pgn: &PgnGame) -> Study {
        let PgnGame { tags, ruleset, start, line, result: score } = pgn.clone();
        let game = Game::recorded(ruleset, &start).unwrap_or_else(|_| Game::standard());
        let comments = line.comments.clone();
        let mut study = Study {
            tags,
            ruleset,
            start,
            score,
            comments,
            nodes: Vec::new(),
            roots: Vec::new(),
            line: Vec::new(),
            shown_plies: 0,
            reviewed: Vec::new(),
        };
        study.add_line(game, None, &line);
        study.set_line(Vec::new());
        study
    }

    /// Adds a line below a node. Moves after the end of the game are dropped; the PGN reader bounds the
    /// nesting.
    fn add_line(&mut self, mut game: Game, mut parent: Option<NodeId>, line: &PgnLine) {
        // Comments before a variation move behind its first move; those before the game have their own field.
        let is_game = parent.is_none() && self.roots.is_empty();
        let mut remarks = line.comments.iter().filter(|_| !is_game).cloned();
        for (index, PgnMove { m, nags, comments, variations }) in line.moves.iter().enumerate() {
            let Some(m) = *m else {
                // A null move cannot be played on the board: the rest of the line becomes a comment.
                let rest = Comment::new(&movetext(&game, &line.moves[index..]));
                match parent {
                    Some(NodeId(id)) => self.nodes[id].comments.push(rest),
                    None => self.comments.push(rest),
                }
                return;
            };
            let before = game.clone();
            let san = game.san_of_legal_move(m).unwrap_or_default();
            if game.play_recorded(m).is_err() {
                return;
            }
            let comments = remarks.by_ref().chain(comments.iter().cloned()).collect();
            let node = Node { m, san, nags: nags.clone(), comments, parent, children: Vec::new() };
            let id = self.add(node);
            for variation in variations {
                self.add_line(before.clone(), parent, variation);
            }
            parent = Some(id);
        }
    }

    /// Shows the position of an escape line: child indices from the root.
    fn go_to_mark(&mut self, mark: &str) {
        let mut id = None;
        for word in mark.split_whitespace().skip(1) {
            let next = id.map_or(&self.roots, |id| &self.node(id).children);
            let found = word.parse().ok().and_then(|index: usize| next.get(index).copied());
            let Some(found) = found else { break };
            id = Some(found);
        }
        if let Some(id) = id {
            self.show(id);
        }
    }

    /// The study with its shown position, for storage.
    #[must_use]
    pub fn to_save_text(&self) -> String {
        let mut mark = SHOWN_PREFIX.to_owned();
        for &id in self.shown() {
            let siblings = self.node(id).parent.map_or(&self.roots, |parent| &self.node(parent).children);
            let index = siblings.iter().position(|&other| other == id).unwrap_or_default();
            mark += &format!(" {index}");
        }
        format!("{mark}\n{self}")
    }

    /// The game on the board: local players, no clock, names from the tags.
    pub(crate) fn to_local_game(&self) -> LocalGame {
        let player = |tag| {
            Player::new(
                self.tags.get(tag).filter(|&name| name != "?").unwrap_or_default(),
                PlayerLocation::Local,
            )
        };
        let mut local_game = LocalGame::untimed(self.game_shown());
        local_game.players = ByColor { white: player("White"), black: player("Black") };
        local_game
    }

    fn pgn(&self) -> PgnGame {
        let line = PgnLine { comments: self.comments.clone(), moves: self.pgn_moves_from(&self.roots) };
        PgnGame {
            tags: self.tags.clone(),
            ruleset: self.ruleset,
            start: self.start,
            line,
            result: self.score,
        }
    }

    /// Main line from a list of siblings, the others as variations.
    fn pgn_moves_from(&self, siblings: &[NodeId]) -> Vec<PgnMove> {
        let mut moves = Vec::new();
        let mut siblings = siblings;
        while let Some((&first, others)) = siblings.split_first() {
            let variations = others.iter().map(|&other| {
                let mut moves = vec![self.pgn_move(other, Vec::new())];
                moves.extend(self.pgn_moves_from(&self.node(other).children));
                PgnLine { comments: Vec::new(), moves }
            });
            moves.push(self.pgn_move(first, variations.collect()));
            siblings = &self.node(first).children;
        }
        moves
    }

    fn pgn_move(&self, id: NodeId, variations: Vec<PgnLine>) -> PgnMove {
        let Node { m, nags, comments, .. } = self.node(id).clone();
        PgnMove { m: Some(m), nags, comments, variations }
    }

    /// Start position.
    #[must_use]
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// Player names; empty if unknown.
    #[must_use]
    pub fn names(&self) -> ByColor<String> {
        let name = |tag| self.tags.get(tag).filter(|&name| name != "?").unwrap_or_default().to_owned();
        ByColor::new_with(|color| match color {
            Color::White => name("White"),
            Color::Black => name("Black"),
        })
    }
}

/// Moves as text that fits into a comment.
fn movetext(game: &Game, moves: &[PgnMove]) -> String {
    let line = PgnLine { comments: Vec::new(), moves: moves.to_vec() };
    let pgn = PgnGame { ruleset: game.ruleset(), start: game.setup(), line, ..PgnGame::new() };
    let text = pgn.to_string();
    let moves = text.split_once("\n\n").map_or("", |(_, moves)| moves);
    moves.trim_end_matches([' ', '*', '\n']).replace('\n', " ").replace(['{', '}'], "")
}

/// PGN with all variations.
impl std::fmt::Display for Study {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.pgn().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pgn_round_trips_without_loss() {
        for moves in [
            "1. e4 e5 2. Nf3 *",
            "1. e4 {pawn} 1... e5 $1 (1... c5 2. Nf3 (2. c3)) (1... e6) 2. Nf3 1-0",
            "{before} 1. e4 (1. d4 d5) 1... e5 *",
        ] {
            let study = Study::read(moves).unwrap();
            let text = study.to_string();
            assert!(text.ends_with(&format!("\n\n{moves}\n")), "{text}");
            assert_eq!(Study::read(&text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn lines_with_null_moves_become_comments() {
        let study = Study::read("1. e4 e5 (1... c5 2. Nf3 -- 3. d4 {b}) (1... -- 2. d4) 2. Nf3 *").unwrap();
        let text = study.to_string();
        let moves = "1. e4 {1... -- 2. d4} 1... e5 (1... c5 2. Nf3 {2... -- 3. d4 b}) 2. Nf3 *\n";
        assert!(text.ends_with(moves), "{text}");
    }

    #[test]
    fn the_shown_position_is_saved() {
        let mut study = Study::read("1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *").unwrap();
        let variation = study.node(study.roots[0]).children[1];
        study.show(variation);
        let kept = study.to_save_text();
        assert!(kept.starts_with("%hanpan-shown 0 1\n"), "{kept}");
        assert_eq!(Study::read(&kept).unwrap().to_save_text(), kept);
        // Invalid indices end the path.
        let lost = Study::read("%hanpan-shown 0 7 x\n1. e4 e5 *").unwrap();
        assert_eq!(lost.shown().len(), 1);
    }

    #[test]
    fn unreadable_texts_are_rejected() {
        let check = |text: &str, expected: &str| {
            let read = format!("{:?}", Study::read(text));
            assert!(read.starts_with(expected), "{text}: {read}");
        };
        check("", "Err(EmptyText");
        check("%hanpan-shown\n \n", "Err(EmptyText");
        check("4k3/8/8/8/8/8/8/4K9 w - - 0 1", "Err(Fen");
        check("1. Ke3", "Err(Pgn");
        check("[Variant \"King capture\"]\n\n*", "Err(RulesetNotStudied");
        check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Ok(");
    }
}
