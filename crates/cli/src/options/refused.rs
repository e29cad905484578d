//! Options of one game that are given for another: an error, since they would change nothing.

/// Options, each with whether it was given.
pub(crate) type Given<'a> = &'a [(&'static str, bool)];

/// Fails if one of the options was given; `game` has none of them.
///
/// # Errors
/// Names the first.
pub(crate) fn refuse(options: Given<'_>, game: &str) -> anyhow::Result<()> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => anyhow::bail!("{option} is not an option of {game}"),
        None => Ok(()),
    }
}
