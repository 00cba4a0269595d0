//! The pages of the club, where people meet, and whatever else is said about a server: a catalogue of its own.

use std::fmt::Display;

use super::message_key::message_keys;
use super::{Locale, catalogue, template};

message_keys! {
    /// A text of the club, without anything to fill in.
    ClubMessageKey:
    // Around every page.
    Title = "club.title",
    Archive = "club.archive",
    Account = "club.account",
    LogIn = "club.log-in",
    BackToBoard = "club.to-board",
    Menu = "club.menu",
    Loading = "club.loading",
    NoPage = "club.no-page",
    // An invitation.
    Invite = "invite.title",
    InviteAbout = "invite.about",
    InviteSide = "invite.side",
    RandomSide = "invite.random",
    InviteDays = "invite.days",
    OneDay = "invite.clock",
    Rated = "invite.rated",
    Casual = "invite.casual",
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
    LinkLocal = "invite.local",
    Withdraw = "invite.withdraw",
    JoinGame = "invite.sit",
    Invited = "invite.invited",
    // The lobby.
    Quick = "lobby.quick",
    QuickAbout = "lobby.quick-about",
    Looking = "lobby.looking",
    ComputerHere = "lobby.computer",
    ComputerAbout = "lobby.computer-about",
    Seeks = "lobby.seeks",
    NoSeeks = "lobby.no-seeks",
    Join = "lobby.join",
    Cancel = "lobby.cancel",
    Live = "lobby.live",
    NoLive = "lobby.no-live",
    Watch = "lobby.watch",
    MyGames = "lobby.my-games",
    YourTurn = "lobby.your-turn",
    OpponentsTurn = "lobby.their-turn",
    WaitingForPlayer = "lobby.waiting",
    // The game.
    OpponentHere = "play.here",
    OpponentAway = "play.away",
    OpponentUnknown = "play.unknown",
    Abort = "play.abort",
    Takeback = "play.takeback",
    Draw = "play.draw",
    Resign = "play.resign",
    Sure = "play.sure",
    NextGame = "play.next-game",
    Offered = "play.offered",
    OffersDraw = "play.offers-draw",
    OffersTakeback = "play.offers-takeback",
    OffersRematch = "play.offers-rematch",
    NewOpponent = "play.new-opponent",
    Pgn = "play.pgn",
    WaitingForOpponent = "online.waiting",
    Spectating = "online.spectating",
    ClaimWin = "online.claim-win",
    ClaimDrawOfAbsence = "online.claim-draw",
    GiveTime = "online.give-time",
    ConnectNow = "online.connect-now",
    // Talk.
    ChatPlayers = "chat.players",
    SpectatorChat = "chat.watchers",
    ChatHint = "chat.hint",
    ChatSend = "chat.send",
    ChatMute = "chat.mute",
    ChatUnmute = "chat.unmute",
    ChatMuted = "chat.muted",
    ChatEmpty = "chat.empty",
    QuickReplies = "chat.phrases",
    // Accounts.
    AccountAbout = "account.about",
    Register = "account.register",
    RegisterAbout = "account.register-about",
    Name = "account.name",
    NameRule = "account.name-rule",
    Password = "account.password",
    PasswordRule = "account.password-rule",
    ChangePassword = "account.change-password",
    ChangePasswordAbout = "account.change-password-about",
    CurrentPassword = "account.current-password",
    NewPassword = "account.new-password",
    PasswordChanged = "account.password-changed",
    LogOut = "account.log-out",
    Ratings = "account.ratings",
    NoRatings = "account.no-ratings",
    Sessions = "account.sessions",
    ThisSession = "account.this-one",
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
    ArchivePlayer = "archive.whose",
    AllPlayers = "archive.everybody",
    Mine = "archive.mine",
    Opponent = "archive.opponent",
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
    // Speeds.
    Bullet = "speed.bullet",
    Blitz = "speed.blitz",
    Rapid = "speed.rapid",
    Classical = "speed.classical",
    Correspondence = "speed.correspondence",
    Unlimited = "speed.unlimited",
    // What went wrong.
    ServerUnreachable = "trouble.not-reached",
    BadResponse = "trouble.not-understood",
    NotLoggedIn = "trouble.not-logged-in",
    WrongCredentials = "trouble.wrong-credentials",
    WrongPassword = "trouble.wrong-password",
    Banned = "trouble.banned",
    NameTaken = "trouble.name-taken",
    HasAccount = "trouble.has-account",
    InvalidName = "trouble.unfit-name",
    InvalidPassword = "trouble.unfit-password",
}

impl Locale {
    /// A text that is always the same.
    #[must_use]
    pub fn club_message(self, phrase: ClubMessageKey) -> &'static str {
        self.club_text(phrase.key())
    }

    /// How many people are connected and how many games are being played.
    #[must_use]
    pub fn online_counts(self, players: u32, games: u32) -> String {
        self.club_fill("lobby.crowd", &[("players", &players), ("games", &games)])
    }

    /// How many watch a game.
    #[must_use]
    pub fn spectator_count(self, count: u32) -> String {
        self.club_fill("play.watchers", &[("count", &count)])
    }

    /// Who plays whom.
    #[must_use]
    pub fn pairing(self, white: &str, black: &str) -> String {
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
    pub fn game_length(self, count: u32) -> String {
        match count {
            1 => self.club_text("archive.one-move").to_owned(),
            _ => self.club_fill("archive.moves", &[("count", &count)]),
        }
    }

    pub(super) fn club_text(self, key: &'static str) -> &'static str {
        catalogue::club(self.language).get(key).unwrap_or(key)
    }

    pub(super) fn club_fill(self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        template::fill(self.club_text(key), values)
    }
}
