import { isJsonObject } from '@modegate/json';
import type { ModeContext } from '../modes/mode-problem.ts';
import { slugPattern } from '../modes/mode-schema.ts';
import { joinWords, show } from '../show.ts';

/** Maximum number of modes that a mode may extend, directly and indirectly. */
export const maxAncestors = 32;

/**
 * Checks `mcpRestrictions.extends`. With a fault, the mode cannot be used, because its parents' refusals are unknown.
 */
export function checkExtends(value: unknown, context: ModeContext): string | undefined {
  const slugs: readonly unknown[] = Array.isArray(value) ? value : [value];
  const index = slugs.findIndex((slug) => typeof slug !== 'string' || !slugPattern.test(slug));
  const fault = findExtendsFault(slugs, index);
  if (fault === undefined) return undefined;
  const message = `Field 'mcpRestrictions.extends' of mode '${context.slug}' ${fault}.`;
  const pointer =
    Array.isArray(value) && index >= 0 ? `${context.pointer}/extends/${index}` : `${context.pointer}/extends`;
  context.report('EXTENDS_INVALID', { message, pointer, mode: context.slug });
  return message;
}

function findExtendsFault(slugs: readonly unknown[], index: number): string | undefined {
  if (index >= 0) return `must be the slug of a mode or a list of slugs, not ${show(slugs[index])}`;
  if (slugs.length === 0) return 'is an empty list; name a mode, or remove it';
  return slugs.length > maxAncestors ? `names ${slugs.length} modes; at most ${maxAncestors} are allowed` : undefined;
}

/** Finds `extends`, `schedule` or `when` beside `mcpRestrictions` instead of inside it, where they have no effect. */
export function findMisplacedFields(raw: Readonly<Record<string, unknown>>, context: ModeContext): string | undefined {
  const misplaced = Object.keys(raw).filter((key) => isMisplaced(raw, key));
  const [first] = misplaced;
  if (first === undefined) return undefined;
  const message = `Mode '${context.slug}' has ${joinWords(misplaced.map(show), 'and')} beside 'mcpRestrictions', where it has no effect; every MCP call of this mode is refused until it is in 'mcpRestrictions'.`;
  context.report('RESTRICTIONS_INVALID', { message, pointer: `${context.pointer}/${first}`, mode: context.slug });
  return message;
}

/**
 * True if a key of a mode belongs in its restrictions. Other programs have their own `extends`, and `when` may be
 * prose, so only values in this format's shape count.
 */
export function isMisplaced(raw: Readonly<Record<string, unknown>>, key: string): boolean {
  if (key === 'extends') return raw.mcpRestrictions !== undefined;
  return (key === 'schedule' || key === 'when') && (isJsonObject(raw[key]) || Array.isArray(raw[key]));
}
