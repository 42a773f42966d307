//! A level as bits, and back. The order is that of `docs/formats/share-codes.md`.

use super::ShareError;
use super::bits::{BitReader, BitWriter, BitsError};
use crate::puzzle::rules::{
    Anchor, Best, Cell, Colour, Direction, Draft, Grid, Layout, MAX_COLOURS, MAX_PUSHES,
    MAX_WAYPOINTS, Move, Palette, Rgb, Side, Size, Square, Swatch, Terrain, TileKind,
    default_swatch,
};

/// Bits of a width or a height, which are written less one.
const SIDE_BITS: u32 = 5;
/// Bits of a direction, by its place in [`Direction::ALL`].
const DIRECTION_BITS: u32 = 2;
/// Values of a cell that are not colours: empty and wall.
const NO_COLOURS: u32 = 2;
/// The sides of a cell that thin walls are written by.
const SIDES: [Direction; 2] = [Direction::Right, Direction::Down];
/// Letters that have a colour and a name of their own.
const KNOWN_LETTERS: &str = "BGROYP";

/// Returns how many bits tell `values` values apart.
const fn width_of(values: u32) -> u32 {
    u32::BITS - values.saturating_sub(1).leading_zeros()
}

/// Returns the bits of a cell in a level of `colours` colours.
const fn square_bits(colours: usize) -> u32 {
    width_of(colours as u32 + NO_COLOURS)
}

/// Returns the bits of a level, filled up to whole bytes.
pub(super) fn pack(draft: &Draft) -> Vec<u8> {
    let mut out = BitWriter::default();
    out.text(&draft.title);
    out.text(&draft.author);
    out.text(&draft.note);
    let is_plain = draft.is_plain();
    pack_palette(&mut out, &draft.palette, is_plain);
    let bits = square_bits(draft.palette.len());
    let board = draft.start.size();
    pack_size(&mut out, board);
    pack_cells(&mut out, &draft.start, bits);
    out.flag(draft.anchor == Anchor::Floating);
    pack_layout(&mut out, &draft.goal, board, bits);
    out.number(draft.waypoints.len() as u32);
    for waypoint in &draft.waypoints {
        pack_layout(&mut out, waypoint, board, bits);
    }
    pack_moves(&mut out, &draft.opening, board);
    out.flag(draft.best.is_some());
    if let Some(best) = &draft.best {
        pack_moves(&mut out, &best.moves, board);
        out.flag(best.is_said_to_be_best());
    }
    if !is_plain {
        pack_terrain(&mut out, &draft.terrain, board, bits);
    }
    out.into_bytes()
}

/// Writes what version 2 has at the end: passes as a layout, thin walls as two bits a
/// cell, right and below.
fn pack_terrain(out: &mut BitWriter, terrain: &Terrain, board: Size, bits: u32) {
    let mut layer = Grid::new(board, Square::Empty);
    for cell in board.cells() {
        layer[cell] = terrain.pass(cell).map_or(Square::Empty, Square::Tile);
    }
    pack_cells(out, &layer, bits);
    for cell in board.cells() {
        for direction in SIDES {
            out.flag(terrain.has_thin_wall(cell, direction));
        }
    }
}

fn pack_palette(out: &mut BitWriter, palette: &Palette, is_plain: bool) {
    out.number(palette.len() as u32);
    for swatch in palette.swatches() {
        out.number(swatch.symbol.into());
        let known = known_swatch(swatch.symbol);
        let is_known =
            known.is_some_and(|known| known.rgb == swatch.rgb && known.name == swatch.name);
        out.flag(is_known);
        if !is_known {
            let Rgb(red, green, blue) = swatch.rgb;
            out.bits(u32::from_be_bytes([0, red, green, blue]), 24);
            pack_optional_text(out, swatch.name.as_deref());
        }
        pack_optional_text(out, swatch.label.as_deref());
        if !is_plain {
            out.number(match swatch.kind {
                TileKind::Plain => 0,
                TileKind::Chameleon => 1,
                TileKind::Numbered(moves) => 1 + u32::from(moves),
            });
        }
    }
}

fn known_swatch(symbol: char) -> Option<Swatch> {
    KNOWN_LETTERS.contains(symbol).then(|| default_swatch(symbol, 0))
}

