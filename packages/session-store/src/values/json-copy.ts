import { utf8Bytes } from './bounded-text.ts';
import { describeValue, invalidValue } from './invalid-value.ts';

const maxDepth = 32;

/** Options for {@link copyJson}. */
export interface CopyOptions {
  readonly name: string;
  readonly maxBytes: number;
}

/**
 * Copies a JSON value; the copy shares nothing mutable with the original. Returns `'too-large'` if the copy takes up
 * more than about `maxBytes` bytes. Omits members that are `undefined`, as JSON does.
 * @throws {SessionError} VALUE_INVALID if JSON could not represent the value unchanged (functions, symbols, big
 * integers, non-finite numbers, class instances, `undefined` in an array) or if it is nested more than 32 levels deep.
 */
export function copyJson(value: unknown, { name, maxBytes }: CopyOptions): { readonly value: unknown } | 'too-large' {
  let bytes = 0;

  function visit(part: unknown, depth: number): unknown {
    bytes += 2;
    if (typeof part === 'string') bytes += part.length > maxBytes ? part.length : utf8Bytes(part);
    if (bytes > maxBytes) throw tooLarge;
    if (part === null || typeof part === 'string' || typeof part === 'boolean') return part;
    if (typeof part === 'number' && Number.isFinite(part)) return part;
    if (typeof part !== 'object') throw invalidValue(name, 'a JSON value', describeValue(part));
    if (depth === maxDepth) throw invalidValue(name, `at most ${maxDepth} levels deep and free of cycles`, 'deeper');
    if (Array.isArray(part)) return Array.from(part, (element: unknown) => visit(element, depth + 1));
    if (!isPlainObject(part)) throw invalidValue(name, 'made of plain objects', 'an instance of a class');
    return visitObject(part, depth);
  }

  function visitObject(part: object, depth: number): unknown {
    const copy: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(part)) {
      if (member === undefined) continue;
      bytes += key.length + 4;
      setOwn(copy, key, visit(member, depth + 1));
    }
    return copy;
  }

  try {
    return { value: visit(value, 0) };
  } catch (error) {
    if (error === tooLarge) return 'too-large';
    throw error;
  }
}

/** Returns a deeply frozen copy of plain data that shares nothing with the original. */
export function frozenCopy<T>(value: T): T {
  return copyAndFreeze(value) as T;
}

const tooLarge = Symbol('too large');

// An object from another realm inherits from that realm's Object.prototype, which has no prototype either.
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function copyAndFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(copyAndFreeze));
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyAndFreeze((value as Record<string, unknown>)[key]));
  return Object.freeze(copy);
}

function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  // Assigning `__proto__` would change the prototype instead of adding the member.
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else target[key] = value;
}
