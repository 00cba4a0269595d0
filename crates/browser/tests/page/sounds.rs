//! What is heard: every sound by the tones and knocks it is made of, and a loudspeaker that wakes up again.

use browser::{Browser, Button, Clock, Hand, Key, Look, Outcome, visit};
use serde_json::json;

/// Notes every source of sound that is started: a tone is an oscillator, a knock one with a burst of noise besides.
const LISTEN: &str = "
    window.heard = [0, 0];
    [['createOscillator', 0], ['createBufferSource', 1]].forEach(([name, kind]) => {
        const create = BaseAudioContext.prototype[name];
        BaseAudioContext.prototype[name] = function () {
            window.loudspeaker = this;
            const source = create.call(this);
            const start = source.start;
            source.start = function (...moment) { window.heard[kind] += 1; return start.apply(source, moment); };
            return source;
        };
    });
";

/// Waits for a sound of so many tones and bursts of noise, and forgets it.
fn expect(browser: &Browser, what: &str, tones: u64, bursts: u64) -> Outcome {
    browser.wait(&format!("the sound of {what}"), || {
        let heard = browser.run("return window.heard", &[])?;
        Ok(if heard == json!([tones, bursts]) { Ok(()) } else { Err(heard.to_string()) })
    })?;
    browser.run("window.heard = [0, 0]", &[]).map(drop)
}

#[test]
fn every_kind_of_move_has_its_sound() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.browser.before_load(LISTEN)?;
        let check = |fen: &str, m: &str, what: &str, tones: u64, bursts: u64| {
            visit.home()?.run("localStorage.clear()", &[])?;
            let table = visit.table_from(fen)?;
            // The game begins with a sound of its own.
            expect(&visit.browser, "a beginning", 3, 0)?;
            table.play(Hand::Click, m)?;
            expect(&visit.browser, what, tones, bursts)
        };
        check("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "a2a3", "a move", 1, 1)?;
        check("4k3/8/8/8/8/1p6/P7/4K2R w K - 0 1", "a2b3", "a capture", 2, 2)?;
        check("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "e1g1", "castling", 2, 2)?;
        check("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "h1h8", "a check", 3, 1)?;
        check("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a promotion", 5, 1)?;
        check("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "a2a5", "an illegal move", 2, 0)
    })
}

#[test]
fn little_time_is_heard_and_so_is_the_end() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.browser.before_load(LISTEN)?;
        let clock = Clock::hold(&visit.browser)?;
        let table = visit.table(&["3+2"])?;
        expect(&visit.browser, "a beginning", 3, 0)?;
        table.play(Hand::Click, "e2e4 e7e5")?;
        expect(&visit.browser, "two moves", 2, 2)?;
        clock.pass(170)?;
        expect(&visit.browser, "little time", 3, 0)?;
        clock.pass(12)?;
        expect(&visit.browser, "an end", 4, 0)
    })
}

#[test]
fn a_volume_is_heard_when_it_is_chosen() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let browser = &visit.browser;
        browser.before_load(LISTEN)?;
        visit.home()?.press(Button("Settings"))?;
        browser.run("document.querySelector('.volume input').focus()", &[])?;
        browser.keys([Key::Right])?;
        expect(browser, "a louder move", 1, 1)?;
        // Silence is silent.
        browser.keys([Key::Home])?;
        browser.wait_for_words("h1", "Settings")?;
        expect(browser, "nothing", 0, 0)
    })
}

#[test]
fn the_loudspeaker_wakes_up_again() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.browser.before_load(LISTEN)?;
        let table = visit.table(&[])?;
        expect(&visit.browser, "a beginning", 3, 0)?;
        // As browsers do with a page in the background.
        visit.browser.run("return window.loudspeaker.suspend()", &[])?;
        table.play(Hand::Click, "e2e4")?;
        expect(&visit.browser, "a move", 1, 1)?;
        visit.browser.wait("the loudspeaker", || {
            let state = visit.browser.run("return window.loudspeaker.state", &[])?;
            Ok(if state == "running" { Ok(()) } else { Err(state.to_string()) })
        })
    })
}

#[test]
fn music_plays_for_those_who_want_it() -> Outcome {
    /// Every beat brings a note, and what keeps time is known: the beats that go on, and the volume they go through.
    const KEEP_TIME: &str = "
        Math.random = () => 0.5;
        window.beats = new Set();
        const [begin, end] = [window.setInterval, window.clearInterval];
        window.setInterval = (what, time, ...rest) => {
            const number = begin(what, time, ...rest);
            if (time >= 1000) window.beats.add(number);
            return number;
        };
        window.clearInterval = (number) => { window.beats.delete(number); end(number); };
        const connect = AudioNode.prototype.connect;
        AudioNode.prototype.connect = function (to, ...rest) {
            if (this instanceof GainNode && to instanceof GainNode) window.volume = to.gain;
            return connect.call(this, to, ...rest);
        };
    ";
    const SLIDER: &str = ".volume:last-child input";
    visit(&Look::DESKTOP, |visit| {
        let browser = &visit.browser;
        browser.before_load(LISTEN)?;
        browser.before_load(KEEP_TIME)?;
        visit.home()?.press(Button("Settings"))?;
        let at_first = browser
            .run("return [document.querySelector(arguments[0]).value, window.beats.size]", &[SLIDER])?;
        assert_eq!(at_first, json!(["0", 0]), "no music unless it is asked for");
        browser.run("document.querySelector(arguments[0]).focus()", &[SLIDER])?;
        browser.keys([Key::Right, Key::Right])?;
        browser.wait("a note", || {
            let heard = browser.run("return window.heard[0]", &[])?;
            Ok(if heard.as_u64() > Some(0) { Ok(()) } else { Err(heard.to_string()) })
        })?;
        let beats = browser.run("return window.beats.size", &[])?;
        assert_eq!(beats, 1, "a louder volume begins no second music");
        browser.keys([Key::Home])?;
        browser.wait("silence", || {
            let left = browser.run("return [window.beats.size, window.volume.value]", &[])?;
            Ok(if left == json!([0, 0]) { Ok(()) } else { Err(left.to_string()) })
        })
    })
}
