//! JSON of the messages.

use super::fields::{names, record, tagged};
use super::{Read, Value, Write};
use crate::http::{
    AccountField, ApiErrorBody, ApiErrorReason, CreateGameRequest, CreateGameResponse, Credentials,
    ExplorerCounts, ExplorerGame, ExplorerMove, ExplorerPosition, ExplorerSetting, GameListPage, GameSummary,
    KeepGameRequest, KeepGameResponse, Me, OpeningName, PasswordChange, PlayerProfile, RatingPoint,
    RatingRules, SessionInfo, SpeedRating,
};
use crate::{
    ActionError, ChatMessage, ClockTimes, GameEvent, GameEventKind, GameInfo, GameState, MoveRecord,
    PendingOffer, PlayerAction, ToClient, ToServer,
};

// Of the messages to the server, clients read only those that they store.
tagged!(read ToServer["type"] { "act" => Action { game, id, action = "act" } });
tagged!(write ToServer["type"] {
    "enter" => Enter { game, since },
    "preview" => Preview { game, since },
    "leave" => Leave { game },
    "act" => Action { game, id, action = "act" },
    "say" => Say { game, room, speech },
    "enter-lobby" => EnterLobby,
    "leave-lobby" => LeaveLobby,
    "seek" => Seek { id, terms, side, name },
    "cancel" => Cancel { seek },
    "join" => Join { id, seek, name },
    "challenge" => Challenge { id, player, terms, side },
    "answer-challenge" => AnswerChallenge { id, challenge, answer },
});

tagged!(both PlayerAction["type"] {
    "sit" => Sit { name },
    "move" => Move { ply, uci },
    "offer" => Offer { offer },
    "accept" => Accept { offer },
    "decline" => Decline { offer },
    "claim" => Claim { claim, uci },
    "resign" => Resign,
    "abort" => Abort,
    "claim-win" => ClaimWin,
    "claim-draw" => ClaimDraw,
    "give-time" => GiveTime,
});

tagged!(read ToClient["type"] {
    "welcome" => Welcome { you, now },
    "state" => State { game, now, you, state },
    "events" => Events { game, now, events },
    "accepted" => Accepted { id, number },
    "refused" => Refused { id, game, reason },
    "presence" => Presence { game, players, watchers },
    "talk" => Talk { game, room, lines },
    "lobby" => Lobby { seeks, crowd },
    "seek-opened" => SeekOpened { seek },
    "seek-closed" => SeekClosed { seek },
    "crowd" => Crowd { crowd },
    "seeking" => Seeking { id, seek },
    "paired" => Paired { game, seat },
    "your-turn" => YourTurn { game },
    "challenges" => Challenges { challenges },
    "challenging" => Challenging { id, challenge },
    "challenge" => Challenge { challenge },
    "challenge-closed" => ChallengeClosed { challenge, outcome },
    "beat" => Beat { now, lag },
    "farewell" => Farewell { reason, retry },
} else Unknown);

record!(read GameState {
    number, about, opened, seats, moves, clocks, first_move_by, result, ratings, rematch; offers
});
record!(read GameInfo { ruleset, fen, control, stakes, visibility, rematch_of });
record!(read MoveRecord { uci, spent, lag, left });
record!(read ClockTimes { white, black, running, delay });
record!(read PendingOffer { seat, offer });
record!(read ChatMessage { number, at, from, speech });

impl Read for GameEvent {
    fn read(value: &Value) -> Option<Self> {
        Some(GameEvent {
            number: Read::read_field(value.get("number"))?,
            at: Read::read_field(value.get("at"))?,
            first_move_by: Read::read_field(value.get("first_move_by"))?,
            kind: Read::read(value)?,
        })
    }
}

tagged!(read GameEventKind["type"] {
    "opened" => Opened { about },
    "seated" => Seated { seat, player },
    "moved" => Moved { ply, played = flat, clocks },
    "offered" => Offered { seat, offer },
    "declined" => Declined { seat, offer },
    "taken-back" => TakenBack { plies, clocks },
    "time-given" => TimeGiven { seat, amount, clocks },
    "interrupted" => Interrupted { away, clocks },
    "resumed" => Resumed { clocks },
    "ended" => Ended { result, clocks },
    "rated" => Rated { ratings },
    "rematched" => Rematched { game },
} else Unknown);

tagged!(read ActionError["type"] {
    "no-game" => NoGame,
    "not-seated" => NotSeated,
    "seated" => Seated,
    "full" => Full,
    "not-begun" => NotBegun,
    "over" => Over,
    "not-over" => NotOver,
    "not-your-turn" => NotYourTurn,
    "stale" => Stale,
    "illegal-move" => IllegalMove,
    "time-out" => TimeOut,
    "too-late-to-abort" => TooLateToAbort,
    "may-not-offer" => MayNotOffer { offer },
    "no-offer" => NoOffer { offer },
    "wrong-claim" => WrongClaim,
    "not-gone" => NotGone,
    "no-clock" => NoClock,
    "too-much-time" => TooMuchTime,
    "account-needed" => AccountNeeded,
    "cannot-be-rated" => CannotBeRated,
    "bad-start" => BadStart,
    "no-seek" => NoSeek,
    "your-seek" => YourSeek,
    "rating-out-of-range" => RatingOutOfRange,
    "no-player" => NoPlayer,
    "no-challenge" => NoChallenge,
    "self-challenge" => SelfChallenge,
    "too-many-challenges" => TooManyChallenges,
    "bots-forbidden" => BotsForbidden,
    "not-with-bot" => NotWithBot,
    "too-many" => TooMany,
    "archive-full" => ArchiveFull,
    "computer-busy" => ComputerBusy,
    "not-with-computer" => NotWithComputer,
    "too-fast" => TooFast,
    "wrong-room" => WrongRoom,
    "malformed" => Malformed,
    "newer" => Newer,
    "storage" => Storage,
    "closing" => Closing,
} else Unknown);

record!(write CreateGameRequest { terms, side, name, computer });
record!(read CreateGameResponse { game, seat, url });
record!(write KeepGameRequest { id, start, seat, computer, moves, result });
record!(read KeepGameResponse { game });
record!(write Credentials { name, password });
record!(write PasswordChange { current, new });
record!(read Me { you, now, rating_rules; ratings });
record!(read RatingRules { moves, games });
record!(read SpeedRating { speed, rating });
record!(read SessionInfo { id, device, opened, seen, current });
record!(read PlayerProfile { player, since, ratings });
record!(read RatingPoint { game, at, rating });
record!(read GameSummary { game, ruleset, speed, opened, seats, plies, turn, you, result });
record!(read GameListPage { games, next });
record!(read ExplorerPosition { opening, counts, moves, games, indexed });
record!(read OpeningName { eco, name, korean });
record!(read ExplorerCounts { white, draws, black, average_rating });
record!(read ExplorerMove { uci, san, counts });
record!(read ExplorerGame { uci, game });
record!(read ExplorerSetting { included });
record!(write ExplorerSetting { included });
record!(read ApiErrorBody { reason });

tagged!(read ApiErrorReason["type"] {
    "refused" => Refused { refusal },
    "malformed" => Malformed { words },
    "not-found" => NotFound,
    "foreign-origin" => ForeignOrigin,
    "not-logged-in" => NotLoggedIn,
    "wrong-credentials" => WrongCredentials,
    "banned" => Banned,
    "name-taken" => NameTaken,
    "has-account" => HasAccount,
    "unfit" => Unfit { field, words },
    "too-often" => TooOften,
    "too-large" => TooLarge,
    "wrong-method" => WrongMethod,
});

names!(AccountField { Name = "name", Password = "password" });
