//! What each edit makes of a draft: pure functions.

use super::{EditCommand, paint};
use crate::puzzle::rules::game::Pushed;
use crate::puzzle::rules::{
    Anchor, Best, Cell, Draft, Game, Grid, Layout, MAX_WAYPOINTS, Move, Puzzle, Size, Square,
    Swatch, Terrain,
};

/// Returns the draft after `command`, or `None` for a command that is no edit of
/// what is drawn or speaks of what is not there. `before` is the draft before the stroke.
pub fn edited(draft: &Draft, before: &Draft, command: &EditCommand) -> Option<Draft> {
    let mut next = draft.clone();
    let exists = |layout: Layout| draft.layouts().any(|other| other == layout);
    match command {
        EditCommand::Paint { layout, cells, brush } if exists(*layout) => {
            paint(&mut next, before, *layout, cells, *brush);
        }
        EditCommand::PaintSides { sides, is_there } => {
            sides.iter().for_each(|&side| next.paint_thin_wall(side, *is_there));
        }
        &EditCommand::EraseRegion { layout, region } if exists(layout) => {
            next.erase(layout, region);
        }
        &EditCommand::MoveRegion { layout, region, corner, copy } if exists(layout) => {
            next.move_region(layout, region, corner, copy);
        }
        EditCommand::Paste { layout, clip, corner } if exists(*layout) => {
            next.paste(*layout, clip, *corner);
        }
        EditCommand::Clear => clear(&mut next),
        EditCommand::CopyStartToGoal => copy_start_to_goal(&mut next),
        EditCommand::PlayToGoal(moves) => next = played_to_goal(draft, moves)?,
        &EditCommand::Resize { size, dx, dy } => next = draft.resized(size, dx, dy),
        EditCommand::Transform(transform) => next = draft.transformed(*transform),
        EditCommand::SetAnchor(anchor) => set_anchor(&mut next, *anchor),
        EditCommand::AddColour(swatch) => {
            next.palette.push(swatch.clone())?;
        }
        EditCommand::SetSwatch(colour, swatch) if colour.index() < draft.palette.len() => {
            let symbol = draft.palette.swatch(*colour).symbol;
            *next.palette.swatch_mut(*colour) = Swatch { symbol, ..swatch.clone() };
        }
        &EditCommand::RemoveColour { colour, heir } if colour.index() < draft.palette.len() => {
            next = draft.without_colour(colour, heir);
        }
        EditCommand::UseColours(set) => next.palette = draft.palette.recoloured(*set),
        EditCommand::AddWaypoint if draft.waypoints.len() < MAX_WAYPOINTS => {
            next = draft.with_waypoint();
        }
        &EditCommand::RemoveWaypoint(index) if index < draft.waypoints.len() => {
            next.waypoints.remove(index);
        }
        EditCommand::Stroke(stroke) => next = stroke.apply(draft)?,
        EditCommand::SetOpening(moves) => next.opening.clone_from(moves),
        EditCommand::SetTexts { title, author, note } => {
            (next.title, next.author, next.note) = (title.clone(), author.clone(), note.clone());
        }
        EditCommand::Replace { draft, .. } => next = (**draft).clone(),
        _ => return None,
    }
    Some(next)
}

/// Says whether the best solution that `edited` returns is that of the new puzzle.
pub const fn keeps_best(command: &EditCommand) -> bool {
    matches!(
        command,
        EditCommand::Replace { .. }
            | EditCommand::Transform(_)
            | EditCommand::RemoveColour { .. }
            | EditCommand::PlayToGoal(_)
    )
}

/// Returns `draft` with a better solution, or `None` when `moves` do not solve its
/// puzzle or are no better than what it has.
pub fn with_best(
    draft: &Draft,
    puzzle: Option<&Puzzle>,
    moves: &[Move],
    proved: bool,
) -> Option<Draft> {
    let moves = puzzle?.verify(moves.to_vec()).ok()?.moves().to_vec();
    is_better(draft.best.as_ref(), &moves, proved)
        .then(|| Draft { best: Some(Best::found(moves, proved)), ..draft.clone() })
}

/// Says whether a solution is better than the best one known, or as good and proved.
pub fn is_better(best: Option<&Best>, moves: &[Move], proved: bool) -> bool {
    best.is_none_or(|best| {
        moves.len() < best.moves.len()
            || (moves.len() == best.moves.len() && proved && !best.proved)
    })
}

/// Returns the best solution of `before` if `command` only changes the opening and it
/// begins with the new one too. Proved it stays when the new opening leaves no solution
/// that the old one did not.
pub fn best_with_opening(before: &Draft, after: &Draft, command: &EditCommand) -> Option<Best> {
    let EditCommand::SetOpening(opening) = command else { return None };
    let moves = after.validate().ok()?.verify(before.best.as_ref()?.moves.clone()).ok()?;
    let proved = before.best.as_ref()?.proved && opening.starts_with(&before.opening);
    Some(Best::found(moves.moves().to_vec(), proved))
}

/// Says whether the two differ in what has to be solved.
pub fn is_other_puzzle(one: &Draft, other: &Draft) -> bool {
    let rules = |draft: &Draft| {
        (draft.anchor, draft.opening.clone(), draft.waypoints.clone(), draft.goal.clone())
    };
    // What is appended to the palette is of no tile yet.
    let same_kinds = one
        .palette
        .swatches()
        .iter()
        .zip(other.palette.swatches())
        .all(|(one, other)| one.kind == other.kind);
    one.start != other.start
        || one.terrain != other.terrain
        || !same_kinds
        || rules(one) != rules(other)
}

