//! A board or a whole game as text and as SVG.
