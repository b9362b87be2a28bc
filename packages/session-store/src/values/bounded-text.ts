/**
 * Returns the text if its UTF-8 form has at most `maxBytes` bytes, otherwise its beginning and a marker, which together
 * fit within `maxBytes`. Never splits a surrogate pair. `maxBytes` must exceed the size of the marker (about 60 bytes).
 */
export function truncateText(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const bytes = utf8Bytes(text);
  if (bytes <= maxBytes) return text;
  const marker = `\n[cut: the whole text has ${bytes} bytes]`;
  const start = text.slice(0, prefixLength(text, maxBytes - marker.length));
  // A slice may keep the whole original in memory; the round trip creates an independent string.
  return (JSON.parse(JSON.stringify(start)) as string) + marker;
}

/** Returns the length of text in UTF-8; a lone surrogate is counted as the three bytes of its replacement. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; ) {
    const width = widthAt(text, index);
    bytes += width;
    index += width === 4 ? 2 : 1;
  }
  return bytes;
}

function prefixLength(text: string, maxBytes: number): number {
  let bytes = 0;
  let index = 0;
  while (index < text.length) {
    const width = widthAt(text, index);
    if (bytes + width > maxBytes) break;
    bytes += width;
    index += width === 4 ? 2 : 1;
  }
  return index;
}

function widthAt(text: string, index: number): 1 | 2 | 3 | 4 {
  const unit = text.charCodeAt(index);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  const isPair = unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
  return isPair ? 4 : 3;
}
