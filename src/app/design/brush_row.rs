//! A row of the palette: the key of a brush, a little tile with what it paints, and of how many
//! the start has and the goal asks for, or a name. A colour has a second brush in its row, that
//! of its passes; its name comes under the pointer.

use bevy::input::mouse::MouseScrollUnit;
use bevy::prelude::*;
use bevy::text::LineBreak;

use super::numbers::{ChangeNumber, kind_of};
use super::targets::Target;
use crate::app::boards::view::{TileMarks, mark_of};
use crate::app::document::Document;
use crate::app::document::brush::{ActiveBrush, ChooseBrush};
use crate::app::kit::bound::{bound, ink_of, sends, shown_if, text_of};
use crate::app::kit::theme::{self, Fill, Frame, Ink, Paint, bare_button, label, label_dim};
use crate::app::kit::tooltip::Tooltip;
use crate::picture;
use crate::puzzle::edit::colour_name;
use crate::puzzle::{Brush, Colour, Draft, Layout, Palette, TileKind};

/// The row of one brush.
#[derive(Component, Clone, Copy, Default)]
pub struct BrushRow(pub Brush);

/// The little tile of a brush, with what is drawn on its tiles.
#[derive(Component, Clone, Copy, Default)]
pub struct BrushTile(pub Brush);

/// The little pass in the row of a colour, which is the brush of its passes.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassSwatch(pub Colour);

impl Default for PassSwatch {
    fn default() -> Self {
        Self(Colour(0))
    }
}

/// Makes the number of the numbered tiles in this row larger or smaller.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberButton(pub i8);

/// Side of a little tile.
const TILE: f32 = 20.0;
/// Width of a little pass.
const PASS: f32 = 10.0;
/// Space between the parts of a row.
const GAP: f32 = 2.0;

/// What a row is made with.
#[derive(Clone, Copy)]
pub(super) struct RowLook<'a> {
    pub palette: &'a Palette,
    pub marks: TileMarks,
    /// The ground of the boards as the theme shows it.
    pub ground: Color,
}

/// Returns the brushes that the digits choose, from 1: walls and the entries of the palette.
pub fn digit_brushes(palette: &Palette) -> impl Iterator<Item = Brush> {
    let is_digit = |brush: &Brush| matches!(brush, Brush::Wall | Brush::Colour(_));
    brushes(palette, 1).into_iter().filter(is_digit)
}

/// Returns the brushes in the order of their rows: walls, colours, chameleons, numbered tiles,
/// the eraser. What the palette lacks comes as new: chameleons, and numbered tiles with `number`
/// or the next that is free.
pub(super) fn brushes(palette: &Palette, number: u8) -> Vec<Brush> {
    let of = |wanted: fn(TileKind) -> bool| {
        let colours = palette.colours().filter(move |&own| wanted(palette.swatch(own).kind));
        colours.map(Brush::Colour).collect::<Vec<_>>()
    };
    let mut all = vec![Brush::Wall, Brush::ThinWall];
    all.extend(of(|kind| kind == TileKind::Plain));
    let chameleons = of(|kind| kind == TileKind::Chameleon);
    if chameleons.is_empty() {
        all.push(Brush::New(TileKind::Chameleon));
    }
    all.extend(chameleons);
    all.extend(of(|kind| matches!(kind, TileKind::Numbered(_))));
    let is_free = |&number: &u8| palette.of_kind(TileKind::Numbered(number)).is_none();
    if let Some(number) = (number..=crate::puzzle::MAX_PUSHES).find(is_free) {
        all.push(Brush::New(TileKind::Numbered(number)));
    }
    all.push(Brush::Eraser);
    all
}

/// Returns the key that chooses a brush.
fn key_of(brush: Brush, palette: &Palette) -> String {
    match brush {
        Brush::ThinWall => "T".to_owned(),
        Brush::Eraser => "0".to_owned(),
        Brush::Pass(_) => "P".to_owned(),
        Brush::New(TileKind::Chameleon) => "C".to_owned(),
        Brush::New(_) => "N".to_owned(),
        Brush::Wall | Brush::Colour(_) => {
            let place = digit_brushes(palette).position(|other| other == brush);
            place.filter(|&place| place < 9).map_or_else(String::new, |at| (at + 1).to_string())
        }
    }
}

