//! The page of a stage: the sentence, the board, and what to do next.

use client::{Event, Extensions, LearnMessageKey, MessageKey, Screen};
use leptos::prelude::*;
use lessons::{Goal, Stage, Stars, Verdict, stages};

use crate::app::App;
use crate::board::Board;
use crate::boxed::{BoxedMemo, fragment, handler, show, show_if, text};
use crate::icon::icon;
use crate::platform;

use super::hub::stage_path;
use super::lesson::{Lesson, Remark, Speech};
use super::stars::{stage_stars, targets_svg};
use super::translate;

/// The page of a stage.
pub(super) fn lesson_page(stage: &'static Stage) -> AnyView {
    let app = App::from_context();
    // The texts of all pages, whose files this part shares that way.
    app.extend(Extensions::none());
    app.return_screen.set(Screen::Game);
    let lesson = Lesson::new(app, stage);
    on_cleanup(move || {
        app.return_screen.set(Screen::Home);
        app.send(Event::GoTo(Screen::Home));
    });
    let hints = BoxedMemo::new(move || lesson.shapes());
    let targets = BoxedMemo::new(move || {
        let (orientation, occupied) = app.with_view(|view| {
            let local_game = view.local_game();
            (local_game.orientation(), local_game.game().board().occupied())
        });
        targets_svg(orientation, lesson.targets.get(), occupied)
    });
    let is_question = BoxedMemo::new(move || {
        lesson.step_index();
        lesson.current_step().goal == Goal::Judge && lesson.result.get().is_none()
    });
    let skip = |event: web_sys::MouseEvent| {
        event.prevent_default();
        platform::document::focus(platform::focus::CURSOR);
    };
    view! {
        <main class="learn-stage">
            <a class="skip" href="#board" on:click=handler(skip)>{app.translate(MessageKey::SkipToBoard)}</a>
            <header class="learn-head">
                <a class="round quiet" href=routes::LEARN aria-label=translate(app, LearnMessageKey::All) title=translate(app, LearnMessageKey::All)>{icon("back")}</a>
                <h1>{text(move || app.locale().stage_name(stage).to_owned())}</h1>
                {dots(app, lesson)}
                {speech_button(app, lesson)}
            </header>
            <p class="learn-goal">{text(move || app.locale().step_text(stage, lesson.step_index()).to_owned())}</p>
            <div class="board-place" id="board"><Board hints=Some(hints) /></div>
            <svg class="learn-targets" viewBox="0 0 800 800" aria-hidden="true" inner_html=targets.signal()></svg>
            <section class="learn-panel" aria-label=app.translate(MessageKey::GameControls)>
                <p class="unseen">{text(move || match lesson.targets.get() {
                    squares if squares.is_empty() => String::new(),
                    squares => app.locale().lesson_targets(squares),
                })}</p>
                {show(move || lesson.remark.get().filter(|_| lesson.result.get().is_none()).map(|remark| draw_remark(app, remark)))}
                {show_if(move || is_question.get(), move || questions(app, lesson))}
                {show(move || Some(match lesson.result.get() {
                    None => controls(app, lesson),
                    Some(stars) => draw_result(app, lesson, stars),
                }))}
            </section>
        </main>
    }
    .into_any()
}

/// A dot for each step; those that are done are filled.
fn dots(app: App, lesson: Lesson) -> AnyView {
    let dot = move |index: usize| {
        let class = text(move || {
            let current = lesson.step_index();
            let is_done = index < current || lesson.result.get().is_some();
            match index == current && !is_done {
                true => "now",
                false if is_done => "done",
                false => "",
            }
            .to_owned()
        });
        view! { <span class=class></span> }
    };
    let label = text(move || app.locale().step_number(lesson.stage, lesson.step_index()));
    view! {
        <p class="learn-dots">
            <span class="unseen">{label}</span>
            {fragment((0..lesson.stage.steps.len()).map(dot))}
        </p>
    }
    .into_any()
}

