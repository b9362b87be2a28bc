import { matchesParts } from './wildcard.ts';

/** Pattern for a command: exact text, text followed by anything, or text with asterisks. */
export type CommandPattern =
  | { readonly kind: 'exact'; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string }
  | {
      readonly kind: 'wildcard';
      /** Alternatives, each split at its asterisks. */
      readonly shapes: readonly (readonly string[])[];
      readonly endsWithStar: boolean;
    };

/**
 * Reads the text in the parentheses of a rule: `:*` at the very end denotes a prefix; any other asterisk denotes a
 * wildcard.
 */
export function readCommandPattern(specifier: string): CommandPattern {
  const [, prefix] = /^(.+):\*$/.exec(specifier) ?? [];
  if (prefix !== undefined) return { kind: 'prefix', text: foldBlanks(prefix) };
  const parts = splitAtStars(foldBlanks(specifier.trim()));
  if (parts.length === 1) return { kind: 'exact', text: specifier };
  return { kind: 'wildcard', shapes: shapesOf(parts), endsWithStar: parts.at(-1) === '' };
}

/** A command in the form used for comparison with many patterns. */
export interface ReadableText {
  readonly written: string;
  /** The text with single spaces; after a bare `xargs`, also the text without `xargs`. */
  readonly folded: readonly string[];
}

/** Prepares a command for {@link matchesCommand}. */
export function readableText(written: string): ReadableText {
  const whole = foldBlanks(written);
  return { written, folded: whole.startsWith('xargs ') ? [whole, whole.slice('xargs '.length)] : [whole] };
}

/** True if a pattern matches a command. A program after a bare `xargs` is also treated as the command. */
export function matchesCommand(
  pattern: CommandPattern,
  { written, folded }: ReadableText,
  list: 'allow' | 'ask' | 'deny',
): boolean {
  if (pattern.kind === 'exact') return written === pattern.text;
  if (pattern.kind === 'prefix')
    return folded.some((text) => text.startsWith(pattern.text) && (text[pattern.text.length] ?? ' ') === ' ');
  const seesInside = list !== 'allow' || pattern.endsWithStar;
  return folded.slice(0, seesInside ? 2 : 1).some((text) => pattern.shapes.some((shape) => matchesParts(shape, text)));
}

/** True if a rule specifies a command as a whole, so that the command's parts do not matter. */
export function namesCommand(pattern: CommandPattern, { written, folded }: ReadableText): boolean {
  if (pattern.kind === 'prefix') return folded[0] === pattern.text;
  return pattern.kind === 'exact' && written === pattern.text;
}

/** Reduces runs of spaces and tabs to one space, because they are insignificant in patterns. */
export function foldBlanks(text: string): string {
  return text.includes('  ') || text.includes('\t') ? text.replace(/[ \t]+/g, ' ') : text;
}

/** Splits text at its asterisks; an asterisk after a backslash is literal. */
function splitAtStars(text: string): readonly string[] {
  if (!text.includes('\\')) return text.split('*');
  const parts = [''];
  for (const [token] of text.matchAll(/\\[*\\]|./gs)) {
    if (token === '*') parts.push('');
    else parts.push((parts.pop() ?? '') + token.slice(-1));
  }
  return parts;
}

/**
 * Maximum number of wildcards for folders of any depth in a pattern; up to this number, the pattern also matches
 * without these folders.
 */
const maxFolders = 4;

/** Adds the shapes that allow `git *` to match `git` alone and allow two asterisks between slashes to match nothing. */
function shapesOf(parts: readonly string[]): readonly (readonly string[])[] {
  const [start = '', end] = parts;
  if (parts.length === 2 && end === '' && start.endsWith(' ')) return [parts, [start.slice(0, -1)]];
  const isFolder = (part: string, index: number) =>
    part.endsWith('/') && parts[index + 1] === '' && parts[index + 2]?.startsWith('/') === true;
  const at = parts.findIndex(isFolder);
  if (at === -1 || parts.filter(isFolder).length > maxFolders) return [parts];
  const head = parts.slice(0, at);
  const here = parts[at] ?? '';
  const without = shapesOf([`${here}${(parts[at + 2] ?? '').slice(1)}`, ...parts.slice(at + 3)]);
  const kept = shapesOf(parts.slice(at + 2)).map((rest) => [here, '', ...rest]);
  return [...without, ...kept].map((rest) => [...head, ...rest]);
}
