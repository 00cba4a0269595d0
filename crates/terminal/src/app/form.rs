//! The new-game form.

use client::{
    AutoFlip, BonusKind, ClockChoice, ClockPreset, Event, FormField, GameForm, PlayerLocation, Screen,
};
use game::Ruleset;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::Color;

use super::App;
use super::list::{ListAction, Step, cycle, list_action};

/// A row of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FormRow {
    Ruleset,
    StartNumber,
    Fen,
    FirstMover,
    Clock,
    Minutes(Color),
    Seconds(Color),
    BonusKind(Color),
    Bonus(Color),
    Opponent,
    OwnSide,
    /// The preferred side in an online game.
    PreferredSide,
    Name(Color),
    BottomSide,
    AutoFlip,
    Start,
}

/// Limit on typed text in characters; longer than any FEN.
const MAX_TEXT_LEN: usize = 200;

impl FormRow {
    /// The typed text; `None` for rows with choices.
    pub(crate) fn text_value(self, form: &GameForm) -> Option<&str> {
        match self {
            FormRow::StartNumber => Some(&form.chess960_number),
            FormRow::Fen => Some(&form.fen),
            FormRow::Minutes(color) => Some(&form.times[color].minutes),
            FormRow::Seconds(color) => Some(&form.times[color].seconds),
            FormRow::Bonus(color) => Some(&form.times[color].bonus),
            FormRow::Name(color) => Some(&form.names[color]),
            _ => None,
        }
    }

    fn field_with(self, text: String) -> Option<FormField> {
        match self {
            FormRow::StartNumber => Some(FormField::Chess960Number(text)),
            FormRow::Fen => Some(FormField::Fen(text)),
            FormRow::Minutes(color) => Some(FormField::Minutes(color, text)),
            FormRow::Seconds(color) => Some(FormField::Seconds(color, text)),
            FormRow::Bonus(color) => Some(FormField::Bonus(color, text)),
            FormRow::Name(color) => Some(FormField::Name(color, text)),
            _ => None,
        }
    }

    fn cycled(self, form: &GameForm, step: Step) -> Option<FormField> {
        match self {
            FormRow::Ruleset => Some(FormField::Ruleset(cycle(&RULESETS, form.ruleset, step))),
            FormRow::FirstMover => Some(FormField::First(cycle(&Color::ALL, form.first, step))),
            FormRow::Clock => Some(FormField::Clock(cycle(&clock_choices(), form.clock, step))),
            FormRow::BonusKind(color) => {
                Some(FormField::BonusKind(color, cycle(&BonusKind::ALL, form.times[color].kind, step)))
            }
            FormRow::BottomSide => Some(FormField::Bottom(Some(!bottom_side(form)))),
            FormRow::AutoFlip => Some(FormField::AutoFlip(cycle(
                &[AutoFlip::Never, AutoFlip::AfterMove],
                form.auto_flip,
                step,
            ))),
            _ => None,
        }
    }
}

const RULESETS: [Ruleset; 4] =
    [Ruleset::Standard, Ruleset::Chess960, Ruleset::FromPosition, Ruleset::KingCapture];

/// The side at the bottom of the board: the chosen one, else the only local side, else White.
pub(crate) fn bottom_side(form: &GameForm) -> Color {
    let only_black_here =
        form.locations.white == PlayerLocation::Remote && form.locations.black == PlayerLocation::Local;
    form.bottom.unwrap_or(if only_black_here { Color::Black } else { Color::White })
}

fn clock_choices() -> Vec<ClockChoice> {
    let presets = ClockPreset::ALL.into_iter().map(ClockChoice::Preset);
    [ClockChoice::None].into_iter().chain(presets).chain([ClockChoice::Custom]).collect()
}

