/** A parsed answer; the tests say what they expect of it. */
export type Answer = ReturnType<typeof JSON.parse>;

/** What an HTTP server answered. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON body, or the last event of a stream. */
  readonly json: Answer;
}

/** A client of one session over HTTP. */
export interface HttpWire {
  readonly status: number;
  readonly initialized: Answer;
  readonly sessionId: string;
  /** Sends a request; resolves with the whole answer. */
  request(method: string, params?: object): Promise<HttpAnswer>;
  /** Calls a tool; resolves with the result. */
  call(name: string, args?: object): Promise<Answer>;
}

const jsonHeaders = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** Posts one JSON value. */
export async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...jsonHeaders, ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const event = text.split('\n').findLast((line) => line.startsWith('data: {'));
  const json = event === undefined ? (text === '' ? undefined : JSON.parse(text)) : JSON.parse(event.slice(6));
  return { status: response.status, headers: response.headers, json };
}

/** The first message of a client. */
export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'http-wire', version: '1' } },
};

/** Opens a session at a URL. */
export async function connectHttp(url: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpWire> {
  const first = await post(url, initialize, headers);
  const sessionId = first.headers.get('mcp-session-id') ?? '';
  const own = { ...headers, 'Mcp-Session-Id': sessionId, 'MCP-Protocol-Version': '2025-11-25' };
  if (first.status === 200) await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, own);
  let id = 0;
  const request = (method: string, params: object = {}) => {
    id += 1;
    return post(url, { jsonrpc: '2.0', id, method, params }, own);
  };
  return {
    status: first.status,
    initialized: first.json,
    sessionId,
    request,
    call: async (name, args = {}) => (await request('tools/call', { name, arguments: args })).json?.result,
  };
}

/** A client of revision 2026-07-28, which has no session; `initialized` is the answer to `server/discover`. */
export async function connectStateless(url: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpWire> {
  const version = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'http-wire', version: '1' },
  };
  const request = (method: string, params: { readonly name?: string; readonly uri?: string } = {}) => {
    const named = params.name ?? params.uri;
    const own = { ...headers, 'MCP-Protocol-Version': version, 'Mcp-Method': method };
    const sent = named === undefined ? own : { ...own, 'Mcp-Name': named };
    // Every request has the same id, as those of many clients may.
    return post(url, { jsonrpc: '2.0', id: 1, method, params: { _meta, ...params } }, sent);
  };
  const first = await request('server/discover');
  return {
    status: first.status,
    initialized: first.json,
    sessionId: '',
    request,
    call: async (name, args = {}) => {
      const params = { name, arguments: args };
      return (await request('tools/call', params)).json?.result;
    },
  };
}
