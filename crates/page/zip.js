// Files in one archive, as they are.

const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});
const crcOf = (bytes) => ~bytes.reduce((crc, byte) => CRCS[(crc ^ byte) & 255] ^ (crc >>> 8), -1) >>> 0;

/** Numbers of two or four bytes, the low byte first. */
const fields = (...all) => Uint8Array.from(all.flatMap(([value, size]) => Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 255)));

/** The archive of texts by their names. */
export function zipped(texts) {
  const files = [], entries = [];
  let at = 0;
  for (const [title, text] of Object.entries(texts)) {
    const name = new TextEncoder().encode(title), bytes = new TextEncoder().encode(text);
    // Version 2.0, names in UTF-8, not packed, the first of January 1980.
    const both = [[20, 2], [0x800, 2], [0, 2], [0, 2], [0x21, 2], [crcOf(bytes), 4], [bytes.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]];
    const head = fields([0x04034b50, 4], ...both);
    files.push(head, name, bytes);
    entries.push(fields([0x02014b50, 4], [20, 2], ...both, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), name);
    at += head.length + name.length + bytes.length;
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0), count = entries.length / 2;
  return new Blob([...files, ...entries, fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2])], { type: "application/zip" });
}
