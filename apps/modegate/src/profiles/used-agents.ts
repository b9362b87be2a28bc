import type { PermissionAgent } from '@modegate/agent-policies';

interface FoundAgent {
  readonly agent: Pick<PermissionAgent, 'places'>;
  readonly texts: ReadonlyMap<string, string>;
  readonly unreadable: readonly string[];
}

/**
 * Returns the agents that have their own files; a file that other agents also read is not evidence that an agent is
 * used.
 */
export function usedAgents<Found extends FoundAgent>(found: readonly Found[]): readonly Found[] {
  return found.filter(({ agent: { places }, texts, unreadable }) => {
    const isSign = (name: string) => places.signs.some((sign) => `/${name}`.includes(`/${sign}`));
    return [...texts.keys(), ...unreadable].some(isSign);
  });
}
