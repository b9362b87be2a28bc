import { compilePolicy, type Policy } from '@modegate/mode-core';
import {
  type ClientList,
  type ClientRequest,
  type ConsentRecord,
  callTool,
  createGateway,
  createGatewayClients,
  type DecisionRecord,
  type Gateway,
  type GatewayOptions,
  type IsReservedUri,
  type JsonObject,
  openUpstreams,
  requestResource,
  type ServerNotification,
  type ToolCall,
  type UpstreamResourceRequest,
} from '@modegate/tool-gateway';
import type { UpstreamTool } from '@modegate/tool-gateway/catalogue';
import { createFakeConnections, type FakeConnections, type Offer, tool } from './fake-connections.ts';

/** Two servers with two tools each. */
export const twoServers = {
  alpha: { tools: [tool('echo'), tool('wipe')] },
  beta: { tools: [tool('echo'), tool('wipe')] },
} satisfies Readonly<Record<string, Offer>>;

/** `all` may do everything, `none` nothing, `alpha` only what alpha has, `careful` anything but wiping. */
export function testPolicy(servers: readonly string[] = ['alpha', 'beta']): Policy {
  const mode = (slug: string, mcpRestrictions: JsonObject = {}) => ({
    slug,
    name: slug,
    roleDefinition: 'R',
    groups: slug === 'none' ? ['read'] : ['mcp'],
    mcpRestrictions,
  });
  return compilePolicy({
    project: [
      mode('all'),
      mode('none'),
      mode('alpha', { allowedServers: ['alpha'] }),
      mode('careful', { disallowedTools: [{ serverName: '*', toolName: 'wipe' }] }),
    ] as never,
    servers: servers.map((name) => ({ name })) as never,
  });
}

/** A gateway with everything around it in the hands of the test. */
export interface GatewayWorld {
  readonly gateway: Gateway;
  readonly connections: FakeConnections;
  readonly records: readonly DecisionRecord[];
  readonly changes: readonly (readonly [string, ClientList])[];
  readonly notifications: readonly ServerNotification[];
  /** What was said of servers that claim the same URIs. */
  readonly conflicts: string[];
  /** Questions that reached a client outside of any of its requests. */
  readonly asked: { readonly connectionId: string; readonly method: string; readonly params: JsonObject }[];
  /** The questions for consent and their answers. */
  readonly consents: ConsentRecord[];
  /** Epoch milliseconds. */
  now: number;
  policy: Policy;
  /** What whoever is asked answers. */
  answer: (method: string, params: JsonObject) => Promise<JsonObject> | JsonObject;
  /** Gives a connection a mode, and has the gateway look again. */
  setMode(connectionId: string, mode: string | undefined): void;
  /** The request of a client. */
  context(connectionId: string, params?: JsonObject, more?: Partial<ClientRequest>): ClientRequest;
  callTool(tool: UpstreamTool, request: ClientRequest, how?: Partial<ToolCall>): Promise<JsonObject>;
  request(
    method: UpstreamResourceRequest['method'],
    params: JsonObject,
    request: ClientRequest,
  ): Promise<JsonObject | undefined>;
  add(connectionId: string, capabilities: JsonObject): void;
  /** Calls a tool by its exposed name. */
  call(connectionId: string, name: string, args?: JsonObject): Promise<JsonObject>;
  names(connectionId: string): readonly string[];
  find(name: string): UpstreamTool;
}

export interface WorldOptions {
  readonly servers?: Readonly<Record<string, Offer>>;
  readonly clients?: Readonly<Record<string, JsonObject>>;
  readonly modes?: Readonly<Record<string, string>>;
  readonly record?: GatewayOptions['record'];
  readonly trust?: Partial<GatewayOptions['trust']>;
  readonly toolsets?: Partial<GatewayOptions['toolsets'] & GatewayOptions['configuration']>;
  readonly isReservedUri?: IsReservedUri;
  readonly options?: Partial<GatewayOptions>;
}

const silent = { onChange: () => () => undefined };

