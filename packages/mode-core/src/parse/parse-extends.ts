import { isJsonObject, type JsonObject } from '@modegate/json';
import type { RestrictionsKey } from '../modes/mode.ts';
import type { ModeContext } from '../modes/mode-problem.ts';
import { slugPattern } from '../modes/mode-schema.ts';
import { joinWords, show } from '../show.ts';
import type { FieldContext } from './field-context.ts';

/** Maximum number of modes that a mode may extend, directly and indirectly. */
export const maxAncestors = 32;

/**
 * Checks `extends` in restrictions. A mode with a fault in this key cannot be used, because it is unknown what its
 * parents refuse.
 */
export function checkExtends(value: unknown, context: FieldContext): string | undefined {
  const slugs: readonly unknown[] = Array.isArray(value) ? value : [value];
  const index = slugs.findIndex((slug) => typeof slug !== 'string' || !slugPattern.test(slug));
  const fault = findExtendsFault(slugs, index);
  if (fault === undefined) return undefined;
  const message = `Field '${context.field}.extends' of mode '${context.slug}' ${fault}.`;
  const pointer =
    Array.isArray(value) && index >= 0 ? `${context.pointer}/extends/${index}` : `${context.pointer}/extends`;
  return context.report('EXTENDS_INVALID', message, pointer);
}

function findExtendsFault(slugs: readonly unknown[], index: number): string | undefined {
  if (index >= 0) return `must be the slug of a mode or a list of slugs, not ${show(slugs[index])}`;
  if (slugs.length === 0) return 'is an empty list; add a mode, or remove the list';
  return slugs.length > maxAncestors ? `lists ${slugs.length} modes; at most ${maxAncestors} are allowed` : undefined;
}

/**
 * Finds `extends`, `schedule` or `when` next to restrictions instead of inside them; outside restrictions, these keys
 * have no effect.
 */
export function findMisplacedFields(raw: JsonObject, key: RestrictionsKey, context: ModeContext): string | undefined {
  const misplaced = Object.keys(raw).filter((field) => isMisplaced(raw, field, key));
  const [first] = misplaced;
  if (first === undefined) return undefined;
  const closed = key === 'mcpRestrictions' ? 'MCP call' : 'command';
  const message = `Mode '${context.slug}' has ${joinWords(misplaced.map(show), 'and')} next to '${key}', where it has no effect; every ${closed} of this mode is refused until it is moved into '${key}'.`;
  return context.report('RESTRICTIONS_INVALID', message, `${context.pointer}/${first}`);
}

/**
 * True if a field in a mode belongs in its restrictions. Other programs have their own `extends`, and `when` may be
 * prose, so a field is considered misplaced only if its value has the form that this format requires.
 */
export function isMisplaced(raw: JsonObject, field: string, key: RestrictionsKey): boolean {
  if (field === 'extends') return raw[key] !== undefined;
  const isLimit = key === 'mcpRestrictions' || raw[key] !== undefined;
  return (
    isLimit && (field === 'schedule' || field === 'when') && (isJsonObject(raw[field]) || Array.isArray(raw[field]))
  );
}
