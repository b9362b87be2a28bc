import { encodedForms } from './encoded-forms.ts';

/** Takes out of a text what must not be shown. */
export type Redact = (text: string) => string;

/** How secrets are masked. */
export interface RedactOptions {
  /** What takes the place of a secret. Default `…`. */
  readonly mask?: string;
  /** Anything shorter is not a secret, and masking it (`1`, `yes`) would leave nothing of a message to read. Default 4 characters. */
  readonly minLength?: number;
}

/** The parts of a value, such as the token after `Bearer`, are masked on their own from this length on. */
const MIN_PART_LENGTH = 8;

/** The codes of shorter values could be words of their own. */
const MIN_ENCODED_LENGTH = 6;

/** Of a longer value the beginning is looked for in other encodings: so much of it is not an accident. */
const MAX_ENCODED_LENGTH = 10_000;

/**
 * Makes a function that masks secrets wherever they occur in a text: as they are, as JSON writes them, percent-encoded, in Base64 and in
 * hexadecimal, and of values with blanks each long part. Values that are too short stay.
 */
export function createRedact(secrets: Iterable<string>, options: RedactOptions = {}): Redact {
  const { mask = '…', minLength = 4 } = options;
  const forms = new Set<string>();
  for (const secret of secrets) for (const form of formsOf(secret, minLength)) forms.add(form);
  // The longest first: masking a part would leave the rest of the whole.
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
    // Half a character pair has no encoding.
    return text;
  }
}
