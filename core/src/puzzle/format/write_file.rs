//! Writing to a path that somebody has named: the one way in which the program makes
//! files. Used for level files, pictures and the settings.
//!
//! - A regular file is replaced through a temporary file and a rename, so that at any
//!   moment either the old or the new one is there whole. It keeps its mode and, where the
//!   system allows it, its owner.
//! - A link is followed, and what it points to is replaced, or made when it is not there.
//! - What is no regular file (a device, a pipe, a socket) is written to, never replaced.
//! - A program that is killed while it writes leaves the temporary file behind. The next one that
//!   writes into that folder removes it when it is a day old.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

/// What the names of temporary files begin and end with: six letters or digits are between.
const BEGIN: &str = ".mondrian-";
const END: &str = ".part";

/// A temporary file of this age has been left behind: no writing takes so long.
const LEFT_BEHIND: Duration = Duration::from_hours(24);

/// Makes a folder and those around it, unless they are there.
///
/// # Errors
/// What the system says; something that is no folder has the name.
pub fn make_folder(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
        _ => error,
    })
}

/// New files in one folder, which are synced together: thousands take as long as a few. Until
/// [`NewFiles::finish`] none of them is there, and none is ever there in part.
#[derive(Default)]
pub struct NewFiles {
    waiting: Vec<(TempPath, PathBuf)>,
}

impl NewFiles {
    /// Writes `bytes` to what is to become the file at `path`.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = temporary_file(folder_of(path), None)?;
        file.write_all(bytes)?;
        #[cfg(not(target_os = "linux"))]
        file.as_file().sync_all()?;
        self.waiting.push((file.into_temp_path(), path.to_owned()));
        Ok(())
    }

    /// Gives all files their names, and returns those that did not get them.
    pub fn finish(self) -> Vec<(PathBuf, io::Error)> {
        let Some((_, first)) = self.waiting.first() else { return Vec::new() };
        let folder = folder_of(first).to_owned();
        let synced = sync_all_in(&folder);
        let failed = self.waiting.into_iter().filter_map(|(file, path)| {
            let named = synced.as_ref().map_err(|error| io::Error::from(error.kind()));
            let named = named.and_then(|()| file.persist(&path).map_err(|error| error.error));
            named.err().map(|error| (path, error))
        });
        let failed = failed.collect();
        remove_left_behind(&folder);
        failed
    }
}

/// Brings what has been written on the file system of `folder` to its disk.
#[cfg_attr(
    not(target_os = "linux"),
    expect(unused_variables, clippy::unnecessary_wraps, reason = "each file has been synced")
)]
fn sync_all_in(folder: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::fs::syncfs(File::open(folder)?)?;
    Ok(())
}

/// Writes `bytes` to `path`.
///
/// # Errors
/// What the system says; what a regular file held before is untouched.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_file(path, |out| out.write_all(bytes))
}

/// Writes to `path` whatever `write` writes, which may be larger than the memory.
///
/// # Errors
/// What the system or `write` says; what a regular file held before is untouched.
pub fn write_file<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let old = match std::fs::metadata(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    match &old {
        Some(old) if old.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory).into()),
        Some(old) if !old.is_file() || is_open_file(path) => {
            let mut out = BufWriter::new(open_as_it_is(path, old)?);
            write(&mut out)?;
            Ok(out.flush()?)
        }
        _ => replace(&link_target(path), old.as_ref(), write),
    }
}

