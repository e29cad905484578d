//! The languages, and how each is usually built and run. All of it is data.

use std::fmt;
use std::path::PathBuf;

use sandbox::System;

use serde::Deserialize;

/// A language, as far as it decides how a program is built and run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    C,
    /// C++, as the compiler takes it.
    Cpp,
    /// C++11: the course's `mancala11.cpp`.
    Cpp11,
    Java,
    Python2,
    Python3,
    /// Rust, one crate without dependencies.
    Rust,
    /// Go, one package without dependencies.
    Go,
    /// JavaScript, by node.
    JavaScript,
    /// Anything that can be executed: a binary, or a script called `run`.
    Executable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usual {
    /// The name in `grade.toml` and in reports.
    pub name: &'static str,
    pub endings: &'static [&'static str],
    /// What builds a program, run in the submission's folder; empty if nothing does.
    pub build: &'static str,
    /// What runs it, in the folder of a case.
    pub run: &'static str,
}

/// The commands of a language, in place of the usual ones, and what its programs may use.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Commands {
    /// What makes the program; nothing is to be made if it is empty.
    pub build: Option<String>,
    pub run: Option<String>,
    /// Packages of Python, such as numpy.
    pub packages: Vec<String>,
    /// The folder of the wheels that they are installed from.
    pub wheels: Option<PathBuf>,
}

impl Language {
    pub const ALL: [Self; 10] = [
        Self::C,
        Self::Cpp,
        Self::Cpp11,
        Self::Java,
        Self::Python2,
        Self::Python3,
        Self::Rust,
        Self::Go,
        Self::JavaScript,
        Self::Executable,
    ];

    /// How the language is built and run unless `grade.toml` says otherwise.
    ///
    /// `{folder}` is the submission's folder, `{program}` its main file, `{sources}` all files of the
    /// language, `{class}` the main class of Java. In a build, paths are relative to the folder.
    pub const fn usual(self) -> Usual {
        const BINARY: &str = "{folder}/program -i input.txt";
        type Row = (&'static str, &'static [&'static str], &'static str, &'static str);
        let (name, endings, build, run): Row = match self {
            Self::C => ("c", &["c"], "gcc -O2 -o program {sources} -lm", BINARY),
            Self::Cpp => ("cpp", &["cpp", "cc", "cxx"], "g++ -O2 -o program {sources}", BINARY),
            Self::Cpp11 => ("cpp11", &[], "g++ -O2 -std=c++11 -o program {sources}", BINARY),
            Self::Java => (
                "java",
                &["java"],
                "javac -encoding UTF-8 -d . {sources}",
                "java -cp {folder} {class} -i input.txt",
            ),
            Self::Python2 => ("python2", &[], "", "python2 {program} -i input.txt"),
            Self::Python3 => ("python3", &["py"], "", "python3 {program} -i input.txt"),
            Self::Rust => ("rust", &["rs"], "rustc -O --edition 2021 -o program {program}", BINARY),
            Self::Go => ("go", &["go"], "go build -o program {sources}", BINARY),
            Self::JavaScript => ("javascript", &["js", "mjs"], "", "node {program} -i input.txt"),
            Self::Executable => ("executable", &[], "", "{program} -i input.txt"),
        };
        Usual { name, endings, build, run }
    }

    /// What of the system's own files its usual commands need, beside where the tool lies.
    ///
    /// Not `/opt` and `/usr/local`, where other people's programs are, nor data that no language
    /// needs. An executable may be a script for any interpreter, and is shown everything.
    pub fn system(self) -> System {
        const COMMON: &str = "/bin /etc /gnu/store /lib /lib32 /lib64 /nix/store /usr/bin /usr/lib \
                              /usr/lib32 /usr/lib64 /usr/libexec";
        let more: &[&str] = match self {
            Self::C | Self::Cpp | Self::Cpp11 => &["/usr/include"],
            Self::Java => &["/usr/share/java"],
            Self::Python2 | Self::Python3 => &["/usr/local/lib", "/usr/share/zoneinfo"],
            Self::Rust => &[],
            Self::Go => &["/usr/include", "/usr/share"],
            Self::JavaScript => &["/usr/share/nodejs"],
            Self::Executable => return System::Whole,
        };
        System::Only(COMMON.split(' ').chain(more.iter().copied()).map(Into::into).collect())
    }

    /// How compilers of 2013 took the language, where those of today refuse it: an older standard,
    /// with what was forgiven then and the headers that came along. Tried one after the other.
    pub const fn older_builds(self) -> &'static [&'static str] {
        match self {
            Self::C => &["gcc -O2 -std=gnu89 -w -o program {sources} -lm"],
            Self::Cpp => &[
                "g++ -O2 -std=gnu++98 -fpermissive -w -o program {sources}",
                "g++ -O2 -std=gnu++11 -fpermissive -w -include bits/stdc++.h -o program {sources}",
            ],
            Self::Cpp11 => &[
                "g++ -O2 -std=gnu++11 -fpermissive -w -include bits/stdc++.h -o program {sources}",
            ],
            _ => &[],
        }
    }

    /// The name in `grade.toml` and in reports.
    pub const fn name(self) -> &'static str {
        self.usual().name
    }

    /// The language that a file name's ending tells; C++ and Python in their usual version.
    pub fn of_ending(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let ending = ending.to_lowercase();
        Self::ALL.into_iter().find(|language| language.usual().endings.contains(&ending.as_str()))
    }

    /// The language, whatever its version; `None` if there is no source.
    pub fn of_no_version(self) -> Option<Self> {
        match self {
            Self::Cpp11 => Some(Self::Cpp),
            Self::Python2 => Some(Self::Python3),
            Self::Executable => None,
            other => Some(other),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
