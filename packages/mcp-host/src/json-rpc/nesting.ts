/** The deepest nesting of a message that is taken: code that walks one may recurse. */
export const MAX_MESSAGE_DEPTH = 512;

/** Whether a JSON text nests deeper than {@link MAX_MESSAGE_DEPTH}; the text is known to be valid JSON. */
export function nestsTooDeep(json: string): boolean {
  // Each level needs a bracket at both ends, and few messages have so many brackets that they must be looked through.
  if (json.length <= 2 * MAX_MESSAGE_DEPTH || !hasManyBrackets(json)) return false;
  let depth = 0;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) index = endOfString(json, index);
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      if (++depth > MAX_MESSAGE_DEPTH) return true;
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

function hasManyBrackets(json: string): boolean {
  let count = 0;
  for (const bracket of ['{', '[']) {
    for (let index = json.indexOf(bracket); index !== -1; index = json.indexOf(bracket, index + 1)) {
      if (++count > MAX_MESSAGE_DEPTH) return true;
    }
  }
  return false;
}

function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, position: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(position - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
