//! Synthesized sounds: a knock is a noise burst with a falling tone. Browsers allow audio only after a user
//! gesture.

use std::cell::RefCell;

use client::{Settings, Sound, SoundSet};
use leptos::ev;
use leptos::prelude::window_event_listener;
use web_sys::wasm_bindgen::JsValue;
use web_sys::{AudioContext, AudioContextState, AudioNode, BiquadFilterType, OscillatorType};

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays a sound after `delay` seconds, if audio has been unlocked.
pub fn play(sound: Sound, settings: Settings, delay: f64) {
    let volume = f32::from(settings.sound.percent()) / 100.0;
    if volume <= 0.0 {
        return;
    }
    with_context(|context| {
        let timbre = Timbre::of(settings.sound_set);
        let synthesizer = Synthesizer { context, volume, delay, timbre };
        // Audio errors are ignored: there is nothing the user could do.
        let _ = synthesizer.play(sound);
    });
}

/// Creates or resumes the audio context on every user gesture.
pub fn resume_on_user_gesture() {
    std::mem::forget(window_event_listener(ev::pointerdown, |_| resume_context()));
    std::mem::forget(window_event_listener(ev::pointerup, |_| resume_context()));
    std::mem::forget(window_event_listener(ev::keydown, |_| resume_context()));
}

/// Calls `f` with the audio context, if there is one.
pub(super) fn with_context(f: impl FnOnce(&AudioContext)) {
    CONTEXT.with_borrow(|context| {
        if let Some(context) = context {
            f(context);
        }
    });
}

/// Returns true if the page has had a user gesture that counts as activation; creating an audio context
/// before logs a warning. True if the browser does not tell.
fn has_user_activation() -> bool {
    let Some(window) = web_sys::window() else { return false };
    let activation = js_sys::Reflect::get(&window.navigator(), &"userActivation".into());
    let has_been_active =
        activation.and_then(|activation| js_sys::Reflect::get(&activation, &"hasBeenActive".into()));
    has_been_active.ok().and_then(|value| value.as_bool()).unwrap_or(true)
}

fn resume_context() {
    if !has_user_activation() {
        return;
    }
    CONTEXT.with_borrow_mut(|slot| {
        if slot.is_none() {
            *slot = AudioContext::new().ok();
        }
        // The browser may have suspended it while the page was hidden.
        if let Some(context) = slot.as_ref().filter(|context| context.state() != AudioContextState::Running) {
            // The promise is ignored: the next gesture tries again.
            let _ = context.resume();
        }
    });
}

/// Gain that leaves headroom for sounds at the same time: at full volume the loudest sound, castling, peaks at about −7 dB
/// when it is rendered.
const HEADROOM: f32 = 0.6;

/// An audio context with a volume.
struct Synthesizer<'a> {
    context: &'a AudioContext,
    volume: f32,
    /// Seconds until the sound begins.
    delay: f64,
    timbre: Timbre,
}

/// The parameters in which the sound sets differ.
struct Timbre {
    /// Gains of noise and tone of a knock.
    knock: [f32; 2],
    /// Length of a knock in seconds.
    knock_length: f64,
    /// Factor for the frequencies of knocks, and that by which they fall.
    knock_pitch: [f32; 2],
    /// Factor for the gain of tones.
    tone: f32,
    /// Length of the tones of a chord in seconds.
    tone_length: f64,
    /// Waveform of chords and knocks.
    wave: OscillatorType,
}

impl Timbre {
    const fn of(set: SoundSet) -> Timbre {
        match set {
            SoundSet::Wood => Timbre {
                knock: [0.7, 0.55],
                knock_length: 0.09,
                knock_pitch: [1.0, 0.45],
                tone: 1.0,
                tone_length: 0.5,
                wave: OscillatorType::Sine,
            },
            SoundSet::Glass => Timbre {
                knock: [0.25, 0.4],
                knock_length: 0.4,
                knock_pitch: [5.0, 0.99],
                tone: 0.9,
                tone_length: 0.9,
                wave: OscillatorType::Sine,
            },
            SoundSet::Arcade => Timbre {
                knock: [0.15, 0.45],
                knock_length: 0.07,
                knock_pitch: [1.8, 0.5],
                tone: 0.75,
                tone_length: 0.16,
                wave: OscillatorType::Square,
            },
        }
    }
}

