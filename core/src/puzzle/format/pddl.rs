//! A level as a planning problem, in PDDL: what other planners solve, and what they say of it.
//! Every action is one move and costs 1.
//!
//! ```text
//!   (slide-2 right colour1 b1 c1 d1 e1)    the tile on b1 slides over c1 to d1;
//!                                          e1 is taken: a tile, or `wall`
//! ```
//!
//! A slide of each length is an action of its own, so that STRIPS with types is enough. Tiles of
//! one colour have no names: a state says which colour is on a cell. A floating goal is a
//! disjunction of its places.
//!
//! Reference: McDermott et al., *PDDL: the planning domain definition language*, 1998.

use crate::puzzle::rules::{Cell, Demand, Direction, Draft, Issue, Move, Puzzle};

/// Directions as the domain names them, in the order of [`Direction::ALL`].
const DIRECTIONS: [&str; 4] = ["up", "down", "left", "right"];
/// What the domain has beside the last cell of every row and column.
const WALL: &str = "wall";

/// Why a level is no planning problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PddlError {
    /// The level has issues.
    #[error("{}", .0.iter().map(Issue::to_string).collect::<Vec<_>>().join("\n"))]
    Invalid(Vec<Issue>),
    /// The level has an opening, waypoints, passes, chameleons or numbered tiles.
    #[error("the domain has no {0}")]
    Extra(&'static str),
}

/// Returns the domain and the problem of `draft`. The domain has the slides that the board has
/// room for.
///
/// # Errors
/// Says what keeps the level from being one.
///
/// ```
/// let draft = "R..\n...\n\n..R\n...".parse().unwrap();
/// let (domain, problem) = mondrian_core::puzzle::pddl(&draft).unwrap();
/// assert!(domain.contains("(define (domain sliding)") && problem.contains("(:goal"));
/// ```
pub fn pddl(draft: &Draft) -> Result<(String, String), PddlError> {
    let puzzle = draft.validate().map_err(PddlError::Invalid)?;
    if !puzzle.opening().is_empty() {
        return Err(PddlError::Extra("opening"));
    }
    if !puzzle.waypoints().is_empty() {
        return Err(PddlError::Extra("waypoints"));
    }
    if !puzzle.board().terrain().passes.is_empty() {
        return Err(PddlError::Extra("passes"));
    }
    if !puzzle.kinds().are_plain() {
        return Err(PddlError::Extra("chameleons and numbered tiles"));
    }
    Ok((domain(&puzzle), problem(draft, &puzzle)))
}

/// Returns the cell behind `cell` in `direction`, or `None` where a wall, a thin wall or the
/// edge is.
fn next(puzzle: &Puzzle, cell: Cell, direction: Direction) -> Option<Cell> {
    // Without passes all colours are of one class.
    puzzle.board().next(0, cell, direction)
}

fn free_cells(puzzle: &Puzzle) -> impl Iterator<Item = Cell> + '_ {
    puzzle.size().cells().filter(|&cell| !puzzle.board().is_wall(cell))
}

fn domain(puzzle: &Puzzle) -> String {
    let run = |cell: Cell, direction| {
        std::iter::successors(Some(cell), |&at| next(puzzle, at, direction)).count() - 1
    };
    let runs =
        free_cells(puzzle).flat_map(|cell| Direction::ALL.map(|direction| run(cell, direction)));
    let longest = runs.max().unwrap_or(0);
    let actions: String = (1..=longest).map(action).collect();
    format!(
        "; A move pushes one tile; it slides until the edge, a wall or another tile stops it.\n\
         (define (domain sliding)\n  \
         (:requirements :strips :typing)\n  \
         (:types cell colour direction)\n  \
         (:constants {} - direction {WALL} - cell)\n  \
         (:predicates\n    \
         (next ?d - direction ?a ?b - cell)\n    \
         (tile ?k - colour ?c - cell)\n    \
         (clear ?c - cell)\n    \
         (taken ?c - cell)){actions})\n",
        DIRECTIONS.join(" ")
    )
}

