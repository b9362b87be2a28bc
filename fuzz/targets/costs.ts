import fc from 'fast-check';
import type { ModesServer } from '../../apps/modes-server/src/server.ts';
import { parseExactly } from '../../packages/json/src/index.ts';
import { costRefusal } from '../../packages/mcp-protocol/src/http/messages/message-cost.ts';
import { connectInMemory, type InMemoryClient } from '../../packages/mcp-protocol/src/testing/index.ts';
import { createCampaign, type Target } from '../support/campaign.ts';
import { startCountingWork } from '../support/count-work.ts';
import { expect } from '../support/expect.ts';
import { openSampleServer } from './open-sample-server.ts';
import { createSampleProject } from './sample-project.ts';

/** What one message may cost: some work in any case, and so much for each character of it, each name and each value. */
const allowed = {
  calls: { always: 12_000, character: 0, name: 8, value: 18 },
  blocks: { always: 40_000, character: 6, name: 40, value: 60 },
} as const;

/** The modes server in this process: no message costs more than its size pays for. */
export const costsTarget: Target = {
  name: 'costs',
  open: async () => {
    const project = createSampleProject();
    const modesServer = openSampleServer(project.folder, () => undefined);
    await modesServer.modes.ready;
    const { id } = await modesServer.sessions.create({ mode: 'docs' });
    const work = await startCountingWork();
    let dearest = 0;
    return createCampaign({
      arbitrary: fc.record({
        tool: fc.constantFrom(...tools),
        given: fc.dictionary(fc.constantFrom(...names), large),
        flood,
      }),
      judge: async ({ tool, given, flood }) => {
        const params = { name: tool, arguments: { ...flood, ...plausible(id), ...given } };
        const text = JSON.stringify({ jsonrpc: '2.0', id: MARK, method: 'tools/call', params });
        let size = { bytes: 0, names: 0, values: 0 };
        const note = async (cost: typeof size): Promise<undefined> => {
          size = cost;
          return undefined;
        };
        const done = await work.count(() => answer(modesServer, text, note));
        for (const kind of ['calls', 'blocks'] as const) {
          const { always, character, name, value } = allowed[kind];
          const most = always + character * size.bytes + name * size.names + value * size.values;
          dearest = Math.max(dearest, done[kind] / most);
          expect(done[kind] <= most, `at most ${most} ${kind} for ${JSON.stringify(size)}`, tool, done[kind]);
        }
      },
      close: async () => {
        await work.stop();
        await modesServer.server.close();
        project.remove();
      },
      notes: () => `the dearest message used ${Math.round(dearest * 100)} % of what its size allows`,
    });
  },
};

const tools = [
  'list_modes',
  'create_task',
  'validate_tool_use',
  'get_task_info',
  'add_message',
  'switch_mode',
  'complete_task',
  'get_mode_info',
];

const names = [
  'mode_slug',
  'initial_message',
  'parent_session_id',
  'metadata',
  'tool_name',
  'file_path',
  'mcp_server',
  'mcp_tool',
  'tool_params',
  'calls',
  'text',
  'reason',
  'task_id',
];

/** What gets a call past the first check. */
const plausible = (session_id: string) => ({ session_id, mode_slug: 'docs', tool_name: 'read_file', text: 'x' });

const many = fc.integer({ min: 0, max: 3_000 });
const leaf = fc.constantFrom<unknown>(
  'x',
  'src/a.ts',
  1,
  null,
  {},
  [],
  { path: 'src/a.ts' },
  { tool_name: 'read_file' },
);
const named = fc
  .record({ count: many, stem: fc.constantFrom('k', 'path', 'mode_slg', '__proto__', 'file'), of: leaf })
  .map(({ count, stem, of }) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`${stem}${at}`, of])));
const listed = fc.record({ count: many, of: leaf }).map(({ count, of }) => Array<unknown>(count).fill(of));
const nested = fc
  .record({ depth: fc.integer({ min: 0, max: 400 }), key: fc.constantFrom('a', 'path', 'files', 'args') })
  .map(({ depth, key }) => Array.from({ length: depth }).reduce<unknown>((inner) => ({ [key]: inner }), 'x'));
const long = fc
  .record({
    count: fc.integer({ min: 0, max: 20_000 }),
    of: fc.constantFrom('x', '/', '../', '\\', '-', ' ', '\n', '*?'),
  })
  .map(({ count, of }) => of.repeat(count));
const large: fc.Arbitrary<unknown> = fc.oneof(
  leaf,
  named,
  listed,
  nested,
  long,
  fc.record({ path: long }),
  fc.record({ files: listed }),
  fc.record({ args: nested }),
);
const flood = fc.oneof(fc.constant({}), named);

async function answer(
  { server }: ModesServer,
  text: string,
  note: NonNullable<Parameters<typeof costRefusal>[1]>,
): Promise<void> {
  if ((await costRefusal(text, note)) !== undefined) return;
  const client = await connectInMemory(server);
  client.send(parseExactly(text));
  for (let turn = 0; turn < 10_000 && !isAnswered(client); turn++) await new Promise(setImmediate);
  expect(isAnswered(client), 'an answer');
  await client.close();
}

const MARK = 'costs';

function isAnswered({ received }: InMemoryClient): boolean {
  return received.some((message) => 'id' in message && message.id === MARK);
}