/** Opens a gateway with one client, `c1`, in mode `all`. */
export function openWorld(options: WorldOptions = {}): GatewayWorld {
  const { servers = twoServers, clients = { c1: {} }, modes = { c1: 'all' } } = options;
  const connections = createFakeConnections(servers);
  const records: DecisionRecord[] = [];
  const changes: [string, ClientList][] = [];
  const notifications: ServerNotification[] = [];
  const modeOf = new Map<string, string | undefined>(Object.entries(modes));
  const ask = async (connectionId: string, method: string, params: JsonObject) => {
    world.asked.push({ connectionId, method, params });
    return world.answer(method, params);
  };
  const upstreams = openUpstreams({
    ...createGatewayClients(),
    connections,
    reservedNames: new Set(['list_modes']),
    isReservedUri: options.isReservedUri,
    onResourceConflict: ({ message }) => void world.conflicts.push(message),
  });
  const gateway = createGateway({
    upstreams,
    policy: () => world.policy,
    modeOf: (connectionId) => modeOf.get(connectionId),
    openModes: () => world.policy.modes.map(({ config }) => config.slug),
    toolsets: {
      whyNotEquipped: () => undefined,
      annotated: ({ definition }) => definition,
      warning: () => undefined,
      ...options.toolsets,
      ...silent,
    },
    configuration: {
      isConfiguring: () => false,
      fix: () => undefined,
      forget: () => undefined,
      ...options.toolsets,
      ...silent,
    },
    trust: {
      whyWithheld: () => undefined,
      warning: () => undefined,
      question: () => undefined,
      approve: async () => undefined,
      observe: () => undefined,
      judgeInstructions: () => ({ kind: 'served' }),
      observeInstructions: () => undefined,
      ...silent,
      ...options.trust,
    },
    ownTools: () => [],
    consent: { folder: '/project', now: () => world.now, record: (record) => void world.consents.push(record) },
    record: (decision) => {
      records.push(decision);
      return options.record?.(decision);
    },
    ...options.options,
  });
  gateway.onEvent((event) => {
    if (event.type === 'list') changes.push([event.connectionId, event.list]);
    if (event.type === 'notification') {
      const { type: _type, ...notification } = event;
      notifications.push(notification);
    }
  });
  const world: GatewayWorld = {
    gateway,
    connections,
    records,
    changes,
    notifications,
    conflicts: [],
    consents: [],
    now: 0,
    asked: [],
    policy: testPolicy(Object.keys(servers)),
    answer: () => ({ action: 'accept' }),
    setMode: (connectionId, mode) => {
      modeOf.set(connectionId, mode);
      gateway.refresh(connectionId);
    },
    context: (connectionId, params = {}, more = {}) => ({
      connectionId,
      isStateless: false,
      isShared: false,
      requestId: 1,
      clientCapabilities: clients[connectionId] ?? {},
      params,
      meta: (params._meta ?? {}) as JsonObject,
      signal: new AbortController().signal,
      releaseSlot: () => undefined,
      progress: async () => undefined,
      request: (method, asking = {}) => ask(connectionId, method, asking),
      ...more,
    }),
    callTool: (called, request, how = {}) => callTool(gateway, { tool: called, request, ...how }),
    request: (method, params, request) => requestResource(gateway, { method, params, request }),
    add: (connectionId, capabilities) =>
      gateway.addClient({ connectionId, capabilities, ask: ({ method, params }) => ask(connectionId, method, params) }),
    call: (connectionId, name, args) =>
      world.callTool(
        world.find(name),
        world.context(connectionId, { name, ...(args === undefined ? {} : { arguments: args }) }),
      ),
    names: (connectionId) => gateway.lists.of(connectionId).tools.map(({ definition }) => String(definition.name)),
    find: (name) => {
      const found = gateway.index.catalogue.findExposed(name);
      if (found === undefined) throw new Error(`There is no tool ${name}.`);
      return found;
    },
  };
  for (const [connectionId, capabilities] of Object.entries(clients)) world.add(connectionId, capabilities);
  return world;
}

/** Something that happens when the test says so. */
export function createGate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** Lets everything that waits for nothing but its turn happen. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What reached servers beside what the gateway says for itself. */
export function forwarded({ connections }: GatewayWorld): readonly string[] {
  return connections.sent
    .filter(({ method }) => method !== 'ping' && method !== 'logging/setLevel')
    .map(({ server, method, params }) => `${server} ${method} ${String(params?.name ?? params?.uri ?? '')}`.trim());
}
