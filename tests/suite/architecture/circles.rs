//! The rooms of a folder use each other without circles.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::uses;

/// Which room uses which, of one folder.
type Rooms = BTreeMap<String, BTreeSet<String>>;

#[test]
fn rooms_of_a_folder_are_free_of_circles() {
    let mut folders: BTreeMap<String, Rooms> = BTreeMap::new();
    for it in uses() {
        if let Some((folder, from, to)) = part(&it.from, &it.to) {
            folders
                .entry(folder)
                .or_default()
                .entry(from)
                .or_default()
                .insert(to);
        }
    }
    let circles = folders.iter().flat_map(|(folder, rooms)| {
        circles(rooms)
            .into_iter()
            .map(move |circle| (folder.as_str(), circle))
    });
    let circles: Vec<_> = circles.collect();
    assert!(circles.is_empty(), "{circles:?}");
}

/// The folder in which two modules part, and the rooms of it that they are in; `None` if one is
/// inside the other.
fn part(from: &str, to: &str) -> Option<(String, String, String)> {
    let (from, to): (Vec<_>, Vec<_>) = (from.split("::").collect(), to.split("::").collect());
    let common = from
        .iter()
        .zip(&to)
        .take_while(|(from, to)| from == to)
        .count();
    let (a, b) = (from.get(common)?, to.get(common)?);
    Some((from[..common].join("::"), (*a).to_owned(), (*b).to_owned()))
        .filter(|(_, a, b)| !a.is_empty() && !b.is_empty())
}

/// The sets of rooms that reach each other.
fn circles(rooms: &Rooms) -> BTreeSet<Vec<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = rooms
        .keys()
        .map(|room| (room.as_str(), reached_from(room, rooms)))
        .collect();
    let circle_of = |room: &&str| -> Vec<&str> {
        let back = |other: &&&str| reached.get(**other).is_some_and(|it| it.contains(room));
        reached[room].iter().filter(back).copied().collect()
    };
    reached
        .keys()
        .map(circle_of)
        .filter(|circle| circle.len() > 1)
        .collect()
}

fn reached_from<'a>(room: &str, rooms: &'a Rooms) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![room];
    while let Some(next) = open.pop() {
        for other in rooms.get(next).into_iter().flatten() {
            if reached.insert(other.as_str()) {
                open.push(other);
            }
        }
    }
    reached
}

#[test]
fn a_circle_is_found() {
    let rooms = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")];
    let rooms = rooms.map(|(from, to)| (from.to_owned(), BTreeSet::from([to.to_owned()])));
    assert_eq!(
        circles(&rooms.into()),
        BTreeSet::from([vec!["a", "b", "c"]])
    );
}
