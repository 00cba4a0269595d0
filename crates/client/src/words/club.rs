//! The pages of the club, where people meet: their texts are a catalogue of their own.

use std::fmt::Display;

use game::Millis;

use super::phrase::phrases;
use super::{Words, catalogue, template};

phrases! {
    /// A text of the club, without anything to fill in.
    ClubPhrase:
    // Around every page.
    Title = "club.title",
    Archive = "club.archive",
    Account = "club.account",
    LogIn = "club.log-in",
    ToBoard = "club.to-board",
    Menu = "club.menu",
    Guest = "club.guest",
    Gone = "club.gone",
    You = "club.you",
    Loading = "club.loading",
    NoPage = "club.no-page",
    TryAgain = "club.try-again",
    // The connection.
    Connecting = "link.connecting",
    Broken = "link.broken",
    NoNetwork = "link.no-network",
    Closing = "link.closing",
    Ended = "link.ended",
    Back = "link.back",
    // An invitation.
    Invite = "invite.title",
    InviteAbout = "invite.about",
    InviteSide = "invite.side",
    RandomSide = "invite.random",
    InviteDays = "invite.days",
    OneDay = "invite.clock",
    Rated = "invite.rated",
    Casual = "invite.casual",
    RatedAbout = "invite.rated-about",
    Private = "invite.private",
    YourName = "invite.name",
    MakeLink = "invite.make",
    LinkReady = "invite.ready",
    LinkAbout = "invite.link-about",
    Link = "invite.link",
    CopyLink = "invite.copy",
    ShareLink = "invite.share",
    QrCode = "invite.qr",
    Copied = "invite.copied",
    CopyFailed = "invite.copy-failed",
    Withdraw = "invite.withdraw",
    SitDown = "invite.sit",
    Invited = "invite.invited",
    JustWatch = "invite.watch",
    // The lobby.
    Quick = "lobby.quick",
    QuickAbout = "lobby.quick-about",
    Looking = "lobby.looking",
    Seeks = "lobby.seeks",
    NoSeeks = "lobby.no-seeks",
    Join = "lobby.join",
    Cancel = "lobby.cancel",
    YourSeek = "lobby.yours",
    Live = "lobby.live",
    NoLive = "lobby.no-live",
    Watch = "lobby.watch",
    MyGames = "lobby.my-games",
    YourTurn = "lobby.your-turn",
    TheirTurn = "lobby.their-turn",
    WaitingForPlayer = "lobby.waiting",
    // The game.
    Watching = "play.watching",
    OpponentHere = "play.here",
    OpponentAway = "play.away",
    Abort = "play.abort",
    Takeback = "play.takeback",
    Draw = "play.draw",
    Resign = "play.resign",
    GiveTime = "play.give-time",
    Sure = "play.sure",
    ClaimWin = "play.claim-win",
    ClaimDraw = "play.claim-draw",
    OpponentLeft = "play.left",
    Rematch = "play.rematch",
    RematchSent = "play.rematch-sent",
    NextGame = "play.next-game",
    Offered = "play.offered",
    OffersDraw = "play.offers-draw",
    OffersTakeback = "play.offers-takeback",
    OffersRematch = "play.offers-rematch",
    Sending = "play.sending",
    NewOpponent = "play.new-opponent",
    Pgn = "play.pgn",
    TimeGone = "play.interrupted",
    // Talk.
    Chat = "chat.title",
    ChatPlayers = "chat.players",
    ChatWatchers = "chat.watchers",
    ChatHint = "chat.hint",
    ChatSend = "chat.send",
    ChatMute = "chat.mute",
    ChatUnmute = "chat.unmute",
    ChatMuted = "chat.muted",
    ChatEmpty = "chat.empty",
    Phrases = "chat.phrases",
    SayHello = "chat.hello",
    SayGoodLuck = "chat.good-luck",
    SayHaveFun = "chat.have-fun",
    SayWellPlayed = "chat.well-played",
    SayGoodGame = "chat.good-game",
    SayThankYou = "chat.thank-you",
    SayMustGo = "chat.must-go",
    SayGoodbye = "chat.goodbye",
    // Accounts.
    AccountAbout = "account.about",
    Register = "account.register",
    RegisterAbout = "account.register-about",
    Name = "account.name",
    NameRule = "account.name-rule",
    Password = "account.password",
    PasswordRule = "account.password-rule",
    LogOut = "account.log-out",
    Ratings = "account.ratings",
    NoRatings = "account.no-ratings",
    Sessions = "account.sessions",
    ThisOne = "account.this-one",
    EndSession = "account.end-session",
    EndOthers = "account.end-others",
    Export = "account.export",
    ExportGames = "account.export-games",
    Delete = "account.delete",
    DeleteAbout = "account.delete-about",
    Profile = "account.profile",
    MyData = "account.my-data",
    // Players and the archive.
    RatingGraph = "archive.graph",
    NoGraph = "archive.no-graph",
    Filter = "archive.filter",
    Whose = "archive.whose",
    Everybodys = "archive.everybody",
    Mine = "archive.mine",
    Opponent = "archive.opponent",
    AnyOpponent = "archive.any-opponent",
    Result = "archive.result",
    AnyResult = "archive.any-result",
    Won = "archive.won",
    Drawn = "archive.drawn",
    Lost = "archive.lost",
    SpeedLabel = "archive.speed",
    From = "archive.from",
    Until = "archive.until",
    NoGames = "archive.none",
    MoreGames = "archive.more",
    ExportPgn = "archive.export",
    Replay = "archive.replay",
    // Speeds.
    Bullet = "speed.bullet",
    Blitz = "speed.blitz",
    Rapid = "speed.rapid",
    Classical = "speed.classical",
    Correspondence = "speed.correspondence",
    Unlimited = "speed.unlimited",
    // What went wrong.
    NotReached = "trouble.not-reached",
    NotUnderstood = "trouble.not-understood",
    NoGame = "trouble.no-game",
    Full = "trouble.full",
    GameOver = "trouble.over",
    NotYourTurn = "trouble.not-your-turn",
    Stale = "trouble.stale",
    Illegal = "trouble.illegal",
    TimeOut = "trouble.time-out",
    NotAllowed = "trouble.not-allowed",
    AccountNeeded = "trouble.account-needed",
    CannotBeRated = "trouble.cannot-be-rated",
    BadStart = "trouble.bad-start",
    NoSeek = "trouble.no-seek",
    TooMany = "trouble.too-many",
    TooFast = "trouble.too-fast",
    Storage = "trouble.storage",
    NotLoggedIn = "trouble.not-logged-in",
    WrongCredentials = "trouble.wrong-credentials",
    NameTaken = "trouble.name-taken",
    Unfit = "trouble.unfit",
}

