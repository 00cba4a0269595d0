//! Texts that are always the same.

/// Makes the enum, its list and its keys from one table, so that they cannot disagree.
macro_rules! message_keys {
    ($(#[$about:meta])* $enum:ident: $($name:ident = $key:literal,)+) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $enum {
            $(
                #[doc = concat!("The text under `", $key, "`.")]
                $name,
            )+
        }

        impl $enum {
            /// All phrases, in the order of the catalogues.
            pub const ALL: &[$enum] = &[$($enum::$name),+];

            /// The key in the catalogues; never shown to players.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $($enum::$name => $key,)+
                }
            }
        }
    };
}

pub(super) use message_keys;

message_keys! {
    /// A text without anything to fill in: buttons, labels, hints, questions. Named after what it says; the
    /// catalogues hold the texts themselves.
    MessageKey:
    // The program.
    AppName = "app.name",
    AppTagline = "app.tagline",
    LanguageName = "app.language",
    SkipToBoard = "app.skip-to-board",
    // Home.
    PlayHere = "home.play-here",
    PlayHereAbout = "home.play-here-about",
    PlayComputer = "home.play-computer",
    PlayComputerAbout = "home.play-computer-about",
    Analysis = "home.analysis",
    AnalysisAbout = "home.analysis-about",
    PlayOnline = "home.play-online",
    PlayOnlineAbout = "home.play-online-about",
    PlayOnlineOffline = "home.play-online-offline",
    ContinueGame = "home.continue",
    NewGame = "home.new-game",
    OpenPgn = "home.open-pgn",
    PasteText = "home.paste",
    Settings = "home.settings",
    Help = "home.help",
    // A new game.
    Rules = "new.rules",
    StartNumber = "new.start-number",
    RandomStart = "new.random",
    FenBox = "new.fen",
    FenHint = "new.fen-hint",
    FirstMover = "new.first-move",
    Clock = "new.clock",
    NoClock = "new.no-clock",
    CustomClock = "new.custom-clock",
    BaseTime = "new.time",
    Minutes = "new.minutes",
    Seconds = "new.seconds",
    TimeBonus = "new.bonus",
    DifferentTimes = "new.different-times",
    Names = "new.names",
    NameHint = "new.name-hint",
    Sides = "new.seats",
    WhiteBelow = "new.white-below",
    BlackBelow = "new.black-below",
    SwapSides = "new.swap",
    AutoFlip = "new.auto-flip",
    StartGame = "new.start",
    BadStartNumber = "new.bad-start-number",
    // Buttons everywhere.
    Ok = "button.ok",
    Cancel = "button.cancel",
    Close = "button.close",
    Back = "button.back",
    Yes = "button.yes",
    No = "button.no",
    // The game.
    Board = "game.board",
    GameControls = "game.controls",
    More = "game.more",
    MoveList = "game.moves",
    NoMoves = "game.no-moves",
    ToStart = "game.to-start",
    StepBack = "game.step-back",
    StepForward = "game.step-forward",
    ToEnd = "game.to-end",
    LookingBack = "game.looking-back",
    BackToGame = "game.back-to-game",
    FlipBoard = "game.flip",
    TakeBack = "game.take-back",
    OfferDraw = "game.offer-draw",
    ClaimDraw = "game.claim-draw",
    Accept = "game.accept",
    Decline = "game.decline",
    Resign = "game.resign",
    Abort = "game.call-off",
    Review = "game.review",
    Rematch = "game.rematch",
    PauseClocks = "game.pause",
    Resume = "game.go-on",
    ClocksPaused = "game.paused",
    GameOver = "game.over",
    CapturedPieces = "game.captured",
    TypeMove = "game.type-move",
    TypeMoveHint = "game.type-move-hint",
    PlayMove = "game.play-move",
    CancelPremoves = "game.cancel-premoves",
    ClearDrawings = "game.clear-drawings",
    IllegalMove = "game.illegal",
    // What players ask each other.
    AskNewGame = "ask.new-game",
    KeepPlaying = "ask.keep-playing",
    ClaimShowMove = "claim.show-move",
    // Promotion.
    PromotionTitle = "promotion.title",
    PromotionCancel = "promotion.cancel",
    // Copying, pasting, files.
    CopyFen = "share.copy-fen",
    CopyPgn = "share.copy-pgn",
    DownloadPgn = "share.download-pgn",
    PasteHint = "share.paste-hint",
    Copied = "share.copied",
    CopyFailed = "share.copy-failed",
    NothingToOpen = "share.empty",
    NoGameInText = "share.no-game",
    NotSaved = "share.not-saved",
    // Settings.
    SettingsLanguage = "settings.language",
    SettingsLanguageAuto = "settings.language-auto",
    SettingsLook = "settings.look",
    SettingsColors = "settings.colors",
    SettingsBoard = "settings.board",
    SettingsBoard3d = "settings.space",
    SettingsBoard3dTheme = "settings.space-look",
    Board3dToggle = "settings.space-switch",
    Board3dUnavailable = "settings.space-sorry",
    SettingsHighlights = "settings.highlights",
    SettingsNotation = "settings.notation",
    SettingsAnimation = "settings.animation",
    SettingsPlaying = "settings.playing",
    SettingsExplain = "settings.explain",
    SettingsExplainAbout = "settings.explain-about",
    SettingsAlwaysQueen = "settings.always-queen",
    SettingsSound = "settings.sound",
    SettingsSoundVolume = "settings.sound-volume",
    SettingsMusic = "settings.music",
    SettingsMusicVolume = "settings.music-volume",
    SettingsReset = "settings.reset",
    // The page itself.
    Offline = "page.offline",
    ReadyOffline = "page.ready-offline",
    NewVersion = "page.new-version",
    Reload = "page.reload",
    Install = "page.install",
    Loading = "page.loading",
    PageBroken = "page.broken",
    // Help.
    HelpTitle = "help.title",
    HelpClick = "help.click",
    HelpDrag = "help.drag",
    HelpKeyboard = "help.keyboard",
    HelpType = "help.type",
    HelpDraw = "help.draw",
    HelpStep = "help.step",
    HelpBoard3d = "help.space",
    HelpPremove = "help.premove",
    HelpExplain = "help.explain",
    // The terminal.
    YourMove = "terminal.your-move",
    TerminalPromotion = "terminal.promotion",
    TerminalPromotionAgain = "terminal.promotion-again",
    TerminalCastlingAgain = "terminal.castling-again",
    TerminalDraw = "terminal.draw",
    TerminalYesNoAgain = "terminal.yes-no-again",
    TerminalTooSmall = "terminal.too-small",
    TerminalQuit = "terminal.quit",
    TerminalAskQuit = "terminal.ask-quit",
    TerminalSaved = "terminal.saved",
    TerminalKeys = "terminal.keys",
}
