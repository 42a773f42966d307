//! Start and goal as the bytes of a PNG file.

use super::{Look, Picture, PictureError, boards};
use crate::puzzle::Draft;

/// Returns start and goal side by side as a PNG.
///
/// # Errors
/// None is known; the encoder may say otherwise.
pub fn boards_png(draft: &Draft, look: Look) -> Result<Vec<u8>, PictureError> {
    encode(&boards(draft, look)).map_err(|error| PictureError::Encoding(error.to_string()))
}

/// Returns `picture` as the bytes of a file.
pub(super) fn encode(picture: &Picture) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&picture.rgb_bytes())?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::builtin;

    #[test]
    fn the_file_reads_back_as_it_was_drawn() {
        let draft = builtin::find("four-across").unwrap().draft();
        let drawn = boards(&draft, Look::default());
        let bytes = boards_png(&draft, Look::default()).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (drawn.width(), drawn.height()));
        assert_eq!(pixels, drawn.rgb_bytes());
    }
}
