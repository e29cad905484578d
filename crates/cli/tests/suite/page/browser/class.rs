//! The page of a class.

use crate::grade::overview::class_page;
use crate::page::chromium::Page;

/// Of the wrong cases of a kind all but the first are folded; a link of the map or the table shows them.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_link_to_a_folded_case_unfolds_it() {
    let Some(mut page) = Page::open_plain(&class_page(), &[]) else {
        return;
    };
    page.wait_for("document.readyState === 'complete'");
    let seen = "document.getElementById('s1c3').checkVisibility()";
    assert_eq!(page.value(seen), false);
    for link in [".map a", "td a"] {
        page.value(&format!(
            "document.querySelector('#s1c3').closest('details').open = false; document.querySelector('{link}[href=\"#s1c3\"]').dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true }}))"
        ));
        page.wait_for(seen);
        page.value("location.hash = ''");
    }
    // Not every browser unfolds by itself what a link leads to: the page does.
    page.value(
        "document.querySelector('#s1c3').closest('details').open = false; \
         history.replaceState(null, '', '#s1c3'); dispatchEvent(new Event('hashchange'))",
    );
    assert_eq!(page.value(seen), true);
    page.ends_clean();
}
