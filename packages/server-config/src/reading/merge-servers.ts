import type { ConfigProblem } from '../config-problem.ts';
import type { ServerEntry } from '../entries/server-entry.ts';
import { quoted } from './config-roots.ts';
import { nameCollisions } from './name-collisions.ts';

/**
 * Keeps, for every name, the entry of the highest precedence, and reports the ones that it hides.
 *
 * An entry hides those below it whatever its state: a disabled or invalid server of the project never exposes the
 * global server of the same name.
 *
 * @param layers - The servers of each file, highest precedence first.
 */
export function mergeServers(layers: readonly (readonly ServerEntry[])[]): {
  readonly servers: readonly ServerEntry[];
  readonly problems: readonly ConfigProblem[];
} {
  const winners = new Map<string, ServerEntry>();
  const problems: ConfigProblem[] = [];
  for (const entry of layers.flat()) {
    const winner = winners.get(entry.name);
    if (winner === undefined) winners.set(entry.name, entry);
    else problems.push(shadowed(entry, winner));
  }
  const servers = [...winners.values()];
  return { servers, problems: [...problems, ...nameCollisions(servers)] };
}

function shadowed({ name, file, pointer, line, column }: ServerEntry, winner: ServerEntry): ConfigProblem {
  const state = winner.state === 'invalid' ? ' (invalid)' : winner.policy.disabled ? ' (disabled)' : '';
  const message = `Server ${quoted(name)} is hidden by the entry of the same name${state} in ${winner.file}, line ${winner.line}.`;
  return { code: 'SHADOWED', severity: 'info', message, file, pointer, line, column, server: name };
}
