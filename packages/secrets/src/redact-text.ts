import { encodedForms } from './encoded-forms.ts';

/** Masks secrets in text. */
export type Redact = (text: string) => string;

/** Options for `createRedact`. */
export interface RedactOptions {
  /** Replacement for a secret. Default `…`. */
  readonly mask?: string;
  /**
   * Minimum length of a secret: masking shorter values (`1`, `yes`) would make messages unreadable. Default 4
   * characters.
   */
  readonly minLength?: number;
}

/** Minimum length at which a part of a value, such as the token after `Bearer`, is masked separately. */
const MIN_PART_LENGTH = 8;

/** Encodings of shorter values could be ordinary words. */
const MIN_ENCODED_LENGTH = 6;

/**
 * Only the beginning of a longer value is searched for in other encodings; this beginning is long enough to rule out an
 * accidental match.
 */
const MAX_ENCODED_LENGTH = 10_000;

/**
 * Creates a function that masks secrets in text, whether plain, as written in JSON, percent-encoded, in Base64 or in
 * hexadecimal. It also masks each long part of a value that contains blanks, but not values that are too short.
 */
export function createRedact(secrets: Iterable<string>, options: RedactOptions = {}): Redact {
  const { mask = '…', minLength = 4 } = options;
  const forms = new Set<string>();
  for (const secret of secrets) for (const form of formsOf(secret, minLength)) forms.add(form);
  // Longest first: masking a part first would leave the rest of the longer value visible.
  const sorted = [...forms].sort((a, b) => b.length - a.length);
  if (sorted.length === 0) return (text) => text;
  return (text) =>
    sorted.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, () => mask) : rest), text);
}

function formsOf(secret: string, minLength: number): readonly string[] {
  const parts = secret.split(/\s+/u).filter((part) => part.length >= MIN_PART_LENGTH);
  return [secret, ...parts]
    .filter((text) => text.trim().length >= minLength)
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1), ...encodingsOf(text)]);
}

function encodingsOf(text: string): readonly string[] {
  return text.length < MIN_ENCODED_LENGTH ? [percentEncoded(text)] : encodedForms(text.slice(0, MAX_ENCODED_LENGTH));
}

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate has no encoding.
    return text;
  }
}