/// Returns the action of a slide over so many cells.
fn action(length: usize) -> String {
    // c0 is where the tile is, the last but one where it comes to rest, the last stops it.
    let cells: Vec<String> = (0..length + 2).map(|nth| format!("?c{nth}")).collect();
    let steps: String =
        cells.windows(2).map(|two| format!(" (next ?d {} {})", two[0], two[1])).collect();
    let clear: String = cells[1..=length].iter().map(|cell| format!(" (clear {cell})")).collect();
    let (from, to, stop) = (&cells[0], &cells[length], &cells[length + 1]);
    format!(
        "\n  (:action slide-{length}\n    \
         :parameters (?d - direction ?k - colour {} - cell)\n    \
         :precondition (and (tile ?k {from}){steps}{clear} (taken {stop}))\n    \
         :effect (and (not (tile ?k {from})) (not (taken {from})) (clear {from})\n      \
         (tile ?k {to}) (taken {to}) (not (clear {to}))))",
        cells.join(" ")
    )
}

fn problem(draft: &Draft, puzzle: &Puzzle) -> String {
    let mut colours = String::new();
    let mut objects = Vec::new();
    for colour in draft.palette.colours() {
        let swatch = draft.palette.swatch(colour);
        let name = swatch.name.as_deref().unwrap_or_default().replace(['\n', '\r'], " ");
        colours += &format!("; {} is {} {name}\n", colour_name(colour), swatch.symbol);
        objects.push(colour_name(colour));
    }
    let cells: Vec<String> = free_cells(puzzle).map(|cell| cell.to_string()).collect();
    let mut init = format!("    (taken {WALL})\n");
    for cell in free_cells(puzzle) {
        match puzzle.start().tile(cell) {
            Some(colour) => {
                init += &format!("    (tile {} {cell}) (taken {cell})\n", colour_name(colour))
            }
            None => init += &format!("    (clear {cell})\n"),
        }
        for (direction, name) in Direction::ALL.into_iter().zip(DIRECTIONS) {
            let behind = next(puzzle, cell, direction)
                .map_or_else(|| WALL.to_owned(), |near| near.to_string());
            init += &format!("    (next {name} {cell} {behind})\n");
        }
    }
    let placements = puzzle.goal().placements();
    let (requirements, goal) = match placements {
        [demand] => ("", conjunction(demand)),
        _ => {
            let places: Vec<String> = placements.iter().map(conjunction).collect();
            (
                "  (:requirements :disjunctive-preconditions)\n",
                format!("(or\n    {})", places.join("\n    ")),
            )
        }
    };
    format!(
        "{colours}(define (problem level)\n  (:domain sliding)\n{requirements}  \
         (:objects\n    {} - colour\n    {} - cell)\n  (:init\n{init}  )\n  (:goal {goal}))\n",
        objects.join(" "),
        cells.join(" ")
    )
}

fn colour_name(colour: crate::puzzle::rules::Colour) -> String {
    format!("colour{}", colour.index() + 1)
}

fn conjunction(demand: &Demand) -> String {
    let tiles =
        demand.iter().map(|&(cell, colour)| format!(" (tile {} {cell})", colour_name(colour)));
    format!("(and{})", tiles.collect::<String>())
}

/// What a plan says of one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// The line of the plan, from 1.
    pub line: usize,
    /// The move.
    pub push: Move,
    /// Where the tile comes to rest, as the planner says.
    pub to: Cell,
}

/// A line of a plan is no action of the domain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: `{text}` is not a slide of the domain")]
pub struct PlanError {
    /// From 1.
    pub line: usize,
    /// The line.
    pub text: String,
}

/// Reads a plan as planners write it: an action a line, with brackets and commas or without,
/// with a number before it and a cost behind it or without; what follows `;` is a comment.
///
/// # Errors
/// Names the first line that is no action.
pub fn parse_plan(text: &str) -> Result<Vec<PlanStep>, PlanError> {
    let mut steps = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let said = line.split(';').next().unwrap_or_default().trim();
        if said.is_empty() {
            continue;
        }
        let step = read_step(index + 1, &said.to_ascii_lowercase());
        let error = || PlanError { line: index + 1, text: said.chars().take(60).collect() };
        steps.push(step.ok_or_else(error)?);
    }
    Ok(steps)
}

