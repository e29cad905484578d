//! Which mistake explains a wrong submission.

pub mod mistakes;
pub mod reference;
