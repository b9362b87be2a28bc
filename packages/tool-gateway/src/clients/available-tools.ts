import type { Gateway } from '../gateway.ts';
import { listConnecting } from '../upstreams/last-known-tools.ts';
import { maySeeServer } from './client-access.ts';

/** Upstream tools that a client can call now, for clients that never refresh their list. */
export interface AvailableTools {
  /** Number of callable upstream tools. */
  readonly count: number;
  /** Servers whose tools are not known yet; at most twenty. */
  readonly connecting: readonly string[];
  /** Describes how to call the tools, in one or two sentences for a model. */
  readonly how: string;
}

/** Describes the tools that a connection can call now. */
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
    return 'Call these tools by name. If your list of tools does not show them, ask for the list again.';
  const list = ['list_available_tools', 'list-available-tools'].find((name) => ownTools.includes(name));
  return `Call these tools by name. If your list of tools does not show them, find their names with ${list} and run them with call_tool.`;
}

function describeConfiguring(ownTools: readonly string[]): string {
  const names = ownTools.filter((name) => name.includes('-')).join(', ');
  const way = ownTools.includes('call_tool')
    ? ' If your list of tools does not show them, run them with call_tool.'
    : ' If your list of tools does not show them, ask for the list again.';
  return `Call the configuration tools by name: ${names}.${way}`;
}
