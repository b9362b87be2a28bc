import { adapters } from './adapters.ts';
import type { AgentCall } from './agent-call.ts';

/**
 * Finds the mode selected by the calling agent's name: the mode to which the name is mapped, or the mode with the same
 * slug. Returns undefined if the agent has no name or if no mode corresponds to it.
 */
export function findCallerMode(
  { agent, caller }: Pick<AgentCall, 'agent' | 'caller'>,
  slugs: readonly string[],
  mapped: Readonly<Record<string, string>> = {},
): string | undefined {
  if (caller === undefined) return undefined;
  const names = [...Object.keys(mapped), ...slugs];
  const hasSuffix = adapters[agent].callerHasSuffix === true;
  // The longest match takes precedence: `docs-writer-call_1` belongs to `docs-writer` and not to `docs`.
  const name = names
    .filter((known) => known === caller || (hasSuffix && caller.startsWith(`${known}-`)))
    .reduce((longest, known) => (known.length > longest.length ? known : longest), '');
  if (name === '') return undefined;
  return Object.hasOwn(mapped, name) ? mapped[name] : name;
}
