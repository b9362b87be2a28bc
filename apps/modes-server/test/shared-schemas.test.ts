import { listedDefinition, type ToolDefinition } from '@modegate/mcp-protocol';
import { expect, test } from 'vitest';
import type { ToolContext } from '../src/tool-context.ts';
import { addMessageTool } from '../src/tools/add-message.ts';
import { completeTaskTool } from '../src/tools/complete-task.ts';
import { createTaskTool } from '../src/tools/create-task.ts';
import { getModeInfoTool } from '../src/tools/get-mode-info.ts';
import { getTaskInfoTool } from '../src/tools/get-task-info.ts';
import { listModesTool } from '../src/tools/list-modes.ts';
import { switchModeTool } from '../src/tools/switch-mode.ts';
import { validateToolUseTool } from '../src/tools/validate-tool-use.ts';
import { openServer } from './support/open-server.ts';

const tools: readonly ((context: ToolContext) => ToolDefinition)[] = [
  addMessageTool,
  completeTaskTool,
  createTaskTool,
  getModeInfoTool,
  getTaskInfoTool,
  listModesTool,
  switchModeTool,
  validateToolUseTool,
];

// Over HTTP each principal has tools of its own.
test.each(tools.map((tool) => [tool.name, tool] as const))('%s has the same schemas for every principal', (_, make) => {
  const [one, other] = [make({} as ToolContext), make({} as ToolContext)];
  expect(other.input).toBe(one.input);
  expect(other.output).toBe(one.output);
  const [listed, again] = [listedDefinition(one), listedDefinition(other)];
  expect(again).toEqual(listed);
  expect(again.inputSchema).toBe(listed.inputSchema);
  expect(again.outputSchema).toBe(listed.outputSchema);
});

test('the list of the eight tools has at most half of its former 21,464 characters', async () => {
  const { client } = await openServer();
  const tools = await client.listTools();
  expect(tools).toHaveLength(8);
  const text = JSON.stringify({ tools });
  expect(text.length).toBeLessThanOrEqual(21_464 / 2);
  expect(text).not.toMatch(/\$schema|propertyNames|9007199254740991/);
});
