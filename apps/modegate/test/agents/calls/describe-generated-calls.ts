import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createFolder, environment } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import type { ToolUse } from '../../../src/doctor/live/dialects/dialect.ts';
import { agentStarts } from '../lab/agent-start.ts';
import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';
import { generateCalls } from './generate-calls.ts';
import { type CallsOutcome, modes, runCalls, type StartFolder } from './run-calls.ts';

/** How many calls are made from each folder; together they are 200. */
const counts: Readonly<Record<StartFolder, number>> = { root: 100, subfolder: 50, worktree: 50 };

/**
 * Whatever the agent's own code makes of a call, what was touched is what `why` allows. `MODEGATE_CALLS_SEED` makes other calls, and
 * `MODEGATE_CALLS` so many times more.
 */
export function describeGeneratedCalls(agent: AgentUnderTest): void {
  const seed = Number(process.env.MODEGATE_CALLS_SEED ?? 1);
  const depth = Number(process.env.MODEGATE_CALLS ?? 1);
  describe('generated calls', () => {
    test.each(Object.entries(counts) as [StartFolder, number][])(
      'started in the %s, nothing is touched that why refuses, in %i calls',
      async (start, count) => {
        const calls = [...generateCalls(agent.client, count * depth, seed), ...fixedCalls(agent)];
        const free = await runCalls(agent, calls, { start, isHooked: false });
        const held = await runCalls(agent, calls, { start, isHooked: true });
        process.stdout.write(`${agent.client}, ${start}: ${describeOutcomes(calls, free, held)}\n`);
        expect(findRefused(held), held.output).toEqual([]);
        // The same calls reach what is closed where no hook is asked, and what is open where one is.
        expect(findRefused(free).length, free.output).toBeGreaterThan(0);
        expect(held.written, held.output).toContain('docs/deep/fixed.md');
        expect(held.serverCalls, held.output).toEqual(['create_issue']);
      },
      1_200_000,
    );
  });
}

function fixedCalls({ client, mcp, shell }: AgentUnderTest): readonly ToolUse[] {
  const { write } = agentStarts[client];
  return [
    mcp('delete-issue'),
    shell('echo call-0-wrote > by-command.txt'),
    write('<project>/src/fixed.md'),
    write('<project>/docs/deep/fixed.md'),
    mcp('create_issue'),
  ];
}

function describeOutcomes(calls: readonly ToolUse[], free: CallsOutcome, held: CallsOutcome): string {
  const count = ({ read, written }: CallsOutcome) => `${read.length} files read, ${written.length} written`;
  return `${held.made} of ${calls.length} calls made; without a hook ${count(free)}, ${findRefused(free).length} of them closed; with it ${count(held)}, ${findRefused(held).length} closed.`;
}

/** What was touched although `why` refuses it. */
function findRefused({ read, written, serverCalls }: CallsOutcome): readonly string[] {
  return [
    ...read.filter((path) => isRefused('read_file', '--file', path)).map((path) => `read ${path}`),
    ...written.filter((path) => isRefused('write_to_file', '--file', path)).map((path) => `wrote ${path}`),
    ...[...new Set(serverCalls)].filter((tool) => isRefused(`${serverName}/${tool}`)).map((tool) => `called ${tool}`),
  ];
}

const answers = new Map<string, boolean>();
let policy: { readonly project: string; readonly home: string } | undefined;

function isRefused(...question: readonly string[]): boolean {
  const key = question.join(' ');
  const known = answers.get(key) ?? ask(question);
  answers.set(key, known);
  return known;
}

function ask(question: readonly string[]): boolean {
  policy ??= { project: createFolder({ '.roomodes': modes, '.roo/mcp.json': servers }), home: createFolder() };
  const { project, home } = policy;
  const { status, stderr } = spawnSync(process.execPath, [program, 'why', 'docs', ...question], {
    cwd: project,
    env: environment({ cwd: project, home }),
    encoding: 'utf8',
  });
  if (status !== 0 && status !== 1) throw new Error(`\`why ${question.join(' ')}\` failed:\n${stderr}`);
  return status === 1;
}

const program = join(import.meta.dirname, '../../../dist/cli.js');
const servers = JSON.stringify({ mcpServers: { [serverName]: { command: 'true' } } });
