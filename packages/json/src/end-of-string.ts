const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Returns the offset of the quote that ends the string starting at `start`, or the length of the text if there is no
 * such quote.
 */
export function endOfString(json: string, start: number): number {
  const quote = json.indexOf('"', start + 1);
  if (quote === -1) return json.length;
  return isEscaped(json, quote) ? endBehind(json, quote + 1) : quote;
}

function isEscaped(json: string, position: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(position - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

/**
 * Checks every character, because a string with one escaped quote often has many, and searching for each quote
 * separately takes longer.
 */
function endBehind(json: string, start: number): number {
  for (let index = start; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index++;
  }
  return json.length;
}
