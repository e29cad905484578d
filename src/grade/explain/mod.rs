//! Which mistake explains a wrong submission.
