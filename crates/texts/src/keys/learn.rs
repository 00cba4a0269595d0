//! Keys of the pages for learning.

message_keys! {
    /// A message of the catalogue `learn`.
    LearnMessageKey:
    Play = "learn.play",
    PlayAbout = "learn.play-about",
    Review = "learn.review",
    ReviewAbout = "learn.review-about",
    Lessons = "learn.lessons",
    LessonsAbout = "learn.lessons-about",
    Begin = "learn.begin",
    Continue = "learn.continue",
    All = "learn.all",
    Again = "learn.again",
    Next = "learn.next",
    Hint = "learn.hint",
    Speak = "learn.speak",
    Done = "learn.done",
    Finished = "learn.finished",
    IsCheck = "learn.is-check",
    IsCheckmate = "learn.is-checkmate",
    IsStalemate = "learn.is-stalemate",
    Good = "learn.good",
}
