//! Colours by name: a style sheet for each scheme, in `schemes/`.

/// Named colours of a picture.
#[derive(Debug, PartialEq, Eq)]
pub struct Scheme {
    pub name: &'static str,
    /// The colours of the classes: by day and, where they differ, for readers who prefer dark pages.
    colours: &'static str,
}

/// All schemes, the usual one first.
pub static SCHEMES: [Scheme; 4] = [
    Scheme { name: "wood", colours: include_str!("schemes/wood.css") },
    Scheme { name: "slate", colours: include_str!("schemes/slate.css") },
    Scheme { name: "contrast", colours: include_str!("schemes/contrast.css") },
    Scheme { name: "paper", colours: include_str!("schemes/paper.css") },
];

/// What does not depend on colours.
const SHAPES: &str = include_str!("schemes/shapes.css");

impl Scheme {
    pub fn named(name: &str) -> Option<&'static Self> {
        SCHEMES.iter().find(|scheme| scheme.name == name)
    }

    /// The classes of the shapes.
    pub(super) fn style_sheet(&self) -> String {
        format!("\n{SHAPES}\n{}", self.colours)
    }
}
