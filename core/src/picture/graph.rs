//! A graph of positions as a picture: a row for each distance from the start, in each row
//! the positions in the order that keeps them near the ones they come from.
//!
//! ```text
//!   0        #             squares are positions, the start at the top; their colour is
//!   1      # # #           the distance to the goal; black lines and frames are the
//!   2    # # # # #         solution, a ring marks a goal
//! ```
//!
//! Reference for the order in the rows: Sugiyama, Tagawa, Toda, *Methods for Visual
//! Understanding of Hierarchical System Structures*, 1981 (barycentres, one sweep down).

use super::canvas::{Area, BLACK, BLUE, Picture, WHITE, YELLOW};
use super::legend::{Item, Legend};
use super::lettering::{self, Place};
use super::title::Title;
use super::{Look, PictureError};
use crate::puzzle::{Draft, Rgb};

/// A position to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayeredNode {
    /// The row, from 0.
    pub layer: u32,
    /// Moves to the goal; `None` where it cannot be reached any more.
    pub to_goal: Option<u32>,
    /// Whether it has a black frame: it is on the solution.
    pub marked: bool,
}

/// A graph to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayeredGraph {
    /// The positions, row by row.
    pub nodes: Vec<LayeredNode>,
    /// From which to which position, and whether the line is drawn thick.
    pub edges: Vec<(usize, usize, bool)>,
}

impl LayeredGraph {
    /// Returns the moves to the goal of the farthest position.
    fn most_to_goal(&self) -> u32 {
        self.nodes.iter().filter_map(|node| node.to_goal).max().unwrap_or(0)
    }
}

/// The picture is about as wide as this, in pixels, unless rows are very long.
const WIDTH: u32 = 1600;
/// Room for a position, in pixels.
const PITCH: std::ops::RangeInclusive<u32> = 4..=40;
/// More positions than this in a row are not drawn.
const LONGEST_ROW: usize = 2000;
const MARGIN: u32 = 24;
/// Room for the numbers of the rows.
const NUMBERS: u32 = 40;
/// Positions at the goal, half as far as any, the farthest, and those from which it cannot be reached.
const NEAR: Rgb = YELLOW;
const BETWEEN: Rgb = Rgb(0xe4, 0x51, 0x25);
const FARTHEST: Rgb = BLUE;
const DEAD: Rgb = Rgb(0xb4, 0xb4, 0xb2);
const LINE: Rgb = Rgb(0x76, 0x76, 0x76);

/// Returns the colour of a position that is so many moves from the goal, where the
/// farthest is `most` from it: yellow, red, blue; grey where it cannot be reached.
pub fn graph_colour(to_goal: Option<u32>, most: u32) -> Rgb {
    to_goal.map_or(DEAD, |moves| shade(moves as f32 / most.max(1) as f32))
}

