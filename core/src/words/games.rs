//! What is said of a game: that it is won, and how well; that it cannot be won any more.

use super::figures::{grouped, moves};
use super::issues::swatch_name;
use super::verdicts::standing;
use crate::puzzle::{Best, Lost, Palette};

/// The best solution known of a level, without its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// How many they are.
    pub moves: u32,
    /// There is no shorter one, as this program has proved.
    pub proved: bool,
    /// There is none, as the level says.
    pub claimed: bool,
}

impl From<&Best> for Shortest {
    fn from(best: &Best) -> Self {
        Self { moves: best.moves.len() as u32, proved: best.proved, claimed: best.claimed }
    }
}

/// A game that is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    /// Its moves, the opening included.
    pub moves: u32,
    /// Some of them were named or made by the engine.
    pub is_helped: bool,
    /// The best solution known of the level.
    pub shortest: Option<Shortest>,
}

impl Won {
    /// Says whether no solution has fewer moves, which is proved.
    pub fn is_best_possible(&self) -> bool {
        self.shortest.is_some_and(|shortest| shortest.proved && shortest.moves == self.moves)
    }

    /// Returns in few words whether fewer moves are enough: `the best possible`, `19 are
    /// possible`. Empty where nothing is known.
    pub fn verdict(&self) -> String {
        match self.shortest {
            Some(shortest) if shortest.moves < self.moves => {
                let are = if shortest.moves == 1 { "is" } else { "are" };
                format!("{} {are} possible", grouped(shortest.moves.into()))
            }
            Some(_) if self.is_best_possible() => "the best possible".to_owned(),
            Some(_) => "the best known".to_owned(),
            None => String::new(),
        }
    }

    /// Returns the whole of it: `Solved in 6 moves. 4 are enough: the best possible, proved.`
    pub fn sentence(&self) -> String {
        let help = if self.is_helped { ", with help" } else { "" };
        let solved = format!("Solved in {}{help}", moves(self.moves));
        let Some(shortest) = self.shortest else { return format!("{solved}.") };
        let fewer = if shortest.moves < self.moves {
            let are = if shortest.moves == 1 { "is" } else { "are" };
            format!(". {} {are} enough", grouped(shortest.moves.into()))
        } else {
            String::new()
        };
        let standing = if shortest.proved {
            "the best possible, proved"
        } else {
            "the best known so far, not proved"
        };
        format!("{solved}{fewer}: {standing}.")
    }

    /// Returns what is sent to others: `Exchange: 6 moves; shortest: 4 moves, proved the best`.
    pub fn result(&self, title: &str) -> String {
        let title = if title.is_empty() { "Untitled" } else { title };
        let help = if self.is_helped { ", with help" } else { "" };
        let shortest = self.shortest.map_or_else(String::new, |shortest| {
            let standing = standing(shortest.proved, shortest.claimed);
            format!("; shortest: {}, {standing}", moves(shortest.moves))
        });
        format!("{title}: {}{help}{shortest}", moves(self.moves))
    }
}

/// Returns why a game cannot be won any more.
pub fn lost(lost: &Lost, palette: &Palette) -> String {
    let why = match lost.spent {
        Some(cell) => format!("the tile on {cell} has no push left"),
        None => {
            let colour = swatch_name(palette.swatch(lost.colour));
            format!("too few tiles can still be {colour}")
        }
    };
    format!("cannot be solved: {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(won: Won, verdict: &str, sentence: &str, result: &str) {
        let said = (won.verdict(), won.sentence(), won.result("Exchange"));
        assert_eq!(said, (verdict.to_owned(), sentence.to_owned(), result.to_owned()));
    }

    #[test]
    fn what_is_said_of_a_win_claims_what_is_proved_and_no_more() {
        let shortest = |moves, proved, claimed| Some(Shortest { moves, proved, claimed });
        let won = |shortest| Won { moves: 6, is_helped: false, shortest };
        check(won(None), "", "Solved in 6 moves.", "Exchange: 6 moves");
        check(
            won(shortest(6, true, false)),
            "the best possible",
            "Solved in 6 moves: the best possible, proved.",
            "Exchange: 6 moves; shortest: 6 moves, proved the best",
        );
        check(
            won(shortest(4, true, false)),
            "4 are possible",
            "Solved in 6 moves. 4 are enough: the best possible, proved.",
            "Exchange: 6 moves; shortest: 4 moves, proved the best",
        );
        check(
            won(shortest(1, false, true)),
            "1 is possible",
            "Solved in 6 moves. 1 is enough: the best known so far, not proved.",
            "Exchange: 6 moves; shortest: 1 move, claimed the best",
        );
        check(
            Won { is_helped: true, ..won(shortest(6, false, false)) },
            "the best known",
            "Solved in 6 moves, with help: the best known so far, not proved.",
            "Exchange: 6 moves, with help; shortest: 6 moves, the best known",
        );
        assert_eq!(won(None).result(""), "Untitled: 6 moves");
    }
}
