//! Pictures as PNG files, start and goal among them.

use std::io::Write;

use super::{Look, Picture, PictureError, boards};
use crate::puzzle::Draft;

/// Writes start and goal side by side as a PNG.
///
/// # Errors
/// It cannot be written.
///
/// ```
/// use mondrian_core::picture::{Look, boards_png};
/// let draft = "R..\n...\n\n..R\n...".parse().unwrap();
/// let mut png = Vec::new();
/// boards_png(&draft, Look { cell: 24, ..Look::default() }, &mut png).unwrap();
/// assert!(png.starts_with(b"\x89PNG"));
/// ```
pub fn boards_png(draft: &Draft, look: Look, out: &mut dyn Write) -> Result<(), PictureError> {
    picture_png(&boards(draft, look), out)
}

/// Writes `picture` as a PNG, row by row.
///
/// # Errors
/// It cannot be written.
pub fn picture_png(picture: &Picture, out: &mut dyn Write) -> Result<(), PictureError> {
    let mut encoder = png::Encoder::new(out, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut bytes = Vec::new();
    for row in picture.rows() {
        bytes.clear();
        bytes.extend(row.iter().flat_map(|pixel| [pixel.0, pixel.1, pixel.2]));
        stream.write_all(&bytes)?;
    }
    stream.finish()?;
    Ok(writer.finish()?)
}

impl From<png::EncodingError> for PictureError {
    fn from(error: png::EncodingError) -> Self {
        match error {
            png::EncodingError::IoError(error) => Self::Write(error),
            error => Self::Encoding(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::builtin;

    #[test]
    fn the_file_reads_back_as_it_was_drawn() {
        let draft = builtin::find("four-across").unwrap().draft();
        let drawn = boards(&draft, Look::default());
        let mut bytes = Vec::new();
        boards_png(&draft, Look::default(), &mut bytes).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (drawn.width(), drawn.height()));
        assert_eq!(pixels, drawn.rgb_bytes());
    }
}
