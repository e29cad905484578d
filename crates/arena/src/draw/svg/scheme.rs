//! Colours by name.

/// Named colours of a picture: by day and, where they differ, by night.
#[derive(Debug, PartialEq, Eq)]
pub struct Scheme {
    pub name: &'static str,
    day: Palette,
    /// For readers who prefer dark pages.
    night: Option<Palette>,
}

/// What has which colour.
#[derive(Debug, PartialEq, Eq)]
struct Palette {
    background: &'static str,
    /// At the top and at the bottom.
    board: [&'static str; 2],
    rim: &'static str,
    /// At the edge and in the depth.
    pit: [&'static str; 2],
    outline: &'static str,
    /// Words outside of the board.
    caption: &'static str,
    /// Words on the board.
    label: &'static str,
    /// Numbers in pits, where no seeds are drawn.
    number: &'static str,
    badge: &'static str,
    /// Numbers in badges.
    count: &'static str,
    /// In the light, in the middle, in the shade.
    seed: [&'static str; 3],
    seed_outline: &'static str,
    arrow: &'static str,
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
        day: Palette {
            background: "#f6efe3",
            board: ["#c9975e", "#a9743e"],
            rim: "#dcb889",
            pit: ["#8a5a2f", "#6b4220"],
            outline: "#5a371a",
            caption: "#2b1d10",
            label: "#221203",
            number: "#fff6e3",
            badge: "#fff6e3",
            count: "#3a2410",
            seed: ["#fffdf4", "#efdcb4", "#b98e53"],
            seed_outline: "#6e4a22",
            arrow: "#4a2a0c",
            from: "#fff3c9",
            last: "#9be8ff",
            captured: "#ffc2b6",
        },
        night: Some(Palette {
            background: "#16120e",
            board: ["#7a5430", "#5d3e21"],
            rim: "#8d6438",
            pit: ["#402a15", "#2b1a0c"],
            outline: "#8f683f",
            caption: "#f3eadd",
            label: "#ead7bd",
            number: "#f5e6cb",
            badge: "#f5e6cb",
            count: "#2b1a0c",
            seed: ["#fffdf4", "#efdcb4", "#b98e53"],
            seed_outline: "#3a2410",
            arrow: "#f0b878",
            from: "#ffe29a",
            last: "#7de3ff",
            captured: "#ffb3a8",
        }),
    },
    Scheme {
        name: "slate",
        day: Palette {
            background: "#12161b",
            board: ["#36414d", "#272f39"],
            rim: "#414d5a",
            pit: ["#1c232b", "#11161c"],
            outline: "#51606f",
            caption: "#e8edf2",
            label: "#c3ced9",
            number: "#dfeaf6",
            badge: "#dfeaf6",
            count: "#101820",
            seed: ["#f2f8ff", "#a9c9ee", "#5f86b3"],
            seed_outline: "#22303f",
            arrow: "#8cc4ff",
            from: "#ffd166",
            last: "#4fe0b5",
            captured: "#ff9d94",
        },
        night: None,
    },
    Scheme {
        name: "contrast",
        day: Palette {
            background: "#000000",
            board: ["#000000", "#000000"],
            rim: "#000000",
            pit: ["#000000", "#000000"],
            outline: "#ffffff",
            caption: "#ffffff",
            label: "#ffffff",
            number: "#ffff00",
            badge: "#ffff00",
            count: "#000000",
            seed: ["#ffffff", "#ffffff", "#ffffff"],
            seed_outline: "#000000",
            arrow: "#ffff00",
            from: "#ffff00",
            last: "#00ffff",
            captured: "#ffff00",
        },
        night: None,
    },
    Scheme {
        name: "paper",
        day: Palette {
            background: "#ffffff",
            board: ["#ffffff", "#ffffff"],
            rim: "#ffffff",
            pit: ["#ffffff", "#ffffff"],
            outline: "#000000",
            caption: "#000000",
            label: "#000000",
            number: "#000000",
            badge: "#000000",
            count: "#ffffff",
            seed: ["#dddddd", "#aaaaaa", "#666666"],
            seed_outline: "#000000",
            arrow: "#000000",
            from: "#000000",
            last: "#000000",
            captured: "#000000",
        },
        night: None,
    },
];

/// What does not depend on colours.
const SHAPES: &str = "
text { font-family: 'Segoe UI', 'Noto Sans', 'DejaVu Sans', Verdana, sans-serif; text-anchor: middle }
.board { fill: url(#wood); stroke-width: 2.5 }
.rim { fill: none; stroke-width: 2 }
.hole { fill: url(#bowl); stroke-width: 2.2 }
.seed { fill: url(#kernel); stroke-width: 1.1 }
.badge { stroke-width: 1.4 }
.count { font-size: 38px; font-weight: bold }
.count.long { font-size: 22px }
.count.inside { font-size: 17px }
.count.inside.long { font-size: 12px }
.count.above { font-size: 24px }
.name { font-size: 14px }
.owner { font-size: 15px; font-weight: bold }
.caption { font-size: 17px }
.caption.small { font-size: 14px }
.legend { font-size: 12.5px }
.arrow { fill: none; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round }
.from { fill: none; stroke-width: 4; stroke-dasharray: 9 7 }
.last { fill: none; stroke-width: 4 }
.captured { fill: none; stroke-width: 5; stroke-linecap: round }
.swept { fill: none; stroke-width: 4; stroke-linecap: round; stroke-dasharray: 1 7 }
";

impl Scheme {
    pub fn named(name: &str) -> Option<&'static Self> {
        SCHEMES.iter().find(|scheme| scheme.name == name)
    }

    /// The classes of the shapes.
    pub(super) fn style_sheet(&self) -> String {
        let day = SHAPES.to_owned() + &self.day.style_sheet();
        match &self.night {
            None => day,
            Some(night) => {
                let night = night.style_sheet();
                format!("{day}@media (prefers-color-scheme: dark) {{{night}}}\n")
            }
        }
    }
}

impl Palette {
    fn style_sheet(&self) -> String {
        let Self {
            background,
            board: [board_light, board_shade],
            rim,
            pit: [pit_light, pit_shade],
            outline,
            caption,
            label,
            number,
            badge,
            count,
            seed: [seed_light, seed_middle, seed_shade],
            seed_outline,
            arrow,
            from,
            last,
            captured,
        } = self;
        format!(
            "
.background {{ fill: {background} }}
.board-light {{ stop-color: {board_light} }} .board-shade {{ stop-color: {board_shade} }}
.pit-light {{ stop-color: {pit_light} }} .pit-shade {{ stop-color: {pit_shade} }}
.seed-light {{ stop-color: {seed_light} }} .seed-middle {{ stop-color: {seed_middle} }} .seed-shade {{ stop-color: {seed_shade} }}
.board, .hole {{ stroke: {outline} }}
.rim {{ stroke: {rim} }}
.seed {{ stroke: {seed_outline} }}
.badge {{ fill: {badge}; stroke: {outline} }}
.count {{ fill: {number} }} .count.inside {{ fill: {count} }}
.name, .owner, .count.above {{ fill: {label} }}
.caption, .legend {{ fill: {caption} }}
.arrow {{ stroke: {arrow} }}
.from, .swept {{ stroke: {from} }}
.last {{ stroke: {last} }}
.captured {{ stroke: {captured} }}
"
        )
    }
}
