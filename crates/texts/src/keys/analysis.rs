//! Keys of the analysis board.

message_keys! {
    /// A message of the catalogue `club`, for the analysis pages.
    AnalysisMessageKey:
    Title = "analysis.title",
    Engine = "analysis.engine",
    Start = "analysis.start",
    Stop = "analysis.stop",
    LineCount = "analysis.line-count",
    Lines = "analysis.lines",
    Explorer = "analysis.explorer",
    ExplorerEmpty = "analysis.explorer-empty",
    ExplorerMove = "analysis.explorer-move",
    ExplorerGames = "analysis.explorer-games",
    ExplorerResults = "analysis.explorer-results",
    Stopped = "analysis.stopped",
    NoMove = "analysis.no-move",
    Bar = "analysis.bar",
    Unknown = "analysis.unknown",
    FromReview = "analysis.from-review",
    Review = "analysis.review",
    ReviewAbout = "analysis.review-about",
    Cancel = "analysis.cancel",
    Accuracy = "analysis.accuracy",
    Graph = "analysis.graph",
    Begin = "analysis.begin",
    ShowMe = "analysis.show",
    Open = "analysis.open",
    OpenAbout = "analysis.open-about",
    NewBoard = "analysis.new-board",
    Remove = "analysis.remove",
    NoMistakes = "analysis.no-mistakes",
}
