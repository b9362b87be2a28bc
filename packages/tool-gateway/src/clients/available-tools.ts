import type { Gateway } from '../gateway.ts';
import { listConnecting } from '../upstreams/last-known-tools.ts';
import { maySeeServer } from './client-access.ts';

/** What a client may call of other servers now, and how: for one that never reads its list again, and may not have read this far. */
export interface AvailableTools {
  /** How many tools of other servers it may call. */
  readonly count: number;
  /** The servers that have not said yet what they offer; at most twenty. */
  readonly connecting: readonly string[];
  /** How to call them, in a sentence or two for a model. */
  readonly how: string;
}

/** Describes what a connection is offered at this moment. */
export function describeAvailableTools(
  { lists, access, connections, index }: Pick<Gateway, 'lists' | 'access' | 'connections' | 'index'>,
  connectionId: string,
): AvailableTools {
  const { tools, ownTools } = lists.of(connectionId);
  const viewed = access(connectionId);
  const connecting = listConnecting(connections.servers)
    .map(({ name }) => name)
    .filter((name) => maySeeServer(index, viewed, name));
  return {
    count: tools.length,
    connecting: connecting.slice(0, 20),
    how: viewed.configuring ? describeConfiguring(ownTools) : describeCalls(ownTools),
  };
}

function describeCalls(ownTools: readonly string[]): string {
  if (!ownTools.includes('call_tool'))
    return 'Call them by name. Ask for your list of tools again if it does not show them.';
  const list = ['list_available_tools', 'list-available-tools'].find((name) => ownTools.includes(name));
  return `Call them by name. If your list of tools does not show them, ${list} has their names and call_tool runs them.`;
}

function describeConfiguring(ownTools: readonly string[]): string {
  const names = ownTools.filter((name) => name.includes('-')).join(', ');
  const way = ownTools.includes('call_tool')
    ? ' If your list of tools does not show them, run them by call_tool.'
    : ' Ask for your list of tools again if it does not show them.';
  return `Call the configuration tools by name: ${names}.${way}`;
}
