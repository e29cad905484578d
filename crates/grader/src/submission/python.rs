//! Which Python a program is written in.
//!
//! Python 3 unless something in it can only be Python 2. What only looks like it is not enough: strings
//! and comments do not count, nor do the old names where the program knows that they are old.

use super::language::Language;
use super::source::code_of;

/// What the first line of a script asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shebang {
    Python2,
    Python3,
    Neither,
}

/// What the first line of a script asks for.
pub(super) fn shebang(text: &str) -> Shebang {
    let first = text.lines().next().unwrap_or_default();
    match first.starts_with("#!") {
        true if first.contains("python2") => Shebang::Python2,
        true if first.contains("python3") => Shebang::Python3,
        _ => Shebang::Neither,
    }
}

/// Names that only Python 2 has.
const OLD_NAMES: [&str; 7] =
    ["xrange(", "raw_input(", "unicode(", ".has_key(", ".iteritems(", ".itervalues(", "sys.maxint"];

/// Modules that only Python 2 has.
const OLD_MODULES: [&str; 5] = ["Queue", "ConfigParser", "cPickle", "StringIO", "urllib2"];

/// The first line, from 1, that can only be Python 2.
pub(super) fn first_line_of_python2(text: &str) -> Option<usize> {
    let code = code_of(Language::Python2, text);
    // What is tried, or asked for by version, runs with either.
    let knows_both = ["version_info", "NameError", "ImportError", "AttributeError"]
        .iter()
        .any(|sign| code.contains(sign));
    let is_old = |line: &str| has_old_syntax(line) || !knows_both && has_old_name(line);
    let old = code.lines().map(str::trim_start).position(is_old);
    let old = old.into_iter().chain(mixed_indentation(&code)).min();
    old.map(|at| at + 1)
}

/// The first line whose indentation depends on how wide a tab is, from 0: Python 2 takes it for eight
/// blanks, Python 3 refuses it.
fn mixed_indentation(code: &str) -> Option<usize> {
    // How far the blocks that are open are indented, with wide tabs and with narrow ones.
    let mut open = vec![(0, 0)];
    let mut brackets = 0_isize;
    for (at, line) in code.lines().enumerate() {
        let is_within = brackets > 0;
        let count = |signs: &[char]| line.matches(signs).count().cast_signed();
        brackets += count(&['(', '[', '{']) - count(&[')', ']', '}']);
        let inside = line.trim_start();
        if is_within || inside.is_empty() {
            continue;
        }
        let blanks = line[..line.len() - inside.len()].chars();
        let (wide, narrow) = blanks.fold((0, 0), |(wide, narrow), blank| match blank {
            '\t' => ((wide / 8 + 1) * 8, narrow + 1),
            _ => (wide + 1, narrow + 1),
        });
        while open.len() > 1 && open.last().is_some_and(|it| it.0 > wide) {
            open.pop();
        }
        let &(outer, outer_narrow) = open.last()?;
        let agrees =
            wide == outer && narrow == outer_narrow || wide > outer && narrow > outer_narrow;
        if !agrees {
            return Some(at);
        }
        if wide > outer {
            open.push((wide, narrow));
        }
    }
    None
}

/// What a Python 3 refuses to compile.
fn has_old_syntax(line: &str) -> bool {
    // Behind a colon, as in `else: print x`, a statement begins too.
    let statements = line.split([':', ';']).map(str::trim_start);
    let prints = statements.clone().any(|statement| {
        let what = statement.strip_prefix("print");
        what.is_some_and(|what| {
            let argument = what.trim_start();
            what.starts_with([' ', '\t', '"', '\''])
                && argument.starts_with(|c: char| c.is_alphanumeric() || "\"'_>`-[{".contains(c))
                && !["in ", "is ", "if ", "and ", "or ", "not "]
                    .iter()
                    .any(|word| argument.starts_with(word))
        })
    });
    let raises = line.strip_prefix("raise ").is_some_and(|what| {
        let outside = outside_of_brackets(what);
        outside.contains(',')
    });
    let catches = line.strip_prefix("except ").is_some_and(|what| {
        let caught = outside_of_brackets(what);
        caught.split(':').next().is_some_and(|it| it.contains(','))
    });
    prints || raises || catches || line.contains("<>")
}