/// Leaves an empty board. Opening and waypoints go too: what is not on the screen
/// must not stay behind and make the next drawing unsolvable.
fn clear(draft: &mut Draft) {
    draft.opening.clear();
    draft.waypoints.clear();
    draft.terrain = Terrain::default();
    for layout in draft.layouts() {
        let grid = draft.layout_mut(layout);
        *grid = Grid::new(grid.size(), Square::Empty);
    }
}

fn copy_start_to_goal(draft: &mut Draft) {
    draft.goal = match draft.anchor {
        Anchor::Fixed => draft.start.clone(),
        Anchor::Floating => without_walls(&draft.start, draft.start.size()),
    };
}

/// Returns the draft as it is played to a goal that is not there yet: until one stops, its goal is its
/// start. What stands between, waypoints and opening, goes.
pub fn played_from_start(draft: &Draft) -> Draft {
    let (opening, waypoints) = (Vec::new(), Vec::new());
    let goal = draft.start.clone();
    Draft { goal, anchor: Anchor::Fixed, opening, waypoints, best: None, ..draft.clone() }
}

/// Returns the draft whose goal is where these moves lead from the start, with them as its best
/// solution where they are one.
fn played_to_goal(draft: &Draft, moves: &[Move]) -> Option<Draft> {
    let mut next = played_from_start(draft);
    let mut game = Game::new(next.validate().ok()?, next.palette.clone());
    for push in moves {
        let tile = game.tile_at(push.from)?;
        matches!(game.push(tile, push.direction), Pushed::Moved(_)).then_some(())?;
    }
    next.goal = draft.with_start(&game.position()).start;
    let puzzle = next.validate().ok();
    Some(with_best(&next, puzzle.as_ref(), moves, false).unwrap_or(next))
}

fn set_anchor(draft: &mut Draft, anchor: Anchor) {
    draft.anchor = anchor;
    draft.goal = without_walls(&draft.goal, draft.start.size());
    if anchor == Anchor::Fixed {
        let walls: Vec<Cell> = draft
            .start
            .iter()
            .filter(|&(cell, square)| {
                // A tile that the goal asks for on a wall stays, as an issue.
                *square == Square::Wall && draft.goal[cell] == Square::Empty
            })
            .map(|(cell, _)| cell)
            .collect();
        for cell in walls {
            draft.layout_mut(Layout::Goal)[cell] = Square::Wall;
        }
    }
}

fn without_walls(grid: &Grid<Square>, size: Size) -> Grid<Square> {
    let mut bare = grid.moved_onto(size, 0, 0, Square::Empty);
    for cell in size.cells() {
        if bare[cell] == Square::Wall {
            bare[cell] = Square::Empty;
        }
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_text, write_text};

    #[track_caller]
    fn check(text: &str, command: &EditCommand, expected: &str) {
        let draft = parse_text(text, None).unwrap();
        assert_eq!(write_text(&edited(&draft, &draft, command).unwrap()), expected);
    }

    #[test]
    fn each_edit_does_what_it_says() {
        let resize = |dx| EditCommand::Resize { size: Size::new(3, 1), dx, dy: 0 };
        check("B#\n\n.#\n", &EditCommand::Clear, "..\n\n..\n");
        check("B#\n\n.#\n", &EditCommand::CopyStartToGoal, "B#\n\nB#\n");
        check("B#\n\n.#\n", &EditCommand::SetAnchor(Anchor::Floating), "B#\n\nfloating\n..\n");
        check("B#\n\n.#\n", &resize(0), "B#.\n\n.#.\n");
        check("B#\n\n.#\n", &resize(1), ".B#\n\n..#\n");
    }

    #[test]
    fn a_goal_that_is_fixed_again_has_the_walls_of_the_start() {
        let draft = parse_text("B#.\n\nfloating\n.B", None).unwrap();
        assert_eq!(draft.anchor, Anchor::Floating);
        let fixed = edited(&draft, &draft, &EditCommand::SetAnchor(Anchor::Fixed)).unwrap();
        assert_eq!(write_text(&fixed), "B#.\n\n.B.\n");
        assert_eq!(fixed.validate().unwrap_err().len(), 1);
    }

    #[test]
    fn a_solution_stays_with_an_opening_that_it_begins_with() {
        let moves = |text| crate::puzzle::parse_moves(text).unwrap();
        let mut draft = parse_text("B..\n...\n\n...\n..B", None).unwrap();
        draft.best = Some(Best::found(moves("a1D a2R"), true));
        let best = |from: &Draft, opening| {
            let command = EditCommand::SetOpening(moves(opening));
            best_with_opening(from, &edited(from, from, &command).unwrap(), &command)
        };
        assert_eq!(best(&draft, "a1D"), draft.best);
        assert_eq!(best(&draft, "a1R"), None);
        let begun = Draft { opening: moves("a1D"), ..draft.clone() };
        assert!(!best(&begun, "").unwrap().proved, "there are more solutions now");
    }

    #[test]
    fn only_better_solutions_are_kept() {
        let draft = parse_text("B..\n...\n\n...\n..B", None).unwrap();
        let puzzle = draft.validate().unwrap();
        let moves = |text| crate::puzzle::parse_moves(text).unwrap();
        assert!(with_best(&draft, Some(&puzzle), &moves("a1D"), true).is_none());
        let long = moves("a1D a2R c2U c1D");
        let first = with_best(&draft, Some(&puzzle), &long, false).unwrap();
        assert!(with_best(&first, Some(&puzzle), &long, false).is_none());
        let second = with_best(&first, Some(&puzzle), &moves("a1D a2R"), true).unwrap();
        assert_eq!(second.best.unwrap().moves.len(), 2);
    }
}
