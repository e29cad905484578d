//! Files of Java: which class is the program, and the files as the compiler wants them, in UTF-8 and each called like
//! its public class. Other compilers take what a student's editor wrote, and what a course's server has renamed.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

use super::files::{Budget, files_below, name_of};
use super::language::{Language, code_of, tokens};
use sandbox::Tree;

/// The deepest class, in others, that may be the one to start.
const DEEPEST: usize = 32;

/// A class that lies in nothing but other classes.
struct Class<'a> {
    name: &'a str,
    is_public: bool,
    /// The place of the class that it lies in.
    outer: Option<usize>,
    /// How many classes it lies in.
    depth: usize,
}

/// The classes that code declares, in their order, and the places of those that declare a main function.
#[derive(Default)]
struct Classes<'a> {
    all: Vec<Class<'a>>,
    with_main: Vec<usize>,
}

impl<'a> Classes<'a> {
    fn of(code: &'a str) -> Self {
        let mut classes = Self::default();
        // A brace that opens no class, or one that lies in something else, is `None`.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut declaration = Declaration::default();
        let mut tokens = tokens(code).peekable();
        while let Some(token) = tokens.next() {
            match token {
                "{" => {
                    let class = std::mem::take(&mut declaration).class;
                    let is_among_classes = open.last().is_none_or(Option::is_some);
                    let class = class.filter(|_| is_among_classes).map(|(name, is_public)| {
                        let (outer, depth) = (open.last().copied().flatten(), open.len());
                        classes.all.push(Class { name, is_public, outer, depth });
                        classes.all.len() - 1
                    });
                    open.push(class);
                }
                "}" => {
                    open.pop();
                    declaration = Declaration::default();
                }
                ";" => declaration = Declaration::default(),
                "main" if tokens.peek() == Some(&"(") => {
                    if declaration.is_static && declaration.last == "void" {
                        classes.with_main.extend(open.last().copied().flatten());
                    }
                    declaration.last = token;
                }
                _ => declaration.take(token),
            }
        }
        classes
    }

    /// The name of a class as the machine calls it, `Outer$Inner`.
    fn full_name(&self, class: &Class<'_>) -> String {
        match class.outer {
            Some(outer) => format!("{}${}", self.full_name(&self.all[outer]), class.name),
            None => class.name.to_owned(),
        }
    }

    /// The full name of the class to start. One that is not nested goes before one that is, then a public one before
    /// others, then one with the file's name; of equals the first.
    fn main(&self, stem: &str) -> Option<String> {
        let candidates = self.with_main.iter().map(|&at| &self.all[at]);
        let candidates = candidates.filter(|it| it.depth < DEEPEST).rev();
        let rank = |it: &&Class<'_>| {
            let has_the_name = stem.ends_with(it.name) && self.full_name(it) == stem;
            (it.depth == 0, it.is_public, has_the_name)
        };
        candidates.max_by_key(rank).map(|it| self.full_name(it))
    }

    /// The classes that lie in no other.
    fn outermost(&self) -> impl Iterator<Item = &Class<'a>> {
        self.all.iter().filter(|it| it.depth == 0)
    }
}

/// The full name of the class to start in a file of this code, whose name is `stem`; `None` if no class
/// declares a main function.
pub fn main_class(code: &str, stem: &str) -> Option<String> {
    let main = Classes::of(code).main(stem)?;
    Some(if let Some(package) = package(code) { format!("{package}.{main}") } else { main })
}

pub fn has_main(code: &str) -> bool {
    Classes::of(code).main("").is_some()
}

/// The package that the code belongs to, if its name is no longer than names are.
pub fn package(code: &str) -> Option<String> {
    const LONGEST: usize = 500;
    let mut tokens = tokens(code).skip_while(|&token| token != "package");
    tokens.next()?;
    let name: String = tokens.take_while(|&token| token != ";").take(LONGEST).collect();
    (name.len() <= LONGEST).then_some(name)
}

