//! Values of `grade.toml` that are less free than their types: one that is wrong is told with its line.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use jiff::tz::TimeZone;
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer};
use toml::Value;

use super::late::Late;
use crate::submission::command;

const POINTS: RangeInclusive<f64> = 0.0..=1e6;
const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;

pub fn share<'de, D: Deserializer<'de>>(value: D) -> Result<f64, D::Error> {
    within(f64::deserialize(value)?, &(0.0..=1.0))
}

pub fn points<'de, D: Deserializer<'de>>(value: D) -> Result<f64, D::Error> {
    within(f64::deserialize(value)?, &POINTS)
}

pub fn points_if_any<'de, D: Deserializer<'de>>(value: D) -> Result<Option<f64>, D::Error> {
    Option::deserialize(value)?.map(|it| within(it, &POINTS)).transpose()
}

pub fn seconds<'de, D: Deserializer<'de>>(value: D) -> Result<Option<f64>, D::Error> {
    Option::deserialize(value)?.map(|it| within(it, &SECONDS)).transpose()
}

pub fn pattern<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    let text = String::deserialize(value)?;
    glob::Pattern::new(&text).map_err(D::Error::custom)?;
    Ok(text)
}

pub fn command<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    let text: Option<String> = Option::deserialize(value)?;
    text.iter().try_for_each(|it| command::check(it)).map_err(D::Error::custom)?;
    Ok(text)
}

pub fn time_zone<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    text(value, "a name such as \"Europe/Berlin\"", |it| TimeZone::get(it).is_ok())
}

pub fn time<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    let text: Option<Time> = Option::deserialize(value)?;
    Ok(text.map(|it| it.0))
}

pub fn times<'de, D: Deserializer<'de>>(value: D) -> Result<BTreeMap<String, String>, D::Error> {
    let times: BTreeMap<String, Time> = BTreeMap::deserialize(value)?;
    Ok(times.into_iter().map(|(name, it)| (name, it.0)).collect())
}

/// A time, of whatever zone.
struct Time(String);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let is_time = |it: &str| Late::default().instant(it).is_some();
        // TOML has times of its own.
        let value = match Value::deserialize(value)? {
            Value::String(text) => text,
            own => own.to_string(),
        };
        let value = IntoDeserializer::<D::Error>::into_deserializer(value);
        text(value, "a day and a time such as \"2026-11-23 23:59\"", is_time).map(Self)
    }
}

fn text<'de, D: Deserializer<'de>>(
    value: D,
    expected: &str,
    is_right: impl Fn(&str) -> bool,
) -> Result<String, D::Error> {
    let text = String::deserialize(value)?;
    if is_right(&text) { Ok(text) } else { Err(wrong(expected, format!("{text:?}"))) }
}

fn within<E: Error>(value: f64, range: &RangeInclusive<f64>) -> Result<f64, E> {
    let expected = || format!("{} to {}", range.start(), range.end());
    if range.contains(&value) { Ok(value) } else { Err(wrong(expected(), value)) }
}

fn wrong<E: Error>(expected: impl Display, found: impl Display) -> E {
    E::custom(format!("expected {expected}, found {found}"))
}
