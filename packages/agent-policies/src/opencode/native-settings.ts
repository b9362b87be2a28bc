import { defined } from '@modegate/json';
import type { AgentEntry } from './agent-entry.ts';
import { entriesIn, type FileFault, type FileValue, flagAt, textAt, valueAt } from './file-value.ts';
import { isNativeAgent } from './value-tests.ts';

/**
 * @internal Agents under the key `agents` (the form used by opencode 2), in the form in which opencode 1 adopts them.
 */
export interface NativeAgents {
  readonly agents: ReadonlyMap<string, AgentEntry>;
  /** Restrictions on these agents that opencode 1 does not adopt. */
  readonly ignored: readonly FileFault[];
}

/**
 * @internal Reads `agents` from a file. An agent with the same name under `agent` takes precedence, and an agent with a
 * wrong value is ignored.
 */
export function readNativeAgents(root: FileValue): NativeAgents {
  const agents = new Map<string, AgentEntry>();
  const ignored: FileFault[] = [];
  for (const [name, { value }] of entriesIn(valueAt(root, 'agents'))) {
    if (valueAt(valueAt(root, 'agent'), name) !== undefined || value.kind !== 'map' || !isNativeAgent(value)) continue;
    const mode = textAt(valueAt(value, 'mode'));
    const disable = flagAt(valueAt(value, 'disabled'));
    agents.set(name, { permission: new Map(), ...defined({ mode, disable }) });
    for (const key of ['permission', 'tools']) {
      const entry = value.entries.get(key);
      if (entry !== undefined)
        ignored.push({ place: entry.place, what: `"${key}" of the agent ${JSON.stringify(name)} is under "agents"` });
    }
  }
  return { agents, ignored };
}

/** @internal Returns the servers under `mcp` and `mcp.servers` by name, with their values. */
export function nativeServers(mcp: FileValue | undefined): ReadonlyMap<string, FileValue> {
  const servers = new Map<string, FileValue>();
  if (mcp?.kind !== 'map') return servers;
  const nested = valueAt(mcp, 'servers');
  const isNested = nested?.kind === 'map' && !isServerOfThatName(nested);
  for (const [name, { value }] of mcp.entries) if (!(isNested && name === 'servers')) servers.set(name, value);
  for (const [name, { value }] of isNested ? nested.entries : []) if (!servers.has(name)) servers.set(name, value);
  return servers;
}

function isServerOfThatName(value: FileValue): boolean {
  return ['type', 'enabled'].some((key) => valueAt(value, key)?.kind === 'scalar');
}
