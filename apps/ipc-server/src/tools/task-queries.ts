import type { ToolDefinition } from '@modegate/mcp-protocol';
import { redactSecrets } from '@modegate/secrets';
import * as z from 'zod';
import { reads } from '../calls/annotations.ts';
import type { CommandCall, CommandResult } from '../calls/command-call.ts';
import { commandTool } from '../calls/command-tool.ts';
import type { ToolContext } from '../calls/tool-context.ts';

const taskId = z.string().min(1).describe('The id that the agent gave the task.');
const elsewhere =
  'If the agent does not support the command, the answer is inferred from the events received since this server connected.';

/** Tools that answer queries about tasks. */
export function taskQueries(context: ToolContext): readonly ToolDefinition[] {
  const tools = [getCurrentTaskStackTool, getMessagesTool, getTokenUsageTool, isTaskInHistoryTool];
  return tools.map((tool) => tool(context));
}

const getCurrentTaskStackTool = commandTool({
  name: 'roo_ipc_get_current_task_stack',
  title: 'List the open tasks',
  command: 'GetCurrentTaskStack',
  details: `${elsewhere} payload is the list of task ids; taskId is the active one.`,
  annotations: reads,
  output: { taskId: z.string().nullable().describe('The active task.') },
  run: async (_args, call) => {
    if (!call.has('GetCurrentTaskStack')) {
      const { activeTaskId } = call.tasks;
      const payload = activeTaskId === undefined ? [] : [activeTaskId];
      return { outcome: 'inferred', payload, taskId: activeTaskId ?? null, note: inferredNote };
    }
    const facts = await call.ask('GetCurrentTaskStack');
    const active: unknown = Array.isArray(facts.payload) ? facts.payload.at(-1) : undefined;
    return { ...facts, taskId: typeof active === 'string' ? active : null };
  },
});

const inferredNote = 'Inferred from the events received since this server connected. Earlier events are not known.';

const getMessagesTool = commandTool({
  name: 'roo_ipc_get_messages',
  title: "Read a task's messages",
  command: 'GetMessages',
  summary: 'Read the latest messages of a task, in full, even if they were streamed in pieces.',
  details: elsewhere,
  annotations: reads,
  input: {
    task_id: taskId,
    limit: z.int().min(1).max(1000).default(50).describe('How many of the latest messages to return (default 50).'),
  },
  output: { total: z.int().describe('How many messages there are in total; payload contains the latest ones.') },
  run: async ({ task_id, limit }, call) => {
    if (!call.has('GetMessages')) return inferredMessages(call, task_id, limit);
    const facts = await call.ask('GetMessages', task_id);
    const messages: readonly unknown[] = Array.isArray(facts.payload) ? facts.payload : [];
    return { ...facts, payload: redactSecrets(messages.slice(-limit)), total: messages.length };
  },
});

function inferredMessages({ tasks }: CommandCall, id: string, limit: number): CommandResult {
  const messages = tasks.messagesOf(id);
  return { outcome: 'inferred', payload: messages.slice(-limit), total: messages.length, note: inferredNote };
}

const getTokenUsageTool = commandTool({
  name: 'roo_ipc_get_token_usage',
  title: "Read a task's token usage",
  command: 'GetTokenUsage',
  summary: 'Read how many tokens a task has used and what they cost; null if unknown.',
  details: elsewhere,
  annotations: reads,
  input: { task_id: taskId },
  output: { taskId: z.string() },
  run: async ({ task_id }, call) => {
    const asked = call.has('GetTokenUsage') ? await call.ask('GetTokenUsage', task_id) : undefined;
    if (asked !== undefined && asked.payload !== null) return { ...asked, taskId: task_id };
    const usage = call.tasks.usageOf(task_id) ?? null;
    return { outcome: 'inferred', payload: usage, taskId: task_id, note: inferredNote };
  },
});

const isTaskInHistoryTool = commandTool({
  name: 'roo_ipc_is_task_in_history',
  title: 'Look for a task in the history',
  command: 'IsTaskInHistory',
  details: 'inHistory is null if the agent does not say whether the task exists.',
  annotations: reads,
  input: { task_id: taskId },
  output: { inHistory: z.boolean().nullable() },
  run: async ({ task_id }, call) => {
    const facts = await call.ask('IsTaskInHistory', task_id);
    const inHistory = typeof facts.payload === 'boolean' ? facts.payload : null;
    const note = 'The agent answered, but did not say whether the task exists.';
    return { ...facts, inHistory, ...(inHistory === null ? { note } : {}) };
  },
});