fn name_of(brush: Brush, palette: &Palette) -> String {
    match brush {
        Brush::Wall => "Wall".to_owned(),
        Brush::ThinWall => "Thin".to_owned(),
        Brush::Eraser => "Eraser".to_owned(),
        // It has its number and two buttons.
        Brush::New(TileKind::Numbered(_)) => String::new(),
        Brush::New(_) => "Cham.".to_owned(),
        Brush::Colour(colour) | Brush::Pass(colour) => colour_name(palette, colour),
    }
}

fn what_it_paints(brush: Brush, palette: &Palette) -> String {
    match kind_of(brush, palette) {
        Some(TileKind::Chameleon) => {
            return "Paints chameleons, which take the colour of the first coloured tile that \
                    they touch"
                .into();
        }
        Some(TileKind::Numbered(pushes)) => {
            let times = if pushes == 1 { "once".into() } else { format!("{pushes} times") };
            return format!(
                "Paints tiles that must be pushed exactly {times}; the wheel on it, + and - \
                 change the number"
            );
        }
        _ => {}
    }
    match brush {
        Brush::Colour(colour) | Brush::Pass(colour) => {
            let symbol = palette.swatch(colour).symbol;
            format!(
                "Paints {}, '{symbol}' in the file; so many START has and GOAL asks for",
                colour_name(palette, colour)
            )
        }
        Brush::Wall => "Paints walls, where no tile can be, on both boards".into(),
        Brush::ThinWall => "Paints thin walls on sides of cells: drag along a line; the right \
                            button takes them away"
            .into(),
        Brush::New(_) => String::new(),
        Brush::Eraser => "Empties cells, as the right button does with any brush".into(),
    }
}

/// Returns the row of a brush.
pub(super) fn brush_row(brush: Brush, look: RowLook) -> impl Scene + use<> {
    let key = key_of(brush, look.palette);
    let tip = Tooltip::new(&what_it_paints(brush, look.palette), &key);
    let mut parts: Vec<Box<dyn Scene>> = vec![
        Box::new(bsn! {
            Node { width: px(10), flex_shrink: 0.0 }
            Pickable::IGNORE
            Children [ label_dim(key) ]
        }),
        Box::new(brush_tile(brush, look)),
    ];
    if let (Brush::Colour(colour), Some(TileKind::Plain)) = (brush, kind_of(brush, look.palette)) {
        parts.push(Box::new(pass_swatch(colour, look)));
    }
    match brush {
        Brush::Colour(colour) => parts.push(Box::new(counts(colour))),
        Brush::New(TileKind::Numbered(_)) => {
            parts.push(Box::new(number_button("−", -1, brush)));
            parts.push(Box::new(number_button("+", 1, brush)));
        }
        _ => {
            let name = name_of(brush, look.palette);
            parts.push(Box::new(bsn! {
                Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), padding: UiRect::left(px(3)), overflow: Overflow::clip() }
                Pickable::IGNORE
                Children [ ( label_dim(name) theme::Ink(theme::INK) TextLayout { linebreak: LineBreak::NoWrap } ) ]
            }));
        }
    }
    bsn! {
        bare_button()
        Node {
            height: px(26),
            flex_shrink: 0.0,
            align_items: AlignItems::Center,
            column_gap: px(GAP),
            padding: UiRect::right(px(1)),
            border: UiRect::all(px(2)),
        }
        // Without a ground of its own a row does not cover the focus ring of the one above.
        theme::Fill(theme::NONE)
        theme::Frame(theme::NONE)
        template_value(tip)
        template_value(BrushRow(brush))
        sends(ChooseBrush(brush))
        bound(move |chosen: Res<ActiveBrush>| row_colors(brush, chosen.0), |mut row, (ground, frame)| {
            row.insert((Fill(ground), Frame(frame)));
        })
        Children [ {parts} ]
    }
}

/// Returns ground and frame of a row.
fn row_colors(own: Brush, chosen: Brush) -> (Paint, Paint) {
    match (own, chosen) {
        _ if own == chosen => (theme::FIELD, theme::INK),
        // The frame is around the pass.
        (Brush::Colour(own), Brush::Pass(chosen)) if own == chosen => (theme::FIELD, theme::NONE),
        _ => (theme::NONE, theme::NONE),
    }
}

