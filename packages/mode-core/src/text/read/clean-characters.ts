/** Text in which typographic characters were replaced, and the extent of the replacement. */
export interface CleanedText {
  readonly text: string;
  /**
   * `syntax`: only characters at the edges of lines and values. `everywhere`: all characters, including those in prose.
   */
  readonly reach: 'syntax' | 'everywhere';
}

/**
 * Replaces characters that word processors and chat windows insert into YAML: no-break spaces, zero-width characters,
 * curly quotes and long dashes. Returns a minimal and a thorough version, if they differ from the text.
 */
export function cleanCharacters(text: string): readonly CleanedText[] {
  if (!typographic.test(text)) return [];
  const atEdges: CleanedText = { text: cleanSyntax(text), reach: 'syntax' };
  const everywhere: CleanedText = { text: cleanAll(text), reach: 'everywhere' };
  const attempts = everywhere.text === atEdges.text ? [atEdges] : [atEdges, everywhere];
  return attempts.filter((attempt) => attempt.text !== text);
}

const space = '[\\u00A0\\u2000-\\u200A\\u202F\\u205F\\u3000]';
const invisible = '[\\u200B-\\u200D\\u2060\\uFEFF]';
/** Matches a key that starts with a typographic character; nobody types such a key on purpose. */
export const startsTypographic = new RegExp(`^(?:${space}|${invisible}|[\\u2018\\u2019\\u201C\\u201D])`);
const typographic = new RegExp(`${space}|${invisible}|[\\u2010-\\u2015\\u2018\\u2019\\u201C\\u201D\\u2212]`);

// Bounded, because V8 aborts after millions of steps in a repetition, and its exact limit varies.
const blank = `(?:[ \\t]|${space}|${invisible})`;
const lineStart = new RegExp(`^${blank}{0,1000}(?:[-\\u2010-\\u2015\\u2212]${blank}{1,1000}){0,100}`, 'gm');
// A pair of quotes around a whole key or value; quotes inside prose are left unchanged.
const before = '(?:^|[:,[{-])[ \\t]*';
const after = '(?=[ \\t]*(?:[:,\\]}]|#|\\r?$))';
const doubleQuoted = new RegExp(`(${before})[\u201C\u201D]([^\u201C\u201D\n]*)[\u201C\u201D]${after}`, 'gm');
const singleQuoted = new RegExp(`(${before})[\u2018\u2019]([^\u2018\u2019\n]*)[\u2018\u2019]${after}`, 'gm');

function cleanSyntax(text: string): string {
  return text
    .replaceAll(lineStart, cleanAll)
    .replaceAll(new RegExp(`:${space}+`, 'g'), cleanAll)
    .replaceAll(doubleQuoted, '$1"$2"')
    .replaceAll(singleQuoted, "$1'$2'");
}

function cleanAll(text: string): string {
  return text
    .replaceAll(new RegExp(space, 'g'), ' ')
    .replaceAll(new RegExp(invisible, 'g'), '')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201C\u201D]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-');
}
