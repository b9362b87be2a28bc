import { endOfString } from '@modegate/json';

/**
 * Returns the first key that appears twice in one object of a valid JSON text; undefined if there is none. Parsers
 * differ in which of the two values they use, so the value judged may differ from the one executed.
 */
export function findRepeatedKey(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let [start, end] = [0, 0];
  // A regular expression for strings fails on a string of several megabytes.
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') {
      start = index;
      index = endOfString(text, index);
      end = index + 1;
    } else if (character === '{') open.push(new Set());
    else if (character === '[') open.push(undefined);
    else if (character === '}' || character === ']') open.pop();
    else if (character === ':') {
      const key: string = JSON.parse(text.slice(start, end));
      const keys = open.at(-1);
      if (keys?.has(key) === true) return key;
      keys?.add(key);
    }
  }
  return undefined;
}
