//! Korean particles: most have two forms, chosen by the final sound of the word before them.
//!
//! A catalogue has both forms, as Koreans write them: `을(를)`. [`push_after_value`] chooses one right behind a value that
//! was filled in and leaves the rest of a text alone. A value that ends in a Hangul syllable or a digit is read aloud: 3 is
//! 삼. Behind any other value both forms stay, because its pronunciation is unknown.

/// As written in the catalogue, after a consonant, after a vowel.
const PARTICLES: [[&str; 3]; 5] = [
    ["을(를)", "을", "를"],
    ["이(가)", "이", "가"],
    ["은(는)", "은", "는"],
    ["와(과)", "과", "와"],
    ["(으)로", "으로", "로"],
];

/// The sound at the end of a word, as far as particles depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FinalSound {
    Vowel,
    /// ㄹ counts as a consonant for all particles but (으)로.
    Rieul,
    Consonant,
}

/// Appends the part of a template that follows a value, its particle chosen for the end of `text`.
pub(crate) fn push_after_value(text: &mut String, rest: &str) {
    let (particle, rest) = final_sound(text).and_then(|sound| choose_form(rest, sound)).unwrap_or(("", rest));
    text.push_str(particle);
    text.push_str(rest);
}

/// The form that fits the sound, and the text behind the particle.
fn choose_form(rest: &str, sound: FinalSound) -> Option<(&'static str, &str)> {
    PARTICLES.into_iter().find_map(|[written, after_consonant, after_vowel]| {
        let after = rest.strip_prefix(written)?;
        let as_vowel = match sound {
            FinalSound::Vowel => true,
            FinalSound::Rieul => written == "(으)로",
            FinalSound::Consonant => false,
        };
        Some((if as_vowel { after_vowel } else { after_consonant }, after))
    })
}

fn final_sound(text: &str) -> Option<FinalSound> {
    match text.chars().next_back()? {
        '2' | '4' | '5' | '9' => Some(FinalSound::Vowel),
        '1' | '7' | '8' => Some(FinalSound::Rieul),
        '0' | '3' | '6' => Some(FinalSound::Consonant), // also 십, 백, 천 and 만
        // Syllables are numbered by initial, vowel and final; there are 28 finals, none first and ㄹ eighth after it.
        syllable @ '가'..='힣' => Some(match (u32::from(syllable) - u32::from('가')) % 28 {
            0 => FinalSound::Vowel,
            8 => FinalSound::Rieul,
            _ => FinalSound::Consonant,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particle_forms_follow_the_final_sound() {
        let check = |word: &str, expected: [&str; 5]| {
            for ([written, ..], expected) in PARTICLES.into_iter().zip(expected) {
                let mut text = word.to_owned();
                push_after_value(&mut text, &format!("{written} 둠"));
                assert_eq!(text, format!("{word}{expected} 둠"));
            }
        };
        let vowel = ["를", "가", "는", "와", "로"];
        let rieul = ["을", "이", "은", "과", "로"];
        let consonant = ["을", "이", "은", "과", "으로"];
        for word in ["나이트", "e2", "e4", "e5", "29", "가", "킹사이드"] {
            check(word, vowel);
        }
        for word in ["e1", "e7", "e8", "말", "e4의 돌"] {
            check(word, rieul);
        }
        for word in ["폰", "비숍", "룩", "퀸", "킹", "백", "흑", "e3", "e6", "10", "힣"] {
            check(word, consonant);
        }
        for word in ["", "Anna", "e4 ", "ㄱ", "“킹”"] {
            check(word, PARTICLES.map(|[written, ..]| written));
        }
    }
}
