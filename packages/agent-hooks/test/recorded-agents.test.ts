import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentName } from '@modegate/agent-hooks';
import { cursorTools } from '@modegate/agent-tools';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordedAgent, RecordedTool } from '../../agent-tools/src/index.ts';
import { judge } from './support/sample.ts';

const folder = join(import.meta.dirname, '../../agent-tools/agents');
const agents = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RecordedAgent & { readonly agent: AgentName },
);
const limited = ['docs', 'writer', 'pages'];

describe.each(agents)(
  'H8, H11: each tool that $agent $version offers is known in a limited mode',
  ({ agent, tools }) => {
    // Codex joins the names of the group and the tool for its hooks.
    const named = Object.entries(tools).map(([name, tool]) => [name.replace('.', ''), tool] as const);

    test.each(named)('the recorded tool %s is known in a limited mode', (name, tool) => {
      for (const mode of limited)
        for (const input of [sampleInput(tool), {}])
          expect(judge(agent, name, input, { mode })).not.toBe('TOOL_UNMAPPED');
    });
  },
);

test('a Cursor tool is denied in a limited mode unless the table has it, since nothing is recorded', () => {
  const unknown = fc
    .string({ minLength: 1 })
    .filter((name) => !Object.hasOwn(cursorTools, name) && !name.startsWith('MCP:'));
  fc.assert(
    fc.property(unknown, fc.constantFrom(...limited), (name, mode) => {
      expect(judge('cursor', name, { path: 'docs/a.md' }, { mode })).toBe('TOOL_UNMAPPED');
    }),
  );
});

/** A value at each place that the tool requires or that takes a text. */
function sampleInput({ parameters }: RecordedTool): object {
  const input: Record<string, unknown> = {};
  for (const [place, type] of Object.entries(parameters)) {
    const [first = ''] = place.split(/\.|\[\]/);
    if (first !== '' && place === first && type.includes('string')) input[first] = 'docs/a.md';
  }
  return input;
}
