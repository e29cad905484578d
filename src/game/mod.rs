//! What lies where and what a move does. Pure: nothing here fails, reads, writes or looks at a clock.

pub mod rules;
