//! `hanpan position`: plays moves and prints the resulting position and game state.

use std::io::Write;

use game::{Claim, Game, MoveInputError};
use rules::{Diagram, Position};
use serde::Serialize;

use crate::arguments::{StrictPositionArgs, excerpt};
use crate::error::CommandError;
use crate::json;
use crate::movetext;
use crate::parse_errors::MoveErrorMessage;

/// Play moves from a position and print the game state
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The moves are played under the rules of a game: repetitions and move counters are tracked, and no move is possible after
the game has ended. An illegal move is an error that names the move and the reason.

Moves may be pasted with their numbers, several in one argument: '1.e4 e5 2.Nf3'. Move numbers and a result
at the end are skipped.

With --json, one object: fen; turn (white or black); check (true or false); end (null or checkmate, stalemate,
insufficient, dead, fivefold, seventyfive); result (null or 1-0, 0-1, 1/2-1/2); claims (a list of threefold, fifty:
draws that the side to move may claim); hash (Polyglot key, 16 hexadecimal digits).

Example:
  $ hanpan position startpos f3 e5 g4 Qh4 --json
  {\"fen\":\"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\",\"turn\":\"white\",\"check\":true,
  \"end\":\"checkmate\",\"result\":\"0-1\",\"claims\":[],\"hash\":\"…\"}")]
pub(crate) struct Args {
    #[command(flatten)]
    start: StrictPositionArgs,
    /// Moves to play, in UCI (e2e4) or SAN (Nf3), with or without move numbers
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// State of the game after the moves.
struct GameStatus {
    position: Position,
    end: Option<&'static str>,
    result: Option<&'static str>,
    claims: Vec<&'static str>,
}

/// Output of `--json`.
#[derive(Serialize)]
struct StatusJson<'a> {
    fen: String,
    turn: String,
    check: bool,
    end: Option<&'static str>,
    result: Option<&'static str>,
    claims: &'a [&'static str],
    hash: String,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let status = GameStatus::after(args.start.position()?, &movetext::move_tokens(&args.moves))?;
    if args.json {
        writeln!(out, "{}", json::to_string(&status.to_json())?)?;
    } else {
        write!(out, "{}\n\n{}", Diagram::new(status.position.board()), status.to_text())?;
    }
    Ok(())
}

impl GameStatus {
    fn after(start: Position, words: &[&str]) -> Result<GameStatus, CommandError> {
        let mut game = Game::from_position(start);
        for (index, word) in words.iter().enumerate() {
            let refused = |why: &dyn std::fmt::Display| {
                CommandError::BadInput(format!("move {}, '{}': {why}", index + 1, excerpt(word)))
            };
            let m = game.parse_move(word).map_err(|error| match &error {
                MoveInputError::Invalid(error) => refused(&MoveErrorMessage { text: word, error }),
                error => refused(error),
            })?;
            game.play(m).map_err(|error| refused(&error))?;
        }
        let outcome = game.outcome();
        Ok(GameStatus {
            position: *standard_position(&game)?,
            end: outcome.map(|outcome| outcome.ending().name()),
            result: outcome.map(|outcome| outcome.result()),
            claims: game.claims().iter().map(Claim::name).collect(),
        })
    }

    fn to_json(&self) -> StatusJson<'_> {
        StatusJson {
            fen: self.position.fen(),
            turn: self.position.turn().to_string(),
            check: self.position.is_check(),
            end: self.end,
            result: self.result,
            claims: &self.claims,
            hash: self.hash(),
        }
    }

    fn to_text(&self) -> String {
        let check = if self.position.is_check() { ", in check" } else { "" };
        let mut text = format!("fen     {}\nturn    {}{check}\n", self.position.fen(), self.position.turn());
        if let (Some(end), Some(result)) = (self.end, self.result) {
            text += &format!("end     {end}, {result}\n");
        }
        if !self.claims.is_empty() {
            text += &format!("claims  {}\n", self.claims.join(", "));
        }
        text + &format!("hash    {}\n", self.hash())
    }

    fn hash(&self) -> String {
        format!("{:016x}", self.position.hash())
    }
}

/// Returns the position; every game of this command follows the standard rules.
fn standard_position(game: &Game) -> Result<&Position, CommandError> {
    game.position().ok_or_else(|| CommandError::bad_input("this game does not follow the standard rules"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, moves: &str, expected: &str) {
        let arguments = [moves.to_owned()];
        let moves = movetext::move_tokens(&arguments);
        let start = if fen == "startpos" { Position::start() } else { fen.parse().unwrap() };
        let found = match GameStatus::after(start, &moves) {
            Ok(status) => json::to_string(&status.to_json()).unwrap(),
            Err(failure) => failure.message().unwrap(),
        };
        assert!(found.contains(expected), "{fen} {moves:?}: {found}");
    }

    const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 ";

    #[test]
    fn endings_and_claims_are_reported() {
        check("startpos", "", r#""turn":"white","check":false,"end":null,"result":null,"claims":[],"#);
        check("startpos", "", r#""hash":"463b96181691fc9c"}"#);
        check("startpos", "f3 e5 g4 Qh4", r#""check":true,"end":"checkmate","result":"0-1","claims":[]"#);
        check("startpos", &SHUFFLE.repeat(2), r#""end":null,"result":null,"claims":["threefold"]"#);
        check("startpos", &SHUFFLE.repeat(4), r#""end":"fivefold","result":"1/2-1/2","claims":[]"#);
        check("6k1/8/8/8/8/8/8/K6R w - - 99 80", "Rf1", r#""claims":["fifty"]"#);
        check("6k1/8/8/8/8/8/8/K6R w - - 149 80", "Rf1", r#""end":"seventyfive""#);
        check("7k/8/8/8/8/8/8/K7 w - - 0 1", "", r#""end":"insufficient","result":"1/2-1/2""#);
        check("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "", r#""end":"stalemate","result":"1/2-1/2""#);
    }

    #[test]
    fn illegal_moves_are_refused_with_their_number() {
        check("startpos", "e4 e5 Ke3", "move 3, 'Ke3': the king on e1 cannot go to e3");
        check("startpos", "e4 x", "move 2, 'x'");
        check(
            "startpos",
            &format!("{}e4", SHUFFLE.repeat(4)),
            "move 17, 'e4': the game is over: 1/2-1/2, fivefold",
        );
        check("startpos", "f3 e5 g4 Qh4 e3", "the game is over: 0-1, checkmate");
        check("startpos", "1. e4 e5 2. Ke3 *", "move 3, 'Ke3'");
    }
}
