// What every part of the page needs: finding elements, saying things, handing out files.

export const $ = (id) => document.getElementById(id);

/** Says it where everybody can see and hear it; a repeated text is heard again. */
export function say(text, place = $("say")) {
  place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/** Something is wrong, and nothing was lost. */
export function trouble(text) {
  const place = $("trouble");
  place.hidden = !text;
  place.textContent = text ?? "";
  if (text) { const close = document.createElement("button"); close.textContent = "Close"; close.className = "quiet"; close.onclick = () => trouble(); place.append(" ", close); }
}

/** Copies a text, or shows it where the browser does not let a page do so; whether it is copied. */
export async function copied(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { prompt("Copy this:", text); return false; }
}

export function download(name, text, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
