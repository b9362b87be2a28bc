import { expect, test } from 'vitest';
import type { AgentUnderTest } from '../lab/agent-under-test.ts';
import { hasTerminal } from '../lab/terminal.ts';
import { findDifferences } from './find-differences.ts';
import { recordAgent } from './record-agent.ts';
import { readRecorded, writeRecorded } from './recorded-file.ts';
import { listWaysToStart } from './ways-to-start.ts';

/**
 * The agent declares what is recorded of it. The ways of starting it without a terminal are compared, because the others take minutes; with
 * MODEGATE_RECORD_AGENTS=1, as `pnpm record:agents` sets it, all are recorded.
 */
export function describeRecorded(agent: AgentUnderTest): void {
  const all = listWaysToStart(agent);
  if (process.env.MODEGATE_RECORD_AGENTS === '1') {
    test('records what it declares', { timeout: 3_600_000 }, async () => {
      expect(hasTerminal, '`script` of util-linux is not here, so no agent can be recorded with a terminal').toBe(true);
      writeRecorded(agent.client, await recordAgent(agent, all));
    });
    return;
  }
  const ways = all.filter(({ needsTerminal }) => needsTerminal !== true);
  const names = ways.map(({ name }) => name);
  test(`declares what is recorded: ${names.join(', ')}`, { timeout: 900_000 }, async () => {
    const found = await recordAgent(agent, ways);
    expect(findDifferences({ found, recorded: readRecorded(agent.client), ways: names })).toEqual([]);
  });
}
