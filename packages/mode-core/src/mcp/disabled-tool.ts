import { compileNamePattern } from './name-pattern.ts';
import type { McpServerPolicy } from './server-policy.ts';

/**
 * Compiles a name of a server's `disabledTools`: the wildcards are those of {@link compileNamePattern}, and where the server has
 * `disabledInAnyCase`, the case of A to Z does not count.
 */
export function compileDisabledTool(
  { disabledInAnyCase }: Pick<McpServerPolicy, 'disabledInAnyCase'>,
  name: string,
): (tool: string) => boolean {
  if (disabledInAnyCase !== true) return compileNamePattern(name);
  const matches = compileNamePattern(fold(name));
  return (tool) => matches(fold(tool));
}

/** Other letters keep their case: some become two characters without it, where `?` is one. */
function fold(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
