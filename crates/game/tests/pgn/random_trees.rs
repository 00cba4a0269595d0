//! Random game trees from a fixed seed.

use game::pgn::{
    Comment, EvalScore, Evaluation, Nag, PgnGame, PgnLine, PgnMove, PgnResult, SEVEN_TAG_ROSTER,
};
use game::{Chess960, Ruleset};
use rng::Rng;
use rules::{Position, Setup};

pub(crate) struct RandomPgn(Rng);

impl RandomPgn {
    pub(crate) fn new(seed: u64) -> RandomPgn {
        RandomPgn(Rng::new(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0.below(end)
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize].clone()
    }

    pub(crate) fn text(&mut self) -> String {
        let pieces = [
            "word",
            "{",
            "}",
            "(",
            ")",
            "[Event \"",
            "%",
            ";",
            "\\",
            "\"",
            "]",
            "$1",
            "é",
            "한글",
            "1-0",
            "*",
            "\0",
            "--",
        ];
        let spaces = [" ", " ", " ", "", "\n", "\r\n  "];
        (0..self.below(30)).map(|_| self.pick(&pieces).to_owned() + self.pick(&spaces)).collect()
    }

    pub(crate) fn comments(&mut self, often: u64) -> Vec<Comment> {
        let mut comments = Vec::new();
        while self.below(100) < often {
            let comment = Comment::new(&self.text());
            let verdict = if self.below(2) == 0 { EvalScore::Mate(-4) } else { EvalScore::Centipawns(-23) };
            comments.push(match self.below(4) {
                0 => comment.with_clock(game::Millis(self.below(9_999_999))),
                1 => comment.with_evaluation(Evaluation { score: verdict, depth: Some(7) }),
                _ => comment,
            });
        }
        comments
    }

    pub(crate) fn line(&mut self, mut position: Position, depth: u64) -> PgnLine {
        let mut line = PgnLine { comments: self.comments(10), moves: Vec::new() };
        let longest = 2 + self.below(40) / (depth + 1);
        for _ in 0..longest {
            let moves: Vec<_> = position.legal_moves().iter().copied().collect();
            if moves.is_empty() {
                break;
            }
            let null = position.null_move().filter(|_| depth > 0 && self.below(10) == 0);
            let mut node = if null.is_some() { PgnMove::null() } else { PgnMove::new(self.pick(&moves)) };
            node.nags = (0..self.below(8) / 6).map(|_| Nag(self.next() as u8)).collect();
            node.comments = self.comments(15);
            while depth < 5 && self.below(100) < 12 {
                node.variations.push(self.line(position, depth + 1));
            }
            node.variations.retain(|line| !line.moves.is_empty() || !line.comments.is_empty());
            let next = node.m.map(|m| position.play_unchecked(m)).or(null);
            position = next.unwrap_or(position);
            line.moves.push(node);
        }
        line
    }

    pub(crate) fn game(&mut self) -> PgnGame {
        let mut game = PgnGame::new();
        game.result =
            self.pick(&[PgnResult::WhiteWins, PgnResult::BlackWins, PgnResult::Draw, PgnResult::Unknown]);
        for name in SEVEN_TAG_ROSTER {
            let value = if name == "Result" { game.result.to_string() } else { self.text() };
            game.tags.insert(name, &value).unwrap();
        }
        match self.below(3) {
            0 => {
                game.ruleset = Ruleset::Chess960;
                game.start = Chess960::new(self.below(960) as u16).unwrap().setup();
                if game.start != Setup::start() {
                    game.tags.insert("FEN", &game.start.to_string()).unwrap();
                    game.tags.insert("SetUp", "1").unwrap();
                }
                game.tags.insert("Variant", "Chess960").unwrap();
            }
            1 => {
                game.ruleset = Ruleset::FromPosition;
                game.start = "r3k2r/pb3p2/5npp/n2p4/1p1PPB2/6P1/P2N1PBP/R3K2R b KQkq - 3 17".parse().unwrap();
                game.tags.insert("FEN", &game.start.to_string()).unwrap();
                game.tags.insert("SetUp", "1").unwrap();
            }
            _ => game.tags.insert("Annotator", &self.text()).unwrap(),
        }
        game.line = self.line(game.start.position().unwrap(), 0);
        game
    }
}
