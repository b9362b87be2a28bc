import fc from 'fast-check';
import { hostileJson, hostileText } from '../support/hostile-values.ts';
import { idKey } from './answers.ts';

/** A stream of bytes to a server and where it is cut. */
export interface Burst {
  readonly bytes: Buffer;
  readonly cuts: readonly number[];
}

/** A text that stands for the id of a session that exists. */
export const sessionPlaceholder = 'SESSION-ID-GOES-HERE';

const methods = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'tools/call',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
  'rpc.discover',
  'sampling/createMessage',
  'tools/call\0',
  '',
  '__proto__',
];
const tools = [
  'list_modes',
  'get_mode_info',
  'create_task',
  'switch_mode',
  'get_task_info',
  'validate_tool_use',
  'add_message',
  'complete_task',
  'constructor',
  'nothing',
];

const often = (usual: fc.Arbitrary<unknown>, weight = 6): fc.Arbitrary<unknown> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: hostileJson });

const id = fc.oneof(
  { weight: 8, arbitrary: fc.nat(30) as fc.Arbitrary<unknown> },
  { weight: 2, arbitrary: hostileText },
  { weight: 1, arbitrary: hostileJson },
  { weight: 1, arbitrary: fc.constantFrom(1.5, -1, 1e21, 2 ** 53, null, '1') },
);
const slug = fc.constantFrom('docs', 'code', 'ask', 'none', 'constructor', '__proto__');
const session = fc.constantFrom(sessionPlaceholder, sessionPlaceholder, 'ses_none', '');

const toolArguments = fc.record(
  {
    session_id: often(session),
    mode_slug: often(slug),
    new_mode_slug: often(slug),
    parent_session_id: often(session),
    initial_message: often(hostileText),
    reason: often(hostileText),
    status: often(fc.constantFrom('completed', 'failed', 'cancelled', 'x')),
    result: often(hostileText),
    tool_name: often(
      fc.constantFrom(
        'write_to_file',
        'apply_patch',
        'use_mcp_tool',
        'mcp--github--search',
        'read_file',
        'constructor',
      ),
    ),
    file_path: often(fc.constantFrom('docs/a.md', '../x', 'src/a.ts')),
    mcp_server: often(fc.constantFrom('github', 'admin', 'none')),
    mcp_tool: often(fc.constantFrom('search', 'fork', 'delete_x')),
    tool_params: often(
      fc.dictionary(
        fc.constantFrom('path', 'file_path', 'patch', 'files', 'args', 'server_name', 'tool_name'),
        hostileJson,
      ),
    ),
    enforce: often(fc.boolean()),
    include_messages: often(fc.boolean()),
    include_hierarchy: often(fc.boolean()),
    include_audit: often(fc.boolean()),
    include_system_prompt: often(fc.boolean()),
    source_filter: often(fc.constantFrom('project', 'global', 'builtin', 'all')),
  },
  { requiredKeys: ['session_id', 'mode_slug', 'new_mode_slug', 'tool_name', 'status'] },
);

const params = fc.record(
  {
    name: often(fc.constantFrom(...tools)),
    arguments: often(toolArguments, 12),
    uri: often(
      fc.constantFrom(
        'mode://code',
        'mode://docs/config',
        'mode://docs/system_prompt',
        'mode://%2e%2e/config',
        'mode://',
        'file:///etc/passwd',
      ),
    ),
    cursor: often(hostileText),
    level: often(fc.constantFrom('debug', 'error', 'x')),
    requestId: often(fc.nat(30)),
    progressToken: often(fc.nat(30)),
    progress: often(fc.nat(9)),
    _meta: often(fc.record({ progressToken: often(fc.nat(30)) })),
    ref: often(
      fc.record(
        {
          type: fc.constantFrom('ref/resource', 'ref/prompt'),
          uri: fc.constant('mode://{slug}'),
          name: fc.constantFrom('code', 'mode'),
        },
        { requiredKeys: ['type'] },
      ),
    ),
    argument: often(fc.record({ name: often(fc.constant('slug')), value: often(hostileText) })),
    protocolVersion: often(fc.constantFrom('2025-11-25', '2024-11-05', '1')),
    capabilities: often(fc.constant({})),
    clientInfo: often(fc.constant({ name: 'f', version: '1' })),
  },
  { requiredKeys: ['name', 'arguments', 'uri'] },
);

