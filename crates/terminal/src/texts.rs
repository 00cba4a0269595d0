//! What only a terminal has to say. All other words are the client's; these stand in `texts/`, one file a language, so
//! that the page in the browser does not carry them.

mod player_names;

use std::fmt::{Display, Write as _};

use client::Language;

use crate::EngineOptions;

/// Makes the enum, its list and its keys from one table, so that they cannot disagree.
macro_rules! message_keys {
    ($($name:ident = $key:literal,)+) => {
        /// A text of the catalogues in `texts/`, named after what it says.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Text {
            $($name,)+
        }

        impl Text {
            #[cfg(test)]
            const ALL: &[Text] = &[$(Text::$name),+];

            const fn key(self) -> &'static str {
                match self {
                    $(Text::$name => $key,)+
                }
            }
        }
    };
}

message_keys! {
    // Keys and what they do.
    KeyMove = "key.move",
    KeyPoint = "key.point",
    KeyCancel = "key.cancel",
    KeyComplete = "key.complete",
    KeyPromotion = "key.promotion",
    KeyDelay = "key.delay",
    KeyType = "key.type",
    KeyStep = "key.step",
    KeyEnds = "key.ends",
    KeyCastle = "key.castle",
    KeyTurn = "key.turn",
    KeyTakeBack = "key.take-back",
    KeyDraw = "key.draw",
    KeyResign = "key.resign",
    KeyPause = "key.pause",
    KeyNew = "key.new",
    KeyRematch = "key.rematch",
    KeySave = "key.save",
    KeyOpen = "key.open",
    KeyCopyPgn = "key.copy-pgn",
    KeyCopyFen = "key.copy-fen",
    KeyMenu = "key.menu",
    KeySettings = "key.settings",
    KeyHelp = "key.help",
    KeyQuit = "key.quit",
    KeyRestart = "key.restart",
    KeyRedraw = "key.redraw",
    KeyMouse = "key.mouse",
    KeyChange = "key.change",
    KeyChoose = "key.choose",
    // Names of keys that are no signs.
    NameArrows = "name.arrows",
    NameEnter = "name.enter",
    NameEscape = "name.escape",
    NameMouse = "name.mouse",
    NameTab = "name.tab",
    // Files.
    SaveAs = "file.save-as",
    Open = "file.open",
    Saved = "file.saved",
    AskOverwrite = "file.ask-overwrite",
    NotWritten = "file.not-written",
    NotRead = "file.not-read",
    NoName = "file.no-name",
    TooLarge = "file.too-large",
    NotReadable = "file.not-text",
    NotFile = "file.not-file",
    SettingsNotSaved = "keep.settings-failed",
    GameNotSaved = "keep.failed",
    GameSaved = "keep.kept",
    OtherGameSaved = "keep.other",
    NoFolder = "keep.no-folder",
    SavedByOtherProcess = "keep.elsewhere",
    Copied = "copied",
    SeeHelp = "see-help",
    // The draw menu.
    DrawTitle = "draw.title",
    NoClockRuns = "clock.none-runs",
    NoClockStands = "clock.none-stands",
    // What is asked.
    AskAnswers = "ask.answers",
    // Opponents.
    OpponentThinks = "opponent.thinks",
    OpponentWaits = "opponent.waits",
    OpponentAway = "opponent.away",
    OpponentNotStarted = "opponent.not-started",
    OpponentGone = "opponent.gone",
    OpponentLastWords = "opponent.last-words",
    OpponentSilent = "opponent.silent",
    OpponentInvalidReply = "opponent.lied",
    OpponentUnsuitable = "opponent.unfit",
    OpponentContinue = "opponent.go-on",
    OpponentStartAgain = "opponent.start-again",
    OpponentNotLost = "opponent.nobody-gone",
    OpponentAbsent = "opponent.absent",
    OpponentReplaced = "opponent.taken-over",
    NoSeat = "opponent.no-seat",
    Rated = "rated",
    LevelStrongest = "level.strongest",
    // Choices that only a terminal offers.
    Pieces = "pieces",
    PiecesAuto = "pieces.auto",
    PiecesArt = "pieces.art",
    PiecesSymbols = "pieces.symbols",
    PiecesLetters = "pieces.letters",
    PiecesNoArt = "pieces.no-art",
    Bell = "bell",
    On = "on",
    Off = "off",
    // Around the board.
    Moves = "moves",
    TooSmall = "too-small",
    Possible = "possible",
    Below = "below",
    Name = "name",
    Against = "against",
    AgainstPerson = "against.person",
    OwnSide = "own-side",
    // Line mode.
    PlainPrompt = "plain.prompt",
    PlainEnd = "plain.end",
    PlainWelcome = "plain.welcome",
    PlainSeeHelp = "plain.see-help",
    PlainHowTo = "plain.how-to",
    PlainHelp = "plain.help",
    PlainBoard = "plain.board",
    PlainFlip = "plain.flip",
    PlainMoves = "plain.moves",
    PlainAttacks = "plain.attacks",
    PlainKing = "plain.king",
    PlainUndo = "plain.undo",
    PlainDraw = "plain.draw",
    PlainClaim = "plain.claim",
    PlainResign = "plain.resign",
    PlainAbort = "plain.abort",
    PlainClock = "plain.clock",
    PlainPause = "plain.pause",
    PlainResume = "plain.resume",
    PlainSave = "plain.save",
    PlainLoad = "plain.load",
    PlainFen = "plain.fen",
    PlainPgn = "plain.pgn",
    PlainGame = "plain.game",
    PlainNew = "plain.new",
    PlainRematch = "plain.rematch",
    PlainRestart = "plain.restart",
    PlainStartAgain = "plain.start-again",
    PlainQuit = "plain.quit",
    PlainYes = "plain.yes",
    PlainNo = "plain.no",
    PlainYesNo = "plain.yes-no",
    PlainCancel = "plain.cancel",
    PlainLeft = "plain.left",
    PlainRight = "plain.right",
    PlainKingside = "plain.kingside",
    PlainQueenside = "plain.queenside",
    PlainWhite = "plain.white",
    PlainBlack = "plain.black",
    PlainNeedsSide = "plain.needs-side",
    PlainOn = "plain.on",
    PlainOff = "plain.off",
    PlainQueen = "plain.queen",
    PlainRook = "plain.rook",
    PlainBishop = "plain.bishop",
    PlainKnight = "plain.knight",
    PlainWhere = "plain.where",
    PlainOrSquare = "plain.or-square",
    PlainNoLegalMoves = "plain.stuck",
    PlainEnPassant = "plain.en-passant",
    PlainNone = "plain.none",
    PlainAttacked = "plain.attacked",
    PlainNeedsSquare = "plain.needs-square",
    PlainClaimWith = "plain.claim-with",
    PlainNothingSaved = "plain.nothing-kept",
    PlainNotAgreed = "plain.not-agreed",
    // At a server.
    PlainAccept = "plain.accept",
    PlainDecline = "plain.decline",
    PlainSay = "plain.say",
    PlainWin = "plain.win",
    PlainGive = "plain.give",
    PlainCancelAhead = "plain.cancel-ahead",
    OnlineYou = "online.you",
    OnlineSide = "online.side",
    OnlineBack = "online.back",
    OnlineConnectionFailed = "online.given-up",
    OnlineGameContinues = "online.goes-on",
    OnlineNoServer = "online.no-server",
    OnlineNoneChosen = "online.none-chosen",
    OnlineNotHere = "online.not-here",
    OnlineOnlyThere = "online.only-there",
    OnlineCannotSay = "online.cannot-say",
    OnlineSay = "online.say",
    OnlineAgree = "online.agree",
    OnlineNothingAsked = "online.nothing-asked",
    OnlineAskQuit = "online.ask-quit",
    LobbyGameSetup = "lobby.terms",
    LobbyCreate = "lobby.create",
    LobbyPair = "lobby.pair",
    LobbyComputer = "lobby.computer",
    LobbyJoin = "lobby.join",
    LobbyCancel = "lobby.cancel",
    LobbyQuit = "lobby.quit",
    LobbyGame = "lobby.game",
    LobbySearching = "lobby.looking",
    LobbyEmpty = "lobby.nobody",
    LobbyPairing = "lobby.pairing",
    LobbyInvite = "lobby.invite",
    LobbyResume = "lobby.go-on",
    LobbyUnreachable = "lobby.unreachable",
    KeySay = "key.say",
    KeyWin = "key.win",
    KeyGive = "key.give",
}

