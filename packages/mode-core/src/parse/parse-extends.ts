import { isJsonObject } from '@modegate/json';
import type { ModeContext } from '../modes/mode-problem.ts';
import { slugPattern } from '../modes/mode-schema.ts';
import { joinWords, show } from '../show.ts';

/** The most modes that a mode may extend, those that its parents extend included. */
export const maxAncestors = 32;

/** Checks `mcpRestrictions.extends` and says why the mode cannot be used: what its parents refuse would not be known. */
export function checkExtends(value: unknown, place: ModeContext): string | undefined {
  const slugs: readonly unknown[] = Array.isArray(value) ? value : [value];
  const index = slugs.findIndex((slug) => typeof slug !== 'string' || !slugPattern.test(slug));
  const fault = findExtendsFault(slugs, index);
  if (fault === undefined) return undefined;
  const message = `Field 'mcpRestrictions.extends' of mode '${place.slug}' ${fault}.`;
  const pointer = Array.isArray(value) && index >= 0 ? `${place.pointer}/extends/${index}` : `${place.pointer}/extends`;
  place.report('EXTENDS_INVALID', { message, pointer, mode: place.slug });
  return message;
}

function findExtendsFault(slugs: readonly unknown[], index: number): string | undefined {
  if (index >= 0) return `must be the slug of a mode or a list of slugs, not ${show(slugs[index])}`;
  if (slugs.length === 0) return 'is an empty list; name a mode, or remove it';
  return slugs.length > maxAncestors ? `names ${slugs.length} modes; at most ${maxAncestors} are allowed` : undefined;
}

/** `extends`, `schedule` or `when` beside `mcpRestrictions` instead of in it, where they would limit nothing. */
export function findMisplacedFields(raw: Readonly<Record<string, unknown>>, place: ModeContext): string | undefined {
  const misplaced = Object.keys(raw).filter((key) => isMisplaced(raw, key));
  const [first] = misplaced;
  if (first === undefined) return undefined;
  const message = `Mode '${place.slug}' has ${joinWords(misplaced.map(show), 'and')} beside 'mcpRestrictions', where it limits nothing; every MCP call of this mode is refused until it is in 'mcpRestrictions'.`;
  place.report('RESTRICTIONS_INVALID', { message, pointer: `${place.pointer}/${first}`, mode: place.slug });
  return message;
}

/** Whether a key of a mode belongs into its restrictions. Other programs have an `extends` of their own, and a `when` may be prose; only what looks like ours counts. */
export function isMisplaced(raw: Readonly<Record<string, unknown>>, key: string): boolean {
  if (key === 'extends') return raw.mcpRestrictions !== undefined;
  return (key === 'schedule' || key === 'when') && (isJsonObject(raw[key]) || Array.isArray(raw[key]));
}
