import { compileNamePattern } from './name-pattern.ts';
import type { McpServerPolicy } from './server-policy.ts';

/**
 * Compiles a name from a server's `disabledTools`, with the wildcards of {@link compileNamePattern}. With
 * `disabledInAnyCase`, the letters A to Z match regardless of case.
 */
export function compileDisabledTool(
  { disabledInAnyCase }: Pick<McpServerPolicy, 'disabledInAnyCase'>,
  name: string,
): (tool: string) => boolean {
  if (disabledInAnyCase !== true) return compileNamePattern(name);
  const matches = compileNamePattern(fold(name));
  return (tool) => matches(fold(tool));
}

/**
 * Other letters retain their case, because lower-casing some of them yields two characters, whereas `?` matches one.
 */
function fold(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
