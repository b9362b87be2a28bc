import { cleanCharacters } from './clean-characters.ts';
import { readJson } from './read-json.ts';
import { maxTextLength } from './read-limits.ts';
import type { BrokenText, ReadText } from './read-result.ts';
import { readYaml } from './read-yaml.ts';

/** How a text was read, or why it was not. */
export type TextReading =
  | (ReadText & { readonly cleaned?: { readonly reach: 'syntax' | 'everywhere'; readonly offset: number } })
  | BrokenText;

/** The input without the byte order marks it starts with. */
export function stripByteOrderMarks(input: string): string {
  return input.replace(/^\uFEFF+/, '');
}

/**
 * Reads a text without byte order marks as it stands: what opens like JSON as JSON first, anything else as YAML, and what is no
 * YAML as JSON again. Of two failures the one is told that fits the look of the text.
 */
export function readExactText(text: string): ReadText | BrokenText {
  if (text.length > maxTextLength) return tooLarge(text);
  // Any JSON is YAML with the same value, but JSON with `//` comments would be read as YAML with wrong keys.
  const opensLikeJson = /^\s*(?:[{[]|\/[/*])/.test(text);
  const json = opensLikeJson ? readJson(text) : undefined;
  if (json?.state === 'read' || json?.code === 'FILE_TOO_LARGE') return json;
  const yaml = readYaml(text);
  return yaml.state === 'broken' && json !== undefined && looksLikeStrictJson(text) ? json : yaml;
}

/** As {@link readExactText}, and as a last resort once more with typographic characters replaced. */
export function readText(text: string): TextReading {
  const exact = readExactText(text);
  if (exact.state === 'broken' ? exact.code !== 'FILE_SYNTAX' : !hasTypographicKey(exact)) return exact;
  for (const { text: cleaned, reach } of cleanCharacters(text)) {
    const reading = readExactText(cleaned);
    if (reading.state === 'read' && !hasTypographicKey(reading))
      return { ...reading, cleaned: { reach, offset: exact.state === 'read' ? 0 : exact.offset } };
  }
  return exact;
}

/** Whether the list of modes stands under a key in curly quotes or with an invisible character, which YAML takes as a part of it. */
function hasTypographicKey({ root }: ReadText): boolean {
  if (root?.kind !== 'map' || root.fields.has('customModes')) return false;
  return [...root.fields.keys()].some((key) => key.replaceAll(/[^A-Za-z]/g, '') === 'customModes');
}

function tooLarge(text: string): BrokenText {
  const detail = `it is ${text.length} characters long, and at most ${maxTextLength} are read`;
  return { state: 'broken', code: 'FILE_TOO_LARGE', format: 'yaml', detail, offset: 0 };
}

function looksLikeStrictJson(text: string): boolean {
  return /^\s*(?:\{\s*"|\[\s*[{["])/.test(text);
}
