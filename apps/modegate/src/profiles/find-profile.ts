import type { AgentProfile } from '@modegate/agent-policies';
import { AppError } from '@modegate/cli-kit';
import { nearestName } from '@modegate/nearest-name';
import type { LoadedProfiles } from './load-profiles.ts';
import { agentNameOf } from './subject-name.ts';

/**
 * Finds a profile by name. An agent's name refers to its default session.
 *
 * @throws {AppError} exit code 2 with the nearest name.
 */
export function findProfile(
  loaded: readonly LoadedProfiles[],
  name: string,
): { readonly loaded: LoadedProfiles; readonly profile: AgentProfile } {
  const own = loaded.find(({ agent }) => agent.name === agentNameOf(name));
  if (own === undefined) {
    const agents = loaded.map(({ agent }) => agent.name).join(', ');
    throw new AppError(`'${name}' is not the name of a profile. Use the name of one of these agents: ${agents}.`);
  }
  return { loaded: own, profile: findOwn(own, name) };
}

function findOwn({ profiles, agent }: LoadedProfiles, name: string): AgentProfile {
  const folder = name.endsWith(`:${agent.name}`) ? name.slice(0, -agent.name.length - 1) : undefined;
  const isSession = folder !== undefined || name === agent.name;
  const found = profiles.find(
    (one) => one.name === name || (isSession && one.folder === folder && agent.isDefault(one)),
  );
  if (found !== undefined) return found;
  const names = profiles.map((one) => one.name);
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? `Known profiles: ${names.join(', ')}.` : `Did you mean '${nearest}'?`;
  throw new AppError(`Unknown profile '${name}'. ${hint}`);
}