#[derive(Default)]
struct Declaration<'a> {
    is_static: bool,
    is_public: bool,
    last: &'a str,
    /// The name of a class, and whether it is public.
    class: Option<(&'a str, bool)>,
}

impl<'a> Declaration<'a> {
    fn take(&mut self, token: &'a str) {
        let is_keyword = matches!(self.last, "class" | "interface" | "enum" | "record");
        if is_keyword && self.class.is_none() {
            self.class = Some((token, self.is_public));
        }
        self.is_static |= token == "static";
        self.is_public |= token == "public";
        self.last = token;
    }
}

/// The classes that the code declares outside of others.
pub fn top_classes(code: &str) -> Vec<String> {
    Classes::of(code).outermost().map(|it| it.name.to_owned()).collect()
}

/// What an editor puts before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Normalizes the files of Java below `root`, which is ours; says what was done. A file that is too long to be looked
/// at stays as it is.
pub fn normalize(root: &Tree) -> io::Result<Vec<String>> {
    let mut said = Vec::new();
    let files = files_below(root);
    let mut names: BTreeSet<_> = files.iter().map(|it| name_of(it)).collect();
    let is_java = |path: &&PathBuf| path.extension().is_some_and(|it| it == "java");
    let mut budget = Budget::whole();
    for path in files.iter().filter(is_java) {
        let Some(bytes) = budget.read(root, path) else { break };
        if bytes.len() as u64 == Budget::OF_A_FILE {
            continue;
        }
        let bare = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
        let text = match std::str::from_utf8(bare) {
            Ok(text) => text.to_owned(),
            Err(_) => {
                said.push(format!("{} is not UTF-8; read as Latin-1", path.display()));
                bare.iter().map(|&byte| char::from(byte)).collect()
            }
        };
        if text.as_bytes() != bytes {
            root.replace_file(path, 0o644)?.write_all(text.as_bytes())?;
        }
        let code = code_of(Language::Java, &text);
        let classes = Classes::of(&code);
        let Some(class) = classes.outermost().find(|it| it.is_public) else { continue };
        // Of a copy with another name the one that has the right one is meant.
        let wanted = format!("{}.java", class.name);
        if !names.contains(&wanted) && wanted.len() <= LONGEST_NAME {
            root.rename(path, &path.with_file_name(&wanted))?;
            let path = path.display();
            said.push(format!("{path} was compiled as {wanted}, after its public class"));
            names.insert(wanted);
        }
    }
    Ok(said)
}

/// The longest name that files have in any system, in bytes.
const LONGEST_NAME: usize = 255;

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: &str = "public static void main(String[] a) { }";

    #[track_caller]
    fn starts(code: &str, class: &str) {
        let code = code.replace("MAIN", MAIN);
        assert_eq!(main_class(&code, "file").as_deref(), Some(class), "{code}");
    }

    #[test]
    fn a_nested_class_before_main_does_not_win() {
        starts("public class mancala { static class Pit { int n; } MAIN }", "mancala");
    }

    #[test]
    fn the_public_class_wins() {
        starts("class Tester { MAIN } public class mancala { MAIN }", "mancala");
        starts("class A { MAIN } class file { MAIN } class B { MAIN }", "file");
        starts("class A { MAIN } class B { MAIN }", "A");
    }

    #[test]
    fn packages_and_nested_mains() {
        starts("package edu.usc.hw2; public class M { MAIN }", "edu.usc.hw2.M");
        starts("class A { static class Run { MAIN } }", "A$Run");
        starts(
            "class A<T extends B> extends C { static public final void main(String... a) {} }",
            "A",
        );
    }

    #[test]
    fn what_is_no_main() {
        for code in [
            "class A { void main(String[] a) {} }",
            "class A { static int main(int n) { return n; } }",
            "class A { static void run() { main(null); } }",
            "class A { Class<?> c = A.class; }",
        ] {
            assert_eq!(main_class(code, "A"), None, "{code}");
        }
    }
}
