import type { Log } from '@modegate/cli-kit';
import type { Connections, ConnectionsOptions } from '@modegate/mcp-host/connections';
import type { ProtocolServer, ToolDefinition } from '@modegate/mcp-protocol';
import type { Project } from '@modegate/project';
import type { AvailableTools, Gateway, ProtocolAdapter, RequestMiddleware } from '@modegate/tool-gateway';
import type { GatewayPlace } from '../faces/gateway-place.ts';
import type { StateTexts } from '../storage/state-texts.ts';
import type { ToolContext } from '../tool-context.ts';

/** The gateway of a modes server. */
export interface ModesGateway {
  readonly gateway: Gateway;
  /** Takes over the servers of the project; those not yet agreed to are not started. Resolves when what is gone has ended. */
  useServers(entries: Project['servers']): Promise<void>;
  /** Reads again which tools are known and which servers a person has agreed to. */
  reloadState(): Promise<void>;
  /** Equips what another process has equipped. */
  followToolsets(): Promise<void>;
  /** Resolves when the state of former runs is read; requests wait for it. */
  readonly ready: Promise<void>;
  /** Files that another process may change, such as one in which a user approves a tool. */
  readonly stateFiles: readonly string[];
  /** Logs what restrictions name and no server has; done by itself when a list changes, and to be called when the modes have. */
  reportNames(): void;
  /** What a connection may call of other servers now, and how; undefined where none is configured. */
  offerTo(connectionId: string): AvailableTools | undefined;
  /** Serves the gateway to the clients of the server that `make` makes. */
  serve(make: (front: ProtocolAdapter) => ProtocolServer): ProtocolServer;
  close(): Promise<void>;
}

/** The modes server around a gateway. */
export interface OpenGatewayOptions {
  readonly context: ToolContext;
  readonly log: Log;
  /** Where it is kept what the gateway remembers. */
  readonly texts: StateTexts;
  /** The variables that configurations and started servers may see. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The tools of the modes server itself. */
  readonly ownTools: readonly ToolDefinition[];
  /** How other servers are reached. Default `createConnections`. */
  readonly connect?: ((options: ConnectionsOptions) => Connections) | undefined;
  /** Goes around each request to a server. Default: nothing does. */
  readonly aroundServer?: RequestMiddleware | undefined;
  /** The part of the servers that it has, where principals have gateways of their own. Default: all servers are its own. */
  readonly place?: GatewayPlace | undefined;
}
