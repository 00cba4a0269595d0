//! Keys of the pages for learning.

message_keys! {
    /// A message of the catalogue `learn`.
    LearnMessageKey:
    Play = "learn.play",
    PlayAbout = "learn.play-about",
    Review = "learn.review",
    ReviewAbout = "learn.review-about",
}
