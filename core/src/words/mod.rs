//! What people read, in one place: numbers, verdicts, issues, games that are won, what methods are called and mean. The
//! command line, the designer and the web page say the same of the same thing by these functions.

pub mod figures;
mod games;
mod issues;
mod methods;
mod verdicts;
pub mod what_if;

pub use games::{Shortest, Won, lost};
pub use issues::issue_words;
pub use methods::{Described, aim, heuristic, method, tie_break};
pub use verdicts::{
    UNSOLVABLE, capital, found, proved, shortest, standing, stopped, traced, verdict,
};
