//! A zip archive that depends on nothing but what is put into it.

use std::io::{self, Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// An archive being made.
pub(super) struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Archive {
    pub(super) fn new() -> Self {
        Self(ZipWriter::new(Cursor::new(Vec::new())))
    }

    /// Adds a file.
    pub(super) fn add(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.add_with(path, bytes, 0o644)
    }

    /// Adds a program.
    pub(super) fn add_program(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.add_with(path, bytes, 0o755)
    }

    fn add_with(&mut self, path: &str, bytes: &[u8], permissions: u32) -> io::Result<()> {
        // Without a clock every file has the first date of the format.
        let options = SimpleFileOptions::default().unix_permissions(permissions);
        self.0.start_file(path, options)?;
        self.0.write_all(bytes)
    }

    pub(super) fn finish(self) -> io::Result<Vec<u8>> {
        Ok(self.0.finish()?.into_inner())
    }
}