/// The button that switches reading aloud, in browsers with a voice.
fn speech_button(app: App, lesson: Lesson) -> Option<AnyView> {
    let pressed = text(move || if lesson.speech.get() == Speech::On { "true" } else { "false" }.to_owned());
    let switch = move |_| {
        lesson.set_speech(if lesson.speech.get_untracked() == Speech::On { Speech::Off } else { Speech::On });
    };
    let button = view! {
        <button
            type="button"
            class="quiet learn-speak"
            aria-pressed=pressed
            title=translate(app, LearnMessageKey::Speak)
            on:click=handler(switch)
        >
            {voice_icon()}
            <span>{translate(app, LearnMessageKey::Speak)}</span>
        </button>
    };
    platform::extras::has_speech().then(|| button.into_any())
}

fn voice_icon() -> AnyView {
    const WAVES: &str = "<path d=\"M4 9v6h4l5 4V5L8 9zM16.5 9a4 4 0 010 6M19 6.5a8 8 0 010 11\"/>";
    view! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" inner_html=WAVES></svg> }.into_any()
}

fn draw_remark(app: App, remark: Remark) -> AnyView {
    let class = match remark {
        Remark::Good => "good",
        Remark::Wrong(_) => "wrong-move",
    };
    let sentence = text(move || match remark {
        Remark::Good => app.locale().learn_message(LearnMessageKey::Good).to_owned(),
        Remark::Wrong(wrong) => app.locale().wrong_move(&wrong),
    });
    view! { <p class=format!("learn-remark {class}")>{sentence}</p> }.into_any()
}

/// The verdicts among which the learner chooses.
fn questions(app: App, lesson: Lesson) -> AnyView {
    let answer = move |verdict: Verdict| {
        view! {
            <button type="button" class="large" on:click=handler(move |_| lesson.judge(verdict))>
                {text(move || app.locale().verdict(verdict).to_owned())}
            </button>
        }
    };
    view! { <div class="learn-answers">{fragment(Verdict::ALL.map(answer))}</div> }.into_any()
}

/// Hint, and the step again.
fn controls(app: App, lesson: Lesson) -> AnyView {
    let is_move = BoxedMemo::new(move || {
        lesson.step_index();
        lesson.current_step().goal != Goal::Judge
    });
    let buttons = move || {
        view! {
            <button type="button" class="learn-button" on:click=handler(move |_| lesson.show_hint())>
                {icon("hint")} <span>{translate(app, LearnMessageKey::Hint)}</span>
            </button>
            <button type="button" class="learn-button" on:click=handler(move |_| lesson.repeat_step())>
                {icon("again")} <span>{translate(app, LearnMessageKey::Again)}</span>
            </button>
        }
        .into_any()
    };
    view! { <div class="learn-controls">{show_if(move || is_move.get(), buttons)}</div> }.into_any()
}

/// The stars of the finished stage, and the way on.
fn draw_result(app: App, lesson: Lesson, stars: Stars) -> AnyView {
    let index = stages().iter().position(|stage| stage.name == lesson.stage.name);
    let next = index.and_then(|index| stages().get(index + 1));
    let on = match next {
        Some(next) => view! {
            <a class="button main large learn-next" href=stage_path(next)>
                <span>{translate(app, LearnMessageKey::Next)} ": " {text(move || app.locale().stage_name(next).to_owned())}</span>
                {icon("on")}
            </a>
        }
        .into_any(),
        None => view! {
            <a class="button main large learn-next" href=routes::LEARN>{translate(app, LearnMessageKey::All)}</a>
        }
        .into_any(),
    };
    view! {
        <div class="learn-result">
            <p>{translate(app, LearnMessageKey::Done)}</p>
            {stage_stars(app, Some(stars))}
            {on}
            <button type="button" on:click=handler(move |_| lesson.restart())>
                {icon("again")} <span>{translate(app, LearnMessageKey::Again)}</span>
            </button>
        </div>
    }
    .into_any()
}
