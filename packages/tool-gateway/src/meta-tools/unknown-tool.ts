import { nearestToolName } from '../catalogue/tool-reference.ts';
import { maySeeServer } from '../clients/client-access.ts';
import type { Access } from '../decisions/access.ts';
import { mayUse } from '../decisions/judge.ts';
import { GatewayError } from '../gateway-error.ts';
import type { Upstreams } from '../open-upstreams.ts';

/** The error for a name that no tool has; it names only tools and servers that the access may see. */
export function unknownTool({ index, connections }: Upstreams, name: string, access: Access): GatewayError {
  const visible = index.catalogue.tools.filter((tool) => mayUse(access, tool)).map(({ exposedName }) => exposedName);
  const nearest = nearestToolName(name, visible);
  const hint = nearest === undefined ? 'list_available_tools has the names.' : `Did you mean '${nearest}'?`;
  const away = connections.servers.filter(
    ({ name: server, state }) => state.status !== 'connected' && maySeeServer(index, access, server),
  );
  const missing = away.length === 0 ? '' : ` Not connected now: ${away.map((server) => server.name).join(', ')}.`;
  return new GatewayError('TOOL_UNKNOWN', `Unknown tool '${name.slice(0, 100)}'. ${hint}${missing}`, {
    data: { name: name.slice(0, 100), nearest },
  });
}