fn pack_optional_text(out: &mut BitWriter, text: Option<&str>) {
    out.flag(text.is_some());
    if let Some(text) = text {
        out.text(text);
    }
}

fn pack_size(out: &mut BitWriter, size: Size) {
    out.bits(u32::from(size.width) - 1, SIDE_BITS);
    out.bits(u32::from(size.height) - 1, SIDE_BITS);
}

fn pack_cells(out: &mut BitWriter, grid: &Grid<Square>, bits: u32) {
    for (_, square) in grid.iter() {
        let value = match square {
            Square::Empty => 0,
            Square::Wall => 1,
            Square::Tile(colour) => u32::from(colour.0) + NO_COLOURS,
        };
        out.bits(value, bits);
    }
}

/// Writes a layout, with its size where it is not that of the board.
fn pack_layout(out: &mut BitWriter, grid: &Grid<Square>, board: Size, bits: u32) {
    out.flag(grid.size() != board);
    if grid.size() != board {
        pack_size(out, grid.size());
    }
    pack_cells(out, grid, bits);
}

fn pack_moves(out: &mut BitWriter, moves: &[Move], board: Size) {
    out.number(moves.len() as u32);
    for push in moves {
        let cell = usize::from(push.from.y) * usize::from(board.width) + usize::from(push.from.x);
        out.bits(cell as u32, width_of(board.area() as u32));
        let direction = Direction::ALL.iter().position(|&d| d == push.direction);
        out.bits(direction.expect("one of the four") as u32, DIRECTION_BITS);
    }
}

/// Returns the level that these bytes hold, in the form of version 1 for plain ones or of
/// version 2.
pub(super) fn unpack(bytes: &[u8], is_plain: bool) -> Result<Draft, ShareError> {
    let bits = &mut BitReader::new(bytes);
    let (title, author, note) = (bits.text()?, bits.text()?, bits.text()?);
    let palette = unpack_palette(bits, is_plain)?;
    let size = unpack_size(bits)?;
    let mut draft = Draft::new(size);
    draft.start = unpack_cells(bits, Layout::Start, size, &palette)?;
    draft.anchor = if bits.flag()? { Anchor::Floating } else { Anchor::Fixed };
    draft.goal = unpack_layout(bits, Layout::Goal, size, &palette)?;
    let waypoints = bits.number()? as usize;
    if waypoints > MAX_WAYPOINTS {
        return Err(content(format!("{waypoints} waypoints, at most {MAX_WAYPOINTS} are allowed")));
    }
    draft.waypoints = (0..waypoints)
        .map(|index| unpack_layout(bits, Layout::Waypoint(index), size, &palette))
        .collect::<Result<_, _>>()?;
    draft.opening = unpack_moves(bits, size)?;
    if bits.flag()? {
        draft.best = Some(Best::read(unpack_moves(bits, size)?, bits.flag()?));
    }
    if !is_plain {
        draft.terrain = unpack_terrain(bits, size, &palette)?;
    }
    if !bits.is_at_end() {
        return Err(content("more follows after the level"));
    }
    Ok(Draft { title, author, note, palette, ..draft })
}

fn content(message: impl Into<String>) -> ShareError {
    ShareError::Content(message.into())
}

impl From<BitsError> for ShareError {
    fn from(error: BitsError) -> Self {
        content(match error {
            BitsError::End => "it ends too early",
            BitsError::Number => "a number is too large",
            BitsError::Text => "a text is not in UTF-8",
        })
    }
}

