import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import { type SessionHead, type Sessions, taskEndStates } from '@modegate/session-store';
import * as z from 'zod';
import { brief } from '../modes/describe-mode.ts';
import { continueLines } from '../sessions/describe-task.ts';
import { reviewSessions } from '../sessions/review-sessions.ts';
import { isFinalState, leaveSession } from '../sessions/session-mode.ts';
import { withSessionErrors } from '../sessions/session-wire-errors.ts';
import { requireTool, type ToolContext } from '../tool-context.ts';
import { availableToolsField, reportAvailableTools } from './available-tools.ts';
import { nameText } from './name-text.ts';

const input = z.object({
  session_id: nameText().describe('Session of the task.'),
  status: z.enum(taskEndStates).describe('How the task ended.'),
  result: z.string().optional().describe('The result, or the error message.'),
});

const output = z.object({
  session_id: z.string(),
  task_id: z.string(),
  state: z.string(),
  result: z.string().optional(),
  parent_session_id: z.string().optional(),
  parent_state: z.string().optional(),
  cancelled_session_ids: z.array(z.string()).meta(brief).optional(),
  ...availableToolsField,
});

/** `complete_task`: ends a task; a subtask reports to its parent. */
export function completeTaskTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'complete_task',
    title: 'Complete task',
    description:
      'End a task as completed, failed or cancelled. The parent receives the result of a subtask and resumes when its last subtask has ended.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    input,
    output,
    call: async ({ session_id, status, result }, request) => {
      const sessions = context.sessionsOf(request);
      const { session, parent, subtasks } = await withSessionErrors(async () => {
        requireTool(context, await sessions.head(session_id), 'attempt_completion');
        const subtasks = status === 'cancelled' ? await openSubtasks(sessions, session_id) : [];
        const ended = await sessions.complete(session_id, { status, result });
        const parent = await findParent(context, ended.task.parentSessionId);
        await leaveSession(context, session_id, ended);
        // Cancelling a task also cancels its subtasks; a parent may have been switched in the meantime.
        if (status === 'cancelled') await reviewSessions(context);
        else if (parent !== undefined) await reviewSessions(context, [parent.id]);
        return { session: ended, parent, subtasks };
      });
      const available = reportAvailableTools(context, request);
      const text = [
        `Task ${session.task.state}`,
        '',
        `Session: ${session_id}`,
        `Task ID: ${session.task.id}`,
        ...(result === undefined ? [] : [continueLines(`Result: ${result}`)]),
        ...(subtasks.length === 0 ? [] : [`Also cancelled, including their open subtasks: ${subtasks.join(', ')}`]),
        ...(parent === undefined
          ? []
          : ['', `Reported to parent session ${parent.id}, which is now ${parent.task.state}.`]),
        ...available.lines,
      ];
      return toolResult({
        text: text.join('\n'),
        structured: {
          session_id,
          task_id: session.task.id,
          state: session.task.state,
          ...(result === undefined ? {} : { result }),
          ...(subtasks.length === 0 ? {} : { cancelled_session_ids: subtasks }),
          ...(parent === undefined ? {} : { parent_session_id: parent.id, parent_state: parent.task.state }),
          ...available.facts,
        },
        metadata: { session_id, task_id: session.task.id, status: session.task.state },
      });
    },
  });
}

async function findParent({ sessions }: ToolContext, id: string | undefined): Promise<SessionHead | undefined> {
  // The parent may have expired; the task has ended nevertheless.
  return id === undefined ? undefined : sessions.head(id).catch(() => undefined);
}

async function openSubtasks(sessions: Sessions, id: string): Promise<readonly string[]> {
  const { children } = await sessions.hierarchy(id);
  return children.filter(({ state }) => !isFinalState(state)).map(({ sessionId }) => sessionId);
}
