import { nativeLengthLimit } from './backtracking-cost.ts';
import type { KnownText } from './known-text.ts';
import { createLinearMatcher } from './linear-match.ts';
import { isTooLarge } from './linear-program.ts';
import { maxGroupDepth, parseRegex } from './parse-regex.ts';
import { provesCoverage } from './prove-coverage.ts';
import type { RegexRefusal } from './regex-cursor.ts';

/** Maximum length of a path to test, in UTF-16 code units (PATH_MAX of Linux); a longer path matches no pattern. */
export const maxPathLength = 4096;

/** Maximum length of a pattern, in UTF-16 code units. */
export const maxPatternLength = 4096;

/** The native matcher may take a long time to compile a longer pattern, although parsing it is fast. */
const MAX_NATIVE_PATTERN = 500;

/**
 * Beyond this number of `\b` at one position, the code that V8 generates for a pattern grows by a factor of 2.6 for
 * each additional `\b`, regardless of the path (8: 2 ms, 14: 0.7 s, 20: the process runs out of memory).
 */
const MAX_NATIVE_BOUNDARIES = 8;

/** A file pattern that tests each path in bounded time. */
export interface CompiledPattern {
  readonly ok: true;
  /** The pattern as given. */
  readonly source: string;
  /**
   * True if the pattern occurs in a project-relative POSIX path: the same result as that of `new
   * RegExp(source).test(path)`, in time proportional to the pattern and the path. False for a path longer than {@link
   * maxPathLength}.
   */
  readonly test: (path: string) => boolean;
  /** True if the pattern provably occurs in every path with these ends; false proves nothing. */
  readonly covers: (paths: KnownText) => boolean;
}

/** Reason why a pattern cannot be used: it is not a regular expression, uses unsupported syntax, or is too large. */
export type PatternFailureCode = 'PATTERN_INVALID' | 'PATTERN_UNSUPPORTED' | 'PATTERN_TOO_LARGE';

/** A file pattern that cannot be used. */
export interface PatternFailure {
  readonly ok: false;
  readonly code: PatternFailureCode;
  readonly message: string;
  /** Offset of the fault in the pattern, in UTF-16 code units, if known. */
  readonly index?: number;
}

/**
 * Compiles an untrusted `fileRegex`, a JavaScript regular expression without flags (ECMA-262 with Annex B), so that no
 * path can block the process. Never throws. Back references and inline modifiers are unsupported: the former cannot be
 * matched in bounded time, and the latter have no use in a path.
 */
export function compilePattern(source: string): CompiledPattern | PatternFailure {
  if (source.length > maxPatternLength) {
    return failure('PATTERN_TOO_LARGE', `is ${source.length} characters long, more than ${maxPatternLength}`);
  }
  const whole = nativeRegExp(source);
  if (typeof whole === 'string') return failure('PATTERN_INVALID', `is not a regular expression: ${whole}`);
  const given = parseRegex(source);
  if ('refusal' in given) return refusalFailure(given.refusal);
  // An unanchored search does not need a leading `.*`, which only makes a failing search quadratic.
  const needed = source.replace(/^(?:\.\*\??)+/, '');
  const native = needed === source ? whole : new RegExp(needed);
  const parsed = needed === source ? given : parseRegex(needed);
  if ('refusal' in parsed) return refusalFailure(parsed.refusal);
  if (isTooLarge(parsed.root)) {
    return failure(
      'PATTERN_TOO_LARGE',
      'has too many alternatives, lookarounds or counted repetitions to run quickly enough',
    );
  }
  const isNative = source.length <= MAX_NATIVE_PATTERN && parsed.boundaries <= MAX_NATIVE_BOUNDARIES;
  const nativeLimit = isNative ? nativeLengthLimit(parsed.root, maxPathLength) : -1;
  let linear: ((path: string) => boolean) | undefined;
  const test = (path: string) => {
    if (path.length > maxPathLength) return false;
    if (path.length <= nativeLimit) return native.test(path);
    // Created on first use, because most patterns are never tested against a path of this length.
    linear ??= createLinearMatcher(parsed.root);
    return linear(path);
  };
  return { ok: true, source, test, covers: (paths) => provesCoverage(parsed.root, paths) };
}

/** Compiles a regular expression natively, or returns the engine's error message without the source. */
function nativeRegExp(source: string): RegExp | string {
  try {
    return new RegExp(source);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const prefix = `Invalid regular expression: /${source}/: `;
    return message.startsWith(prefix) ? message.slice(prefix.length) : message.slice(0, 200);
  }
}

function refusalFailure({ reason, index }: RegexRefusal): PatternFailure {
  switch (reason) {
    case 'backReference':
      return failure(
        'PATTERN_UNSUPPORTED',
        `has a back reference at offset ${index}; write out the repeated part`,
        index,
      );
    case 'modifiers':
      return failure('PATTERN_UNSUPPORTED', `has inline modifiers at offset ${index}; use a class such as [aA]`, index);
    case 'tooDeep':
      return failure('PATTERN_TOO_LARGE', `nests groups deeper than ${maxGroupDepth} at offset ${index}`, index);
    case 'syntax':
      return failure('PATTERN_UNSUPPORTED', `has unsupported syntax at offset ${index}`, index);
  }
}

function failure(code: PatternFailureCode, what: string, index?: number): PatternFailure {
  const message = `The pattern ${what}`;
  return index === undefined ? { ok: false, code, message } : { ok: false, code, message, index };
}
