//! How pictures look: the options of `draw` and `play`.

use clap::{Args, ValueEnum};

use crate::names::nearest;
use arena::draw::svg::scheme::SCHEMES;
use arena::draw::svg::{Scheme, Style, View};

/// How pictures look.
#[derive(Debug, Args)]
pub(crate) struct Look {
    /// Colours; contrast has the strongest
    #[arg(long, value_name = "NAME", default_value = "wood", value_parser = scheme)]
    scheme: &'static Scheme,
    /// How the seeds of a pit are shown
    #[arg(long, value_enum, default_value_t = Seeds::Seeds)]
    view: Seeds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Seeds {
    /// One by one, with the number beside them
    Seeds,
    /// As a number
    Numbers,
}

impl Look {
    pub(crate) fn style(&self) -> Style {
        Style {
            scheme: self.scheme,
            view: match self.view {
                Seeds::Seeds => View::Seeds,
                Seeds::Numbers => View::Numbers,
            },
        }
    }
}

fn scheme(name: &str) -> Result<&'static Scheme, String> {
    Scheme::named(name).ok_or_else(|| {
        let names: Vec<_> = SCHEMES.iter().map(|scheme| scheme.name).collect();
        match nearest(name, names.iter().copied()) {
            Some(near) => format!("no such scheme; did you mean {near}?"),
            None => format!("expected one of {}", names.join(", ")),
        }
    })
}
