import { adapters } from './adapters.ts';
import type { AgentCall } from './agent-call.ts';

/**
 * The mode that the name of the calling agent selects: the one it is mapped to, or the mode of the same slug. Undefined when the agent is
 * not named, or has no mode.
 */
export function findCallerMode(
  { agent, caller }: Pick<AgentCall, 'agent' | 'caller'>,
  slugs: readonly string[],
  mapped: Readonly<Record<string, string>> = {},
): string | undefined {
  if (caller === undefined) return undefined;
  const names = [...Object.keys(mapped), ...slugs];
  const hasSuffix = adapters[agent].callerHasSuffix === true;
  // The longest: `docs-writer-call_1` is of `docs-writer` and not of `docs`.
  const name = names
    .filter((known) => known === caller || (hasSuffix && caller.startsWith(`${known}-`)))
    .reduce((longest, known) => (known.length > longest.length ? known : longest), '');
  if (name === '') return undefined;
  return Object.hasOwn(mapped, name) ? mapped[name] : name;
}