/** Something that is nearly, or entirely, a JSON-RPC message. */
export const hostileMessage: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record(
      {
        jsonrpc: fc.oneof(
          { weight: 30, arbitrary: fc.constant('2.0') as fc.Arbitrary<unknown> },
          { weight: 1, arbitrary: hostileJson },
        ),
        id,
        method: fc.oneof(
          { weight: 20, arbitrary: fc.constantFrom(...methods) as fc.Arbitrary<unknown> },
          { weight: 1, arbitrary: hostileJson },
        ),
        params: often(params, 20),
        result: hostileJson,
        error: hostileJson,
      },
      { requiredKeys: ['jsonrpc', 'method', 'params'] },
    ),
  },
  {
    weight: 6,
    arbitrary: fc.record({ id: fc.nat(30), name: fc.constantFrom(...tools), args: toolArguments }).map((call) => ({
      jsonrpc: '2.0',
      id: call.id,
      method: 'tools/call',
      params: { name: call.name, arguments: call.args },
    })),
  },
  { weight: 1, arbitrary: fc.record({ jsonrpc: fc.constant('2.0'), id, result: hostileJson }) },
  { weight: 1, arbitrary: hostileJson },
);

const line = fc.oneof(
  { weight: 16, arbitrary: hostileMessage.map((message) => Buffer.from(JSON.stringify(message) ?? 'undefined')) },
  {
    weight: 1,
    arbitrary: fc.array(hostileMessage, { maxLength: 3 }).map((batch) => Buffer.from(JSON.stringify(batch))),
  },
  // Half a message.
  {
    weight: 2,
    arbitrary: fc
      .tuple(hostileMessage, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([message, part]) => half(JSON.stringify(message) ?? '', part)),
  },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: hostileText.map((text) => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('[', '{"a":', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":['), fc.nat(20_000))
      .map(([unit, depth]) => Buffer.from(unit.repeat(depth).slice(0, 200_000))),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat(9_000)
      .map((depth) =>
        Buffer.from(`{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`),
      ),
  },
);
const lineEnd = fc.constantFrom('\n', '\n', '\n', '\n', '\r\n', '', '\n\n', '\r');

/** Bursts of up to 30 lines; at times one is larger than a message may be. */
export function burst(hugeBytes: number): fc.Arbitrary<Burst> {
  const huge = fc
    .constantFrom('a', ' ', '\0', '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"')
    .map((unit) => Buffer.concat([Buffer.from(unit), Buffer.alloc(hugeBytes, unit)]));
  const parts = fc.array(
    fc.tuple(fc.oneof({ weight: 200, arbitrary: line }, { weight: 1, arbitrary: huge }), lineEnd),
    { minLength: 1, maxLength: 30, size: 'max' },
  );
  return fc.tuple(parts, fc.array(fc.nat(400), { maxLength: 12 })).map(([lines, cuts]) => ({
    bytes: Buffer.concat([...lines.flatMap(([bytes, end]) => [bytes, Buffer.from(end)]), Buffer.from('\n')]),
    cuts,
  }));
}

/** The bytes with a session that exists in the place of the placeholder, cut into chunks. */
export function chunksOf({ bytes, cuts }: Burst, sessionId: string): readonly Buffer[] {
  const real = replaceAll(bytes, Buffer.from(sessionPlaceholder), Buffer.from(sessionId));
  const chunks: Buffer[] = [];
  let start = 0;
  for (const size of cuts) {
    chunks.push(real.subarray(start, start + size));
    start += size;
  }
  return [...chunks, real.subarray(start)];
}

/** How many messages of each id a stream holds, by the id's JSON. */
export function idsIn(bytes: Buffer): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of bytes.toString('utf8').split('\n')) {
    const key = idOf(text);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function idOf(text: string): string | undefined {
  try {
    const value = JSON.parse(text.replace(/^\ufeff/, '')) as { readonly id?: unknown } | null;
    return typeof value === 'object' && value !== null && 'id' in value ? idKey(value.id) : undefined;
  } catch {
    return undefined;
  }
}

function half(text: string, part: number): Buffer {
  const bytes = Buffer.from(text);
  return bytes.subarray(0, Math.floor(part * bytes.length));
}

function replaceAll(bytes: Buffer, from: Buffer, to: Buffer): Buffer {
  const parts: Buffer[] = [];
  let start = 0;
  for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from, start)) {
    parts.push(bytes.subarray(start, at), to);
    start = at + from.length;
  }
  return Buffer.concat([...parts, bytes.subarray(start)]);
}
