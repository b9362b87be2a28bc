import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { connectWire, type WireClient } from './support/wire-client.ts';

const linesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('audit.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
const isBroken = (line: string) => {
  try {
    return JSON.parse(line) === null;
  } catch {
    return true;
  }
};

async function open(folder: string, args: readonly string[] = []): Promise<{ server: WireClient; session: string }> {
  const where = { cwd: folder, home: createFolder() };
  const server = await connectWire(['--audit-log', join(folder, 'audit.jsonl'), ...args], where);
  const { structuredContent } = await server.call('create_task', { mode_slug: 'code' });
  return { server, session: structuredContent.session_id };
}

const validate = ({ server, session }: Awaited<ReturnType<typeof open>>, tool_params: object) =>
  server.call('validate_tool_use', { session_id: session, tool_name: 'write_to_file', tool_params });

describe.each([[[]], [['--audit-rotate', '20M']]])(
  'F7: four processes with one audit file, arguments of 60 kB, %j',
  (rotation) => {
    test('every line that four processes write to one audit file is complete, and none is missing', async () => {
      const folder = createFolder();
      const servers = await Promise.all([1, 2, 3, 4].map(() => open(folder, ['--audit-arguments', ...rotation])));
      const content = 'x'.repeat(60_000);
      const work = servers.flatMap((server, process) =>
        Array.from({ length: 64 }, async (_, lane) => {
          for (let round = 0; round < 10; round++)
            await validate(server, { path: `src/${process}-${lane}-${round}`, content });
        }),
      );
      await Promise.all(work);
      await Promise.all(servers.map(({ server }) => server.end()));
      const lines = linesOf(folder);
      expect(lines.filter(isBroken)).toEqual([]);
      const paths = new Set(lines.map((line) => JSON.parse(line).arguments.path));
      expect([lines.length, paths.size]).toEqual([2560, 2560]);
    });
  },
);

test.skipIf(process.platform === 'win32')(
  'F7: --audit sync loses no answered decision in over 20 kills, and joins no line to a partial one',
  async () => {
    const folder = createFolder();
    let answered = 0;
    const expected: string[] = [];
    for (let kill = 0; kill < 20; kill++) {
      const opened = await open(folder, ['--audit', 'sync', '--audit-arguments']);
      const lanes = Array.from({ length: 8 }, async (_, lane) => {
        for (let round = 0; ; round++) {
          const path = `src/${kill}-${lane}-${round}`;
          const result = await validate(opened, { path, content: 'y'.repeat(round % 3 === 0 ? 20_000 : 10) });
          if (result?.structuredContent?.allowed !== true) return;
          expected.push(path);
          answered++;
          if (answered % 50 === 49) opened.server.child.kill('SIGKILL');
        }
      });
      await Promise.all(lanes);
      await opened.server.ended;
    }
    const lines = linesOf(folder);
    const paths = new Set(lines.filter((line) => !isBroken(line)).map((line) => JSON.parse(line).arguments?.path));
    expect(expected.filter((path) => !paths.has(path))).toEqual([]);
    expect(answered).toBeGreaterThan(500);
    // The kill may cut what the system was taking; at most one line each time.
    expect(lines.filter(isBroken).length).toBeLessThanOrEqual(20);
  },
);
