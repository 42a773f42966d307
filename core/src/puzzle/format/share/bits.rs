//! A row of bits, the highest of each byte first: what share codes are packed into.

/// Collects bits.
#[derive(Default)]
pub(in crate::puzzle) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits in use, of those in `bytes`.
    used: usize,
}

impl BitWriter {
    /// Appends the lowest `width` bits of `value`, at most 32.
    pub(in crate::puzzle) fn bits(&mut self, value: u32, width: u32) {
        for shift in (0..width).rev() {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let bit = (value >> shift & 1) as u8;
            self.bytes[self.used / 8] |= bit << (7 - self.used % 8);
            self.used += 1;
        }
    }

    /// Appends one bit.
    pub(in crate::puzzle) fn flag(&mut self, value: bool) {
        self.bits(value.into(), 1);
    }

    /// Appends a number in groups of seven bits, the lowest first, each after a bit
    /// that says whether another one follows.
    pub(in crate::puzzle) fn number(&mut self, mut value: u32) {
        while value >= 1 << 7 {
            self.bits(1 << 7 | value & 0x7f, 8);
            value >>= 7;
        }
        self.bits(value, 8);
    }

    /// Appends the length of `text` in bytes, and its bytes.
    pub(in crate::puzzle) fn text(&mut self, text: &str) {
        self.number(text.len() as u32);
        for byte in text.bytes() {
            self.bits(byte.into(), 8);
        }
    }

    /// Returns the bytes; what is left of the last one is zero.
    pub(in crate::puzzle) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Why bits cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BitsError {
    /// There are no more.
    End,
    /// A number has too many digits.
    Number,
    /// Bytes are no text in UTF-8.
    Text,
}

/// Reads bits.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    used: usize,
}

impl<'a> BitReader<'a> {
    /// Returns a reader that stands before the first bit.
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, used: 0 }
    }

    /// Reads `width` bits, at most 32.
    pub(super) fn bits(&mut self, width: u32) -> Result<u32, BitsError> {
        let mut value = 0;
        for _ in 0..width {
            let byte = self.bytes.get(self.used / 8).ok_or(BitsError::End)?;
            value = value << 1 | u32::from(byte >> (7 - self.used % 8) & 1);
            self.used += 1;
        }
        Ok(value)
    }

    /// Reads one bit.
    pub(super) fn flag(&mut self) -> Result<bool, BitsError> {
        Ok(self.bits(1)? == 1)
    }

    /// Reads what [`BitWriter::number`] has written.
    pub(super) fn number(&mut self) -> Result<u32, BitsError> {
        let mut value = 0_u32;
        // Four groups hold more than any number of a level.
        for group in 0..4 {
            let more = self.flag()?;
            value |= self.bits(7)? << (7 * group);
            if !more {
                return Ok(value);
            }
        }
        Err(BitsError::Number)
    }

    /// Reads what [`BitWriter::text`] has written.
    pub(super) fn text(&mut self) -> Result<String, BitsError> {
        let length = self.number()? as usize;
        if length > self.bytes.len() {
            return Err(BitsError::End);
        }
        let bytes = (0..length).map(|_| Ok(self.bits(8)? as u8)).collect::<Result<_, _>>()?;
        String::from_utf8(bytes).map_err(|_| BitsError::Text)
    }

    /// Says whether nothing but the zeros that fill the last byte is left.
    pub(super) fn is_at_end(&mut self) -> bool {
        let left = self.bytes.len() * 8 - self.used;
        left < 8 && self.bits(left as u32) == Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let numbers = [0, 1, 127, 128, 300, 16_383, 16_384, (1 << 28) - 1];
        let mut writer = BitWriter::default();
        writer.bits(0b101, 3);
        numbers.iter().for_each(|&number| writer.number(number));
        writer.text("é1");
        writer.flag(true);
        let bytes = writer.into_bytes();
        let mut reader = BitReader::new(&bytes);
        assert_eq!(reader.bits(3), Ok(0b101));
        for number in numbers {
            assert_eq!(reader.number(), Ok(number));
        }
        assert_eq!(reader.text().as_deref(), Ok("é1"));
        assert_eq!(reader.flag(), Ok(true));
        assert!(reader.is_at_end());
        assert_eq!(reader.flag(), Err(BitsError::End));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(BitReader::new(&[0xff; 9]).number(), Err(BitsError::Number));
        assert_eq!(BitReader::new(&[0x7f, 0]).text(), Err(BitsError::End));
        assert_eq!(BitReader::new(&[1, 0xff]).text(), Err(BitsError::Text));
        assert!(!BitReader::new(&[1]).is_at_end());
        assert!(!BitReader::new(&[0]).is_at_end(), "a whole byte too many");
    }
}
