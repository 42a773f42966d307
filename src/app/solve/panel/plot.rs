//! The course of the search as a picture: moves of the best solution, the lower bound
//! and, behind them, the open list. Drawn anew only when something new is known.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::{Fold, Settings, Theme, is_unfolded};
use crate::app::solve::Sample;
use crate::app::solve::results::Results;
use crate::words::figures;

/// Width and height in logical pixels, what the panel leaves beside the numbers; the
/// picture has twice as many.
const WIDTH: u32 = 178;
const HEIGHT: u32 = 44;
/// Width of the room for the numbers at its left, in logical pixels: three digits. A
/// fourth goes into the space around the panel.
const GUTTER: f32 = 24.0;
/// Pixels of the picture for a logical one.
const GRAIN: u32 = 2;
/// A search that ends within this time is shown only when its bounds have moved.
const SOON: std::time::Duration = std::time::Duration::from_secs(1);
/// Thickness of the lines, in pixels of the picture.
const LINE: u32 = 8;

/// The picture.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct PlotImage;

/// The part of the panel with the picture: away until there is something to see.
#[derive(Component, Clone, Copy, Debug, Default)]
struct PlotPart;

/// A text beside the picture.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PlotText {
    #[default]
    Most,
    Least,
    Time,
}

/// The image that is drawn on.
#[derive(Resource)]
struct Canvas(Handle<Image>);

impl FromWorld for Canvas {
    fn from_world(world: &mut World) -> Self {
        let size = Extent3d { width: WIDTH * GRAIN, height: HEIGHT * GRAIN, ..default() };
        let image = Image::new_fill(
            size,
            TextureDimension::D2,
            &[0; 4],
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::default(),
        );
        Self(world.resource_mut::<Assets<Image>>().add(image))
    }
}

pub(super) fn plugin(app: &mut App) {
    let something_changed = resource_changed::<Results>.or_else(resource_changed::<Settings>);
    app.init_resource::<Canvas>().add_systems(
        Update,
        (
            hang_up.run_if(run_once),
            show.run_if(is_unfolded(Fold::HowItSearches).and_then(something_changed)),
        )
            .chain()
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(2), flex_shrink: 0.0, display: Display::None }
        PlotPart
        Children [
            (
                Node { flex_shrink: 0.0 }
                template_value(Tooltip::new("How the best solution and the moves that are needed at least come together; behind them the positions that wait", ""))
                Children [
                    axis(),
                    (
                        Node { flex_grow: 1.0, height: px(HEIGHT as f32 + 2.0), border: px(1) }
                        theme::Frame(theme::INK)
                        // Out of the flow: in it, the least width of the panel would be just
                        // its width, and the layout takes the heights at the one, where texts
                        // are broken, for those at the other.
                        Children [ (
                            Node { position_type: PositionType::Absolute, width: px(WIDTH as f32), height: px(HEIGHT as f32) }
                            PlotImage
                        ) ]
                    ),
                ]
            ),
            (
                Node { column_gap: px(4), align_items: AlignItems::Center, padding: UiRect::left(px(GUTTER)) }
                Children [
                    square(theme::YELLOW), theme::label_dim("best"),
                    Node { width: px(4) },
                    square(theme::BLUE), theme::label_dim("at least"),
                    Node { width: px(4) },
                    square(theme::FIELD_PRESSED), theme::label_dim("waiting"),
                ]
            ),
            (
                Node { justify_content: JustifyContent::End }
                Children [ ( theme::label_dim("") template_value(PlotText::Time) ) ]
            ),
        ]
    }
}

fn square(color: theme::Paint) -> impl Scene {
    bsn! { Node { width: px(8), height: px(8), flex_shrink: 0.0 } theme::Fill({color}) }
}

/// The range of moves, beside the picture: no line crosses a number there.
fn axis() -> impl Scene {
    bsn! {
        Node {
            width: px(GUTTER),
            flex_shrink: 0.0,
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::End,
            justify_content: JustifyContent::SpaceBetween,
            padding: UiRect::right(px(4)),
        }
        Children [
            ( theme::label_dim("") template_value(PlotText::Most) ),
            ( theme::label_dim("") template_value(PlotText::Least) ),
        ]
    }
}

fn hang_up(canvas: Res<Canvas>, images: Query<Entity, With<PlotImage>>, mut commands: Commands) {
    for entity in &images {
        commands.entity(entity).insert(ImageNode::new(canvas.0.clone()));
    }
}

fn show(
    results: Res<Results>,
    settings: Res<Settings>,
    canvas: Res<Canvas>,
    mut images: ResMut<Assets<Image>>,
    mut part: Single<&mut Node, With<PlotPart>>,
    mut texts: Query<(&PlotText, &mut Text)>,
    mut drawn: Local<Option<(u64, usize, Theme)>>,
) {
    // A search of one flat line is not worth its room.
    let run = results.run().filter(|run| {
        let first = run.history.samples().first();
        let differs = |sample: &Sample| {
            first.is_some_and(|first| {
                (first.best, first.lower_bound) != (sample.best, sample.lower_bound)
                    || sample.elapsed > first.elapsed + SOON
            })
        };
        run.history.samples().iter().any(differs)
    });
    let display = if run.is_some() { Display::Flex } else { Display::None };
    if part.display != display {
        part.display = display;
    }
    let Some(run) = run else { return };
    let samples = run.history.samples();
    let wanted = Some((run.serial, samples.len(), settings.theme));
    if *drawn == wanted {
        return;
    }
    *drawn = wanted;
    let plot = Plot::new(samples);
    if let Some(mut image) = images.get_mut(&canvas.0) {
        image.data = Some(plot.pixels(settings.theme));
    }
    for (which, mut text) in &mut texts {
        let words = match which {
            PlotText::Most => plot.most.to_string(),
            PlotText::Least => plot.least.to_string(),
            PlotText::Time => figures::time(plot.end),
        };
        text.set_if_neq(Text(words));
    }
}

