// Unpacks what the page is made of: the scripts here, the engine later.
globalThis.unpacked = (id) => {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
};

// Without its engine the page is a sentence and nothing that looks as if it worked.
globalThis.giveUp = (error) => {
  for (const part of document.body.children) part.hidden = part.id !== "trouble";
  document.getElementById("trouble").textContent = error.message;
};

(async () => {
  if (!globalThis.WebAssembly || !globalThis.DecompressionStream) throw new Error("This browser cannot show the page: it has no WebAssembly or no DecompressionStream. Browsers since 2023 have both, unless they are turned off.");
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = await unpacked("scripts").text();
  document.head.append(script);
})().catch(giveUp);