/// Returns a node of the size of a little tile.
fn tile_node() -> Node {
    Node {
        width: px(TILE),
        height: px(TILE),
        flex_shrink: 0.0,
        border: UiRect::all(px(1)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        overflow: Overflow::clip(),
        ..default()
    }
}

fn brush_tile(brush: Brush, look: RowLook) -> impl Scene + use<> {
    let fresh =
        |kind| look.palette.fresh_swatch(kind).map(|swatch| theme::color(swatch.rgb).into());
    let fill = match brush {
        Brush::Wall => theme::INK,
        Brush::Colour(colour) | Brush::Pass(colour) => {
            theme::color(look.palette.swatch(colour).rgb).into()
        }
        Brush::New(kind) => fresh(kind).unwrap_or(theme::GROUND),
        Brush::ThinWall | Brush::Eraser => theme::GROUND,
    };
    let ink = match fill {
        Paint::Own(fill) => theme::ink_on(fill),
        Paint::Of(_) => Color::NONE,
    };
    let letter = match brush {
        Brush::Colour(colour) => mark_of(colour, look.palette, look.marks).0,
        Brush::New(TileKind::Numbered(pushes)) => pushes.to_string(),
        _ => String::new(),
    };
    let mut signs: Vec<Box<dyn Scene>> = Vec::new();
    match (brush, kind_of(brush, look.palette)) {
        (Brush::ThinWall, _) => signs.push(Box::new(bsn! {
            Node { position_type: PositionType::Absolute, left: px(8), top: px(0), width: px(3), height: px(TILE) }
            theme::Fill(theme::INK)
            Pickable::IGNORE
        })),
        (_, Some(TileKind::Chameleon)) => signs.push(Box::new(bsn! {
            Node {
                position_type: PositionType::Absolute,
                left: px(2),
                top: px(2),
                width: px(TILE - 6.0),
                height: px(TILE - 6.0),
                border: UiRect::all(px(2)),
                border_radius: BorderRadius::MAX,
            }
            Frame({ink})
            Pickable::IGNORE
        })),
        _ => {}
    }
    signs.push(Box::new(bsn! { ( label_dim(letter) Ink({ink}) ) }));
    let node = tile_node();
    bsn! {
        template_value(node)
        Fill(fill)
        theme::Frame(theme::INK)
        template_value(BrushTile(brush))
        on(swatch_on_scroll)
        Children [ {signs} ]
    }
}

/// Returns the brush of the passes of a colour: its little pass.
fn pass_swatch(colour: Colour, look: RowLook) -> impl Scene + use<> {
    let swatch = look.palette.swatch(colour);
    let pale = picture::pale(swatch.rgb, theme::rgb(look.ground));
    let name = colour_name(look.palette, colour).to_lowercase();
    let tip = format!("Paints passes: cells that {name} tiles enter and no others");
    let node = Node { width: px(PASS), overflow: Overflow::visible(), ..tile_node() };
    bsn! {
        bare_button()
        template_value(node)
        BackgroundColor({theme::color(pale)})
        theme::Frame(theme::INK)
        template_value(PassSwatch(colour))
        template_value(Tooltip::new(&tip, "P"))
        sends(ChooseBrush(Brush::Pass(colour)))
        Children [ ring(colour, &name) ]
    }
}

/// The frame around the pass that is chosen. Its outline would be that of the focus.
fn ring(colour: Colour, name: &str) -> impl Scene + use<> {
    let out = px(-3);
    let node = Node {
        position_type: PositionType::Absolute,
        border: UiRect::all(px(2)),
        top: out,
        bottom: out,
        left: out,
        right: out,
        ..default()
    };
    let name = format!("ring of {name}");
    bsn! {
        template_value(node)
        theme::Frame(theme::INK)
        template_value(Name::new(name))
        shown_if(move |chosen: Res<ActiveBrush>| chosen.0 == Brush::Pass(colour))
        Pickable::IGNORE
    }
}

fn number_button(caption: &'static str, by: i8, brush: Brush) -> impl Scene {
    let words = if by > 0 { "One push more" } else { "One push less" };
    let key = if by > 0 { "+" } else { "-" };
    let node = tile_node();
    bsn! {
        bare_button()
        template_value(node)
        theme::Fill(theme::FIELD)
        theme::Frame(theme::FIELD_PRESSED)
        NumberButton({by})
        template_value(Tooltip::new(words, key))
        sends(ChangeNumber { brush, by })
        Children [ label(caption) ]
    }
}

/// `4/4`: how many tiles of a colour the start has, and how many the board at the right asks for.
fn counts(colour: Colour) -> impl Scene {
    bsn! {
        Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), justify_content: JustifyContent::End, overflow: Overflow::clip() }
        Pickable::IGNORE
        Children [ count_text(colour, false), label_dim("/"), count_text(colour, true) ]
    }
}

