import type { JsonObject } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import { joinWords, show } from '../show.ts';

/** A fault in a schedule or a condition. */
export interface Fault {
  /** JSON pointer relative to the schedule or the condition. */
  readonly at: string;
  /** Continuation of a sentence that starts with the name of the field. */
  readonly what: string;
  /** Separate sentence, with a leading space. */
  readonly hint?: string;
}

/** Finds the first unknown key. Such a key must never be ignored, because it may have been meant as a restriction. */
export function findUnknownKey(value: JsonObject, known: readonly string[], at: string): Fault | undefined {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return undefined;
  const what = `has the unknown key ${show(unknown)} in addition to ${joinWords(known, 'and')}`;
  return { at, what, hint: didYouMean(unknown, known) };
}

/** True for a name or a list of names. A blank name would match nothing, so a deny rule would have no effect. */
export function isPatternList(value: unknown): boolean {
  const isPattern = (item: unknown) => typeof item === 'string' && item.trim() !== '';
  if (!Array.isArray(value)) return isPattern(value);
  // Copied because `every` skips holes in an array.
  return value.length > 0 && [...(value as readonly unknown[])].every(isPattern);
}