/// Returns what `path` leads to when it is a link, whether that is there or not.
pub fn link_target(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    // The system follows no more than these; it says so when the file is opened.
    for _ in 0..40 {
        let Ok(next) = std::fs::read_link(&target) else { break };
        target = target.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    target
}

/// Says whether `path` leads to a file that this process has open, as `/dev/stdout` does:
/// whoever opened it wants that very file written.
fn is_open_file(path: &Path) -> bool {
    let mut at = path.to_owned();
    for _ in 0..40 {
        let Ok(next) = std::fs::read_link(&at) else { return false };
        let folder = at.parent().unwrap_or(Path::new("")).to_owned();
        if folder.canonicalize().is_ok_and(|folder| folder.starts_with("/proc")) {
            return true;
        }
        at = folder.join(next);
    }
    false
}

/// Opens what is not to be replaced.
fn open_as_it_is(path: &Path, old: &Metadata) -> io::Result<Box<dyn Write>> {
    #[cfg(unix)]
    if std::os::unix::fs::FileTypeExt::is_socket(&old.file_type()) {
        return Ok(Box::new(std::os::unix::net::UnixStream::connect(path)?));
    }
    // A file that is open already goes on where it ends; devices know no end.
    let file = OpenOptions::new().write(true).append(old.is_file()).open(path)?;
    Ok(Box::new(file))
}

fn replace<E: From<io::Error>>(
    target: &Path,
    old: Option<&Metadata>,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    if let Some(old) = old {
        // The rename asks nobody whether the file itself may be written.
        if old.permissions().readonly() {
            return Err(io::Error::from(io::ErrorKind::PermissionDenied).into());
        }
        OpenOptions::new().write(true).open(target)?;
    }
    let folder = folder_of(target);
    let file = temporary_file(folder, old)?;
    if let Some(old) = old {
        // Before anything is in it, for it may be a secret.
        keep_owner(file.as_file(), old);
        file.as_file().set_permissions(old.permissions())?;
    }
    let mut out = BufWriter::new(file.as_file());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    file.as_file().sync_all()?;
    file.persist(target).map_err(|error| error.error)?;
    remove_left_behind(folder);
    Ok(())
}

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes a temporary file in `folder` that is to replace `old`, or to be new.
#[cfg_attr(not(unix), expect(unused_variables, reason = "files have no such modes"))]
fn temporary_file(folder: &Path, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    // The error for a missing folder would name the temporary file.
    std::fs::metadata(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(BEGIN).suffix(END);
    #[cfg(unix)]
    if old.is_none() {
        use std::os::unix::fs::PermissionsExt as _;
        // Less what the umask takes away, as for any other new file.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map_err(without_path)
}

/// Removes the temporary files that programs left in `folder` which were killed while they wrote.
/// Where that fails they stay: what was to be written is there.
fn remove_left_behind(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_old = || {
            let found = entry.metadata().ok().filter(Metadata::is_file)?;
            Some(found.modified().ok()?.elapsed().ok()? > LEFT_BEHIND)
        };
        if entry.file_name().to_str().is_some_and(is_temporary) && is_old() == Some(true) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Says whether `name` is one that [`temporary_file`] gives.
fn is_temporary(name: &str) -> bool {
    let between = name.strip_prefix(BEGIN).and_then(|name| name.strip_suffix(END));
    between.is_some_and(|it| it.len() == 6 && it.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Gives `file` the owner and the group of `old`, as far as the system allows it.
#[cfg_attr(not(unix), expect(unused_variables, reason = "files have no such owners"))]
fn keep_owner(file: &File, old: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        // Only root may give files away; to a group also its members may.
        if fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
            let _ = fchown(file, None, Some(old.gid()));
        }
    }
}

/// Takes the name of the temporary file out of an error: it tells nobody anything.
fn without_path(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Other => error,
        kind => kind.into(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read as _;
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn a_link_is_followed_even_to_where_nothing_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("deep")).unwrap();
        symlink("deep/b", path("a")).unwrap();
        symlink("../c", path("deep/b")).unwrap();
        for text in ["made", "replaced"] {
            write_bytes(&path("a"), text.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(path("c")).unwrap(), text);
        }
        assert!(path("a").is_symlink() && path("deep/b").is_symlink());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "nothing is left behind");
        symlink("round", path("round")).unwrap();
        assert!(write_bytes(&path("round"), b"").is_err());
    }

    #[test]
    fn a_replaced_file_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let old = std::fs::metadata(&path).unwrap();
        write_bytes(&path, b"new").unwrap();
        let new = std::fs::metadata(&path).unwrap();
        assert_eq!((new.mode() & 0o777, new.uid(), new.gid()), (0o640, old.uid(), old.gid()));
        let readonly = std::fs::Permissions::from_mode(0o440);
        std::fs::set_permissions(&path, readonly).unwrap();
        let error = write_bytes(&path, b"never").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn what_fails_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "old").unwrap();
        let error = write_file(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert_eq!(error.unwrap_err().to_string(), "no more");
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_was_left_behind_a_day_ago_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let make = |name: &str, hours| {
            std::fs::write(path(name), "").unwrap();
            let file = File::options().write(true).open(path(name)).unwrap();
            let now = file.metadata().unwrap().modified().unwrap();
            file.set_modified(now - Duration::from_hours(hours)).unwrap();
        };
        let left = ".mondrian-AbCdE1.part";
        let stay = [
            (".mondrian-AbCdE2.part", 1),
            (".AbCdE3.part", 50),
            (".mondrian-AbCdE.part", 50),
            (".mondrian-my.lev.part", 50),
            ("mondrian-AbCdE4.part", 50),
            (".mondrian-AbCdE5.part.ron", 50),
        ];
        for write in [(|path| write_bytes(path, b"new")) as fn(&Path) -> io::Result<()>, |path| {
            let mut files = NewFiles::default();
            files.write(path, b"new")?;
            assert!(files.finish().is_empty());
            Ok(())
        }] {
            make(left, 25);
            stay.iter().for_each(|&(name, hours)| make(name, hours));
            std::fs::create_dir_all(path(".mondrian-Folder.part")).unwrap();
            write(&path("level")).unwrap();
            assert!(!path(left).exists());
            assert!(stay.iter().all(|(name, _)| path(name).exists()));
            assert!(path(".mondrian-Folder.part").exists());
            assert_eq!(std::fs::read(path("level")).unwrap(), b"new");
        }
        // The names are those that are given.
        let file = temporary_file(folder.path(), None).unwrap();
        assert!(is_temporary(file.path().file_name().unwrap().to_str().unwrap()));
    }

    #[test]
    fn new_files_are_there_at_the_end_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = |nth: u32| folder.path().join(format!("{nth}.ron"));
        let named = || {
            let names = std::fs::read_dir(folder.path()).unwrap();
            let is_level = |name: &std::ffi::OsString| name.to_str().unwrap().ends_with(".ron");
            names.map(|entry| entry.unwrap().file_name()).filter(is_level).count()
        };
        let mut files = NewFiles::default();
        (0..50).for_each(|nth| files.write(&path(nth), nth.to_string().as_bytes()).unwrap());
        assert_eq!(named(), 0);
        assert!(files.finish().is_empty());
        assert_eq!(named(), 50);
        assert_eq!(std::fs::read(path(49)).unwrap(), b"49");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 50, "nothing else is left");
        assert_eq!(std::fs::metadata(path(0)).unwrap().mode() & 0o700, 0o600);
        let mut files = NewFiles::default();
        files.write(&path(50), b"never there").unwrap();
        drop(files);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 50);
        // One that cannot get its name is reported, the others get theirs.
        std::fs::create_dir(path(51)).unwrap();
        let mut files = NewFiles::default();
        [51, 52].iter().for_each(|&nth| files.write(&path(nth), b"new").unwrap());
        let failed: Vec<_> = files.finish().into_iter().map(|(path, _)| path).collect();
        assert_eq!((failed, path(52).exists()), (vec![path(51)], true));
        assert!(NewFiles::default().write(&folder.path().join("none/a"), b"").is_err());
    }

    #[test]
    fn a_folder_is_made_where_nothing_else_stands() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b");
        (0..2).for_each(|_| make_folder(&path).unwrap());
        assert!(path.is_dir());
        for other in [Path::new("/dev/null"), &folder.path().join("file")] {
            let _ = std::fs::write(other, "");
            assert_eq!(make_folder(other).unwrap_err().kind(), io::ErrorKind::NotADirectory);
        }
    }

    #[test]
    fn pipes_and_sockets_are_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
        write_bytes(&path, b"through a socket").unwrap();
        let mut text = String::new();
        listener.accept().unwrap().0.read_to_string(&mut text).unwrap();
        assert_eq!(text, "through a socket");
        let is_socket = |path: &Path| std::fs::metadata(path).unwrap().file_type().is_socket();
        assert!(is_socket(&path));
        // A pipe that only has a path below /proc.
        let (mut reader, writer) = io::pipe().unwrap();
        let number = std::os::fd::AsRawFd::as_raw_fd(&writer);
        let link = folder.path().join("link");
        symlink(format!("/dev/fd/{number}"), &link).unwrap();
        write_bytes(&link, b"through a pipe").unwrap();
        drop(writer);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "through a pipe");
        assert!(link.is_symlink());
    }

    #[test]
    fn a_file_that_is_open_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut file = File::create(&path).unwrap();
        file.write_all(b"before, ").unwrap();
        let number = std::os::fd::AsRawFd::as_raw_fd(&file);
        write_bytes(Path::new(&format!("/dev/fd/{number}")), b"after").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"before, after");
    }
}
