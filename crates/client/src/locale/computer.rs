//! Play against the computer: its opponents and what is said around the board.

use super::Locale;
use super::message_key::message_keys;
use crate::review::MistakeReason;

message_keys! {
    /// A text of the pages with the computer, without anything to fill in.
    ComputerMessageKey:
    Title = "computer.title",
    Short = "computer.short",
    Choose = "computer.choose",
    RatingAbout = "computer.rating-about",
    Full = "computer.full",
    YouPlay = "computer.you-play",
    Start = "computer.start",
    Hint = "computer.hint",
    Why = "computer.why",
    NoWorker = "computer.no-worker",
    Haru = "opponent.haru",
    HaruAbout = "opponent.haru-about",
    Bori = "opponent.bori",
    BoriAbout = "opponent.bori-about",
    Momo = "opponent.momo",
    MomoAbout = "opponent.momo-about",
    Dori = "opponent.dori",
    DoriAbout = "opponent.dori-about",
    Nuri = "opponent.nuri",
    NuriAbout = "opponent.nuri-about",
    Sol = "opponent.sol",
    SolAbout = "opponent.sol-about",
    Mina = "opponent.mina",
    MinaAbout = "opponent.mina-about",
    Jun = "opponent.jun",
    JunAbout = "opponent.jun-about",
    Areum = "opponent.areum",
    AreumAbout = "opponent.areum-about",
    Otto = "opponent.otto",
    OttoAbout = "opponent.otto-about",
    Clara = "opponent.clara",
    ClaraAbout = "opponent.clara-about",
    Taeo = "opponent.taeo",
    TaeoAbout = "opponent.taeo-about",
    Yuna = "opponent.yuna",
    YunaAbout = "opponent.yuna-about",
    Bruno = "opponent.bruno",
    BrunoAbout = "opponent.bruno-about",
    Seoyeon = "opponent.seoyeon",
    SeoyeonAbout = "opponent.seoyeon-about",
    Ines = "opponent.ines",
    InesAbout = "opponent.ines-about",
    Minho = "opponent.minho",
    MinhoAbout = "opponent.minho-about",
    Greta = "opponent.greta",
    GretaAbout = "opponent.greta-about",
    Doyun = "opponent.doyun",
    DoyunAbout = "opponent.doyun-about",
    Hanpan = "opponent.hanpan",
    HanpanAbout = "opponent.hanpan-about",
}

impl Locale {
    /// A text that is always the same.
    #[must_use]
    pub fn computer_message(self, phrase: ComputerMessageKey) -> &'static str {
        self.club_text(phrase.key())
    }

    /// The name of an opponent by the word that stands for it; the word itself if nobody has it.
    #[must_use]
    pub fn computer_opponent(self, word: &str) -> String {
        self.opponent_text(word, "").map_or_else(|| word.to_owned(), str::to_owned)
    }

    /// What kind of player an opponent is.
    #[must_use]
    pub fn computer_opponent_about(self, word: &str) -> &'static str {
        self.opponent_text(word, "-about").unwrap_or_default()
    }

    /// A move cost much, what happened, and what would have been better.
    #[must_use]
    pub fn mistake_advice(self, played: &str, reason: Option<&MistakeReason>, better: &str) -> String {
        let cost = self.club_fill("computer.lesson", &[("played", &played)]);
        let sentences =
            [Some(cost), reason.map(|reason| self.review_reason(reason)), Some(self.better_move(better))];
        sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn opponent_text(self, word: &str, what: &str) -> Option<&'static str> {
        let is_meant = |phrase: &&ComputerMessageKey| {
            let rest = phrase.key().strip_prefix("opponent.").and_then(|rest| rest.strip_prefix(word));
            rest == Some(what)
        };
        ComputerMessageKey::ALL.iter().find(is_meant).map(|&phrase| self.computer_message(phrase))
    }
}
