import { SessionError } from '../errors.ts';

/** Creates a VALUE_INVALID error about the given argument or option. */
export function invalidValue(name: string, expected: string, received: string): SessionError<'VALUE_INVALID'> {
  return new SessionError('VALUE_INVALID', { name, expected, received });
}

/** Describes any value briefly for error messages; never runs the value's own code. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return value === '' ? 'an empty string' : `the string '${shorten(value)}'`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
