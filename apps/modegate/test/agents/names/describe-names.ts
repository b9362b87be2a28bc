import { describe, expect, test } from 'vitest';
import type { LiveAgent } from '../../../src/doctor/live/live-agents.ts';
import { startScriptedModel } from '../../../src/doctor/live/scripted-model.ts';
import { agentStarts } from '../lab/agent-start.ts';
import type { AgentUnderTest } from '../lab/agent-under-test.ts';
import { installAgent } from '../lab/install-agent.ts';
import { startAgent } from '../lab/run-agent.ts';
import { oddNames } from './odd-names.ts';

/** What agents make of the names of servers and tools, beside `packages/agent-hooks`, whose unit tests read it. */
export function describeNames(agent: AgentUnderTest): void {
  describe('names of MCP tools', () => {
    // Qwen Code declares them when its model looks for them, so its sample is from its own function.
    test.skipIf(agent.client === 'qwen')('are those of the stored sample', async () => {
      const installed = installAgent(agent, oddNames);
      installed.modegate('uninstall');
      const model = await startScriptedModel({ main: [] });
      const output = await startAgent(agent, installed.place, model.url, startOf(agent));
      model.close();
      const names = model.requests.flatMap((request) => findNames(JSON.parse(request)));
      expect(names.length, output).toBeGreaterThan(20);
      const lines = [...new Set(names.map((name) => JSON.stringify(name)))].toSorted();
      const file = `../../../../packages/agent-hooks/test/fixtures/names/${agent.client}.json`;
      await expect(`[\n${lines.join(',\n')}\n]\n`).toMatchFileSnapshot(file);
    });
  });
}

/** Some agents would let the model look for the tools of servers, and declare none of them before. */
function startOf({ client }: AgentUnderTest): LiveAgent {
  const start = agentStarts[client];
  if (client === 'claude-code') return { ...start, env: (url) => ({ ...start.env(url), ENABLE_TOOL_SEARCH: 'false' }) };
  if (client !== 'codex') return start;
  return { ...start, args: (...asked) => start.args(...asked).map((one) => (one === 'gpt-5.5' ? 'unknown' : one)) };
}

type Named = readonly [server: string, tool: string, name: string];

/** Finds the declared tools by their descriptions, each of which tells the server and the tool. */
function findNames(value: unknown, group = ''): readonly Named[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => findNames(one, group));
  const { name, description, tools, ...rest } = value as Readonly<Record<string, unknown>>;
  const [, text] = /odd name (\["(?:[^"\\]|\\.)*","(?:[^"\\]|\\.)*"\])/.exec(String(description)) ?? [];
  const inner = typeof name === 'string' && tools !== undefined ? `${name}__` : '';
  const below = [...findNames(tools, inner), ...findNames(Object.values(rest))];
  return text === undefined ? below : [[...JSON.parse(text), `${group}${name}`] as unknown as Named];
}
