import { nearestToolName } from '../catalogue/tool-reference.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { maySeeServer } from '../clients/client-access.ts';
import type { AccessContext } from '../decisions/access-context.ts';
import { mayUse } from '../decisions/judge.ts';
import type { Gateway } from '../gateway.ts';
import { GatewayError } from '../gateway-error.ts';
import type { Upstreams } from '../open-upstreams.ts';
import { listConnecting, listNames } from '../upstreams/last-known-tools.ts';

/** Finds a tool by its exposed name; if the name is unknown, waits for servers that are starting. */
export async function findCatalogueTool({ index, start }: Gateway, name: string): Promise<UpstreamTool | undefined> {
  const found = index.findTool(name);
  if (found !== undefined || start.settled === undefined) return found;
  await start.settled;
  return index.findTool(name);
}

/** Returns the error for an unknown name; the error reveals only tools and servers that the client may see. */
export function unknownTool({ index, connections }: Upstreams, name: string, access: AccessContext): GatewayError {
  const names = index.catalogue.tools.filter((tool) => mayUse(access, tool)).map(({ exposedName }) => exposedName);
  const nearest = nearestToolName(name, names);
  const hint = nearest === undefined ? 'Use list_available_tools to find the names.' : `Did you mean '${nearest}'?`;
  const visible = connections.servers.filter((server) => maySeeServer(index, access, server.name));
  const away = visible.filter(({ state }) => state.status === 'disconnected' || state.status === 'disabled');
  const text = `Unknown tool '${name.slice(0, 100)}'. ${hint}${listNames('Still connecting', listConnecting(visible))}${listNames('Not connected now', away)}`;
  return new GatewayError('TOOL_UNKNOWN', text, {
    data: { name: name.slice(0, 100), nearest },
  });
}
