import { type JsonObject, type OpenTransport, RpcError, type TransportReceiver } from '@modegate/mcp-host/connections';

/** A server that lives in the test. */
export interface FakeUpstream {
  tools: readonly JsonObject[];
  resources: readonly JsonObject[];
  resourceTemplates: readonly JsonObject[];
  prompts: readonly JsonObject[];
  /** Answers what is neither a list nor the handshake. */
  answer: (request: { readonly method: string; readonly params: JsonObject }) => Promise<JsonObject> | JsonObject;
  /** Every message that reached it, of all its links. */
  readonly received: readonly JsonObject[];
  /** The capabilities it was told at each of its starts. */
  readonly told: () => readonly unknown[];
  /** What reached it and is no list, handshake or ping. */
  readonly requests: () => readonly string[];
  /** Says something by itself. */
  readonly notify: (method: string, params?: JsonObject) => void;
  /** Asks the client something. */
  readonly ask: (method: string, params?: JsonObject) => Promise<JsonObject>;
  /** Ends its link, as a process that crashes. */
  readonly crash: () => void;
  readonly isRunning: () => boolean;
}

/** Servers by name, and the way to them. */
export interface FakeUpstreams {
  readonly openTransport: OpenTransport;
  readonly of: (name: string) => FakeUpstream;
  readonly names: readonly string[];
}

/** What a server offers at the start. */
export type UpstreamOffer = Partial<
  Pick<FakeUpstream, 'tools' | 'resources' | 'resourceTemplates' | 'prompts' | 'answer'>
>;

/** The definition of a tool. */
export function tool(name: string, members: JsonObject = {}): JsonObject {
  return { name, description: `What ${name} does.`, inputSchema: { type: 'object' }, ...members };
}

/** Two servers with two tools each. */
export const twoServers = {
  alpha: { tools: [tool('echo'), tool('wipe')] },
  beta: { tools: [tool('echo'), tool('wipe')] },
} satisfies Readonly<Record<string, UpstreamOffer>>;

interface Running extends FakeUpstream {
  open(receiver: TransportReceiver): void;
  close(): void;
  take(message: JsonObject): Promise<void>;
}

/** Makes servers that answer at once. */
export function createFakeUpstreams(offers: Readonly<Record<string, UpstreamOffer>> = twoServers): FakeUpstreams {
  const all = new Map(Object.entries(offers).map(([name, offer]) => [name, createUpstream(offer)]));
  const find = (name: string): Running => {
    const found = all.get(name) ?? createUpstream({});
    all.set(name, found);
    return found;
  };
  return {
    names: [...all.keys()],
    of: find,
    openTransport: (_launch, { name }) => {
      const upstream = find(name);
      let receiver: TransportReceiver | undefined;
      return {
        start: async (to) => {
          receiver = to;
          upstream.open(to);
        },
        send: async (message) => void upstream.take(message),
        close: async () => {
          upstream.close();
          receiver?.closed({ reason: 'closed', message: 'closed' });
          receiver = undefined;
        },
      };
    },
  };
}

function createUpstream(offer: UpstreamOffer): Running {
  const received: JsonObject[] = [];
  const asked = new Map<unknown, { resolve(result: JsonObject): void; reject(error: unknown): void }>();
  let receiver: TransportReceiver | undefined;
  let lastId = 0;
  const upstream: Running = {
    tools: [],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    answer: ({ method, params }) => ({
      content: [{ type: 'text', text: `${method} ${String(params.name ?? params.uri)}` }],
    }),
    ...offer,
    received,
    told: () =>
      received.flatMap(({ method, params }) => (method === 'initialize' ? [(params as JsonObject).capabilities] : [])),
    requests: () =>
      received.flatMap(({ method, id, params }) =>
        id === undefined ||
        typeof method !== 'string' ||
        /^(initialize|server\/discover|ping|.*\/list|logging\/setLevel)$/.test(method)
          ? []
          : [`${method} ${String((params as JsonObject).name ?? (params as JsonObject).uri ?? '')}`.trim()],
      ),
    notify: (method, params = {}) => receiver?.message({ jsonrpc: '2.0', method, params }),
    ask: (method, params = {}) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        asked.set(`ask-${lastId}`, { resolve, reject });
        receiver?.message({ jsonrpc: '2.0', id: `ask-${lastId}`, method, params });
      }),
    crash: () => {
      const gone = receiver;
      receiver = undefined;
      gone?.closed({ reason: 'exited', message: 'It crashed.' });
    },
    isRunning: () => receiver !== undefined,
    open: (to) => {
      receiver = to;
    },
    close: () => {
      receiver = undefined;
    },
    take: async (message) => {
      received.push(message);
      const { id, method, params = {}, result, error } = message;
      const link = receiver;
      if (typeof method !== 'string') {
        const waiting = asked.get(id);
        asked.delete(id);
        if (error === undefined) waiting?.resolve(result as JsonObject);
        else waiting?.reject(error);
        return;
      }
      if (id === undefined) return;
      const answer = await answerFor(upstream, method, params as JsonObject).catch((thrown: unknown) => thrown);
      if (answer instanceof RpcError) {
        const { code, message: text, data } = answer;
        link?.message({ jsonrpc: '2.0', id, error: { code, message: text, ...(data === undefined ? {} : { data }) } });
      } else link?.message({ jsonrpc: '2.0', id, result: answer });
    },
  };
  return upstream;
}

async function answerFor(upstream: FakeUpstream, method: string, params: JsonObject): Promise<JsonObject> {
  const { tools, resources, resourceTemplates, prompts } = upstream;
  switch (method) {
    case 'server/discover':
      throw new RpcError(-32_601, 'Method not found');
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
        serverInfo: { name: 'fake', version: '1' },
      };
    case 'tools/list':
      return { tools };
    case 'resources/list':
      return { resources };
    case 'resources/templates/list':
      return { resourceTemplates };
    case 'prompts/list':
      return { prompts };
    case 'ping':
    case 'logging/setLevel':
      return {};
    default:
      return upstream.answer({ method, params });
  }
}
