import { didYouMean } from '@modegate/nearest-name';
import { joinWords, show } from '../show.ts';

/** What is wrong with a schedule or a condition, and where. */
export interface Fault {
  /** JSON pointer below the schedule or the condition. */
  readonly at: string;
  /** Goes on with a sentence that begins with the name of the field. */
  readonly what: string;
  /** A sentence of its own, with a space before it. */
  readonly hint?: string;
}

/** The first unknown key: what it was meant to limit is not known, so none may be ignored. */
export function findUnknownKey(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
  at: string,
): Fault | undefined {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return undefined;
  const what = `has the unknown key ${show(unknown)} beside ${joinWords(known, 'and')}`;
  return { at, what, hint: didYouMean(unknown, known) };
}

/** A name or a list of names; blank ones would match nothing, and with them a denial would be lost. */
export function isPatternList(value: unknown): boolean {
  const isPattern = (item: unknown) => typeof item === 'string' && item.trim() !== '';
  if (!Array.isArray(value)) return isPattern(value);
  // A copy has no holes, which `every` would pass over.
  return value.length > 0 && [...(value as readonly unknown[])].every(isPattern);
}
