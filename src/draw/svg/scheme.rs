//! Colours by name.

/// The colours of a picture.
#[derive(Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Its name.
    pub name: &'static str,
    background: &'static str,
    board: &'static str,
    pit: &'static str,
    outline: &'static str,
    /// Words outside of the board.
    caption: &'static str,
    /// Words on the board.
    label: &'static str,
    number: &'static str,
    seed: &'static str,
    /// The ring around the pit that was sown.
    from: &'static str,
    /// The ring around the hole of the last seed.
    last: &'static str,
    captured: &'static str,
}

/// All schemes, the usual one first.
pub static SCHEMES: [Scheme; 4] = [
    Scheme {
        name: "wood",
        background: "#fbf6ec",
        board: "#b98a57",
        pit: "#8a5f35",
        outline: "#5d3d1e",
        caption: "#2c1c0c",
        label: "#2c1c0c",
        number: "#fffaf0",
        seed: "#f0e2c4",
        from: "#fff3c9",
        last: "#7de3ff",
        captured: "#ffb3a8",
    },
    Scheme {
        name: "slate",
        background: "#15191e",
        board: "#2b333d",
        pit: "#1b2129",
        outline: "#5b6b7d",
        caption: "#e6ebf0",
        label: "#c3ccd6",
        number: "#ffffff",
        seed: "#9fc2e8",
        from: "#ffd166",
        last: "#4fe0b5",
        captured: "#ff8a80",
    },
    Scheme {
        name: "contrast",
        background: "#000000",
        board: "#000000",
        pit: "#000000",
        outline: "#ffffff",
        caption: "#ffffff",
        label: "#ffffff",
        number: "#ffffff",
        seed: "#ffffff",
        from: "#ffff00",
        last: "#00ffff",
        captured: "#ffff00",
    },
    Scheme {
        name: "paper",
        background: "#ffffff",
        board: "#ffffff",
        pit: "#ffffff",
        outline: "#000000",
        caption: "#000000",
        label: "#000000",
        number: "#000000",
        seed: "#777777",
        from: "#000000",
        last: "#000000",
        captured: "#000000",
    },
];

impl Scheme {
    /// The scheme called `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        SCHEMES.iter().find(|scheme| scheme.name == name)
    }

    /// The classes of the shapes.
    pub(super) fn style_sheet(&self) -> String {
        let Self {
            name: _,
            background,
            board,
            pit,
            outline,
            caption,
            label,
            number,
            seed,
            from,
            last,
            captured,
        } = self;
        format!(
            "
text {{ font-family: 'DejaVu Sans', Verdana, sans-serif; text-anchor: middle }}
.background {{ fill: {background} }}
.board {{ fill: {board}; stroke: {outline}; stroke-width: 2 }}
.hole {{ fill: {pit}; stroke: {outline}; stroke-width: 2 }}
.seed {{ fill: {seed}; stroke: {outline}; stroke-width: 0.8 }}
.count {{ fill: {number}; font-size: 26px; font-weight: bold }}
.long {{ font-size: 16px }}
.small {{ fill: {label}; font-size: 15px }}
.beside {{ text-anchor: start }}
.name {{ fill: {label}; font-size: 13px; font-weight: normal }}
.caption {{ fill: {caption}; font-size: 17px }}
.legend {{ fill: {caption}; font-size: 12px }}
.from {{ fill: none; stroke: {from}; stroke-width: 5; stroke-dasharray: 9 6 }}
.last {{ fill: none; stroke: {last}; stroke-width: 4 }}
.captured {{ fill: none; stroke: {captured}; stroke-width: 5; stroke-linecap: round }}
"
        )
    }
}
