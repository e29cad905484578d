//! Which mistake explains a wrong submission.

pub mod reference;
