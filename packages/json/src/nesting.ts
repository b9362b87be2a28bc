import { endOfString } from './end-of-string.ts';

/**
 * True if a JSON text nests objects and arrays more than `maxLevels` levels deep. Does not walk the parsed value,
 * because doing so could overflow the stack.
 *
 * @param json - Text that `JSON.parse` accepted; meaningless for other text.
 */
export function nestsDeeper(json: string, maxLevels: number): boolean {
  // Each level needs an opening and a closing bracket, and few texts contain enough brackets to need a scan.
  if (json.length <= 2 * maxLevels || !hasMoreBrackets(json, maxLevels)) return false;
  let depth = 0;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) index = endOfString(json, index);
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      if (++depth > maxLevels) return true;
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

function hasMoreBrackets(json: string, max: number): boolean {
  let count = 0;
  for (const bracket of ['{', '[']) {
    for (let index = json.indexOf(bracket); index !== -1; index = json.indexOf(bracket, index + 1)) {
      if (++count > max) return true;
    }
  }
  return false;
}
