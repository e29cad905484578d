//! Which class of a Java file is the program.
//!
//! Left out: which file it is.

use super::code::tokens;

/// A class that declares a main function.
#[derive(Debug, Clone, PartialEq, Eq)]
struct MainClass {
    /// As the machine calls it, `Outer$Inner`.
    name: String,
    is_public: bool,
    is_nested: bool,
}

/// The full name of the class to start in a file of this code, whose name is `stem`; `None` if no class
/// declares a main function.
///
/// A public class goes before others, one that is not nested before one that is, then one with the
/// file's name, then the first.
pub(super) fn main_class(code: &str, stem: &str) -> Option<String> {
    let classes = main_classes(code);
    let best = classes
        .iter()
        .rev()
        .max_by_key(|class| (!class.is_nested, class.is_public, class.name == stem))?;
    Some(match package(code) {
        Some(package) => format!("{package}.{}", best.name),
        None => best.name.clone(),
    })
}

/// The package that the code belongs to.
pub(super) fn package(code: &str) -> Option<String> {
    let mut tokens = tokens(code).skip_while(|&token| token != "package");
    tokens.next()?;
    Some(tokens.take_while(|&token| token != ";").collect())
}

/// A class whose body is open.
struct Open<'a> {
    name: &'a str,
    is_public: bool,
}

fn main_classes(code: &str) -> Vec<MainClass> {
    let tokens: Vec<_> = tokens(code).collect();
    let mut found = Vec::new();
    // A brace that opens no class is `None`.
    let mut open: Vec<Option<Open<'_>>> = Vec::new();
    // Where the declaration began in which the token stands.
    let mut began = 0;
    for (at, &token) in tokens.iter().enumerate() {
        let declaration = &tokens[began..at];
        match token {
            "{" => {
                open.push(class_of(declaration));
                began = at + 1;
            }
            "}" => {
                open.pop();
                began = at + 1;
            }
            ";" => began = at + 1,
            "main" if tokens.get(at + 1) == Some(&"(") => {
                let is_main = declaration.contains(&"static") && declaration.ends_with(&["void"]);
                let classes: Option<Vec<_>> = open.iter().map(Option::as_ref).collect();
                if let (true, Some(classes)) = (is_main, classes)
                    && let Some(inner) = classes.last()
                {
                    let names: Vec<_> = classes.iter().map(|class| class.name).collect();
                    found.push(MainClass {
                        name: names.join("$"),
                        is_public: inner.is_public,
                        is_nested: classes.len() > 1,
                    });
                }
            }
            _ => {}
        }
    }
    found
}

/// The class that a declaration before a brace declares.
fn class_of<'a>(declaration: &[&'a str]) -> Option<Open<'a>> {
    let is_keyword = |token: &&str| matches!(*token, "class" | "interface" | "enum" | "record");
    let at = declaration.iter().position(is_keyword)?;
    Some(Open {
        name: declaration.get(at + 1)?,
        is_public: declaration[..at].contains(&"public"),
    })
}

/// The classes that the code declares outside of others.
pub(super) fn top_classes(code: &str) -> Vec<String> {
    let classes = outer_classes(code).into_iter();
    classes.map(|it| it.name.to_owned()).collect()
}

/// The public one of them, after which a file is called.
pub(super) fn public_class(code: &str) -> Option<String> {
    let mut classes = outer_classes(code).into_iter();
    let public = classes.find(|it| it.is_public)?;
    Some(public.name.to_owned())
}

fn outer_classes(code: &str) -> Vec<Open<'_>> {
    let mut depth = 0;
    let mut began = 0;
    let tokens: Vec<_> = tokens(code).collect();
    let mut classes = Vec::new();
    for (at, &token) in tokens.iter().enumerate() {
        match token {
            "{" => {
                if depth == 0 {
                    classes.extend(class_of(&tokens[began..at]));
                }
                depth += 1;
            }
            "}" => {
                depth -= 1;
                began = at + 1;
            }
            ";" => began = at + 1,
            _ => {}
        }
    }
    classes
}

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
        starts(
            "public class mancala { static class Pit { int n; } MAIN }",
            "mancala",
        );
    }

    #[test]
    fn the_public_class_wins() {
        starts(
            "class Tester { MAIN } public class mancala { MAIN }",
            "mancala",
        );
        starts(
            "class A { MAIN } class file { MAIN } class B { MAIN }",
            "file",
        );
        starts("class A { MAIN } class B { MAIN }", "A");
    }

    #[test]
    fn packages_and_nested_mains() {
        starts(
            "package edu.usc.hw2; public class M { MAIN }",
            "edu.usc.hw2.M",
        );
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