fn has_old_name(line: &str) -> bool {
    let imports = ["import ", "from "]
        .iter()
        .filter_map(|word| line.strip_prefix(word))
        .filter_map(|rest| rest.split([' ', ',', '.']).next())
        .any(|module| OLD_MODULES.contains(&module));
    let names = OLD_NAMES.iter().any(|name| {
        line.match_indices(name).any(|(at, _)| {
            name.starts_with('.')
                || !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.')
        })
    });
    imports || names && !line.starts_with("def ")
}

fn outside_of_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    text.chars()
        .filter(|c| {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })
        .collect()
}

/// What a file imports, by the last of its names, which is that of a file without its ending or of something in it.
pub(super) fn imports(text: &str) -> Vec<String> {
    let code = code_of(Language::Python3, text);
    let last = |module: &str| {
        let last = module.trim().rsplit('.').next();
        last.unwrap_or_default().to_owned()
    };
    let mut names = Vec::new();
    for line in code.lines().map(str::trim_start) {
        if let Some(modules) = line.strip_prefix("import ") {
            let modules = modules.split(',').filter_map(|it| it.split_whitespace().next());
            names.extend(modules.map(last));
        } else if let Some((module, within)) =
            line.strip_prefix("from ").and_then(|rest| rest.split_once(" import "))
        {
            // `from package import module`.
            let within = within.trim_start_matches('(').split([',', ' ', ')']);
            let within = within.filter(|name| !name.is_empty());
            names.extend(within.map(ToOwned::to_owned));
            names.push(last(module));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_only_be_python_2() {
        for line in [
            "print \"x\"",
            "print x, y",
            "print -1",
            "if a: print b",
            "print >>f, x",
            "except IOError, e:",
            "except (A, B), e:",
            "raise ValueError, \"x\"",
            "for i in xrange(3):",
            "name = raw_input()",
            "if a <> b: pass",
            "from Queue import PriorityQueue",
        ] {
            let text = format!("import sys\n{line}\n");
            assert_eq!(first_line_of_python2(&text), Some(2), "{line}");
        }
    }

    #[test]
    fn a_tab_among_blanks_is_python_2() {
        let first = |text| first_line_of_python2(text);
        assert_eq!(first("if a:\n        b\n\tc\n"), Some(3));
        assert_eq!(first("if a:\n    if b:\n\tc\n"), Some(3));
        assert_eq!(first("if a:\n\tif b:\n\t    c\n\td\nif e:\n    f\n"), None);
        assert_eq!(first("a = [1,\n\t2,\n        3]\nif b:\n    c\n"), None);
        assert_eq!(first("\"\"\"\n\ta\n        b\n\"\"\"\nif c:\n\n    d\n"), None);
    }

    #[test]
    fn what_may_be_python_3() {
        for text in [
            "print(x)",
            "print (x), y",
            "print",
            "print = 3",
            "\"\"\"\nprint the board\n\"\"\"",
            "# print x",
            "s = 'print x'",
            "except (A, B) as e:",
            "raise ValueError(\"a, b\")",
            "try:\n  xrange\nexcept NameError:\n  xrange = range\nfor i in xrange(3): pass",
            "import queue",
            "def xrange(n): return range(n)",
            "my_xrange(3)",
        ] {
            assert_eq!(first_line_of_python2(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_imported() {
        let text = "import a, b as c\nfrom d.e import f, g\nfrom . import h\nfrom .i import j\n";
        assert_eq!(imports(text), ["a", "b", "f", "g", "e", "h", "", "j", "i"]);
    }
}
