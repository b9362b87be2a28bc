import { isJsonObject } from '@modegate/json';
import { PayloadFault, quote } from './read-json.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * Returns the strings at these locations in a call's input: `path`, or `files[].path` for a member of each list item. A
 * string in place of a list, or in place of the object with the member, is also accepted, because agents accept it. Any
 * other value is a fault.
 *
 * @throws {PayloadFault} for such a value.
 */
export function valuesAt(input: Input, places: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const place of places) {
    for (const value of place === '' ? [] : walk(input, place.split('.'))) {
      if (value === undefined || value === null) continue;
      // If a list may take the place of a string, both locations are declared, and the list is read through the other
      // location.
      if (Array.isArray(value) && places.includes(`${place}[]`)) continue;
      if (typeof value !== 'string') throw new PayloadFault(`parameter ${quote(place)} is not a string`);
      found.push(value);
    }
  }
  return found;
}

function walk(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined || typeof value === 'string') return [value];
  if (!isJsonObject(value)) return value === undefined || value === null ? [] : [value];
  const key = step.replace('[]', '');
  const member = Object.hasOwn(value, key) ? value[key] : undefined;
  const items: readonly unknown[] =
    Array.isArray(member) && (step.endsWith('[]') || rest.length > 0) ? member : [member];
  return items.flatMap((item) => walk(item, rest));
}

/** Returns the input without the values at these locations, so that only undeclared arguments remain. */
export function omitPaths(input: Input, places: readonly string[]): Input {
  return (strip(input, '', new Set(places.map((place) => place.replaceAll('[]', '')))) ?? {}) as Input;
}

function strip(value: unknown, at: string, places: ReadonlySet<string>): unknown {
  if (places.has(at) && at !== '') return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => strip(item, at, places)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (!isJsonObject(value)) return value;
  const within = at === '' ? '' : `${at}.`;
  const members = Object.entries(value)
    .map(([key, member]) => [key, strip(member, within + key, places)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