/// A plot of some samples, of which there are at least two.
struct Plot<'a> {
    samples: &'a [Sample],
    end: std::time::Duration,
    /// The range of moves that is shown.
    least: u32,
    most: u32,
}

impl<'a> Plot<'a> {
    fn new(samples: &'a [Sample]) -> Self {
        let bounds = samples.iter().map(|sample| sample.lower_bound);
        let bests = samples.iter().filter_map(|sample| sample.best);
        let least = bounds.clone().filter(|&bound| bound > 0).min().unwrap_or(0);
        let most = bests.chain(bounds).max().unwrap_or(0).max(least + 1);
        let end = samples.last().map_or(std::time::Duration::ZERO, |sample| sample.elapsed);
        Self { samples, end, least, most }
    }

    /// Returns the sample that was the newest at a column of so many.
    fn at(&self, column: u32, columns: u32) -> &Sample {
        let time = self.end.mul_f64(f64::from(column + 1) / f64::from(columns));
        let after = self.samples.partition_point(|sample| sample.elapsed <= time);
        &self.samples[after.max(1) - 1]
    }

    /// Returns the row of a number of moves, the lines whole within the picture.
    fn row(&self, moves: u32, height: u32) -> u32 {
        let moves = moves.clamp(self.least, self.most) - self.least;
        let room = f64::from(height - LINE);
        let up = f64::from(moves) / f64::from(self.most - self.least) * room;
        LINE / 2 + (room - up).round() as u32
    }

    /// Returns the bytes of the picture.
    fn pixels(&self, theme: Theme) -> Vec<u8> {
        let (width, height) = (WIDTH * GRAIN, HEIGHT * GRAIN);
        let mut bytes = vec![0; (width * height * 4) as usize];
        let mut fill = |column: u32, rows: std::ops::Range<u32>, color: [u8; 4]| {
            for row in rows.start..rows.end.min(height) {
                let at = ((row * width + column) * 4) as usize;
                bytes[at..at + 4].copy_from_slice(&color);
            }
        };
        let ink = |paint: theme::Paint| paint.color(theme).to_srgba().to_u8_array();
        let decades = |open: u64| ((open + 1) as f64).log10();
        let highest = self.samples.iter().map(|sample| decades(sample.open)).fold(1.0, f64::max);
        let mut before: Option<Sample> = None;
        for column in 0..width {
            let sample = *self.at(column, width);
            let open = decades(sample.open) / highest * f64::from(height);
            fill(column, height - open as u32..height, ink(theme::FIELD_PRESSED));
            let last = before.unwrap_or(sample);
            let mut line = |from: u32, to: u32, color, thick: u32| {
                let (from, to) = (self.row(from, height), self.row(to, height));
                let top = from.min(to) - thick / 2;
                fill(column, top..from.max(to) + thick / 2, ink(color));
            };
            line(last.lower_bound, sample.lower_bound, theme::BLUE, LINE);
            if let Some(best) = sample.best {
                // Yellow alone is too pale for a line on white.
                line(last.best.unwrap_or(best), best, theme::INK, LINE);
                line(last.best.unwrap_or(best), best, theme::YELLOW, LINE / 2);
            }
            before = Some(sample);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn sample(seconds: u64, best: Option<u32>, lower_bound: u32) -> Sample {
        Sample { elapsed: Duration::from_secs(seconds), best, lower_bound, open: 99 }
    }

    #[test]
    fn lines_meet_where_the_bounds_do() {
        let samples = [
            sample(0, None, 4),
            sample(2, Some(9), 5),
            sample(6, Some(7), 6),
            sample(10, Some(7), 7),
        ];
        let plot = Plot::new(&samples);
        assert_eq!((plot.least, plot.most), (4, 9));
        let bytes = plot.pixels(Theme::Light);
        let (width, height) = (WIDTH * GRAIN, HEIGHT * GRAIN);
        let color = |column: u32, moves: u32| {
            let at = ((plot.row(moves, height) * width + column) * 4) as usize;
            [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
        };
        let ink = |paint: theme::Paint| paint.color(Theme::Light).to_srgba().to_u8_array();
        let column = |tenth: u32| width * tenth / 10 + 3;
        assert_eq!(color(column(1), 4), ink(theme::BLUE));
        assert_eq!(color(column(4), 9), ink(theme::YELLOW));
        assert_eq!(color(column(4), 5), ink(theme::BLUE));
        assert_eq!(color(column(8), 7), ink(theme::YELLOW));
        assert_eq!(color(width - 1, 7), ink(theme::YELLOW), "the best is drawn over the bound");
        assert_ne!(color(column(1), 9), ink(theme::YELLOW), "there was none yet");
    }
}
