/**
 * @internal Result of matching text against a wildcard; `maybe` if it depends on a substitution or an unknown home
 * folder.
 */
export type WildcardMatch = 'yes' | 'no' | 'maybe';

/**
 * @internal True if a wildcard covers an entire string: `*` stands for any text, `?` for one character, and a pattern
 * that ends in a space and an asterisk also covers the text without that ending.
 */
export function matchesWildcard(text: string, pattern: string, ignoreCase = false): boolean {
  if (pattern === '*') return true;
  const [subject, glob] = ignoreCase
    ? [tidy(text).toLowerCase(), tidy(pattern).toLowerCase()]
    : [tidy(text), tidy(pattern)];
  return matchesGlob(subject, glob) || (glob.endsWith(' *') && matchesGlob(subject, glob.slice(0, -2)));
}

function tidy(text: string): string {
  return text.includes('\\') ? text.replaceAll('\\', '/') : text;
}

/** Matches each part between asterisks at its first possible position, so that no part is tried twice. */
function matchesGlob(text: string, glob: string): boolean {
  const star = glob.indexOf('*');
  const first = star === -1 ? glob : glob.slice(0, star);
  if (!fitsAt(text, first, 0)) return false;
  const rest = star === -1 ? [] : glob.slice(star + 1).split('*');
  const last = rest.pop();
  if (last === undefined) return text.length === first.length;
  let from = first.length;
  for (const part of rest) {
    from = find(text, part, from) + part.length;
    if (from < part.length) return false;
  }
  return text.length - last.length >= from && fitsAt(text, last, text.length - last.length);
}

/**
 * Returns the position of a part; if the part is missing, returns a negative number so low that it remains negative
 * when the part's length is added.
 */
function find(text: string, part: string, from: number): number {
  if (!part.includes('?')) {
    const index = text.indexOf(part, from);
    return index === -1 ? -part.length - 1 : index;
  }
  for (let index = from; index + part.length <= text.length; index += 1) if (fitsAt(text, part, index)) return index;
  return -part.length - 1;
}

function fitsAt(text: string, part: string, at: number): boolean {
  if (at + part.length > text.length) return false;
  if (!part.includes('?')) return text.startsWith(part, at);
  for (let index = 0; index < part.length; index += 1)
    if (part[index] !== '?' && part[index] !== text[at + index]) return false;
  return true;
}
