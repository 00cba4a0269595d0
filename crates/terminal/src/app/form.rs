//! The form for a new game, row by row.

use client::{BonusKind, ClockChoice, Event, Field, Form, Preset, Screen, Seat, Turning};
use game::Ruleset;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::Color;

use super::App;
use super::list::{Pick, Step, pick, turn};

/// A row of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FormRow {
    Rules,
    Number,
    Fen,
    First,
    Clock,
    Minutes(Color),
    Seconds(Color),
    BonusKind(Color),
    Bonus(Color),
    Against,
    OwnSide,
    /// The side that one would like at a server.
    WishedSide,
    Name(Color),
    Below,
    Turning,
    Start,
}

/// Longer than any sensible FEN.
const LONGEST: usize = 200;

impl FormRow {
    /// What was typed into the row; `None` for rows of choices.
    pub(crate) fn typed(self, form: &Form) -> Option<&str> {
        match self {
            FormRow::Number => Some(&form.number),
            FormRow::Fen => Some(&form.fen),
            FormRow::Minutes(color) => Some(&form.times[color].minutes),
            FormRow::Seconds(color) => Some(&form.times[color].seconds),
            FormRow::Bonus(color) => Some(&form.times[color].bonus),
            FormRow::Name(color) => Some(&form.names[color]),
            _ => None,
        }
    }

    fn with(self, text: String) -> Option<Field> {
        match self {
            FormRow::Number => Some(Field::Number(text)),
            FormRow::Fen => Some(Field::Fen(text)),
            FormRow::Minutes(color) => Some(Field::Minutes(color, text)),
            FormRow::Seconds(color) => Some(Field::Seconds(color, text)),
            FormRow::Bonus(color) => Some(Field::Bonus(color, text)),
            FormRow::Name(color) => Some(Field::Name(color, text)),
            _ => None,
        }
    }

    fn turned(self, form: &Form, step: Step) -> Option<Field> {
        match self {
            FormRow::Rules => Some(Field::Ruleset(turn(&RULES, form.ruleset, step))),
            FormRow::First => Some(Field::First(turn(&Color::ALL, form.first, step))),
            FormRow::Clock => Some(Field::Clock(turn(&clocks(), form.clock, step))),
            FormRow::BonusKind(color) => {
                Some(Field::BonusKind(color, turn(&BonusKind::ALL, form.times[color].kind, step)))
            }
            FormRow::Below => Some(Field::Bottom(Some(!bottom(form)))),
            FormRow::Turning => {
                Some(Field::Turning(turn(&[Turning::Fixed, Turning::AfterMove], form.turning, step)))
            }
            _ => None,
        }
    }
}

const RULES: [Ruleset; 4] =
    [Ruleset::Standard, Ruleset::Chess960, Ruleset::FromPosition, Ruleset::KingCapture];

/// The side at the lower edge: the one that was chosen, or the one that sits here, or White.
pub(crate) fn bottom(form: &Form) -> Color {
    let only_black_here = form.seats.white == Seat::Elsewhere && form.seats.black == Seat::Here;
    form.bottom.unwrap_or(if only_black_here { Color::Black } else { Color::White })
}

fn clocks() -> Vec<ClockChoice> {
    let presets = Preset::ALL.into_iter().map(ClockChoice::Preset);
    [ClockChoice::None].into_iter().chain(presets).chain([ClockChoice::Own]).collect()
}

