import type {
  Connections,
  ConnectionsEvent,
  JsonObject,
  UpstreamRequestOptions,
  UpstreamServer,
} from '@modegate/mcp-host/connections';

/** One message that reached a server. */
export interface Sent {
  readonly server: string;
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly options: UpstreamRequestOptions;
}

/** What a server offers; the rest of it is filled in. */
export type Offer = Partial<
  Pick<UpstreamServer, 'tools' | 'resources' | 'resourceTemplates' | 'prompts' | 'state' | 'complete' | 'errors'>
>;

/** Connections without servers: a test says what they offer and answer, and sees all that is sent. */
export interface FakeConnections extends Connections {
  readonly sent: readonly Sent[];
  readonly notified: readonly Sent[];
  /** How many leases are held. */
  readonly leases: () => readonly JsonObject[];
  /** Changes what a server offers; `undefined` takes it away. Events follow as soon as the present work is done. */
  readonly offer: (server: string, offer: Offer | undefined) => void;
  readonly emit: (event: ConnectionsEvent) => void;
  /** Answers all requests from now on. */
  answer: (sent: Sent) => Promise<JsonObject> | JsonObject;
}

export const connected: UpstreamServer['state'] = {
  status: 'connected',
  since: 0,
  serverInfo: { name: 'fake', version: '1' },
  capabilities: { logging: {} },
  instructions: undefined,
  protocolVersion: '2025-11-25',
};

export const connecting: UpstreamServer['state'] = { status: 'connecting', since: 0, attempt: 1 };

/** The definition of a tool. */
export function tool(name: string, members: JsonObject = {}): JsonObject {
  return { name, description: `What ${name} does.`, inputSchema: { type: 'object' }, ...members };
}

/** Makes connections that behave as real ones do in what the gateway relies on: same objects while nothing changes, events a microtask later. */
export function createFakeConnections(offers: Readonly<Record<string, Offer>> = {}): FakeConnections {
  const listeners = new Set<(event: ConnectionsEvent) => void>();
  const sent: Sent[] = [];
  const notified: Sent[] = [];
  const leases: JsonObject[] = [];
  let servers = Object.entries(offers).map(([name, offer]) => serverOf(name, offer));
  const emit = (event: ConnectionsEvent) => {
    for (const listener of listeners) listener(event);
  };
  const fake: FakeConnections = {
    get servers() {
      return servers;
    },
    sent,
    notified,
    leases: () => [...leases],
    answer: () => ({ content: [] }),
    acquire: ({ capabilities }) => {
      leases.push(capabilities);
      return {
        release: async () => {
          const at = leases.indexOf(capabilities);
          if (at >= 0) leases.splice(at, 1);
        },
      };
    },
    settled: async () => undefined,
    update: async () => undefined,
    request: (server, method, params, options = {}) => {
      if (options.signal?.aborted === true) return Promise.reject(options.signal.reason);
      const message = { server, method, params, options };
      sent.push(message);
      return new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true });
        Promise.resolve(message)
          .then((each) => fake.answer(each))
          .then(resolve, reject);
      });
    },
    refreshStaleLists: () => undefined,
    notify: async (server, method, params) => {
      notified.push({ server, method, params, options: {} });
    },
    onEvent: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    restart: async () => undefined,
    close: async () => undefined,
    offer: (name, offer) => {
      const before = servers.find((server) => server.name === name);
      const others = servers.filter((server) => server.name !== name);
      servers = offer === undefined ? others : [...others, serverOf(name, { ...before, ...offer })].toSorted(byName);
      const isState = offer === undefined || before === undefined || offer.state !== undefined;
      const lists = (['tools', 'resources', 'prompts'] as const).filter(
        (list) => offer?.[list] !== undefined || (list === 'resources' && offer?.resourceTemplates !== undefined),
      );
      queueMicrotask(() => {
        if (isState) emit({ type: 'state', server: name });
        for (const list of lists) emit({ type: 'list', server: name, list });
      });
    },
    emit,
  };
  return fake;
}

function serverOf(name: string, offer: Offer): UpstreamServer {
  const { state = connected, tools = [], resources = [], resourceTemplates = [], prompts = [] } = offer;
  const isThere = state.status === 'connected';
  return {
    name,
    // The gateway never looks at it.
    entry: { name } as UpstreamServer['entry'],
    state,
    errors: offer.errors ?? [],
    tools: isThere ? tools : [],
    resources: isThere ? resources : [],
    resourceTemplates: isThere ? resourceTemplates : [],
    prompts: isThere ? prompts : [],
    complete: offer.complete ?? { tools: true, resources: true, resourceTemplates: true, prompts: true },
  };
}

function byName(one: UpstreamServer, other: UpstreamServer): number {
  return one.name < other.name ? -1 : 1;
}
