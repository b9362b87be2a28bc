import { defineTool, type RequestContext, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { brief } from '../modes/describe-mode.ts';
import {
  describeDecision,
  describeHierarchy,
  describeMessage,
  taskText,
  toWireTask,
} from '../sessions/describe-task.ts';
import { findTask } from '../sessions/find-task.ts';
import { withSessionErrors } from '../sessions/session-wire-errors.ts';
import type { ToolContext } from '../tool-context.ts';
import { nameText } from './name-text.ts';

const relative = z.object({ session_id: z.string(), task_id: z.string(), mode: z.string(), state: z.string() });

const input = z.object({
  session_id: nameText().optional().describe('Session of the task. Required if task_id is not given.'),
  task_id: nameText()
    .optional()
    .describe(
      'ID of the task, instead of session_id: a task of this connection, or an ancestor or subtask of the task in session_id.',
    ),
  include_messages: z.boolean().optional().describe('Include the conversation history (default: false).'),
  include_hierarchy: z.boolean().optional().describe('Include the parent and the subtasks (default: false).'),
  include_audit: z.boolean().optional().describe('Include the decisions made for this task (default: false).'),
});

type Input = z.infer<typeof input>;

const output = z.object({
  session_id: z.string(),
  task_id: z.string(),
  mode: z.string(),
  state: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  // Time when the task was last used before this call.
  last_accessed: z.string(),
  expires_at: z.string().nullable(),
  initial_message: z.string().optional(),
  result: z.string().optional(),
  completed_at: z.string().optional(),
  parent_session_id: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  mode_switches: z
    .array(z.object({ from: z.string(), to: z.string(), reason: z.string().optional(), at: z.string() }))
    .meta(brief),
  messages: z
    .array(
      z.object({
        role: z.string(),
        text: z.string(),
        at: z.string(),
        from_session_id: z.string().optional().describe('The parent or subtask that sent the message.'),
        from_task_id: z.string().optional(),
      }),
    )
    .meta(brief)
    .optional(),
  hierarchy: z
    .object({ ancestors: z.array(relative), children: z.array(relative), omitted_children: z.number().int() })
    .meta(brief)
    .optional(),
  decisions: z
    .array(
      z.object({
        tool: z.string(),
        mode: z.string().optional(),
        allowed: z.boolean(),
        code: z.string().optional(),
        reason: z.string().optional(),
        rule: z.unknown().optional(),
        detail: z.unknown().optional(),
        at: z.string(),
      }),
    )
    .meta(brief)
    .optional(),
  // Number of entries dropped, oldest first, in order to stay within the limits.
  dropped: z
    .object({ messages: z.number().int(), switches: z.number().int(), decisions: z.number().int() })
    .meta(brief),
});

/** `get_task_info`: returns a task's state and, on request, its messages, relatives and decisions. */
export function getTaskInfoTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'get_task_info',
    title: 'Get task info',
    description:
      'Show the state of a task and its mode switches. On request, also show its messages, parent, subtasks and decisions.',
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    input,
    output,
    call: (args, request) => withSessionErrors(() => taskInfo(context, args, request)),
  });
}

async function taskInfo(context: ToolContext, args: Input, request: RequestContext) {
  const sessions = context.sessionsOf(request);
  const sessionId = await findTask(context, args, request);
  // Read first, because reading the task is recorded as a use of the task.
  const { lastAccessedAt } = await sessions.peek(sessionId);
  const session = await sessions.get(sessionId);
  const { task } = session;
  const structured = {
    ...toWireTask(session, lastAccessedAt),
    ...(args.include_messages === true ? { messages: task.messages.map(describeMessage) } : {}),
    ...(args.include_hierarchy === true ? { hierarchy: describeHierarchy(await sessions.hierarchy(sessionId)) } : {}),
    ...(args.include_audit === true ? { decisions: task.decisions.map(describeDecision) } : {}),
    dropped: task.dropped,
  };
  return toolResult({
    text: taskText(structured),
    structured,
    metadata: { session_id: sessionId, task_id: task.id },
  });
}
