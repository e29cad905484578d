//! Rules as data: one enum field for each thing on which the course handouts disagree.
//!
//! What they agree on is not an option and lives in [`kalah`](crate::game::kalah): sowing runs
//! counter-clockwise past the opponent's store, a lap does not skip the pit it started from, and the
//! last seed in one's own store earns an extra turn.
//!
//! "Empty" always means empty just before the last seed falls.

pub mod names;
pub mod options;

/// In whose row the last seed must fall, alone in its pit, to capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CaptureLanding {
    /// Nowhere: there are no captures.
    Nowhere,
    /// In the mover's own row.
    OwnRow,
    /// In either row; in the opponent's row the opposite pit is the mover's own.
    EitherRow,
}

/// What a capture moves to the mover's store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CaptureTakes {
    /// The seeds of the opposite pit; the last seed stays where it fell.
    Opposite,
    /// The seeds of the opposite pit and the last seed.
    OppositeAndLast,
}

/// Whether an empty opposite pit still lets the last seed be captured.
///
/// Without effect under [`CaptureTakes::Opposite`]: there is nothing to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmptyOpposite {
    /// No capture: the last seed stays in its pit.
    NoCapture,
    /// The last seed alone goes to the store.
    CapturesLast,
}

/// When the end of the game is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndTest {
    /// After every sow: over as soon as either row is empty, also within a chain of extra turns.
    EverySow,
    /// After every turn: over when either row is empty. Within a chain only a mover whose own row
    /// is empty ends the turn, for want of a move.
    EveryTurn,
    /// After every turn, and only the row of the player who made it counts: a player without a move passes, so that the
    /// other sows again. At the first position of all, a player without a move is out, as under the other tests.
    OwnTurn,
}

/// Who gets the seeds that are left in the pits when the game is over.
///
/// The player who is *out* is the one whose row is empty: the mover if that is so, otherwise the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Remainder {
    /// The owner of the row that they lie in.
    RowOwner,
    /// The player who is out.
    PlayerOut,
    /// The player who is not out.
    OtherPlayer,
    /// Nobody: they leave play.
    Nobody,
}

/// One rule set of the Kalah family.
///
/// ```
/// use mancala::game::Rules;
/// use mancala::game::rules::Remainder;
///
/// let rules: Rules = "cits3001,remainder=nobody".parse()?;
/// assert_eq!(rules, Rules { remainder: Remainder::Nobody, ..Rules::CITS3001 });
/// # Ok::<(), mancala::game::rules::names::RulesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Where a capture may land.
    pub capture_landing: CaptureLanding,
    /// What a capture takes.
    pub capture_takes: CaptureTakes,
    /// Whether an empty opposite pit counts.
    pub empty_opposite: EmptyOpposite,
    /// When the game is over.
    pub end_test: EndTest,
    /// Who gets the rest.
    pub remainder: Remainder,
}

// Presets are full literals, so that the compiler asks each of them about a new field.
impl Rules {
    /// USC CSCI-561, Fall 2015, homework 2: an empty opposite pit does not stop a capture.
    pub const USC: Self = Self {
        capture_landing: CaptureLanding::OwnRow,
        capture_takes: CaptureTakes::OppositeAndLast,
        empty_opposite: EmptyOpposite::CapturesLast,
        end_test: EndTest::EverySow,
        remainder: Remainder::RowOwner,
    };

    /// CITS3001, the lab sheet's Kalah, which is also the standard game of the literature.
    pub const CITS3001: Self = Self {
        capture_landing: CaptureLanding::OwnRow,
        capture_takes: CaptureTakes::OppositeAndLast,
        empty_opposite: EmptyOpposite::NoCapture,
        end_test: EndTest::EverySow,
        remainder: Remainder::RowOwner,
    };

    /// The UW applet with its default options: captures in either row, the player who goes out claims the rest.
    pub const UW: Self = Self {
        capture_landing: CaptureLanding::EitherRow,
        capture_takes: CaptureTakes::Opposite,
        empty_opposite: EmptyOpposite::NoCapture,
        end_test: EndTest::EveryTurn,
        remainder: Remainder::PlayerOut,
    };
}
