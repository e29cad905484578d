//! The languages: how each is usually built and run, which is data; and what of a source file is code, without comments
//! and what strings say, and its tokens.

use std::fmt;
use std::path::PathBuf;

use serde::Deserialize;

use crate::settings::value;
use sandbox::System;

/// A language, as far as it decides how a program is built and run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    #[serde(deserialize_with = "value::command")]
    pub build: Option<String>,
    #[serde(deserialize_with = "value::command")]
    pub run: Option<String>,
    /// Packages of Python, such as numpy.
    pub packages: Vec<String>,
    /// The folder of the wheels that they are installed from.
    pub wheels: Option<PathBuf>,
}

impl Language {
    pub const ALL: [Self; 10] = {
        use Language::*;
        [C, Cpp, Cpp11, Java, Python2, Python3, Rust, Go, JavaScript, Executable]
    };

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

/// The code of a file in this language.
pub(super) fn code_of(language: Language, text: &str) -> String {
    let is_python = matches!(language, Language::Python2 | Language::Python3);
    let line_comment = if is_python { "#" } else { "//" };
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = if rest.starts_with(line_comment) {
            &rest[rest.find('\n').unwrap_or(rest.len())..]
        } else if let Some(inner) = rest.strip_prefix("/*").filter(|_| !is_python) {
            blank(inner, "*/", &mut code)
        } else if matches!(first, '"' | '\'') {
            // Three quotes of Python begin a string of several lines.
            string(rest, is_python, &mut code)
        } else {
            code.push(first);
            &rest[first.len_utf8()..]
        };
    }
    code
}

/// Leaves out everything up to `close` but the line ends; returns what follows it.
fn blank<'a>(text: &'a str, close: &str, code: &mut String) -> &'a str {
    let (inside, rest) = text.split_once(close).unwrap_or((text, ""));
    code.extend(inside.chars().filter(|&c| c == '\n'));
    code.push(' ');
    rest
}

/// Leaves out what the string at the beginning of `text` says; returns what follows it.
fn string<'a>(text: &'a str, long: bool, code: &mut String) -> &'a str {
    let quote = &text[..1];
    let triple = quote.repeat(3);
    if long && let Some(inside) = text.strip_prefix(&*triple) {
        code.push_str(quote);
        let rest = blank(inside, &triple, code);
        code.push_str(quote);
        return rest;
    }
    code.push_str(quote);
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            // A string that its line does not end, as in a comment of another language.
            '\n' if !escaped => return &text[at..],
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if text[at..].starts_with(quote) => {
                code.push_str(quote);
                return &text[at + 1..];
            }
            _ => {}
        }
    }
    ""
}

/// A token of code: a word, or one other character.
pub(super) fn tokens(code: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut rest = code;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        Some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_comments_nor_strings_are_code() {
        let java = "a /* b\n c */ d // e\n f \"g \\\" h\" 'i' j";
        assert_eq!(code_of(Language::Java, java), "a \n  d \n f \"\" '' j");
        let python = "a # b\nc '''d\n e''' f 'g' \"h # i\" j";
        assert_eq!(code_of(Language::Python3, python), "a \nc '\n ' f '' \"\" j");
        assert_eq!(code_of(Language::Cpp, "don't\nx"), "don'\nx");
        assert_eq!(code_of(Language::C, "/* never ends"), " ");
        assert_eq!(code_of(Language::C, "\"never ends"), "\"");
    }
}
