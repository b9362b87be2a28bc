import type { ToolDefinition } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { annotations } from '../calls/annotations.ts';
import type { CommandCall } from '../calls/command-call.ts';
import { commandTool } from '../calls/command-tool.ts';
import { confirmArgument, requireConfirmation } from '../calls/confirmation.ts';
import { chooseTask, requireCurrent } from '../calls/current-task.ts';
import type { ToolContext } from '../calls/tool-context.ts';

const stops = annotations({ destructive: true });
const taskId = z.string().min(1).describe('The id that the agent gave the task.');

/** Tools that end, cancel or resume tasks. */
export function taskTools(context: ToolContext): readonly ToolDefinition[] {
  const tools = [cancelTaskTool, cancelCurrentTaskTool, clearCurrentTaskTool, closeTaskTool, resumeTaskTool];
  return tools.map((tool) => tool(context));
}

const cancelTaskTool = commandTool({
  name: 'roo_ipc_cancel_task',
  title: 'Cancel a task',
  command: 'CancelTask',
  summary: 'Cancel the current task; it can be resumed.',
  details: 'Refused if task_id is known to refer to another task.',
  annotations: stops,
  input: { task_id: taskId.optional() },
  run: async ({ task_id }, call) => {
    if (call.dialect === 'fork') return call.ask('CancelTask', await chooseTask(call, task_id));
    requireCurrent(call, task_id, 'The agent cancels');
    return call.ask('CancelTask', task_id);
  },
});

const cancelCurrentTaskTool = commandTool({
  name: 'roo_ipc_cancel_current_task',
  title: 'Cancel the current task',
  command: 'CancelCurrentTask',
  summary: 'Cancel the current task. It can be resumed later.',
  details: 'If the agent does not support the command, CancelTask is sent instead, which has the same effect.',
  annotations: stops,
  run: (_args, call) => call.ask(call.has('CancelCurrentTask') ? 'CancelCurrentTask' : 'CancelTask'),
});

const clearCurrentTaskTool = commandTool({
  name: 'roo_ipc_clear_current_task',
  title: 'Clear the current task',
  command: 'ClearCurrentTask',
  annotations: stops,
  input: { last_message: z.string().min(1).optional().describe('A final message for the task.') },
  run: ({ last_message }, call) => call.ask('ClearCurrentTask', last_message),
});

const closeTaskTool = commandTool({
  name: 'roo_ipc_close_task',
  title: 'Close a task or the window',
  command: 'CloseTask',
  details: 'Requires confirm.',
  annotations: stops,
  input: { task_id: taskId.optional(), confirm: confirmArgument },
  run: async ({ task_id, confirm }, call) => {
    requireConfirmation(confirm, consequence(call));
    if (call.dialect === 'fork') return call.ask('CloseTask', await chooseTask(call, task_id));
    return call.ask('CloseTask', task_id);
  },
});

function consequence({ dialect }: CommandCall): string {
  return dialect === 'fork'
    ? 'roo_ipc_close_task ends the current task.'
    : "roo_ipc_close_task saves all files and closes the agent's whole editor window, not only a task. This also ends the connection.";
}

const resumeTaskTool = commandTool({
  name: 'roo_ipc_resume_task',
  title: 'Resume a task',
  command: 'ResumeTask',
  summary: 'Reopen a task from the history; the current task is aborted.',
  annotations: annotations({ openWorld: true }),
  input: { task_id: taskId },
  run: ({ task_id }, call) => call.ask('ResumeTask', task_id),
});
