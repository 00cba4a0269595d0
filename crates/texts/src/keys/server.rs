//! Keys of the pages that the server writes itself: API tokens, and programs that ask for access.

message_keys! {
    /// A message of the catalogue `server`.
    ServerMessageKey:
    // API tokens.
    Tokens = "token.title",
    TokensAbout = "token.about",
    NoTokens = "token.none",
    NewToken = "token.new",
    Description = "token.description",
    DescriptionRule = "token.description-rule",
    Scopes = "token.scopes",
    CreateToken = "token.create",
    TokenCreated = "token.created",
    CopyNow = "token.copy-now",
    AllTokens = "token.all",
    NoScopes = "token.no-scopes",
    Revoke = "token.revoke",
    TooManyTokens = "token.too-many",
    // Permissions of a token.
    PreferenceRead = "scope.preference-read",
    EmailRead = "scope.email-read",
    ChallengeRead = "scope.challenge-read",
    ChallengeWrite = "scope.challenge-write",
    BoardPlay = "scope.board-play",
    BotPlay = "scope.bot-play",
    // A program asks for access.
    Access = "access.title",
    AccessToDo = "access.to-do",
    AccessNothing = "access.nothing",
    AccessRedirect = "access.redirect",
    AccessUnverified = "access.unverified",
    AccessRevoke = "access.revoke",
    Allow = "access.allow",
    Deny = "access.deny",
    // Errors.
    BadRequest = "error.request",
    BadRequestAbout = "error.request-about",
    OldForm = "error.form",
    OldFormAbout = "error.form-about",
    StoreFailed = "error.store",
    StoreFailedAbout = "error.store-about",
    TooManyCodes = "error.too-many-codes",
    // Texts with names and dates.
    TokenUsed = "token.used",
    TokenUnused = "token.unused",
    RevokeOne = "token.revoke-one",
    AccessAsks = "access.asks",
}
