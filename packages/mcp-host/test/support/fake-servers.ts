import {
  type JsonObject,
  type OpenTransport,
  RpcError,
  type ServerLaunch,
  type TransportEnd,
  type TransportReceiver,
} from '@modegate/mcp-host/connections';

/** One link to a fake server, as the server sees it. */
export interface FakeLink {
  readonly server: string;
  readonly launch: ServerLaunch;
  readonly status: () => 'made' | 'open' | 'closed';
  /** Everything that was sent to the server. */
  readonly received: readonly JsonObject[];
  /** Methods of the requests that were sent to the server. */
  readonly methods: () => readonly string[];
  readonly notify: (method: string, params?: JsonObject) => void;
  readonly send: (message: JsonObject) => void;
  readonly note: (kind: 'stderr' | 'garbage', text: string) => void;
  /** The server ends by itself. */
  readonly end: (message?: string, cause?: unknown) => void;
}

/** Answers one request of us: a result, an error, or nothing at all. */
export type Answer = (request: {
  readonly method: string;
  readonly params: JsonObject;
  readonly link: FakeLink;
}) => JsonObject | RpcError | 'silence' | Promise<JsonObject | RpcError | 'silence'>;

export interface FakeServers {
  readonly openTransport: OpenTransport;
  /** All links that were ever made, oldest first. */
  readonly links: readonly FakeLink[];
  readonly linksOf: (server: string) => readonly FakeLink[];
  /** The newest link of a server. */
  readonly link: (server: string) => FakeLink;
  readonly open: () => readonly FakeLink[];
  /** The most links that one server ever had open at once. */
  readonly mostOpen: () => number;
}

export interface FakeServersOptions {
  readonly answer?: Answer;
  /** Runs when a link starts; throwing makes the start fail. */
  readonly onStart?: (link: FakeLink) => void | Promise<void>;
  /** Runs before a link that is closed counts as closed. */
  readonly onClose?: (link: FakeLink) => void | Promise<void>;
}

export const initializeResult = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'fake', version: '1.0.0' },
} satisfies JsonObject;

/** Initialises, has the tool `echo`, and knows nothing else but `ping`. */
export const politeAnswer: Answer = ({ method, params }) => {
  if (method === 'initialize') return initializeResult;
  if (method === 'tools/list') return { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };
  if (method === 'tools/call') return { content: [{ type: 'text', text: JSON.stringify(params) }] };
  if (method === 'ping') return {};
  return new RpcError(-32_601, 'Method not found');
};

/** Makes servers that live in this process and answer at once. */
export function createFakeServers(options: FakeServersOptions = {}): FakeServers {
  const links: FakeLink[] = [];
  let mostOpen = 0;
  const openTransport: OpenTransport = (launch, { name }) => {
    let receiver: TransportReceiver | undefined;
    let status: 'made' | 'open' | 'closed' = 'made';
    let closing: Promise<void> | undefined;
    const received: JsonObject[] = [];
    const finish = (end: TransportEnd) => {
      if (status === 'closed') return;
      const wasOpen = status === 'open';
      status = 'closed';
      if (wasOpen) receiver?.closed(end);
    };
    const link: FakeLink = {
      server: name,
      launch,
      status: () => status,
      received,
      methods: () =>
        received.flatMap(({ method, id }) => (id !== undefined && typeof method === 'string' ? [method] : [])),
      notify: (method, params = {}) => receiver?.message({ jsonrpc: '2.0', method, params }),
      send: (message) => receiver?.message(message),
      note: (kind, text) => receiver?.note(kind, text),
      end: (message = 'The process ended with the exit code 1.', cause) =>
        finish({ reason: 'exited', message, exitCode: 1, cause }),
    };
    const respond = async (message: JsonObject) => {
      const { id, method, params = {} } = message as { id?: unknown; method: string; params?: JsonObject };
      if (id === undefined) return;
      const answer = await (options.answer ?? politeAnswer)({ method, params, link });
      if (answer === 'silence' || status !== 'open') return;
      receiver?.message(
        answer instanceof RpcError
          ? { jsonrpc: '2.0', id, error: { code: answer.code, message: answer.message } }
          : { jsonrpc: '2.0', id, result: answer },
      );
    };
    links.push(link);
    const open = links.filter((other) => other.server === name && other.status() !== 'closed').length;
    mostOpen = Math.max(mostOpen, open);
    return {
      async start(to) {
        receiver = to;
        try {
          await options.onStart?.(link);
        } catch (error) {
          status = 'closed';
          throw error;
        }
        if (status === 'closed') throw new Error('It was closed while it started.');
        status = 'open';
      },
      async send(message) {
        if (status !== 'open') throw new Error('It is not open.');
        received.push(message);
        void respond(message);
      },
      close() {
        closing ??= (async () => {
          if (status !== 'closed') await options.onClose?.(link);
          finish({ reason: 'closed', message: 'It was closed.' });
        })();
        return closing;
      },
    };
  };
  return {
    openTransport,
    links,
    linksOf: (server) => links.filter((link) => link.server === server),
    link(server) {
      const newest = links.findLast((link) => link.server === server);
      if (newest === undefined) throw new Error(`No link to ${server} was made.`);
      return newest;
    },
    open: () => links.filter((link) => link.status() !== 'closed'),
    mostOpen: () => mostOpen,
  };
}
