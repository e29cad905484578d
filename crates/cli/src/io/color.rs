//! Whether messages are coloured: as `--color` says, or else on a terminal whose user has not set
//! `NO_COLOR`.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::sync::OnceLock;

use clap::ColorChoice;

static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// Takes what `--color` says among the arguments of a process, which is not parsed yet: the help and
/// a mistake in the arguments have colours too.
pub(crate) fn choose_by(arguments: &[OsString]) -> ColorChoice {
    *CHOICE.get_or_init(|| asked_for(arguments))
}

fn asked_for(arguments: &[OsString]) -> ColorChoice {
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        let name = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => continue,
        };
        return match name {
            Some("always") => ColorChoice::Always,
            Some("never") => ColorChoice::Never,
            _ => ColorChoice::Auto,
        };
    }
    ColorChoice::Auto
}

/// Whether what is said on standard error is coloured.
pub(crate) fn on_standard_error() -> bool {
    match CHOICE.get() {
        Some(ColorChoice::Always) => true,
        Some(ColorChoice::Never) => false,
        _ => {
            let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !unwanted && std::io::stderr().is_terminal()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_as_asked_for() {
        for (line, choice) in [
            ("mancala run", ColorChoice::Auto),
            ("mancala run --color never", ColorChoice::Never),
            ("mancala --color=always check", ColorChoice::Always),
            ("mancala --color", ColorChoice::Auto),
        ] {
            let words: Vec<_> = line.split(' ').map(OsString::from).collect();
            assert_eq!(asked_for(&words), choice, "{line}");
        }
    }
}
