//! Message keys: the texts without placeholders by name. Each enum is one table of names and keys, and the tests compare
//! the tables with the catalogues.

/// Declares an enum of message keys from a table of `Name = "key"` lines.
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
            /// All keys, in the order of the catalogues.
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

mod analysis;
mod base;
mod club;
mod computer;
mod editor;
mod learn;
mod practice;
mod puzzles;
mod server;
mod terminal;

pub use analysis::AnalysisMessageKey;
pub use base::MessageKey;
pub use club::ClubMessageKey;
pub use computer::ComputerMessageKey;
pub use editor::EditorMessageKey;
pub use learn::LearnMessageKey;
pub use practice::PracticeMessageKey;
pub use puzzles::PuzzleMessageKey;
pub use server::ServerMessageKey;
pub use terminal::TerminalMessageKey;
