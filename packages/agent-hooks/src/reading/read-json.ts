import { attempt, endOfString, isJsonObject, isTooDeep, type JsonObject } from '@modegate/json';

/** The result of a step, or a sentence that explains why the payload cannot be evaluated. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly detail: string };

/** A fault in a payload; its message explains in a sentence why the payload cannot be evaluated. */
export class PayloadFault extends Error {
  override readonly name = 'PayloadFault';
}

/** Returns what a step reads, or the sentence in the fault that the step throws. */
export function toReading<Value>(read: () => Value): Reading<Value> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof PayloadFault) return { ok: false, detail: error.message };
    throw error;
  }
}

/**
 * Parses an object from an agent's text.
 *
 * @throws {PayloadFault} if the text is not such an object.
 */
export function readObject(text: string, what: string): JsonObject {
  const value = attempt((): unknown => JSON.parse(text));
  if (value === undefined) throw new PayloadFault(`${what} is not valid JSON`);
  if (!isJsonObject(value)) throw new PayloadFault(`${what} is not a JSON object`);
  if (isTooDeep(value)) throw new PayloadFault(`${what} is nested too deeply`);
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined) throw new PayloadFault(`${what} has the key ${quote(repeated)} twice`);
  return value;
}

/** Formats text from another party for quoting in a sentence: shortened, and on one line. */
export function quote(text: string): string {
  const cut = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return `'${cut.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')}'`;
}

/**
 * Returns the first key that appears twice in one object of a valid JSON text; undefined if there is none. Parsers
 * differ in which of the two values they use, so the value that is evaluated may differ from the value that is
 * executed.
 */
function findRepeatedKey(text: string): string | undefined {
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
