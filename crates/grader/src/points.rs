//! Points as numbers, and as a person writes them.

/// To a ten-thousandth of a point, so that sums of shares do not show how computers add.
pub(crate) fn rounded(points: f64) -> f64 {
    // A sum of nothing is -0 to a computer.
    (points * 1e4).round() / 1e4 + 0.0
}

/// Points as a person writes them: no more digits than it takes.
pub fn points(points: f64) -> String {
    // Display gives the shortest form.
    format!("{}", rounded(points))
}

pub(crate) fn points_in_words(amount: f64) -> String {
    format!("{} point{}", points(amount), if amount == 1.0 { "" } else { "s" })
}