/// Returns the colour of a distance from 0 (the goal) to 1 (as far as any).
fn shade(distance: f32) -> Rgb {
    let (from, to, part) = if distance < 0.5 {
        (NEAR, BETWEEN, 2.0 * distance)
    } else {
        (BETWEEN, FARTHEST, 2.0f32.mul_add(distance, -1.0))
    };
    let mix = |from: u8, to: u8| {
        let (from, to) = (f32::from(from), f32::from(to));
        (to - from).mul_add(part, from).round() as u8
    };
    Rgb(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// Returns the graph of a level with a legend under it and on wish its title.
///
/// # Errors
/// A row is too long to be drawn.
pub fn explained_graph(
    graph: &LayeredGraph,
    draft: &Draft,
    title: bool,
) -> Result<Picture, PictureError> {
    let picture = graph_picture(graph)?;
    let title = Title::of(draft, Look { title, ..Look::default() });
    let legend = legend(graph);
    let room = legend.least_width().max(picture.width().saturating_sub(2 * MARGIN));
    let (width, top) = (room + 2 * MARGIN, title.height());
    let bottom = top + picture.height();
    let mut whole = Picture::new(width, bottom + legend.height(room) + MARGIN, WHITE);
    whole.paste(((width - picture.width()) / 2, top), &picture);
    title.write(&mut whole, MARGIN, MARGIN / 2);
    legend.write(&mut whole, (MARGIN, bottom), room);
    Ok(whole)
}

/// Returns what rows, colours, frames and rings say.
fn legend(graph: &LayeredGraph) -> Legend {
    let sign = |marked: bool, to_goal: Option<u32>| {
        let mut picture = Picture::new(26, 26, WHITE);
        let node = LayeredNode { layer: 0, to_goal, marked };
        square(&mut picture, (13, 13), 14, &node, graph.most_to_goal());
        Some(picture)
    };
    let farthest = graph.most_to_goal();
    let mut items = vec![
        Item::word("Rows: moves from the start, which is at the top"),
        Item { sign: Some(scale()), text: format!("from 0 to {farthest} moves to the goal") },
        Item { sign: sign(false, Some(0)), text: "a goal".to_owned() },
        Item { sign: sign(true, Some(farthest)), text: "on a shortest solution".to_owned() },
    ];
    if graph.nodes.iter().any(|node| node.to_goal.is_none()) {
        items.push(Item::colour(DEAD, "the goal cannot be reached any more"));
    }
    Legend::new(items)
}

/// Returns a bar of all colours, from the goal to the farthest position.
fn scale() -> Picture {
    const LENGTH: u32 = 120;
    let mut picture = Picture::new(LENGTH, 14, WHITE);
    for left in 0..LENGTH {
        let colour = shade(left as f32 / (LENGTH - 1) as f32);
        picture.fill(Area { left, top: 0, width: 1, height: 14 }, colour);
    }
    picture
}

/// Returns the graph as a picture.
///
/// # Errors
/// A row is too long to be drawn.
pub fn graph_picture(graph: &LayeredGraph) -> Result<Picture, PictureError> {
    let rows = rows(graph);
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    if longest > LONGEST_ROW {
        return Err(PictureError::LongRow { found: longest, most: LONGEST_ROW });
    }
    let pitch = (WIDTH / longest.max(1) as u32).clamp(*PITCH.start(), *PITCH.end());
    let row_height = (3 * pitch).clamp(28, 72);
    let width = NUMBERS + 2 * MARGIN + pitch * longest.max(4) as u32;
    let height = 2 * MARGIN + row_height * rows.len() as u32;
    let mut picture = Picture::new(width, height, WHITE);
    let mut places = vec![(0, 0); graph.nodes.len()];
    let middle = NUMBERS + (width - NUMBERS) / 2;
    for (layer, row) in rows.iter().enumerate() {
        let y = MARGIN + row_height * layer as u32 + row_height / 2;
        let number = Place { x: MARGIN as f32, y: y as f32, size: 18.0, centred: false };
        lettering::write(&mut picture, &layer.to_string(), number, BLACK);
        let left = middle - pitch * row.len() as u32 / 2 + pitch / 2;
        for (nth, &node) in row.iter().enumerate() {
            places[node] = (left + pitch * nth as u32, y);
        }
    }
    for thick in [false, true] {
        for &(from, to, _) in graph.edges.iter().filter(|edge| edge.2 == thick) {
            line(&mut picture, places[from], places[to], thick);
        }
    }
    for (node, &place) in graph.nodes.iter().zip(&places) {
        square(&mut picture, place, pitch * 5 / 8, node, graph.most_to_goal());
    }
    Ok(picture)
}

/// Returns the rows, each in the order of the mean place of those above that lead to it.
fn rows(graph: &LayeredGraph) -> Vec<Vec<usize>> {
    let count = graph.nodes.iter().map(|node| node.layer as usize + 1).max().unwrap_or(0);
    let mut rows = vec![Vec::new(); count];
    for (place, node) in graph.nodes.iter().enumerate() {
        rows[node.layer as usize].push(place);
    }
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
    for &(from, to, _) in &graph.edges {
        if graph.nodes[from].layer < graph.nodes[to].layer {
            above[to].push(from);
        }
    }
    // Places in a row from 0 to 1, so that rows of different length compare.
    let mut at = vec![0.5; graph.nodes.len()];
    for row in &mut rows {
        let mean = |node: usize| {
            let sum: f64 = above[node].iter().map(|&other| at[other]).sum();
            sum / above[node].len().max(1) as f64
        };
        let mut keyed: Vec<(f64, usize)> = row.iter().map(|&node| (mean(node), node)).collect();
        keyed.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let length = keyed.len() as f64;
        for (nth, (_, node)) in keyed.iter().enumerate() {
            at[*node] = (nth as f64 + 0.5) / length;
        }
        *row = keyed.into_iter().map(|(_, node)| node).collect();
    }
    rows
}

/// Draws a line, dot by dot. One between two positions of a row bends down, to be seen.
fn line(picture: &mut Picture, from: (u32, u32), to: (u32, u32), thick: bool) {
    let point = |(x, y): (u32, u32)| (x as f32, y as f32);
    let ((x0, y0), (x1, y1)) = (point(from), point(to));
    let bend = if from.1 == to.1 { (8.0 + (x1 - x0).abs() / 16.0).min(24.0) } else { 0.0 };
    let steps = (x1 - x0).abs().max((y1 - y0).abs()).max(1.0);
    let mut step = 0.0;
    while step <= steps {
        let part = step / steps;
        let x = (x1 - x0).mul_add(part, x0).round() as i64;
        let arch = 4.0 * part * (1.0 - part) * bend;
        let y = ((y1 - y0).mul_add(part, y0) + arch).round() as i64;
        if thick {
            for (dx, dy) in [(-1, 0), (0, -1), (0, 0), (1, 0), (0, 1)] {
                picture.blend(x + dx, y + dy, BLACK, 1.0);
            }
        } else {
            picture.blend(x, y, LINE, 0.35);
        }
        step += 1.0;
    }
}

/// Draws a position, `most` being the moves to the goal of the farthest one.
fn square(picture: &mut Picture, (x, y): (u32, u32), side: u32, node: &LayeredNode, most: u32) {
    let side = side.max(3);
    let mut fill = |grow: u32, colour: Rgb| {
        let (left, top) = (x - (side / 2 + grow).min(x), y - (side / 2 + grow).min(y));
        let side = side + 2 * grow;
        picture.fill(Area { left, top, width: side, height: side }, colour);
    };
    if node.to_goal == Some(0) {
        fill(5, BLACK);
        fill(3, WHITE);
    }
    if node.marked {
        fill(2, BLACK);
    }
    fill(0, graph_colour(node.to_goal, most));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(layer: u32, marked: bool) -> LayeredNode {
        LayeredNode { layer, to_goal: Some(7), marked }
    }

    #[test]
    fn a_row_for_each_distance_and_few_crossings() {
        // The second row is listed crosswise to the first.
        let layers = [0, 1, 1, 2, 2];
        let graph = LayeredGraph {
            nodes: layers.map(|layer| node(layer, layer == 0)).to_vec(),
            edges: vec![(0, 1, true), (0, 2, false), (1, 4, false), (2, 3, false)],
        };
        assert_eq!(rows(&graph), [vec![0], vec![1, 2], vec![4, 3]]);
        let picture = graph_picture(&graph).unwrap();
        let pixels = picture.rgb_bytes();
        let count = |colour: Rgb| {
            pixels.chunks(3).filter(|pixel| *pixel == [colour.0, colour.1, colour.2]).count()
        };
        assert_eq!(count(FARTHEST), 5 * 25 * 25);
        assert!(count(BLACK) > 100);
    }

    #[test]
    fn colours_run_from_the_goal_to_the_farthest() {
        assert_eq!(graph_colour(Some(0), 8), NEAR);
        assert_eq!(graph_colour(Some(4), 8), BETWEEN);
        assert_eq!(graph_colour(Some(8), 8), FARTHEST);
        assert_eq!(graph_colour(None, 8), DEAD);
        assert_eq!(graph_colour(Some(0), 0), NEAR);
    }

    #[test]
    fn the_legend_says_what_is_there() {
        let mut graph = LayeredGraph { nodes: vec![node(0, true)], edges: Vec::new() };
        let texts = |graph: &LayeredGraph| legend(graph).texts();
        assert!(texts(&graph).contains(&"from 0 to 7 moves to the goal".to_owned()));
        assert_eq!(texts(&graph).len(), 4);
        graph.nodes.push(LayeredNode { layer: 1, to_goal: None, marked: false });
        assert_eq!(texts(&graph).last().unwrap(), "the goal cannot be reached any more");
        let plain = graph_picture(&graph).unwrap();
        let draft =
            Draft { title: "First".to_owned(), ..Draft::new(crate::puzzle::Size::new(3, 3)) };
        let heights =
            [false, true].map(|title| explained_graph(&graph, &draft, title).unwrap().height());
        assert!(heights[0] > plain.height());
        assert_eq!(heights[1] - heights[0], 36);
    }

    #[test]
    fn a_row_that_is_too_long_is_refused() {
        let graph = LayeredGraph { nodes: vec![node(0, false); 2001], edges: Vec::new() };
        let draft = Draft::new(crate::puzzle::Size::new(3, 3));
        let error = explained_graph(&graph, &draft, false).unwrap_err();
        assert_eq!(error.to_string(), "2001 positions stand in one row, more than 2000");
    }
}