/// The voice of the terminal in one language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TerminalLocale {
    language: Language,
}

impl TerminalLocale {
    pub(crate) const fn new(language: Language) -> TerminalLocale {
        TerminalLocale { language }
    }

    /// A text that needs nothing filled in.
    pub(crate) fn get(self, text: Text) -> &'static str {
        let key = text.key();
        let lines = entries(catalogue(self.language));
        lines.into_iter().find(|(other, _)| *other == key).map_or(key, |(_, text)| text)
    }

    /// A text with its braces filled in.
    pub(crate) fn fill(self, text: Text, values: &[(&str, &dyn Display)]) -> String {
        let mut parts = self.get(text).split('{');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let Some((name, rest)) = part.split_once('}') else { continue };
            for (_, value) in values.iter().filter(|(other, _)| *other == name) {
                // Writing into a string does not fail.
                let _ = write!(filled, "{value}");
            }
            filled.push_str(rest);
        }
        filled
    }
}

impl TerminalLocale {
    /// Tells how a kept game is gone on with, against this engine if it is one's opponent.
    pub(crate) fn resume_hint(self, engine: Option<&EngineOptions>) -> String {
        let resume = "hanpan play --resume".to_owned();
        let command = engine.map_or(resume.clone(), |engine| format!("{resume} {}", engine.command_line()));
        self.fill(Text::GameSaved, &[("command", &command)])
    }
}

fn catalogue(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../texts/en.txt"),
        Language::Korean => include_str!("../texts/ko.txt"),
    }
}

/// A line is `key = text`; lines that begin with `#` are notes.
fn entries(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=')).map(|(key, text)| (key.trim(), text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn catalogues_have_exactly_the_keys_of_the_code() {
        let known: Vec<&str> = Text::ALL.iter().map(|text| text.key()).collect();
        for language in Language::ALL {
            let keys: Vec<&str> = entries(catalogue(language)).map(|(key, _)| key).collect();
            assert_eq!(keys, known, "{language:?}, in the order of the code");
            assert!(entries(catalogue(language)).all(|(_, text)| !text.is_empty()), "{language:?}");
        }
    }

    #[test]
    fn catalogues_have_the_same_placeholders() {
        for text in Text::ALL {
            let [english, korean] = Language::ALL.map(|language| {
                let parts = TerminalLocale::new(language).get(*text).split('{').skip(1);
                let mut names: Vec<_> = parts.map(|part| part.split('}').next().unwrap()).collect();
                names.sort_unstable();
                names
            });
            assert_eq!(english, korean, "{text:?}");
        }
    }

    #[test]
    fn placeholders_are_replaced() {
        let english = TerminalLocale::new(Language::English);
        assert_eq!(english.fill(Text::Saved, &[("file", &"a{b}.pgn")]), "Saved: a{b}.pgn");
    }
}