fn unpack_palette(bits: &mut BitReader, is_plain: bool) -> Result<Palette, ShareError> {
    let count = bits.number()? as usize;
    if count > MAX_COLOURS {
        return Err(content(format!("{count} colours, at most {MAX_COLOURS} are allowed")));
    }
    let mut palette = Palette::default();
    for nth in 1..=count {
        let bad = || content(format!("colour {nth} has a letter that is taken or not allowed"));
        let symbol = char::from_u32(bits.number()?).ok_or_else(bad)?;
        let mut swatch = if bits.flag()? {
            known_swatch(symbol).ok_or_else(|| {
                content(format!("colour {nth}, {symbol:?}, has no colour of its own"))
            })?
        } else {
            let [_, red, green, blue] = bits.bits(24)?.to_be_bytes();
            let name = unpack_optional_text(bits)?;
            Swatch { rgb: Rgb(red, green, blue), name, ..default_swatch(symbol, 0) }
        };
        swatch.label = unpack_optional_text(bits)?;
        if !is_plain {
            swatch.kind = match bits.number()? {
                0 => TileKind::Plain,
                1 => TileKind::Chameleon,
                number if number <= 1 + u32::from(MAX_PUSHES) => {
                    TileKind::Numbered(number as u8 - 1)
                }
                number => {
                    let moves = number - 1;
                    return Err(content(format!("colour {nth}, {symbol:?}, has {moves} moves")));
                }
            };
        }
        palette.push(swatch).ok_or_else(bad)?;
    }
    Ok(palette)
}

fn unpack_optional_text(bits: &mut BitReader) -> Result<Option<String>, ShareError> {
    Ok(if bits.flag()? { Some(bits.text()?) } else { None })
}

fn unpack_size(bits: &mut BitReader) -> Result<Size, ShareError> {
    let mut side = || bits.bits(SIDE_BITS).map(|side| side as u8 + 1);
    let (width, height) = (side()?, side()?);
    Ok(Size::new(width, height))
}

fn unpack_cells(
    bits: &mut BitReader,
    layout: Layout,
    size: Size,
    palette: &Palette,
) -> Result<Grid<Square>, ShareError> {
    let mut grid = Grid::new(size, Square::Empty);
    for cell in size.cells() {
        grid[cell] = unpack_square(bits, palette)?
            .ok_or_else(|| content(format!("{layout}, {cell}: the palette lacks its colour")))?;
    }
    Ok(grid)
}

/// Reads what a cell holds; `None` when that is a colour that the palette lacks.
fn unpack_square(bits: &mut BitReader, palette: &Palette) -> Result<Option<Square>, ShareError> {
    Ok(match bits.bits(square_bits(palette.len()))? {
        0 => Some(Square::Empty),
        1 => Some(Square::Wall),
        value if ((value - NO_COLOURS) as usize) < palette.len() => {
            Some(Square::Tile(Colour((value - NO_COLOURS) as u8)))
        }
        _ => None,
    })
}

fn unpack_terrain(
    bits: &mut BitReader,
    board: Size,
    palette: &Palette,
) -> Result<Terrain, ShareError> {
    let mut terrain = Terrain::default();
    for cell in board.cells() {
        match unpack_square(bits, palette)? {
            Some(Square::Empty) => {}
            Some(Square::Tile(colour)) => drop(terrain.passes.insert(cell, colour)),
            Some(Square::Wall) | None => {
                return Err(content(format!("passes, {cell}: the palette lacks its colour")));
            }
        }
    }
    for cell in board.cells() {
        for direction in SIDES {
            if bits.flag()? {
                terrain.thin_walls.insert(Side::new(cell, direction));
            }
        }
    }
    Ok(terrain)
}

fn unpack_layout(
    bits: &mut BitReader,
    layout: Layout,
    board: Size,
    palette: &Palette,
) -> Result<Grid<Square>, ShareError> {
    let size = if bits.flag()? { unpack_size(bits)? } else { board };
    unpack_cells(bits, layout, size, palette)
}

fn unpack_moves(bits: &mut BitReader, board: Size) -> Result<Vec<Move>, ShareError> {
    let count = bits.number()?;
    // Not reserved beforehand: the number may be a lie, the bits are not.
    let mut moves = Vec::new();
    for number in 1..=count {
        let index = bits.bits(width_of(board.area() as u32))? as usize;
        let width = usize::from(board.width);
        let cell = Cell::new((index % width) as u8, (index / width) as u8);
        if !board.contains(cell) {
            return Err(content(format!("move {number} pushes from outside the board")));
        }
        let direction = Direction::ALL[bits.bits(DIRECTION_BITS)? as usize];
        moves.push(Move::new(cell, direction));
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_bits_as_needed() {
        let values = [1, 2, 3, 4, 5, 7, 8, 9, 64, 65, 1024];
        let widths = values.map(width_of);
        assert_eq!(widths, [0, 1, 2, 2, 3, 3, 3, 4, 6, 7, 10]);
    }
}
