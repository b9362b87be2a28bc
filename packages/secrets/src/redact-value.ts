import { holdsHeaders, isSecretHeader, isSecretName } from './secret-names.ts';

const redacted = '[redacted]';

const MAX_DEPTH = 64;
const MAX_VALUES = 500_000;

/**
 * Copies a JSON value, omitting the values of fields whose names suggest secrets. Retains empty values and booleans,
 * which show whether something is set. Anything that is nested more than 64 levels deep, comes after half a million
 * values, or contains itself is replaced with a word.
 *
 * @returns A copy that shares nothing with the value.
 */
export function redactSecrets(value: unknown): unknown {
  const state = { values: 0, above: new Set<object>() };
  return copy(value, state, false);
}

interface CopyState {
  values: number;
  /** Objects that contain the current one. */
  readonly above: Set<object>;
}

function copy(value: unknown, state: CopyState, inHeaders: boolean): unknown {
  // A number stored in its original spelling is an object without secrets (`JSON.rawJSON`).
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  if (state.above.has(value)) return '[circular]';
  if (state.above.size >= MAX_DEPTH) return '[too deep]';
  state.above.add(value);
  const result = Array.isArray(value) ? copyArray(value, state, inHeaders) : copyObject(value, state, inHeaders);
  state.above.delete(value);
  return result;
}

function isRawNumber(value: object): boolean {
  return 'isRawJSON' in JSON && (JSON.isRawJSON as (value: object) => boolean)(value);
}

function copyArray(value: readonly unknown[], state: CopyState, inHeaders: boolean): unknown[] {
  const result: unknown[] = [];
  for (const item of value) {
    if (++state.values > MAX_VALUES) return [...result, '[too large]'];
    result.push(copy(item, state, inHeaders));
  }
  return result;
}

function copyObject(value: object, state: CopyState, inHeaders: boolean): object {
  const result = {};
  for (const [key, item] of Object.entries(value)) {
    if (++state.values > MAX_VALUES) break;
    const secret = inHeaders ? isSecretHeader(key) : isSecretName(key);
    const copied = secret && isSet(item) ? redacted : copy(item, state, holdsHeaders(key));
    // A plain assignment to `__proto__` would not create a field.
    Object.defineProperty(result, key, { value: copied, enumerable: true, writable: true, configurable: true });
  }
  return result;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'boolean';
}
