import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe } from 'vitest';
import type { Launch } from '../support/outside-client.ts';
import { describeEras, type EraClient } from './support/era-table.ts';
import { fastMcp, fastMcpPython } from './support/fastmcp.ts';

const script = join(import.meta.dirname, 'support/fastmcp-client.py');
const python = fastMcpPython(process.env.MODEGATE_AGENTS_FOLDER ?? '');

/** The table of eras with the client of fastmcp, as `pnpm test:agents fastmcp` installs it; skipped where it is not installed. */
describe.skipIf(!existsSync(python))(`fastmcp ${fastMcp.version}`, () => {
  describeEras({
    legacy: { connect: (launch) => connect(launch, 'legacy'), hasForms: true },
    negotiating: { connect: (launch) => connect(launch, 'auto'), hasForms: true },
    modern: { connect: (launch) => connect(launch, '2026-07-28'), hasForms: true },
  });
});

async function connect(launch: Launch, mode: string): Promise<EraClient> {
  const child = spawn(python, [script, JSON.stringify({ launch, mode })], { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (asked: object) => {
    child.stdin.write(`${JSON.stringify(asked)}\n`);
    const { value, done } = await answers.next();
    if (done === true) throw new Error(`fastmcp ended: ${said.slice(-2_000)}`);
    return JSON.parse(value);
  };
  return {
    listTools: () => ask({ method: 'tools/list' }),
    callTool: ({ name, arguments: given = {} }) => ask({ method: 'tools/call', name, arguments: given }),
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
