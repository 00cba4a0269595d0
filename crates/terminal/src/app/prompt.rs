//! Prompts of the game that must be answered by a key: promotion, confirmation, offer. An invalid answer
//! shows the possible ones and keeps the prompt open.

use client::{BoardCommand, Confirmation, Direction, Event, OfferKind, PlayerAction, Promotion};
use game::Offer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rules::{Color, Role};

use super::App;

/// An open prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prompt {
    /// Promotion choice.
    Promotion(Promotion),
    /// Confirmation of an action.
    Question(Confirmation),
    /// Offer by the opponent.
    Offer(Color, Offer),
    /// Rematch offer by the opponent.
    Rematch(Color),
}

impl App {
    /// The open prompt, if any.
    pub(crate) fn prompt(&self) -> Option<Prompt> {
        let view = self.view();
        let promotion = view.board().promotion.map(Prompt::Promotion);
        let question = || view.confirmation().map(Prompt::Question);
        let offer = || view.actions().answerable_offers.first().map(|&(by, offer)| Prompt::Offer(by, offer));
        let rematch = || {
            let remote = view.online().game().filter(|_| view.online().is_rematch_offered())?;
            remote.seat().map(|seat| Prompt::Rematch(seat.other().into()))
        };
        promotion.or_else(question).or_else(offer).or_else(rematch)
    }

    pub(super) fn key_at_prompt(&mut self, prompt: Prompt, key: KeyEvent) {
        let was_rejected = std::mem::take(&mut self.answer_rejected);
        match prompt {
            // Enter belongs to the rejected letter: it must not take the highlighted piece.
            Prompt::Promotion(_)
                if was_rejected && matches!(key.code, KeyCode::Enter | KeyCode::Char(' ')) =>
            {
                self.answer_rejected = true;
            }
            Prompt::Promotion(_) => self.key_at_promotion(key),
            Prompt::Question(_) => {
                self.key_at_yes_no(
                    key,
                    Event::Command(BoardCommand::Confirm),
                    Event::Command(BoardCommand::Cancel),
                );
            }
            Prompt::Offer(_, offer) => {
                self.key_at_yes_no(
                    key,
                    Event::LocalAction(PlayerAction::accept(offer)),
                    Event::LocalAction(PlayerAction::decline(offer)),
                );
            }
            Prompt::Rematch(_) => {
                self.key_at_yes_no(
                    key,
                    Event::Rematch,
                    Event::LocalAction(PlayerAction::Decline { offer: OfferKind::Rematch }),
                );
            }
        }
    }

    fn key_at_promotion(&mut self, key: KeyEvent) {
        let event = match key.code {
            KeyCode::Char('c') | KeyCode::Esc => Event::Escape,
            KeyCode::Enter | KeyCode::Char(' ') => Event::Enter,
            KeyCode::Left => Event::ArrowKey(Direction::Left),
            KeyCode::Right => Event::ArrowKey(Direction::Right),
            KeyCode::Up | KeyCode::Char('k') => Event::ArrowKey(Direction::Up),
            KeyCode::Down | KeyCode::Char('j') => Event::ArrowKey(Direction::Down),
            KeyCode::Char(letter) => {
                let by_letter = || u8::try_from(letter).ok().and_then(Role::from_letter);
                let role = role_by_symbol(letter).or_else(by_letter).filter(|role| role.is_promotion());
                let Some(role) = role else {
                    self.answer_rejected = true;
                    return;
                };
                Event::Promote(role)
            }
            _ => return,
        };
        self.send(event);
    }

    fn key_at_yes_no(&mut self, key: KeyEvent, yes: Event, no: Event) {
        match key.code {
            KeyCode::Char('y' | 'Y') => self.send(yes),
            KeyCode::Char('n' | 'N') | KeyCode::Esc => self.send(no),
            _ => self.answer_rejected = true,
        }
    }
}

/// The role of a chess symbol of either colour.
fn role_by_symbol(symbol: char) -> Option<Role> {
    Some(match symbol {
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        _ => return None,
    })
}
