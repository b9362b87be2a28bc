/** Describes the commands that a pattern covers: "any `npm run`", "`npm test`", "any command like `git * main`". */
export function nameCommands(glob: string): string {
  const text = glob.trim();
  if (/^\*+$/.test(text)) return 'any command';
  const [, start] = /^([^*]*\S) \*$/s.exec(text) ?? [];
  if (start !== undefined) return `any \`${start}\``;
  return text.includes('*') ? `any command like \`${text}\`` : `\`${text}\``;
}

/**
 * Describes what a pattern covers: "any file" for an asterisk, "files like `src/*`", or only the file for a plain path.
 */
export function nameByPattern(glob: string, [any, many]: readonly [any: string, many: string]): string {
  if (/^\*+$/.test(glob)) return any;
  return /[*?[]/.test(glob) ? `${many} like \`${glob}\`` : `\`${glob}\``;
}
