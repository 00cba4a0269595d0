//! Sounds, recognized by their oscillators and noise bursts, and resuming of the audio context.

use e2e::{Browser, Button, FakeClock, Key, MoveInput, TestResult, Viewport, with_session};
use serde_json::json;

/// Records every started audio source: a tone is an oscillator, a knock is an oscillator with a noise burst.
const RECORD_AUDIO: &str = "
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

/// Waits for a sound with this number of tones and bursts, and clears the record.
fn expect(browser: &Browser, what: &str, tones: u64, bursts: u64) -> TestResult {
    browser.wait(&format!("the sound of {what}"), || {
        let heard = browser.run("return window.heard", &[])?;
        Ok(if heard == json!([tones, bursts]) { Ok(()) } else { Err(heard.to_string()) })
    })?;
    browser.run("window.heard = [0, 0]", &[]).map(drop)
}

#[test]
fn every_kind_of_move_plays_its_sound() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.browser.add_init_script(RECORD_AUDIO)?;
        let check = |fen: &str, m: &str, what: &str, tones: u64, bursts: u64| {
            session.open_home()?.run("localStorage.clear()", &[])?;
            let game = session.new_game_from(fen)?;
            // The start of the game has a sound of its own.
            expect(&session.browser, "a beginning", 3, 0)?;
            game.play(MoveInput::Click, m)?;
            expect(&session.browser, what, tones, bursts)
        };
        check("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "a2a3", "a move", 1, 1)?;
        check("4k3/8/8/8/8/1p6/P7/4K2R w K - 0 1", "a2b3", "a capture", 2, 2)?;
        check("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "e1g1", "castling", 2, 2)?;
        check("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "h1h8", "a check", 3, 1)?;
        check("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a promotion", 5, 1)?;
        check("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "a2a5", "an illegal move", 2, 0)
    })
}

/// Records after which time sources start, and the largest gain of an envelope.
const RECORD_DELAYS_AND_GAINS: &str = "
    window.delays = [];
    window.peak = 0;
    const create = BaseAudioContext.prototype.createBufferSource;
    BaseAudioContext.prototype.createBufferSource = function () {
        const source = create.call(this);
        const start = source.start;
        source.start = (moment) => { window.delays.push(moment - this.currentTime); start.call(source, moment); };
        return source;
    };
    const ramp = AudioParam.prototype.exponentialRampToValueAtTime;
    AudioParam.prototype.exponentialRampToValueAtTime = function (value, moment) {
        if (value < 2) window.peak = Math.max(window.peak, value);
        return ramp.call(this, value, moment);
    };
";

#[test]
fn knock_is_heard_when_the_piece_lands_and_leaves_headroom() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = &session.browser;
        browser.add_init_script(RECORD_DELAYS_AND_GAINS)?;
        session.open_home()?.click_element(Button("Settings"))?;
        browser.center_of(".volume input")?;
        browser.run("document.querySelector('.volume input').focus()", &[])?;
        browser.press_keys([Key::End])?;
        let game = session.new_game_from("4k3/8/8/8/8/1p6/P7/4K2R w K - 0 1")?;
        let first_delay = || browser.run("return window.delays.splice(0)[0] ?? null", &[]);
        first_delay()?;
        game.play(MoveInput::Click, "a2b3")?;
        let delay = browser.wait("the knock", || {
            let delay = first_delay()?;
            Ok(delay.as_f64().ok_or_else(|| delay.to_string()))
        })?;
        assert!((0.15..0.2).contains(&delay), "{delay}");
        let peak = browser.run("return window.peak", &[])?.as_f64().unwrap_or_default();
        assert!((0.3..0.55).contains(&peak), "{peak}");
        // A piece that is dropped is there at once.
        game.play(MoveInput::Drag, "e8e7")?;
        let delay = browser.wait("the knock", || {
            let delay = first_delay()?;
            Ok(delay.as_f64().ok_or_else(|| delay.to_string()))
        })?;
        assert!(delay < 0.01, "{delay}");
        Ok(())
    })
}

#[test]
fn low_time_and_game_end_play_sounds() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.browser.add_init_script(RECORD_AUDIO)?;
        let clock = FakeClock::install(&session.browser)?;
        let game = session.new_game(&["3+2"])?;
        expect(&session.browser, "a beginning", 3, 0)?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        expect(&session.browser, "two moves", 2, 2)?;
        clock.advance(170)?;
        expect(&session.browser, "little time", 3, 0)?;
        clock.advance(12)?;
        expect(&session.browser, "an end", 4, 0)
    })
}

#[test]
fn changing_the_volume_plays_a_sample() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = &session.browser;
        browser.add_init_script(RECORD_AUDIO)?;
        session.open_home()?.click_element(Button("Settings"))?;
        browser.center_of(".volume input")?;
        browser.run("document.querySelector('.volume input').focus()", &[])?;
        browser.press_keys([Key::Right])?;
        expect(browser, "a louder move", 1, 1)?;
        // Volume 0 plays nothing.
        browser.press_keys([Key::Home])?;
        browser.wait_for_text("h1", "Settings")?;
        expect(browser, "nothing", 0, 0)
    })
}

