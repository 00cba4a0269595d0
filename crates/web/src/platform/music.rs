//! Generated background music: soft random notes of a pentatonic scale.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use leptos::prelude::{IntervalHandle, set_interval_with_handle};
use web_sys::wasm_bindgen::JsValue;
use web_sys::{AudioContext, GainNode, OscillatorType};

use super::sound;

thread_local! {
    static VOLUME: Cell<f32> = const { Cell::new(0.0) };
    /// Gain node that all notes are connected to.
    static OUTPUT: RefCell<Option<GainNode>> = const { RefCell::new(None) };
    static TIMER: Cell<Option<IntervalHandle>> = const { Cell::new(None) };
}

/// D pentatonic over two octaves, in hertz.
const SCALE: [f32; 9] = [146.8, 220.0, 246.9, 293.7, 329.6, 370.0, 440.0, 493.9, 587.3];
/// Time between two notes that may start.
const NOTE_INTERVAL: Duration = Duration::from_millis(1_600);
/// Duration of a note, in seconds.
const NOTE_SECONDS: f64 = 5.0;
/// Peak gain of a note at full volume; quieter than the sounds of the game.
const PEAK_GAIN: f32 = 0.12;

/// Time constant of a change of the volume.
const FADE_SECONDS: f64 = 0.08;

/// Sets the volume in percent, also for notes already playing; 0 stops the music.
pub fn set_volume(percent: u8) {
    let volume = f32::from(percent) / 100.0;
    VOLUME.set(volume);
    // A jump of the gain is heard as a click.
    OUTPUT.with_borrow(|output| {
        output.as_ref().map(|output| {
            output.gain().set_target_at_time(volume, output.context().current_time(), FADE_SECONDS)
        })
    });
    match (percent, TIMER.take()) {
        (0, Some(playing)) => playing.clear(),
        (0, None) => {}
        (_, Some(playing)) => TIMER.set(Some(playing)),
        (_, None) => TIMER.set(set_interval_with_handle(maybe_play_note, NOTE_INTERVAL).ok()),
    }
}

fn maybe_play_note() {
    let random = js_sys::Math::random();
    if random < 0.25 {
        return;
    }
    sound::with_context(|context| {
        // Audio errors are ignored: there is nothing the user could do.
        let _ = play_note(context, js_sys::Math::random());
    });
}

fn play_note(context: &AudioContext, random: f64) -> Result<(), JsValue> {
    let index = (random * SCALE.len() as f64) as usize % SCALE.len();
    let start = context.current_time() + js_sys::Math::random() * 0.4;
    let oscillator = context.create_oscillator()?;
    oscillator.set_type(OscillatorType::Sine);
    oscillator.frequency().set_value(SCALE[index]);
    let gain = context.create_gain()?;
    gain.gain().set_value_at_time(0.0001, start)?;
    gain.gain().exponential_ramp_to_value_at_time(PEAK_GAIN, start + 1.2)?;
    gain.gain().exponential_ramp_to_value_at_time(0.0001, start + NOTE_SECONDS)?;
    oscillator.connect_with_audio_node(&gain)?;
    let output = output(context)?;
    gain.connect_with_audio_node(&output)?;
    oscillator.start_with_when(start)?;
    oscillator.stop_with_when(start + NOTE_SECONDS)
}

fn output(context: &AudioContext) -> Result<GainNode, JsValue> {
    OUTPUT.with_borrow_mut(|slot| match slot {
        Some(output) => Ok(output.clone()),
        None => {
            let output = context.create_gain()?;
            output.gain().set_value(VOLUME.get());
            output.connect_with_audio_node(&context.destination())?;
            Ok(slot.insert(output).clone())
        }
    })
}
