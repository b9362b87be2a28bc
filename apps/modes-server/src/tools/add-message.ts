import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { withSessionErrors } from '../sessions/session-wire-errors.ts';
import type { ToolContext } from '../tool-context.ts';
import { nameText } from './name-text.ts';

// The `system` role is reserved for this server, so that nobody can forge a report from a subtask that has ended.
const roles = ['user', 'assistant', 'tool'] as const;

const input = z.object({
  session_id: nameText().describe('Session of the task that the message comes from.'),
  text: z.string().describe('The message.'),
  role: z.enum(roles).optional().describe('Author of the message (default: assistant).'),
  to_session_id: nameText()
    .optional()
    .describe('Session of the parent or subtask that receives the message (default: the task itself).'),
});

const output = z.object({
  session_id: z.string(),
  to_session_id: z.string(),
  to_task_id: z.string(),
  role: z.enum(roles),
  // State of the recipient task.
  state: z.string(),
});

/** `add_message`: adds a message to the history of a task, its parent or a subtask. */
export function addMessageTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'add_message',
    title: 'Add message',
    description:
      "Add a message to a task's conversation history. With to_session_id, add it to the history of the parent or of an open subtask instead, while both tasks are running. get_task_info with include_messages shows the message.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    input,
    output,
    call: async ({ session_id, text, role = 'assistant', to_session_id }, request) => {
      const { id, task } = await withSessionErrors(() =>
        context.sessionsOf(request).addMessage(session_id, { role, text, to: to_session_id }),
      );
      const lines = [
        id === session_id ? 'Message added' : `Message sent to session ${id}`,
        '',
        `Session: ${session_id}`,
        `Task ID: ${task.id}`,
        `State: ${task.state}`,
      ];
      return toolResult({
        text: lines.join('\n'),
        structured: { session_id, to_session_id: id, to_task_id: task.id, role, state: task.state },
        metadata: { session_id, to_session_id: id, task_id: task.id },
      });
    },
  });
}
