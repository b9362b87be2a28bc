import type { HttpServing } from '@modegate/mcp-protocol/http';
import type { Store } from '@modegate/session-store';
import type { Metrics } from '@modegate/telemetry';
import type { PrincipalServers } from '../principal-servers/principal-servers.ts';

/** The parts of a modes server that are measured. */
export interface ObservedServer {
  readonly servers: Pick<PrincipalServers, 'common' | 'all'>;
  readonly store: Pick<Store, 'count'>;
}

/** Registers gauges for clients, servers and stored tasks, which are read along with the metrics. */
export function observeServer(metrics: Metrics, { servers, store }: ObservedServer): void {
  metrics.gauge('modegate.connections', {
    description: 'Connected clients.',
    read: () => servers.all.reduce((sum, { server }) => sum + server.connectionCount, 0),
  });
  metrics.gauge('modegate.servers', {
    description: 'Servers behind the gateway, by state.',
    read: () => countByState(servers.common.gateway?.gateway.connections.servers ?? []),
  });
  metrics.gauge('modegate.tasks.stored', {
    description: 'Tasks in the store with their sessions, including ended tasks.',
    read: () => store.count(),
  });
}

/** Registers gauges for HTTP sessions and connections. */
export function observeHttp(metrics: Metrics, serving: HttpServing): void {
  metrics.gauge('modegate.http.sessions', { description: 'Open MCP sessions.', read: () => serving.sessionCount });
  metrics.gauge('modegate.http.connections', {
    description: 'Open HTTP connections.',
    read: () => serving.connectionCount,
  });
}

const STATES = ['connected', 'connecting', 'disconnected', 'disabled'] as const;

function countByState(
  servers: readonly { readonly state: { readonly status: string } }[],
): ReadonlyMap<string, number> {
  return new Map(STATES.map((state) => [state, servers.filter((each) => each.state.status === state).length]));
}
