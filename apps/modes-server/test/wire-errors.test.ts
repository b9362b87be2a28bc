import { WIRE_ERROR_CODES, type WireErrorName } from '@modegate/mcp-protocol';
import { expect, test } from 'vitest';
import { docsModes, type OpenServer, openServer } from './support/open-server.ts';

interface Produced {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

// Appendix B of the requirement: one way to meet each error that a client of this server can meet. PARSE_ERROR needs a wire; see stdio.e2e.test.ts.
// The last two belong to revision 2026-07-28 and to HTTP.
const ways: Readonly<
  Record<
    Exclude<WireErrorName, 'PARSE_ERROR' | 'HEADER_MISMATCH' | 'UNSUPPORTED_PROTOCOL_VERSION'>,
    (server: OpenServer) => Promise<Produced>
  >
> = {
  INVALID_REQUEST: ({ client }) => answerTo(client, { jsonrpc: '2.0', id: 7 }),
  METHOD_NOT_FOUND: ({ client }) => caught(client.request('modes/list')),
  INVALID_PARAMS: ({ client }) => caught(client.request('tools/call', { name: 'list_mods', arguments: {} })),
  INTERNAL_ERROR: async ({ client, modes }) => {
    Object.defineProperty(modes.current, 'problems', {
      get: () => {
        throw new Error('secret detail');
      },
    });
    return caught(client.callTool('list_modes'));
  },
  MODE_NOT_FOUND: ({ client }) => caught(client.callTool('get_mode_info', { mode_slug: 'dosc' })),
  TASK_NOT_FOUND: ({ client }) => caught(client.callTool('get_task_info', { session_id: 'ses_unknown' })),
  SESSION_EXPIRED: async (server) => {
    const session_id = await openTask(server);
    server.wait(3_600_001);
    return caught(server.client.callTool('get_task_info', { session_id }));
  },
  VALIDATION_ERROR: ({ client }) => caught(client.callTool('create_task', { mode: 'docs' })),
  TOOL_RESTRICTION_ERROR: async (server) => {
    const session_id = await openTask(server);
    return caught(
      server.client.callTool('validate_tool_use', { session_id, tool_name: 'execute_command', enforce: true }),
    );
  },
  FILE_RESTRICTION_ERROR: async (server) => {
    const session_id = await openTask(server);
    return caught(
      server.client.callTool('validate_tool_use', {
        session_id,
        tool_name: 'write_to_file',
        file_path: 'a.ts',
        enforce: true,
      }),
    );
  },
};

test.each(Object.keys(ways) as (keyof typeof ways)[])('%s is sent as a JSON-RPC error', async (name) => {
  const server = await openServer({ files: { '.roomodes': docsModes }, flags: { toolErrors: 'jsonrpc' } });
  const error = await ways[name](server);
  expect(error.code).toBe(WIRE_ERROR_CODES[name]);
  expect(error.message).toMatch(/^[A-Z'].{10,}/s);
  expect(error.message).not.toMatch(/MCP error|secret detail|at .*\.ts:|node_modules/);
});

test.each([
  'MODE_NOT_FOUND',
  'TASK_NOT_FOUND',
  'SESSION_EXPIRED',
  'VALIDATION_ERROR',
  'TOOL_RESTRICTION_ERROR',
  'FILE_RESTRICTION_ERROR',
] as const)('%s is sent as a tool result', async (name) => {
  const server = await openServer({ files: { '.roomodes': docsModes } });
  const result = await ways[name](server).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { error: { name, code: WIRE_ERROR_CODES[name], message: expect.any(String) } },
  });
});

test('a wrong argument is reported with the expected one and the nearest name', async () => {
  const { call } = await openServer();
  const { text } = await call('create_task', { mode: 'code', initial_message: 7 });
  expect(text).toContain('mode_slug');
  expect(text).toContain('initial_message');
});

async function openTask({ call }: OpenServer): Promise<string> {
  return (await call('create_task', { mode_slug: 'docs' })).facts.session_id;
}

/** The JSON-RPC error of a request; a tool result that is an error is thrown for the other test to look at. */
async function caught(promise: Promise<{ readonly isError?: unknown }>): Promise<Produced> {
  const outcome = await promise.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error as Produced;
  throw outcome.result;
}

async function answerTo(client: OpenServer['client'], message: object): Promise<Produced> {
  client.send(message);
  while (true) {
    const answer = client.received.find((received) => 'error' in received && received.id === 7);
    if (answer !== undefined) return (answer as unknown as { error: Produced }).error;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
