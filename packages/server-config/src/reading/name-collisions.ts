import type { ConfigProblem } from '../config-problem.ts';
import type { ServerEntry } from '../entries/server-entry.ts';
import { quoteName } from './config-roots.ts';

/**
 * Sanitises a name in the same way as clients do for tool names: every character other than letters, digits, `_` and
 * `-` becomes `_`.
 */
export function sanitiseServerName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}

/** Returns one warning for every server whose sanitised name is already taken by an earlier server. */
export function nameCollisions(servers: readonly ServerEntry[]): readonly ConfigProblem[] {
  const taken = new Map<string, ServerEntry>();
  const problems: ConfigProblem[] = [];
  for (const server of servers) {
    const reduced = sanitiseServerName(server.name);
    const other = taken.get(reduced);
    if (other === undefined) taken.set(reduced, server);
    else problems.push(collision(server, other));
  }
  return problems;
}

function collision({ name, file, pointer, line, column }: ServerEntry, other: ServerEntry): ConfigProblem {
  const message = `The server names ${quoteName(name)} and ${quoteName(other.name)} become identical in tool names. Rename one of them.`;
  return { code: 'NAME_COLLISION', severity: 'warning', message, file, pointer, line, column, server: name };
}
