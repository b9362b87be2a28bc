import { cleanCharacters, startsTypographic } from './clean-characters.ts';
import { readJson } from './read-json.ts';
import { maxTextLength } from './read-limits.ts';
import type { BrokenText, ReadText } from './read-result.ts';
import { readYaml } from './read-yaml.ts';
import type { TextMap } from './text-node.ts';

/** Result of parsing text. */
export type TextReading =
  | (ReadText & { readonly cleaned?: { readonly reach: 'syntax' | 'everywhere'; readonly offset: number } })
  | BrokenText;

/** Removes leading byte order marks. */
export function stripByteOrderMarks(input: string): string {
  return input.replace(/^\uFEFF+/, '');
}

/**
 * Parses text without byte order marks, exactly as written: first as JSON if it starts like JSON, otherwise as YAML,
 * and finally as JSON if it is not YAML. If both attempts fail, reports the failure for the format that the text
 * resembles.
 */
export function readExactText(text: string): ReadText | BrokenText {
  if (text.length > maxTextLength) return tooLarge(text);
  // All JSON is YAML with the same value, but JSON with `//` comments would be parsed as YAML with wrong keys.
  const opensLikeJson = /^\s*(?:[{[]|\/[/*])/.test(text);
  const json = opensLikeJson ? readJson(text) : undefined;
  if (json?.state === 'read' || json?.code === 'FILE_TOO_LARGE') return json;
  const yaml = readYaml(text);
  return yaml.state === 'broken' && json !== undefined && looksLikeStrictJson(text) ? json : yaml;
}

/** Works like {@link readExactText} but, as a last resort, tries again after replacing typographic characters. */
export function readText(text: string): TextReading {
  const exact = readExactText(text);
  if (exact.state === 'broken' ? exact.code !== 'FILE_SYNTAX' : !looksMisread(exact)) return exact;
  for (const { text: cleaned, reach } of cleanCharacters(text)) {
    const reading = readExactText(cleaned);
    if (reading.state === 'read' && !looksMisread(reading))
      return { ...reading, cleaned: { reach, offset: exact.state === 'read' ? 0 : exact.offset } };
  }
  return exact;
}

/**
 * True if text was parsed, but not as intended: YAML does not treat a no-break space as indentation or a curly quote as
 * a quote, so keys end up in the wrong mapping or under the wrong name, and modes would vanish silently.
 */
function looksMisread({ root }: ReadText): boolean {
  if (root?.kind === 'scalar') return typeof root.value === 'string';
  if (root?.kind !== 'map') return false;
  const modes = root.fields.get('customModes');
  const isRenamed = modes === undefined && hasKey(root, (key) => key.replaceAll(/[^A-Za-z]/g, '') === 'customModes');
  const maps = [root, ...(modes?.kind === 'list' ? modes.items : [])];
  return isRenamed || maps.some((map) => map.kind === 'map' && hasKey(map, (key) => startsTypographic.test(key)));
}

function hasKey(map: TextMap, test: (key: string) => boolean): boolean {
  return [...map.fields.keys()].some(test);
}

function tooLarge(text: string): BrokenText {
  const detail = `it is ${text.length} characters long, more than the limit of ${maxTextLength}`;
  return { state: 'broken', code: 'FILE_TOO_LARGE', format: 'yaml', detail, offset: 0 };
}

function looksLikeStrictJson(text: string): boolean {
  return /^\s*(?:\{\s*"|\[\s*[{["])/.test(text);
}
