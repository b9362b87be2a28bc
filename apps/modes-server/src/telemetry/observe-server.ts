import type { ProtocolServer } from '@modegate/mcp-protocol';
import type { HttpServing } from '@modegate/mcp-protocol/http';
import type { Store } from '@modegate/session-store';
import type { Metrics } from '@modegate/telemetry';
import type { ModesGateway } from '../gateway/modes-gateway.ts';

/** What is looked at. */
export interface ObservedServer {
  readonly gateway: ModesGateway | undefined;
  readonly server: ProtocolServer;
  readonly store: Pick<Store, 'count'>;
}

/** Measures, whenever the metrics are read, how much the server holds at that moment. */
export function observeServer(metrics: Metrics, { gateway, server, store }: ObservedServer): void {
  metrics.gauge('modegate.connections', {
    description: 'Connected clients.',
    read: () => server.connectionCount,
  });
  metrics.gauge('modegate.servers', {
    description: 'Servers behind the gateway, by state.',
    read: () => countByState(gateway?.gateway.connections.servers ?? []),
  });
  metrics.gauge('modegate.tasks.stored', {
    description: 'Tasks with their sessions that the store holds, ended ones included.',
    read: () => store.count(),
  });
}

/** The same for what HTTP holds. */
export function observeHttp(metrics: Metrics, serving: HttpServing): void {
  metrics.gauge('modegate.http.sessions', { description: 'Open MCP sessions.', read: () => serving.sessionCount });
  metrics.gauge('modegate.http.connections', {
    description: 'Open connections of HTTP.',
    read: () => serving.connectionCount,
  });
}

const STATES = ['connected', 'connecting', 'disconnected', 'disabled'] as const;

function countByState(
  servers: readonly { readonly state: { readonly status: string } }[],
): ReadonlyMap<string, number> {
  return new Map(STATES.map((state) => [state, servers.filter((each) => each.state.status === state).length]));
}
