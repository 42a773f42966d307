//! Writing a file so that at any moment either the old or the new one is there
//! whole. Used for level files, pictures and the settings.

use std::io::Write as _;
use std::path::Path;

/// Writes `bytes` to `path` through a temporary file in the same folder and a rename.
///
/// # Errors
/// What the system says; what the file held before is untouched.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // The rename must replace the file that a link points to, not the link.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // The error for a missing folder would name the temporary file.
    std::fs::metadata(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Less what the umask takes away, as for any other new file.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder).map_err(without_path)?;
    file.as_file_mut().write_all(bytes)?;
    if let Ok(metadata) = std::fs::metadata(&target) {
        if metadata.permissions().readonly() {
            // A rename would replace a file that is protected from writing.
            return Err(std::io::ErrorKind::PermissionDenied.into());
        }
        file.as_file().set_permissions(metadata.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&target)?;
    Ok(())
}

/// Takes the name of the temporary file out of an error: it tells nobody anything.
fn without_path(error: std::io::Error) -> std::io::Error {
    match error.kind() {
        std::io::ErrorKind::Other => error,
        kind => kind.into(),
    }
}
