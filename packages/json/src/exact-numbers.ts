import { endOfString } from './end-of-string.ts';
import { json } from './raw-json.ts';

/**
 * Parses JSON in the same way as `JSON.parse`, but preserves the spelling of each number that conversion to a
 * JavaScript number would change: a number beyond 2^53, a number with more digits than a double can hold, a number too
 * large or too small for a double, or `-0`. Such a number becomes a `JSON.rawJSON` value, so `JSON.stringify` writes it
 * unchanged; {@link plainNumbers} converts it to an ordinary number. Text without such a number costs one scan of the
 * characters outside its strings.
 * @throws {SyntaxError} if the text is not JSON.
 */
export function parseExactly(text: string): unknown {
  return holdsInexact(text) ? json.parse(text, keepSpelling) : JSON.parse(text);
}

/**
 * Replaces every preserved spelling with the nearest number; returns the same value if there are no preserved
 * spellings.
 */
export function plainNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const literal = numberLiteral(value);
  if (literal !== undefined) return Number(literal);
  const entries = Object.entries(value);
  const plain = entries.map(([key, member]) => [key, plainNumbers(member)] as const);
  if (plain.every(([, member], index) => member === entries[index]?.[1])) return value;
  return Array.isArray(value) ? plain.map(([, member]) => member) : Object.fromEntries(plain);
}

/** Returns the spelling of a number that {@link parseExactly} preserved; undefined for any other value. */
export function numberLiteral(value: unknown): string | undefined {
  return json.isRawJSON(value) ? (value as { readonly rawJSON: string }).rawJSON : undefined;
}

function keepSpelling(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  const { source } = context;
  return typeof value === 'number' && source !== undefined && !isExact(source) ? json.rawJSON(source) : value;
}

const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const SMALL_E = 0x65;

function holdsInexact(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, index);
      if (mayBeInexact(text, index, end) && !isExact(text.slice(index, end))) return true;
      index = end - 1;
    }
  }
  return false;
}

// Returns the end of the run of characters that may occur in a number; in valid JSON, this is the end of the number.
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isPartOfNumber(text.charCodeAt(end))) end++;
  return end;
}

// Numbers of up to 15 digits without an exponent always stay unchanged, except for the sign of zero.
function mayBeInexact(text: string, start: number, end: number): boolean {
  if (end - start > 15 || text.charCodeAt(start) === MINUS) return true;
  for (let index = start; index < end; index++) if (isExponent(text.charCodeAt(index))) return true;
  return false;
}

function isPartOfNumber(code: number): boolean {
  return isDigit(code) || code === POINT || code === MINUS || code === PLUS || isExponent(code);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isExponent(code: number): boolean {
  return (code | 0x20) === SMALL_E;
}

/** True if a number retains its value as a double. `-0` is not considered exact, because it would be written as `0`. */
function isExact(literal: string): boolean {
  const value = Number(literal);
  const written = String(value);
  if (written === literal) return true;
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  return decimalOf(written) === decimalOf(literal);
}

/** Returns the canonical text of a number without its sign. */
function decimalOf(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.replace(/^-/, '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return end === 0 ? '0' : `${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