impl App {
    /// The rows that matter for what is chosen.
    pub(crate) fn form_rows(&self) -> Vec<FormRow> {
        let form = self.view().form();
        let mut rows = vec![FormRow::Rules];
        match form.ruleset {
            Ruleset::Standard => {}
            Ruleset::Chess960 => rows.push(FormRow::Number),
            Ruleset::FromPosition => rows.push(FormRow::Fen),
            Ruleset::KingCapture => rows.push(FormRow::First),
        }
        rows.push(FormRow::Clock);
        if form.clock == ClockChoice::Own {
            for color in Color::ALL {
                rows.extend([FormRow::Minutes(color), FormRow::Seconds(color), FormRow::BonusKind(color)]);
                if form.times[color].kind != BonusKind::None {
                    rows.push(FormRow::Bonus(color));
                }
            }
        }
        if self.server().is_some() {
            rows.extend([FormRow::WishedSide, FormRow::Start]);
            return rows;
        }
        if form.ruleset != Ruleset::KingCapture {
            rows.push(FormRow::Against);
        }
        match self.own_side() {
            Some(color) => rows.extend([FormRow::OwnSide, FormRow::Name(color)]),
            None => rows.extend(Color::ALL.map(FormRow::Name)),
        }
        if form.turning == Turning::Fixed {
            rows.push(FormRow::Below);
        }
        rows.extend([FormRow::Turning, FormRow::Start]);
        rows
    }

    pub(super) fn key_in_form(&mut self, key: KeyEvent) {
        let rows = self.form_rows();
        let row = rows.get(self.row).copied().unwrap_or(FormRow::Start);
        match pick(key, self.row, rows.len()) {
            Some(Pick::Row(row)) => self.row = row,
            Some(Pick::Change(step)) => self.turn_row(row, step),
            Some(Pick::Take) if row == FormRow::Start => self.finish_form(),
            Some(Pick::Take) if row.typed(self.view().form()).is_some() => self.row += 1,
            Some(Pick::Take) => self.turn_row(row, Step::Next),
            Some(Pick::Leave) => self.go_back(),
            None => self.type_in_row(row, key),
        }
    }

    pub(super) fn paste_in_form(&mut self, text: &str) {
        let row = self.form_rows().get(self.row).copied().unwrap_or(FormRow::Start);
        let typed = row.typed(self.view().form()).unwrap_or_default();
        let longer = typed.chars().chain(text.trim().chars()).take(LONGEST).collect();
        self.fill(row.with(longer));
    }

    /// A row is pointed at with the mouse.
    pub(super) fn point_at_form(&mut self, row: usize) {
        let was = self.row;
        self.row = row;
        match self.form_rows().get(row) {
            Some(FormRow::Start) => self.finish_form(),
            Some(&choice) if was == row => self.turn_row(choice, Step::Next),
            _ => {}
        }
    }

    /// Back to the table if a game is on, otherwise to the doors.
    pub(super) fn go_back(&mut self) {
        if self.server().is_some() {
            let is_at_game = self.view().online().game().is_some();
            return self.go(if is_at_game { Screen::Table } else { Screen::Home });
        }
        let is_seated = self.view().table().game().plies() > 0 || self.view().unfinished().is_none();
        self.go(if is_seated { Screen::Table } else { Screen::Home });
    }

    /// The game begins; or, at a server, it is known what is wished for.
    fn finish_form(&mut self) {
        match self.server().is_some() {
            true if self.terms().is_some() => self.go_back(),
            true => {}
            false => self.replace(),
        }
    }

    fn turn_row(&mut self, row: FormRow, step: Step) {
        match row {
            FormRow::Against => self.turn_opponent(step),
            FormRow::OwnSide => self.turn_side(),
            FormRow::WishedSide => self.turn_wished_side(step),
            row => self.fill(row.turned(self.view().form(), step)),
        }
        // Rows above it may have come or gone; the one that was turned stays chosen.
        let place = self.form_rows().into_iter().position(|other| other == row);
        self.row = place.unwrap_or(self.row);
    }

    fn type_in_row(&mut self, row: FormRow, key: KeyEvent) {
        let Some(typed) = row.typed(self.view().form()) else {
            if key.code == KeyCode::Char(' ') {
                self.turn_row(row, Step::Next);
            }
            return;
        };
        let mut text = typed.to_owned();
        match key.code {
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char('u' | 'w') if key.modifiers.contains(KeyModifiers::CONTROL) => text.clear(),
            KeyCode::Char(letter) if text.chars().count() < LONGEST => text.push(letter),
            _ => return,
        }
        self.fill(row.with(text));
    }

    fn fill(&mut self, field: Option<Field>) {
        if let Some(field) = field {
            self.send(Event::Fill(field));
        }
    }
}