#[test]
fn suspended_audio_context_resumes() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.browser.add_init_script(RECORD_AUDIO)?;
        let game = session.new_game(&[])?;
        expect(&session.browser, "a beginning", 3, 0)?;
        // As browsers do with background pages.
        session.browser.run("return window.loudspeaker.suspend()", &[])?;
        game.play(MoveInput::Click, "e2e4")?;
        expect(&session.browser, "a move", 1, 1)?;
        session.browser.wait("the loudspeaker", || {
            let state = session.browser.run("return window.loudspeaker.state", &[])?;
            Ok(if state == "running" { Ok(()) } else { Err(state.to_string()) })
        })
    })
}

#[test]
fn music_plays_when_enabled() -> TestResult {
    /// Records the running timers and the gain of the music; every beat adds a note.
    const RECORD_MUSIC: &str = "
        Math.random = () => 0.5;
        window.beats = new Set();
        const [begin, end] = [window.setInterval, window.clearInterval];
        window.setInterval = (what, time, ...rest) => {
            const number = begin(what, time, ...rest);
            // Longer timers ask for a new version.
            if (time >= 1000 && time < 60000) window.beats.add(number);
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
    with_session(&Viewport::DESKTOP, |session| {
        let browser = &session.browser;
        browser.add_init_script(RECORD_AUDIO)?;
        browser.add_init_script(RECORD_MUSIC)?;
        session.open_home()?.click_element(Button("Settings"))?;
        let music = "return [document.querySelector(arguments[0])?.value ?? null, window.beats.size]";
        browser.wait_for_value(music, &[SLIDER], json!(["0", 0]))?; // no music unless it is asked for
        browser.run("document.querySelector(arguments[0]).focus()", &[SLIDER])?;
        browser.press_keys([Key::Right, Key::Right])?;
        browser.wait("a note", || {
            let heard = browser.run("return window.heard[0]", &[])?;
            Ok(if heard.as_u64() > Some(0) { Ok(()) } else { Err(heard.to_string()) })
        })?;
        let beats = browser.run("return window.beats.size", &[])?;
        assert_eq!(beats, 1, "a louder volume begins no second music");
        browser.press_keys([Key::Home])?;
        browser.wait("silence", || {
            let left = browser.run("return [window.beats.size, window.volume.value]", &[])?;
            Ok(if left == json!([0, 0]) { Ok(()) } else { Err(left.to_string()) })
        })
    })
}

/// Replaces the audio output by an offline rendering that starts anew with each sound.
const RENDER_AUDIO: &str = "
    const RATE = 48000;
    window.stage = new OfflineAudioContext(1, 2 * RATE, RATE);
    const facade = new Proxy({}, { get: (_, name) => {
        if (name === 'state') return 'running';
        if (name === 'currentTime') return 0;
        const value = window.stage[name];
        return typeof value === 'function' ? value.bind(window.stage) : value;
    } });
    window.AudioContext = function () { return facade; };
    window.render = async () => {
        const stage = window.stage;
        window.stage = new OfflineAudioContext(1, 2 * RATE, RATE);
        const samples = (await stage.startRendering()).getChannelData(0);
        return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    };
";

#[test]
fn rendered_sounds_are_audible_and_leave_headroom_at_full_volume() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = &session.browser;
        browser.add_init_script(RENDER_AUDIO)?;
        for set in ["wood", "glass", "arcade"] {
            for (fen, m, what) in [
                ("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "a2a3", "move"),
                ("4k3/8/8/8/8/1p6/P7/4K2R w K - 0 1", "a2b3", "capture"),
                ("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "e1g1", "castling"),
                ("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "h1h8", "check"),
                ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "promotion"),
                ("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "a2a5", "illegal move"),
                ("k7/7R/8/8/8/8/8/K5R1 w - - 0 1", "g1g8", "mate"),
            ] {
                session.open_home()?.run(
                    "localStorage.clear(); localStorage['hanpan.settings'] = arguments[0]",
                    &[&format!("sound 100\nsound-set {set}")],
                )?;
                browser.reload()?;
                let game = session.new_game_from(fen)?;
                let peak = || {
                    Ok::<_, e2e::Error>(
                        browser.run("return window.render()", &[])?.as_f64().unwrap_or_default(),
                    )
                };
                let start = peak()?;
                game.play(MoveInput::Click, m)?;
                // The sound is scheduled with the click that plays the move.
                let peak = peak()?;
                e2e::print_measurement(&format!(
                    "sound {set} {what}: peak {:.1} dB, start {:.1} dB",
                    20.0 * peak.log10(),
                    20.0 * start.log10()
                ));
                for peak in [peak, start] {
                    assert!((0.02..0.71).contains(&peak), "{set} {what}: {peak}");
                }
            }
        }
        Ok(())
    })
}