impl Synthesizer<'_> {
    fn play(&self, sound: Sound) -> Result<(), JsValue> {
        match sound {
            Sound::Move => self.knock(0.0, 1.0, 320.0),
            Sound::Capture => {
                self.knock(0.0, 1.2, 240.0)?;
                self.knock(0.035, 0.8, 520.0)
            }
            Sound::Castle => {
                self.knock(0.0, 0.9, 320.0)?;
                self.knock(0.12, 1.0, 280.0)
            }
            Sound::Premove => self.knock(0.0, 0.5, 480.0),
            Sound::Illegal => {
                self.tone(0.0, 0.16, 150.0, 0.35, OscillatorType::Triangle)?;
                self.tone(0.09, 0.18, 118.0, 0.35, OscillatorType::Triangle)
            }
            Sound::Check => {
                self.knock(0.0, 1.0, 320.0)?;
                self.chord(&[(0.02, 880.0), (0.1, 1174.7)], 0.22)
            }
            Sound::Promotion => {
                self.knock(0.0, 0.8, 320.0)?;
                self.chord(&[(0.0, 523.3), (0.07, 659.3), (0.14, 784.0), (0.21, 1046.5)], 0.18)
            }
            Sound::Offer => self.chord(&[(0.0, 659.3), (0.12, 784.0)], 0.2),
            Sound::LowTime => self.chord(&[(0.0, 988.0), (0.14, 988.0), (0.28, 988.0)], 0.2),
            Sound::Start => self.chord(&[(0.0, 392.0), (0.1, 523.3), (0.2, 659.3)], 0.2),
            Sound::Win => self.chord(&[(0.1, 523.3), (0.22, 659.3), (0.34, 784.0), (0.46, 1046.5)], 0.26),
            Sound::Draw => self.chord(&[(0.1, 440.0), (0.1, 659.3), (0.34, 392.0), (0.34, 587.3)], 0.2),
        }
    }

    /// Notes as pairs of start time (seconds) and frequency (hertz).
    fn chord(&self, notes: &[(f64, f32)], gain_level: f32) -> Result<(), JsValue> {
        let Timbre { tone, tone_length, wave, .. } = self.timbre;
        notes.iter().try_for_each(|&(at, pitch)| self.tone(at, tone_length, pitch, gain_level * tone, wave))
    }

    /// A decaying tone.
    fn tone(
        &self,
        at: f64,
        length: f64,
        pitch: f32,
        gain_level: f32,
        kind: OscillatorType,
    ) -> Result<(), JsValue> {
        let start = self.context.current_time() + self.delay + at;
        let oscillator = self.context.create_oscillator()?;
        oscillator.set_type(kind);
        oscillator.frequency().set_value(pitch);
        oscillator.connect_with_audio_node(&self.envelope(start, length, gain_level)?)?;
        oscillator.start_with_when(start)?;
        oscillator.stop_with_when(start + length)
    }

    /// A knock: a noise burst and a falling tone.
    fn knock(&self, at: f64, gain_level: f32, pitch: f32) -> Result<(), JsValue> {
        let Timbre {
            knock: [noise_gain, tone_gain],
            knock_length: length,
            knock_pitch: [factor, fall],
            wave,
            ..
        } = self.timbre;
        let pitch = pitch * factor;
        let start = self.context.current_time() + self.delay + at;
        let rate = self.context.sample_rate();
        let count = (rate * 0.05) as u32;
        let buffer = self.context.create_buffer(1, count, rate)?;
        let noise: Vec<f32> = (0..count)
            .map(|index| {
                let decay = 1.0 - index as f32 / count as f32;
                (js_sys::Math::random() as f32 * 2.0 - 1.0) * decay * decay
            })
            .collect();
        buffer.copy_to_channel(&noise, 0)?;
        let source = self.context.create_buffer_source()?;
        source.set_buffer(Some(&buffer));
        let filter = self.context.create_biquad_filter()?;
        filter.set_type(BiquadFilterType::Bandpass);
        filter.frequency().set_value(pitch * 4.5);
        filter.q().set_value(1.2);
        source.connect_with_audio_node(&filter)?;
        filter.connect_with_audio_node(&self.envelope(start, length, gain_level * noise_gain)?)?;
        source.start_with_when(start)?;

        let body = self.context.create_oscillator()?;
        body.set_type(wave);
        body.frequency().set_value_at_time(pitch, start)?;
        body.frequency().exponential_ramp_to_value_at_time(pitch * fall, start + length)?;
        body.connect_with_audio_node(&self.envelope(start, length, gain_level * tone_gain)?)?;
        body.start_with_when(start)?;
        body.stop_with_when(start + length)
    }

    /// A gain envelope with a short attack and an exponential decay, connected to the output.
    fn envelope(&self, start: f64, length: f64, gain_level: f32) -> Result<AudioNode, JsValue> {
        let gain = self.context.create_gain()?;
        gain.gain().set_value_at_time(0.0001, start)?;
        gain.gain().exponential_ramp_to_value_at_time(
            (gain_level * self.volume * HEADROOM).max(0.0002),
            start + 0.003,
        )?;
        gain.gain().exponential_ramp_to_value_at_time(0.0001, start + length)?;
        gain.connect_with_audio_node(&self.context.destination())?;
        Ok(gain.into())
    }
}
