//! Where control groups can be made on this machine.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::time::Duration;

use super::{ANY_PREFIX, Group, Version, prefix};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub dir: PathBuf,
    pub version: Version,
}

/// Where groups can be made that count each of these.
#[derive(Debug, Default)]
pub struct Places {
    pub cpu: Option<Place>,
    pub memory: Option<Place>,
}

impl Places {
    /// Those of this machine, looked for once.
    pub fn get() -> &'static Self {
        static PLACES: OnceLock<Places> = OnceLock::new();
        PLACES.get_or_init(Self::find)
    }

    fn find() -> Self {
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let find = |controller: &str, file_two: &str, file_one: &str| {
            let two = candidates(&mounts, &own, None).into_iter();
            let one = candidates(&mounts, &own, Some(controller)).into_iter();
            let two = two.map(|dir| (dir, Version::Two, file_two));
            let one = one.map(|dir| (dir, Version::One, file_one));
            let usable = |(dir, version, file): (PathBuf, Version, &str)| {
                is_usable(&dir, file).then_some(Place { dir, version })
            };
            one.chain(two).find_map(usable)
        };
        let memory = find("memory", "memory.max", "memory.limit_in_bytes");
        // Of version 2 a process can be in one group only.
        let both = memory.clone().filter(|it| it.version == Version::Two);
        Self { cpu: both.or_else(|| find("cpuacct", "cpu.stat", "cpuacct.usage")), memory }
    }
}

/// The directories of our own group and of those around it, the innermost first; of version 2, or of a controller.
fn candidates(mounts: &str, own: &str, controller: Option<&str>) -> Vec<PathBuf> {
    let own = own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next()?, fields.next()?);
        let has = |name| controllers.split(',').any(|it| it == name);
        let is_it = controller.map_or(controllers.is_empty(), has);
        is_it.then_some(path)
    });
    let mount = mounts.lines().find_map(|line| {
        let (place, source) = line.split_once(" - ")?;
        let mut place = place.split(' ').skip(3);
        let (root, at) = (place.next()?, place.next()?);
        let mut source = source.split(' ');
        let (kind, options) = (source.next()?, source.nth(1)?);
        let is_it = match controller {
            None => kind == "cgroup2",
            Some(name) => kind == "cgroup" && options.split(',').any(|it| it == name),
        };
        is_it.then_some((root, at))
    });
    let (Some(own), Some((root, at))) = (own, mount) else { return Vec::new() };
    // In a container the mount may show a part of the tree only.
    let inner = Path::new(own).strip_prefix(root).unwrap_or(Path::new(""));
    let at = Path::new(at);
    let innermost: PathBuf = at.join(inner).components().collect();
    let around = innermost.ancestors().take_while(|dir| dir.starts_with(at));
    around.map(Path::to_owned).collect()
}

/// Whether a group with `file` in it can be made in `dir`, and a process of ours put there.
fn is_usable(dir: &Path, file: &str) -> bool {
    sweep(dir);
    let Ok(group) = Group::make(dir) else { return false };
    let writable = |name: &str| OpenOptions::new().write(true).open(group.0.join(name));
    let has_file = group.0.join(file).exists();
    // A process that only waits, to be moved: asking is not enough, since rights to several directories decide.
    let waiting = process::Command::new("cat")
        .stdin(process::Stdio::piped())
        .stdout(process::Stdio::null())
        .stderr(process::Stdio::null())
        .spawn();
    let moved = |child: &mut process::Child| {
        let moved = writable("cgroup.procs")?.write_all(child.id().to_string().as_bytes());
        let _ = child.kill();
        child.wait()?;
        moved
    };
    has_file && waiting.and_then(|mut child| moved(&mut child)).is_ok()
}

/// Removes groups whose supervisors are gone.
fn sweep(dir: &Path) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default();
        let is_dead = match name.strip_prefix(prefix()).map(|it| it.split('-').next()) {
            Some(pid) => pid.is_some_and(|pid| !Path::new("/proc").join(pid).exists()),
            // Of another namespace: nobody can be asked, but no run takes a day.
            None => name.starts_with(ANY_PREFIX) && is_old(&entry.path()),
        };
        if is_dead {
            let _ = fs::remove_dir(entry.path()); // refused as long as a process is in it
        }
    }
}

fn is_old(path: &Path) -> bool {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    let changed = fs::metadata(path).and_then(|it| it.modified());
    changed.is_ok_and(|it| it.elapsed().is_ok_and(|age| age > DAY))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
        30 25 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n\
        40 25 0:36 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n\
        41 25 0:37 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n";
    const OWN: &str =
        "5:memory:/docker/abc/inner\n4:cpu,cpuacct:/\n0::/user.slice/app.slice/x.scope\n";

    #[test]
    fn our_own_group_and_those_around_it() {
        let dirs = |controller| {
            let found = candidates(MOUNTS, OWN, controller);
            let found = found.iter().map(|dir| dir.display().to_string());
            found.collect::<Vec<_>>()
        };
        let two = [
            "/sys/fs/cgroup/user.slice/app.slice/x.scope",
            "/sys/fs/cgroup/user.slice/app.slice",
            "/sys/fs/cgroup/user.slice",
            "/sys/fs/cgroup",
        ];
        assert_eq!(dirs(None), two);
        let memory = ["/sys/fs/cgroup/memory/inner", "/sys/fs/cgroup/memory"];
        assert_eq!(dirs(Some("memory")), memory);
        assert_eq!(dirs(Some("cpuacct")), ["/sys/fs/cgroup/cpu,cpuacct"]);
        assert!(dirs(Some("pids")).is_empty());
    }
}