/// One of the two: a number that asks for too many is red.
fn count_text(colour: Colour, of_target: bool) -> impl Scene {
    let name = format!("{} {}", if of_target { "asks for" } else { "has" }, colour.0);
    let words = move |document: Res<Document>, target: Res<Target>| {
        let (has, wants) = tiles(&document, target.0, colour);
        match if of_target { wants } else { has } {
            0 => "–".to_owned(),
            count => count.to_string(),
        }
    };
    let ink = move |document: Res<Document>, target: Res<Target>| {
        let (has, wants) = tiles(&document, target.0, colour);
        let is_short = of_target && wants > has + chameleons(document.draft(), colour);
        if is_short { theme::RED } else { theme::DIM }
    };
    bsn! { label_dim("") template_value(Name::new(name)) text_of(words) ink_of(ink) }
}

/// Returns how many tiles of a colour the start and `target` have.
fn tiles(document: &Document, target: Layout, colour: Colour) -> (usize, usize) {
    let draft = document.draft();
    let wants = document.size(target).map_or(0, |_| draft.count(target, colour));
    (draft.count(Layout::Start, colour), wants)
}

/// Returns how many tiles of the start may take a colour.
fn chameleons(draft: &Draft, colour: Colour) -> usize {
    let palette = &draft.palette;
    let of_kind =
        |wanted: TileKind| palette.colours().filter(move |&own| palette.swatch(own).kind == wanted);
    if of_kind(TileKind::Plain).all(|plain| plain != colour) {
        return 0;
    }
    of_kind(TileKind::Chameleon).map(|own| draft.count(Layout::Start, own)).sum()
}

/// The wheel over a little tile; over one without a number it scrolls the palette.
fn swatch_on_scroll(
    mut scroll: On<Pointer<Scroll>>,
    tiles: Query<&BrushTile>,
    document: Res<Document>,
    mut out: MessageWriter<ChangeNumber>,
) {
    let Ok(&BrushTile(brush)) = tiles.get(scroll.entity) else { return };
    if !matches!(kind_of(brush, &document.draft().palette), Some(TileKind::Numbered(_))) {
        return;
    }
    scroll.propagate(false);
    let notches = match scroll.unit {
        MouseScrollUnit::Line => scroll.y,
        MouseScrollUnit::Pixel => scroll.y.signum(),
    };
    if notches != 0.0 {
        out.write(ChangeNumber { brush, by: notches.clamp(-9.0, 9.0).round() as i8 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_palette_lacks_can_be_painted_and_free_numbers_are_offered() {
        let mut palette = Palette::ancestral();
        let kinds = |palette: &Palette| brushes(palette, 3)[7..].to_vec();
        let numbered = |number| Brush::New(TileKind::Numbered(number));
        let chameleon = Brush::New(TileKind::Chameleon);
        assert_eq!(kinds(&palette), [chameleon, numbered(3), Brush::Eraser]);
        for kind in [TileKind::Numbered(3), TileKind::Chameleon] {
            let swatch = palette.fresh_swatch(kind).unwrap();
            palette.push(swatch);
        }
        let entries = [Brush::Colour(Colour(6)), Brush::Colour(Colour(5))];
        assert_eq!(kinds(&palette), [entries[0], entries[1], numbered(4), Brush::Eraser]);
        assert_eq!(key_of(entries[1], &palette), "8");
        assert_eq!(key_of(Brush::Colour(Colour(0)), &palette), "2");
    }
}
