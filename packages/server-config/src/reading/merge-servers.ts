import type { ConfigProblem } from '../config-problem.ts';
import type { ServerEntry } from '../entries/server-entry.ts';
import { quoteName } from './config-roots.ts';
import { nameCollisions } from './name-collisions.ts';
import { isSwitch, selectEntry } from './select-entry.ts';

/**
 * Returns the entry with the highest precedence for every name, and reports the hidden entries.
 *
 * An entry hides the entries below it regardless of its state: a disabled or invalid server in the project never
 * exposes the global server of the same name. An opencode or Kilo entry that contains only `enabled` hides nothing; it
 * switches the server on or off.
 *
 * @param layers - Servers from each file, highest precedence first.
 */
export function mergeServers(layers: readonly (readonly ServerEntry[])[]): {
  readonly servers: readonly ServerEntry[];
  readonly problems: readonly ConfigProblem[];
} {
  const names = Map.groupBy(layers.flat(), ({ name }) => name) as Map<string, [ServerEntry, ...ServerEntry[]]>;
  const servers = [...names.values()].map(selectEntry);
  const problems = servers.flatMap((winner) =>
    (names.get(winner.name) ?? [])
      .filter((entry) => !isSwitch(entry) && (entry.file !== winner.file || entry.pointer !== winner.pointer))
      .map((entry) => shadowed(entry, winner)),
  );
  return { servers, problems: [...problems, ...nameCollisions(servers)] };
}

function shadowed({ name, file, pointer, line, column }: ServerEntry, winner: ServerEntry): ConfigProblem {
  const state = winner.state === 'invalid' ? ' (invalid)' : winner.policy.disabled ? ' (disabled)' : '';
  const message = `Server ${quoteName(name)} is hidden by the entry with the same name${state} in ${winner.file}, line ${winner.line}.`;
  return { code: 'SHADOWED', severity: 'info', message, file, pointer, line, column, server: name };
}
