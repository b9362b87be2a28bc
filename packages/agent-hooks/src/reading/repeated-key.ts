// Matches every token of a JSON text; strings first, so that brackets in them do not count.
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/**
 * The first key that one object of a valid JSON text has twice; undefined when none has. Parsers differ in which of the two values they take,
 * so the one that is judged may not be the one that is carried out.
 */
export function findRepeatedKey(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [found] of text.matchAll(token)) {
    if (found === '{') open.push(new Set());
    else if (found === '[') open.push(undefined);
    else if (found === '}' || found === ']') open.pop();
    else if (found === ':') {
      const key: string = JSON.parse(last);
      const keys = open.at(-1);
      if (keys?.has(key) === true) return key;
      keys?.add(key);
    }
    last = found;
  }
  return undefined;
}
