import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isAlive } from '../support/scripted-server.ts';

const transport = fileURLToPath(new URL('../../src/process/stdio-transport.ts', import.meta.url));

// Starts servers that ignore the end of their input and SIGTERM, tells their ids, and ends without closing them.
const host = (end: string): string => `
  const { createStdioTransport } = await import(${JSON.stringify(transport)});
  const server = "process.on('SIGTERM', () => undefined); require('node:child_process').spawn(process.execPath, ['-e', 'console.error(process.pid); setInterval(() => {}, 1e6)'], { stdio: 'inherit' }); setInterval(() => {}, 1e6)";
  const started = [];
  for (let count = 0; count < 2; count++) {
    const transport = createStdioTransport({ command: process.execPath, args: ['-e', server], env: {} });
    await new Promise((resolve) => {
      const note = (kind, text) => { started.push(transport.pid, Number(text)); resolve(); };
      transport.start({ message() {}, note, closed() {} });
    });
  }
  process.stderr.write(JSON.stringify(started));
  ${end}
`;

test.each(['process.exit(0)', 'setImmediate(() => { throw new Error("broken") })'])(
  'when our own process ends by %s, no server is left running, and nothing was printed',
  async (end) => {
    const child = spawn(process.execPath, ['--conditions=@modegate/source', '--input-type=module', '-e', host(end)]);
    let out = '';
    let log = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await once(child, 'close');
    const ids = JSON.parse(/\[[\d,]+\]/u.exec(log)?.[0] ?? '[]') as number[];
    expect(ids).toHaveLength(4);
    await expect.poll(() => ids.filter(isAlive)).toEqual([]);
    expect(out).toBe('');
  },
);
