//! Formats of archives, by how their names end.
//!
//! Left out: unpacking them.

/// A format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArchiveKind {
    Zip,
    Tar,
    TarGz,
}

impl ArchiveKind {
    const ENDINGS: [(&'static str, Self); 4] = [
        (".zip", Self::Zip),
        (".tar", Self::Tar),
        (".tar.gz", Self::TarGz),
        (".tgz", Self::TarGz),
    ];

    /// The format that a file name promises.
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let mut endings = Self::ENDINGS.into_iter();
        endings.find_map(|(ending, kind)| name.ends_with(ending).then_some(kind))
    }

    pub(super) fn without_ending(self, name: &str) -> &str {
        let lower = name.to_lowercase();
        let ending = Self::ENDINGS
            .iter()
            .find(|(ending, _)| lower.ends_with(ending));
        let length = ending.map_or(0, |(ending, _)| ending.len());
        name.get(..name.len() - length).unwrap_or(name)
    }
}