fn read_step(line: usize, said: &str) -> Option<PlanStep> {
    let words = said.split(|c: char| c.is_whitespace() || "(),:".contains(c));
    let mut words =
        words.filter(|word| !word.is_empty()).skip_while(|word| !word.starts_with("slide-"));
    let length: usize = words.next()?.strip_prefix("slide-")?.parse().ok()?;
    let direction = words.next()?;
    let place = DIRECTIONS.iter().position(|&name| name == direction)?;
    words.next().filter(|colour| colour.starts_with("colour"))?;
    let cells: Vec<&str> = words.take_while(|word| !word.starts_with('[')).collect();
    if length == 0 || length.checked_add(2) != Some(cells.len()) {
        return None;
    }
    let from = cells[0].parse().ok()?;
    let to = cells[length].parse().ok()?;
    Some(PlanStep { line, push: Move::new(from, Direction::ALL[place]), to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parse_text;

    #[test]
    fn a_level_is_a_domain_and_a_problem() {
        let draft = parse_text("R.#\n..B\n\n..#\nR.B", None).unwrap();
        let (domain, problem) = pddl(&draft).unwrap();
        assert!(domain.contains("(:action slide-2\n") && !domain.contains("slide-3"), "{domain}");
        let expected = ":parameters (?d - direction ?k - colour ?c0 ?c1 ?c2 - cell)\n    \
                        :precondition (and (tile ?k ?c0) (next ?d ?c0 ?c1) (next ?d ?c1 ?c2) (clear ?c1) (taken ?c2))\n    \
                        :effect (and (not (tile ?k ?c0)) (not (taken ?c0)) (clear ?c0)\n      \
                        (tile ?k ?c1) (taken ?c1) (not (clear ?c1))))";
        assert!(domain.contains(expected), "{domain}");
        for line in [
            "; colour1 is R red",
            "colour1 colour2 - colour",
            "a1 b1 a2 b2 c2 - cell",
            "(tile colour1 a1) (taken a1)",
            "(next up a1 wall)",
            "(next right b1 wall)",
            "(next right b2 c2)",
            "(clear b1)",
            "(:goal (and (tile colour1 a2) (tile colour2 c2)))",
        ] {
            assert!(problem.contains(line), "{line}\n{problem}");
        }
        assert!(!problem.contains("c1") && !problem.contains(":requirements"));
        for text in [&domain, &problem] {
            let count = |c: char| text.matches(c).count();
            assert_eq!(count('('), count(')'));
        }
    }

    #[test]
    fn a_floating_goal_is_a_choice() {
        let draft = parse_text("R..\n\nfloating\nR", None).unwrap();
        let (_, problem) = pddl(&draft).unwrap();
        assert!(problem.contains(":disjunctive-preconditions"));
        assert_eq!(problem.matches("(and (tile colour1").count(), 3);
    }

    #[test]
    fn what_the_domain_cannot_say_is_refused() {
        let why = |text: &str| pddl(&parse_text(text, None).unwrap()).unwrap_err().to_string();
        assert_eq!(why("R..\n\n..R\n\nopening: a1R"), "the domain has no opening");
        assert_eq!(why("R..\n\n..R\n\nwaypoint:\n..R"), "the domain has no waypoints");
        assert!(!why("R..\n\n.RR").is_empty());
    }

    #[test]
    fn plans_are_read_as_planners_write_them() {
        let step = |line| PlanStep { line, push: "b1R".parse().unwrap(), to: Cell::new(3, 0) };
        for text in [
            "(slide-2 right colour1 b1 c1 d1 e1)",
            "(SLIDE-2 RIGHT COLOUR1 B1 C1 D1 WALL)",
            "0: (slide-2 right colour1 b1 c1 d1 e1)",
            "0.00100: (slide-2 right colour1 b1 c1 d1 e1) [1.0000]",
            "slide-2(right, colour1, b1, c1, d1, e1)",
            "  slide-2 right colour1 b1 c1 d1 e1 ; the first",
        ] {
            assert_eq!(parse_plan(text), Ok(vec![step(1)]), "{text}");
        }
        let plan = "; a plan\n(slide-2 right colour1 b1 c1 d1 e1)\n\n(slide-2 right colour1 b1 c1 d1 e1)\n; cost = 2 (unit cost)\n";
        assert_eq!(parse_plan(plan), Ok(vec![step(2), step(4)]));
        for text in [
            "(slide-2 right colour1 b1 c1 d1)",
            "(slide-2 right colour1 b1 c1 d1 e1 f1)",
            "(slide-2 north colour1 b1 c1 d1 e1)",
            "(slide-2 right b1 c1 d1 e1 f1)",
            "(slide-0 right colour1 b1 c1)",
            "(slide-18446744073709551615 right colour1 b1 c1)",
            "(push right colour1 b1)",
            "(slide-1 right colour1 b1 wall c1)",
            "a1R",
        ] {
            assert_eq!(parse_plan(text).unwrap_err().line, 1, "{text}");
        }
    }
}
