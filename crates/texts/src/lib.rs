//! All texts that a player sees or hears, and what is needed to put them together: languages, message catalogues, message
//! keys, templates, plural categories and Korean particles. Any program may use this crate; it knows no chess.
//!
//! A language is a folder in `languages/`: `language.txt` names the language and its plural rule, the other files are
//! catalogues of `key = text` lines. [`base`] has the game and its screens, [`club`] the online and computer pages,
//! [`analysis`] the analysis board and reviews, [`learn`] the pages for learning, [`lessons`] the sentences of the lessons, [`puzzles`] solving and the names of themes,
//! [`server`] the pages that the server writes itself, [`terminal`] what only the terminal says. The catalogues are separate functions, so that the first web page does
//! not carry the texts of the others. To add a language, add a folder; the tests compare its keys with the other ones.
//!
//! ```
//! use texts::{Language, MessageKey, fill};
//!
//! let korean = Language::from_code("ko_KR.UTF-8").unwrap_or_default();
//! assert_eq!(texts::base(korean).text(MessageKey::NewGame.key()), "새 대국");
//! // The particle follows the sound of the value.
//! assert_eq!(fill("{role}(으)로 승격", &[("role", &"룩")]), "룩으로 승격");
//! ```

mod catalogue;
mod keys;
mod korean_particles;
mod language;
pub mod plural;
mod template;

pub use catalogue::{Catalogue, analysis, base, club, learn, lessons, puzzles, server, terminal};
pub use keys::{
    AnalysisMessageKey, ClubMessageKey, ComputerMessageKey, EditorMessageKey, LearnMessageKey, MessageKey,
    PracticeMessageKey, PuzzleMessageKey, ServerMessageKey, TerminalMessageKey,
};
pub use language::Language;
pub use plural::{PluralCategory, PluralRule};
pub use template::fill;
