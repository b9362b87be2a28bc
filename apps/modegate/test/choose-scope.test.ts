import { agentNames } from '@modegate/agent-hooks';
import { expect, test } from 'vitest';
import { chooseScope } from '../src/hook/choose-scope.ts';

const nobody = { isAttended: false } as Parameters<typeof chooseScope>[2];

test('H3, H4: chooseScope requires a scope for agents that do not read the project hook in every folder', async () => {
  const asked: string[] = [];
  for (const agent of agentNames) await chooseScope(agent, undefined, nobody).catch(() => asked.push(agent));
  expect(asked.toSorted()).toEqual(['cline', 'codex', 'copilot', 'gemini', 'qwen']);
  expect(await chooseScope('gemini', 'project', nobody)).toBe('project');
  expect(await chooseScope('opencode', undefined, nobody)).toBe('project');
});
