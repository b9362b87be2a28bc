import { isJsonObject, numberLiteral } from '@modegate/json';

/**
 * Describes a JSON value for use in a message, in at most `maxLength` characters (default 100); marks the position at
 * which the description was truncated.
 */
export function preview(value: unknown, maxLength = 100): string {
  if (typeof value === 'string') return JSON.stringify(truncate(value, maxLength));
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  const literal = numberLiteral(value);
  if (literal !== undefined) return truncate(literal, maxLength);
  if (isJsonObject(value))
    return `an object with ${truncate(Object.keys(value).slice(0, maxLength).join(', ') || 'no members', maxLength)}`;
  return value === null ? 'null' : `${value as number | boolean}`;
}

/** Truncates text to `maxLength` characters and marks the truncation. */
export function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}
