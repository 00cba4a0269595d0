//! A user driven by a script of words.
//!
//! | word | event |
//! |---|---|
//! | `e2` | a click |
//! | `e2-e4`, `e2-` | a drag to a square, or off the board |
//! | `~e2` | the pointer is over a square |
//! | `up` `down` `left` `right` `enter` `esc` | keys |
//! | `:Nf3` | a typed move |
//! | `=q` | a promotion |
//! | `<e7e5` | a move of the remote player |
//! | `@1500` | time passes until this timestamp |
//! | `first` `prev` `next` `last` `#3` | navigation |
//! | `undo` `flip` `yes` `no` `resign-w` `abort` `draw-b` `accept` `decline` `pause` `resume` `rematch` | buttons |

use client::{
    BoardCommand, Direction, Effect, Event, LocalGame, Navigation, PlayerAction, Settings, State, View,
    update,
};
use game::{Game, Offer, Ply, Timestamp};
use rules::{Color, Position, Role, Square};

pub(crate) struct TestUser {
    pub(crate) state: State,
    pub(crate) now: Timestamp,
    /// Effects of the last word.
    pub(crate) effects: Vec<Effect>,
}

impl TestUser {
    /// A new game of standard chess.
    pub(crate) fn new() -> TestUser {
        let mut user =
            TestUser { state: State::new(Settings::default()), now: Timestamp(0), effects: Vec::new() };
        user.send(Event::StartGame { seed: 0 });
        user
    }

    /// A game from a FEN.
    pub(crate) fn at(fen: &str) -> TestUser {
        TestUser::with_game(LocalGame::untimed(Game::from_position(Position::from_fen(fen).unwrap())))
    }

    /// A game in progress, loaded from its save file.
    pub(crate) fn with_game(local_game: LocalGame) -> TestUser {
        let mut user = TestUser::new();
        user.send(Event::SavedGameFound(local_game.to_save_text(Timestamp(0))));
        user.send(Event::ResumeSavedGame);
        assert_eq!(user.view().local_game().game(), local_game.game());
        user
    }

    pub(crate) fn send(&mut self, event: Event) {
        self.effects = update(&mut self.state, event, self.now);
    }

    pub(crate) fn run(&mut self, script: &str) -> &mut TestUser {
        for word in script.split_whitespace() {
            for event in self.parse_word(word) {
                self.send(event);
            }
        }
        self
    }

    pub(crate) fn view(&self) -> View<'_> {
        self.state.view(self.now)
    }

    /// Board and side to move.
    pub(crate) fn fen(&self) -> String {
        let fen = self.view().local_game().game().setup().to_string();
        fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn sans(&self) -> String {
        let moves = self.view().moves();
        moves.moves.iter().map(|m| m.san.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// All marks, `e4:target`, in square order.
    pub(crate) fn marks(&self) -> String {
        let board = self.view().board();
        let of = |square: &client::SquareView| {
            let marks: Vec<_> = square.marks.iter().map(|mark| mark.name()).collect();
            (!marks.is_empty()).then(|| format!("{}:{}", square.square, marks.join("+")))
        };
        board.squares.iter().filter_map(of).collect::<Vec<_>>().join(" ")
    }

    /// Effects of the last word, without saves.
    pub(crate) fn sounds(&self) -> String {
        let words = self.effects.iter().filter_map(|effect| match effect {
            Effect::PlaySound(sound) => Some(format!("{sound:?}")),
            Effect::Announce(announcement) => {
                let text = format!("{announcement:?}");
                Some(text.split([' ', '(', '{']).next().unwrap_or_default().to_lowercase())
            }
            Effect::SendAction(action) => {
                Some(format!("tell:{action:?}").split(' ').next().unwrap_or_default().to_owned())
            }
            Effect::FocusSquare(square) => Some(format!("focus:{square}")),
            Effect::FocusPromotion => Some("focus:promotion".to_owned()),
            Effect::DeleteSavedGame => Some("forget".to_owned()),
            Effect::Network(effect) => Some(format!("{effect:?}")),
            Effect::SaveStudy(_) => None,
            Effect::SaveGame(_) | Effect::SaveSettings(_) | Effect::CopyText(..) | Effect::Download(..) => {
                None
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn parse_word(&mut self, word: &str) -> Vec<Event> {
        let square = |text: &str| text.parse::<Square>().unwrap_or_else(|_| panic!("{text} in the script"));
        let color = |letter: &str| if letter == "w" { Color::White } else { Color::Black };
        let act = |act| vec![Event::Command(act)];
        let offer =
            Offer::ALL.into_iter().find(|&offer| self.view().local_game().game().pending(offer).is_some());
        match word {
            "up" => vec![Event::ArrowKey(Direction::Up)],
            "down" => vec![Event::ArrowKey(Direction::Down)],
            "left" => vec![Event::ArrowKey(Direction::Left)],
            "right" => vec![Event::ArrowKey(Direction::Right)],
            "enter" => vec![Event::Enter],
            "esc" => vec![Event::Escape],
            "first" => vec![Event::Navigate(Navigation::First)],
            "prev" => vec![Event::Navigate(Navigation::Previous)],
            "next" => vec![Event::Navigate(Navigation::Next)],
            "last" => vec![Event::Navigate(Navigation::Last)],
            "flip" => vec![Event::FlipBoard],
            "rematch" => vec![Event::Rematch],
            "undo" => act(BoardCommand::TakeBack),
            "yes" => act(BoardCommand::Confirm),
            "no" => act(BoardCommand::Cancel),
            "abort" => act(BoardCommand::Abort),
            "pause" => act(BoardCommand::Pause),
            "resume" => act(BoardCommand::Resume),
            "accept" => vec![Event::LocalAction(PlayerAction::accept(offer.unwrap_or(Offer::Draw)))],
            "decline" => vec![Event::LocalAction(PlayerAction::decline(offer.unwrap_or(Offer::Draw)))],
            _ => {
                let (first, rest) = word.split_at(1);
                match first {
                    ":" => vec![Event::TypeMove(rest.to_owned()), Event::SubmitMove],
                    "=" => vec![Event::Promote(Role::from_letter(rest.as_bytes()[0]).unwrap())],
                    "<" => {
                        let ply = self.view().local_game().game().ply();
                        vec![Event::RemoteAction(PlayerAction::play(ply, rest.parse().unwrap()))]
                    }
                    "~" => vec![Event::PointerOver(Some(square(rest)))],
                    "#" => vec![Event::Navigate(Navigation::ToPly(Ply(rest.parse().unwrap())))],
                    "@" => {
                        self.now = Timestamp(rest.parse().unwrap());
                        vec![Event::Tick]
                    }
                    _ => match word.split_once('-') {
                        Some(("resign", side)) => act(BoardCommand::Resign(color(side))),
                        Some(("draw", side)) => act(BoardCommand::OfferDraw(color(side))),
                        Some((from, "")) => vec![Event::Press(square(from)), Event::Release(None)],
                        Some((from, to)) => {
                            let to = Some(square(to));
                            vec![Event::Press(square(from)), Event::PointerOver(to), Event::Release(to)]
                        }
                        None => vec![Event::Click(square(word))],
                    },
                }
            }
        }
    }
}
