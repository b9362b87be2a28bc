import { isJsonObject, type JsonObject, jsonPointer } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import { show } from '../show.ts';
import type { FieldContext } from './field-context.ts';
import { isAnnotation } from './limit-keys.ts';
import { checkConditions } from './parse-conditions.ts';
import { checkExtends } from './parse-extends.ts';

/** Faults in restrictions, given as the sentences that report them. */
export interface RestrictionFaults {
  /** The reason why every call to which the restrictions apply is refused. */
  readonly invalid?: string | undefined;
  /** Reason why the mode refuses every call: `extends` could not be read. */
  readonly modeInvalid?: string | undefined;
}

/** Checks that restrictions are a mapping, and checks everything in them except their lists. */
export function checkRestrictions(value: unknown, known: readonly string[], context: FieldContext): RestrictionFaults {
  if (!isJsonObject(value)) {
    const message = `Field '${context.field}' of mode '${context.slug}' must be a mapping, not ${show(value)}; every ${context.closes} of this mode is refused until the field is corrected.`;
    return { invalid: context.report('RESTRICTIONS_INVALID', message, context.pointer) };
  }
  const modeInvalid = value.extends === undefined ? undefined : checkExtends(value.extends, context);
  const byKeys = checkKeys(value, known, context);
  return { invalid: checkConditions(value, context) ?? byKeys, modeInvalid };
}

/**
 * Checks the keys of restrictions or of an entry. Only annotations are known to have no effect; any other unknown key
 * may be a restriction.
 */
export function checkKeys(value: JsonObject, known: readonly string[], context: FieldContext): string | undefined {
  let invalid: string | undefined;
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const isHarmless = isAnnotation(key);
    const effect = isHarmless
      ? ', which restricts nothing.'
      : `; until it is corrected, every ${context.closes} of this mode is refused.${didYouMean(key, known)}`;
    const message = `'${context.field}' of mode '${context.slug}' has the unknown key ${show(key)}${effect}`;
    const code = isHarmless ? 'KEY_UNKNOWN' : 'RESTRICTIONS_INVALID';
    context.report(code, message, `${context.pointer}${jsonPointer(key)}`);
    if (!isHarmless) invalid ??= message;
  }
  return invalid;
}
