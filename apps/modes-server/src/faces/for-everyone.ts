import type { ProtocolServer } from '@modegate/mcp-protocol';
import type { ModesGateway } from '../gateway/modes-gateway.ts';
import type { PrincipalFaces } from './principal-faces.ts';

/** A protocol server that tells the clients of every face. Who connects to it belongs to no principal. */
export function serverForEveryone(base: ProtocolServer, faces: PrincipalFaces): ProtocolServer {
  const each = (tell: (server: ProtocolServer) => void): void => {
    for (const server of all()) tell(server);
  };
  const all = (): readonly ProtocolServer[] => [base, ...faces.all.map(({ server }) => server)];
  return {
    info: base.info,
    connect: base.connect,
    get inFlight() {
      return all().reduce((sum, server) => sum + server.inFlight, 0);
    },
    get connections() {
      return all().flatMap((server) => server.connections);
    },
    get connectionCount() {
      return all().reduce((sum, server) => sum + server.connectionCount, 0);
    },
    notifyToolsChanged: (connectionId) => each((server) => server.notifyToolsChanged(connectionId)),
    notifyResourcesChanged: (connectionId) => each((server) => server.notifyResourcesChanged(connectionId)),
    notifyPromptsChanged: (connectionId) => each((server) => server.notifyPromptsChanged(connectionId)),
    notifyResourceUpdated: (uri, connectionId) => each((server) => server.notifyResourceUpdated(uri, connectionId)),
    flushNotifications: (connectionId) => each((server) => server.flushNotifications(connectionId)),
    log: (...line) => each((server) => server.log(...line)),
    notify: (...said) =>
      all()
        .map((server) => server.notify(...said))
        .some(Boolean),
    request: (connectionId, question) => {
      const isThere = (server: ProtocolServer) => server.connections.some((each) => each.connectionId === connectionId);
      return (all().find(isThere) ?? base).request(connectionId, question);
    },
    close: async () => {
      await base.close();
      await faces.close();
    },
  };
}

/** The gateway that has what all share, which passes on to those of principals what it hears. */
export function gatewayForEveryone(base: ModesGateway, faces: PrincipalFaces): ModesGateway {
  const all = (): readonly ModesGateway[] => [base, ...faces.all.flatMap(({ gateway }) => gateway ?? [])];
  return {
    ...base,
    useServers: async (entries) => void (await Promise.all(all().map((gateway) => gateway.useServers(entries)))),
    reloadState: async () => void (await Promise.all(all().map((gateway) => gateway.reloadState()))),
    followToolsets: async () => void (await Promise.all(all().map((gateway) => gateway.followToolsets()))),
    reportNames: () => {
      for (const gateway of all()) gateway.reportNames();
    },
    gateway: {
      ...base.gateway,
      refresh: (connectionId) => {
        for (const { gateway } of all()) gateway.refresh(connectionId);
      },
    },
    close: async () => {
      await base.close();
      await faces.close();
    },
  };
}
