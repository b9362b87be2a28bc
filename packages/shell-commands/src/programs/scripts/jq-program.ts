/**
 * @internal Clause that says why a jq program can read a file that the command does not name; undefined if it certainly
 * does not. Nothing in a jq program runs a program or writes a file.
 */
export function findJqRisk(program: string): string | undefined {
  // Directives come before everything else.
  const [, directive] = /^(?:\s|#[^\n]*\n)*(import|include|module)\b/.exec(program) ?? [];
  if (directive !== undefined) return `reads other files by '${directive}'`;
  return /\bmodulemeta\b/.test(program) ? "reads other files by 'modulemeta'" : undefined;
}
