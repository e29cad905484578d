//! What a program or a compiler said, short enough to be kept: its beginning and its end.
//!
//! Left out: how much was read from it in the first place, which is the sandbox's.

/// How the lines begin that our own options make a tool write; nobody who reads them knows of those.
const OUR_DOING: [&str; 2] = ["Picked up JAVA_TOOL_OPTIONS:", "Picked up _JAVA_OPTIONS:"];

/// `text` in at most about `most` characters: both its ends, in whole lines as far as there are any. A
/// traceback says at its end what happened, a compiler at the beginning.
pub(super) fn excerpt(text: &str, most: usize) -> String {
    let theirs = |line: &&str| !OUR_DOING.iter().any(|ours| line.starts_with(ours));
    let lines: Vec<_> = text.lines().filter(theirs).collect();
    let text = lines.join("\n");
    let text = text.trim_end();
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most / 2).collect();
    let tail: String = text.chars().skip(length - most / 2).collect();
    let head = head.rsplit_once('\n').map_or(head.as_str(), |it| it.0);
    let tail = tail.split_once('\n').map_or(tail.as_str(), |it| it.1);
    let omitted = length - head.chars().count() - tail.chars().count();
    format!("{head}\n[... {omitted} characters left out ...]\n{tail}")
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn a_long_traceback_keeps_its_last_line() {
        let frames: String = (0..500)
            .map(|frame| format!("  File \"mancala.py\", line {frame}\n"))
            .collect();
        let text = format!("Traceback:\n{frames}RecursionError: too deep\n");
        let short = excerpt(&text, 2000);
        assert!(short.chars().count() < 2100);
        assert!(short.starts_with("Traceback:\n  File"), "{short}");
        assert!(short.ends_with("\nRecursionError: too deep"), "{short}");
        assert!(short.contains("characters left out"));
    }

    #[test]
    fn one_long_line_is_cut_in_the_middle() {
        let short = excerpt(&"ä".repeat(5000), 2000);
        assert_eq!(short.matches('ä').count(), 2000);
        assert!(short.contains("[... 3000 characters left out ...]"));
    }

    #[test]
    fn our_own_options_are_not_shown() {
        let text = "Picked up JAVA_TOOL_OPTIONS: -Xmx768m\nException in thread \"main\"\n";
        assert_eq!(excerpt(text, 2000), "Exception in thread \"main\"");
        assert_eq!(excerpt("Picked up JAVA_TOOL_OPTIONS: -Xmx1m\n", 2000), "");
    }
}
