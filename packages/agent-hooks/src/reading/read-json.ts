import { isJsonObject, isTooDeep, type JsonObject } from '@modegate/json';
import { findRepeatedKey } from './repeated-key.ts';

/** The result of a step, or a sentence that explains why the payload cannot be judged. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly detail: string };

/** Parses an object from an agent's text. */
export function readObject(text: string, what: string): Reading<JsonObject> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, detail: `${what} is not valid JSON` };
  }
  if (!isJsonObject(value)) return { ok: false, detail: `${what} is not a JSON object` };
  if (isTooDeep(value)) return { ok: false, detail: `${what} is nested too deeply` };
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined) return { ok: false, detail: `${what} has the key ${quote(repeated)} twice` };
  return { ok: true, value };
}

/** Quotes another party's text for use in a sentence: short, on one line. */
export function quote(text: string): string {
  const cut = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return `'${cut.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')}'`;
}
