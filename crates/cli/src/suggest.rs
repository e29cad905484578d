//! Names on the command line: what was meant by one that there is not.

/// As much alike as the names that clap itself suggests.
const ALIKE: f64 = 0.7;

/// The name most like `text`, if there is one that may have been meant.
pub fn nearest<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let alike = |name: &'a str| (strsim::jaro(text, name), name);
    let nearest = names.map(alike).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (nearest.0 > ALIKE).then_some(nearest.1)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_finger_is_understood() {
        let names = ["wood", "slate", "contrast"];
        for (text, meant) in [("slat", Some("slate")), ("wodo", Some("wood")), ("xyz", None)] {
            assert_eq!(nearest(text, names.into_iter()), meant, "{text}");
        }
    }
}