impl App {
    /// The rows that apply to the current choices.
    pub(crate) fn form_rows(&self) -> Vec<FormRow> {
        let form = self.view().form();
        let mut rows = vec![FormRow::Ruleset];
        match form.ruleset {
            Ruleset::Standard => {}
            Ruleset::Chess960 => rows.push(FormRow::StartNumber),
            Ruleset::FromPosition => rows.push(FormRow::Fen),
            Ruleset::KingCapture => rows.push(FormRow::FirstMover),
        }
        rows.push(FormRow::Clock);
        if form.clock == ClockChoice::Custom {
            for color in Color::ALL {
                rows.extend([FormRow::Minutes(color), FormRow::Seconds(color), FormRow::BonusKind(color)]);
                if form.times[color].kind != BonusKind::None {
                    rows.push(FormRow::Bonus(color));
                }
            }
        }
        if self.server().is_some() {
            rows.extend([FormRow::PreferredSide, FormRow::Start]);
            return rows;
        }
        if form.ruleset != Ruleset::KingCapture {
            rows.push(FormRow::Opponent);
        }
        match self.own_side() {
            Some(color) => rows.extend([FormRow::OwnSide, FormRow::Name(color)]),
            None => rows.extend(Color::ALL.map(FormRow::Name)),
        }
        if form.auto_flip == AutoFlip::Never {
            rows.push(FormRow::BottomSide);
        }
        rows.extend([FormRow::AutoFlip, FormRow::Start]);
        rows
    }

    pub(super) fn key_in_form(&mut self, key: KeyEvent) {
        let rows = self.form_rows();
        let row = rows.get(self.selected_row).copied().unwrap_or(FormRow::Start);
        match list_action(key, self.selected_row, rows.len()) {
            Some(ListAction::Select(row)) => self.selected_row = row,
            Some(ListAction::Change(step)) => self.cycle_row(row, step),
            Some(ListAction::Activate) if row == FormRow::Start => self.submit_form(),
            Some(ListAction::Activate) if row.text_value(self.view().form()).is_some() => {
                self.selected_row += 1
            }
            Some(ListAction::Activate) => self.cycle_row(row, Step::Next),
            Some(ListAction::Leave) => self.go_back(),
            None => self.type_in_row(row, key),
        }
    }

    pub(super) fn paste_in_form(&mut self, text: &str) {
        let row = self.form_rows().get(self.selected_row).copied().unwrap_or(FormRow::Start);
        let typed = row.text_value(self.view().form()).unwrap_or_default();
        let longer = typed.chars().chain(text.trim().chars()).take(MAX_TEXT_LEN).collect();
        self.fill(row.field_with(longer));
    }

    /// Handles a click on a row.
    pub(super) fn click_form_row(&mut self, row: usize) {
        let was = self.selected_row;
        self.selected_row = row;
        match self.form_rows().get(row) {
            Some(FormRow::Start) => self.submit_form(),
            Some(&choice) if was == row => self.cycle_row(choice, Step::Next),
            _ => {}
        }
    }

    /// Returns to the game if there is one, otherwise to the home screen.
    pub(super) fn go_back(&mut self) {
        if self.server().is_some() {
            let is_at_game = self.view().online().game().is_some();
            return self.go_to_screen(if is_at_game { Screen::Game } else { Screen::Home });
        }
        let is_seated =
            self.view().local_game().game().plies() > 0 || self.view().unfinished_game().is_none();
        self.go_to_screen(if is_seated { Screen::Game } else { Screen::Home });
    }

    /// Starts the game; online, the form only sets the terms and is left.
    fn submit_form(&mut self) {
        match self.server().is_some() {
            true if self.terms().is_some() => self.go_back(),
            true => {}
            false => self.start_form_game(),
        }
    }

    fn cycle_row(&mut self, row: FormRow, step: Step) {
        match row {
            FormRow::Opponent => self.cycle_opponent(step),
            FormRow::OwnSide => self.swap_sides(),
            FormRow::PreferredSide => self.cycle_preferred_side(step),
            row => self.fill(row.cycled(self.view().form(), step)),
        }
        // Rows above may have appeared or vanished; the changed row stays selected.
        let place = self.form_rows().into_iter().position(|other| other == row);
        self.selected_row = place.unwrap_or(self.selected_row);
    }

    fn type_in_row(&mut self, row: FormRow, key: KeyEvent) {
        let Some(typed) = row.text_value(self.view().form()) else {
            if key.code == KeyCode::Char(' ') {
                self.cycle_row(row, Step::Next);
            }
            return;
        };
        let mut text = typed.to_owned();
        match key.code {
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char('u' | 'w') if key.modifiers.contains(KeyModifiers::CONTROL) => text.clear(),
            KeyCode::Char(letter) if text.chars().count() < MAX_TEXT_LEN => text.push(letter),
            _ => return,
        }
        self.fill(row.field_with(text));
    }

    fn fill(&mut self, field: Option<FormField>) {
        if let Some(field) = field {
            self.send(Event::EditForm(field));
        }
    }
}