impl Words {
    /// A text that is always the same.
    #[must_use]
    pub fn club(self, phrase: ClubPhrase) -> &'static str {
        self.club_text(phrase.key())
    }

    /// How many people are connected and how many games are being played.
    #[must_use]
    pub fn crowd(self, players: u32, games: u32) -> String {
        self.club_fill("lobby.crowd", &[("players", &players), ("games", &games)])
    }

    /// How many watch a game.
    #[must_use]
    pub fn watchers(self, count: u32) -> String {
        self.club_fill("play.watchers", &[("count", &count)])
    }

    /// The opponent has left, and after this time the game can be claimed.
    #[must_use]
    pub fn claim_in(self, wait: Millis) -> String {
        self.club_fill("play.claim-in", &[("time", &self.time(wait))])
    }

    /// How long there is for the first move.
    #[must_use]
    pub fn first_move_within(self, wait: Millis) -> String {
        self.club_fill("play.first-move", &[("time", &self.time(wait))])
    }

    /// When the next attempt to connect is made.
    #[must_use]
    pub fn retry_in(self, wait: Millis) -> String {
        self.club_fill("link.retry", &[("time", &self.time(wait))])
    }

    /// A line of talk, for those who listen.
    #[must_use]
    pub fn chat_line(self, name: &str, text: &str) -> String {
        self.club_fill("chat.line", &[("name", &name), ("text", &text)])
    }

    /// Who plays whom.
    #[must_use]
    pub fn against(self, white: &str, black: &str) -> String {
        self.club_fill("play.against", &[("white", &white), ("black", &black)])
    }

    /// Since when somebody has an account.
    #[must_use]
    pub fn account_since(self, date: &str) -> String {
        self.club_fill("account.since", &[("date", &date)])
    }

    /// A device on which somebody is logged in, and when it was last used.
    #[must_use]
    pub fn last_seen(self, device: &str, date: &str) -> String {
        self.club_fill("account.last-seen", &[("device", &device), ("date", &date)])
    }

    /// How long a game was.
    #[must_use]
    pub fn moves_made(self, count: u32) -> String {
        self.club_fill("archive.moves", &[("count", &count)])
    }

    /// A rating that few games stand behind.
    #[must_use]
    pub fn provisional_rating(self, rating: u16) -> String {
        self.club_fill("rating.provisional", &[("rating", &rating)])
    }

    fn club_text(self, key: &'static str) -> &'static str {
        catalogue::club(self.language).get(key).unwrap_or(key)
    }

    fn club_fill(self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        template::fill(self.club_text(key), values)
    }
}
