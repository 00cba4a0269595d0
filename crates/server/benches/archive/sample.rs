//! Finished games as a server writes them.

use game::{Ending, Game, Outcome, Ruleset, Timestamp};
use protocol::ActionId;
use rng::Rng;
use rules::{ByColor, CastlingStyle, Color};
use server::store::{
    GameAttributes, GameId, GameStatus, LogEntry, NewGame, PlayerId, RatingMode, SeatedPlayer, Speed,
    Visibility,
};

/// Plies of every game.
pub(crate) const PLIES: usize = 160;

/// Different sequences of moves.
const SEQUENCES: u64 = 500;

/// Number of players.
const PLAYERS: u64 = 2_000;

/// Time of the first game: in the future, so that the server does not compact games by itself.
const START: u64 = 4_102_444_800_000;

const OPENED: &str = r#"{"type":"opened","about":{"ruleset":"standard","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","control":{"type":"clock","white":{"base":600000,"bonus":{"type":"increment","amount":5000}},"black":{"base":600000,"bonus":{"type":"increment","amount":5000}}},"stakes":"casual","visibility":"public"}}"#;

/// Random games.
pub(crate) struct SampleGames {
    sequences: Vec<Vec<String>>,
}

impl SampleGames {
    pub(crate) fn new() -> SampleGames {
        let sequences = (0..).filter_map(random_moves).take(SEQUENCES as usize).collect();
        SampleGames { sequences }
    }

    /// A finished game. Times, lag, action ids and players are random.
    pub(crate) fn game(&self, number: u32) -> NewGame {
        let mut rng = Rng::new(number.into());
        let mut at = START + 1_000 * u64::from(number);
        let opened = at;
        let mut entries = Vec::with_capacity(PLIES + 4);
        push(&mut entries, None, at, OPENED.to_owned());
        for (seat, id) in [("white", random_id(&mut rng)), ("black", random_id(&mut rng))] {
            let body = format!(r#"{{"by":{{"seat":"{seat}","id":"{id}"}},"type":"seated","seat":"{seat}"}}"#);
            push(&mut entries, None, at, body);
        }
        let moves = &self.sequences[rng.below(SEQUENCES) as usize];
        for (ply, (uci, seat)) in (0..).zip(moves.iter().zip(["white", "black"].into_iter().cycle())) {
            at += 300 + rng.below(8_000);
            let (id, lag) = (random_id(&mut rng), 20 + rng.below(200));
            let body = format!(
                r#"{{"by":{{"seat":"{seat}","id":"{id}"}},"type":"moved","uci":"{uci}","lag":{lag}}}"#
            );
            push(&mut entries, Some(ply), at, body);
        }
        let id = random_id(&mut rng);
        let ended = format!(
            r#"{{"by":{{"seat":"black","id":"{id}"}},"type":"ended","result":{{"winner":"white","ending":"resignation"}}}}"#
        );
        push(&mut entries, None, at, ended);
        let outcome = Outcome::new(Some(Color::White), Ending::Resignation).unwrap();
        NewGame {
            id: GameId::from_bits(random_bits(&mut rng)),
            attributes: GameAttributes {
                ruleset: Ruleset::Standard,
                speed: Speed::Rapid,
                stakes: RatingMode::Casual,
                visibility: Visibility::Public,
            },
            seats: ByColor { white: Some(guest(&mut rng)), black: Some(guest(&mut rng)) },
            status: GameStatus::Over { outcome, at: Timestamp(at) },
            at: Timestamp(opened),
            entries,
        }
    }
}

fn push(entries: &mut Vec<LogEntry>, ply: Option<u32>, at: u64, body: String) {
    entries.push(LogEntry { number: entries.len() as u32, ply, at: Timestamp(at), body });
}

fn random_bits(rng: &mut Rng) -> u128 {
    let mut half = || u128::from(rng.below(u64::MAX));
    half() << 64 | half()
}

fn random_id(rng: &mut Rng) -> ActionId {
    ActionId::from_bits(random_bits(rng))
}

fn guest(rng: &mut Rng) -> SeatedPlayer {
    let bits = random_bits(&mut Rng::new(rng.below(PLAYERS)));
    SeatedPlayer { player: PlayerId::from_bits(bits), name: None, max_unfinished: None }
}

/// Random legal moves; `None` if the game ends before it is long enough.
fn random_moves(seed: u64) -> Option<Vec<String>> {
    let mut rng = Rng::new(seed);
    let mut game = Game::standard();
    let mut moves = Vec::with_capacity(PLIES);
    while moves.len() < PLIES {
        let legal = game.legal_moves();
        if legal.is_empty() {
            return None;
        }
        let m = legal[rng.below(legal.len() as u64) as usize];
        game.play(m).ok()?;
        moves.push(m.uci(CastlingStyle::Standard).to_string());
    }
    Some(moves)
}
