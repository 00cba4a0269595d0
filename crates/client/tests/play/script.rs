//! A person at the screen, played from a line of words.
//!
//! | word | what happens |
//! |---|---|
//! | `e2` | a click |
//! | `e2-e4`, `e2-` | a drag to a square, or off the board |
//! | `~e2` | the pointer is over a square |
//! | `up` `down` `left` `right` `enter` `esc` | keys |
//! | `:Nf3` | a typed move |
//! | `=q` | a promotion |
//! | `<e7e5` | the player elsewhere moves |
//! | `@1500` | that moment comes |
//! | `first` `prev` `next` `last` `#3` | the game is stepped through |
//! | `undo` `flip` `yes` `no` `resign-w` `abort` `draw-b` `accept` `decline` `pause` `resume` `rematch` | buttons |

use client::{Act, Direction, Effect, Event, Moment, Settings, State, Table, View, update};
use game::{Game, Offer, Timestamp};
use rules::{Color, Position, Role, Square};

pub(crate) struct Person {
    pub(crate) state: State,
    pub(crate) now: Timestamp,
    /// What the last word of the script brought about.
    pub(crate) effects: Vec<Effect>,
}

impl Person {
    /// In front of a new game of standard chess.
    pub(crate) fn new() -> Person {
        let mut person =
            Person { state: State::new(Settings::default()), now: Timestamp(0), effects: Vec::new() };
        person.happen(Event::Start { seed: 0 });
        person
    }

    /// In front of a position.
    pub(crate) fn at(fen: &str) -> Person {
        Person::at_table(Table::plain(Game::from_position(Position::from_fen(fen).unwrap())))
    }

    /// In front of a table, which travels there as a saved text.
    pub(crate) fn at_table(table: Table) -> Person {
        let mut person = Person::new();
        person.happen(Event::Found(table.saved(Timestamp(0))));
        person.happen(Event::Continue);
        assert_eq!(person.view().table().game(), table.game());
        person
    }

    pub(crate) fn happen(&mut self, event: Event) {
        self.effects = update(&mut self.state, event, self.now);
    }

    pub(crate) fn run(&mut self, script: &str) -> &mut Person {
        for word in script.split_whitespace() {
            for event in self.read(word) {
                self.happen(event);
            }
        }
        self
    }

    pub(crate) fn view(&self) -> View<'_> {
        self.state.view(self.now)
    }

    /// The board and the side to move.
    pub(crate) fn fen(&self) -> String {
        let fen = self.view().table().game().setup().to_string();
        fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn sans(&self) -> String {
        let moves = self.view().moves();
        moves.list.iter().map(|m| m.san.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// All marks, `e4:target`, in the order of the squares.
    pub(crate) fn marks(&self) -> String {
        let board = self.view().board();
        let of = |square: &client::SquareView| {
            let marks: Vec<_> = square.marks.iter().map(|mark| mark.name()).collect();
            (!marks.is_empty()).then(|| format!("{}:{}", square.square, marks.join("+")))
        };
        board.squares.iter().filter_map(of).collect::<Vec<_>>().join(" ")
    }

    /// What the last word brought about, without the texts that are saved.
    pub(crate) fn heard(&self) -> String {
        let words = self.effects.iter().filter_map(|effect| match effect {
            Effect::Play(sound) => Some(format!("{sound:?}")),
            Effect::Announce(announcement) => {
                let text = format!("{announcement:?}");
                Some(text.split([' ', '(', '{']).next().unwrap_or_default().to_lowercase())
            }
            Effect::Tell(deed) => {
                Some(format!("tell:{deed:?}").split('(').next().unwrap_or_default().to_owned())
            }
            Effect::Focus(square) => Some(format!("focus:{square}")),
            Effect::FocusPromotion => Some("focus:promotion".to_owned()),
            Effect::Forget => Some("forget".to_owned()),
            Effect::Online(errand) => Some(format!("{errand:?}")),
            #[cfg(feature = "study")]
            Effect::SaveStudy(_) => None,
            Effect::Save(_) | Effect::SaveSettings(_) | Effect::Copy(..) | Effect::Download(..) => None,
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn read(&mut self, word: &str) -> Vec<Event> {
        let square = |text: &str| text.parse::<Square>().unwrap_or_else(|_| panic!("{text} in the script"));
        let color = |letter: &str| if letter == "w" { Color::White } else { Color::Black };
        let act = |act| vec![Event::Act(act)];
        let offer = Offer::ALL.into_iter().find(|&offer| self.view().table().game().pending(offer).is_some());
        match word {
            "up" => vec![Event::Steer(Direction::Up)],
            "down" => vec![Event::Steer(Direction::Down)],
            "left" => vec![Event::Steer(Direction::Left)],
            "right" => vec![Event::Steer(Direction::Right)],
            "enter" => vec![Event::Enter],
            "esc" => vec![Event::Escape],
            "first" => vec![Event::Show(Moment::First)],
            "prev" => vec![Event::Show(Moment::Previous)],
            "next" => vec![Event::Show(Moment::Next)],
            "last" => vec![Event::Show(Moment::Last)],
            "flip" => vec![Event::Flip],
            "rematch" => vec![Event::Rematch],
            "undo" => act(Act::TakeBack),
            "yes" => act(Act::Confirm),
            "no" => act(Act::Cancel),
            "abort" => act(Act::Abort),
            "pause" => act(Act::Pause),
            "resume" => act(Act::Resume),
            "accept" => act(Act::Accept(offer.unwrap_or(Offer::Draw))),
            "decline" => act(Act::Decline(offer.unwrap_or(Offer::Draw))),
            _ => {
                let (first, rest) = word.split_at(1);
                match first {
                    ":" => vec![Event::Type(rest.to_owned()), Event::Submit],
                    "=" => vec![Event::Promote(Role::from_letter(rest.as_bytes()[0]).unwrap())],
                    "<" => vec![Event::Told(client::Deed::Move(rest.parse().unwrap()))],
                    "~" => vec![Event::Over(Some(square(rest)))],
                    "#" => vec![Event::Show(Moment::After(rest.parse().unwrap()))],
                    "@" => {
                        self.now = Timestamp(rest.parse().unwrap());
                        vec![Event::Tick]
                    }
                    _ => match word.split_once('-') {
                        Some(("resign", side)) => act(Act::Resign(color(side))),
                        Some(("draw", side)) => act(Act::OfferDraw(color(side))),
                        Some((from, "")) => vec![Event::Press(square(from)), Event::Release(None)],
                        Some((from, to)) => {
                            let to = Some(square(to));
                            vec![Event::Press(square(from)), Event::Over(to), Event::Release(to)]
                        }
                        None => vec![Event::Click(square(word))],
                    },
                }
            }
        }
    }
}
