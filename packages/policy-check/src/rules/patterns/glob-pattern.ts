/**
 * True if a pattern is a glob rather than a regular expression: every `*` follows a slash, a name or another `*`, and
 * no other special characters occur.
 */
export function looksLikeGlob(pattern: string): boolean {
  return (
    /^[\w\-./*?{},! @+]+$/.test(pattern) &&
    /\*/.test(pattern) &&
    !/(?:^|[^*/\w-])\*|[.]\*/.test(pattern.replace(/^\*+/, ''))
  );
}

/**
 * Returns the regular expression that matches the same paths as a glob; a glob without a slash matches in every folder.
 */
export function globToPattern(glob: string): string {
  let depth = 0;
  const body = glob.replaceAll(/\*\*\/|\*\*|\*|\?|\{|\}|,|[^\w/ -]/g, (token) => {
    if (token === '{') depth++;
    if (token === '}') depth--;
    return translations.get(token) ?? (token === ',' ? (depth > 0 ? '|' : ',') : `\\${token}`);
  });
  return `${glob.includes('/') ? '^' : '(?:^|/)'}${body}$`;
}

const translations = new Map([
  ['**/', '(?:.*/)?'],
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
  ['{', '(?:'],
  ['}', ')'],
]);
