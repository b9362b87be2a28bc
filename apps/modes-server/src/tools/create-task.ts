import { defineTool, type RequestContext, type ToolDefinition, toolResult, wireError } from '@modegate/mcp-protocol';
import type { SessionHead, Sessions } from '@modegate/session-store';
import * as z from 'zod';
import { type ConnectionModeView, listClosedGroups } from '../modes/describe-mode.ts';
import { authoriseMode } from '../sessions/authorise-mode.ts';
import { requireCurrentMode } from '../sessions/locked-modes.ts';
import { reviewRelatives } from '../sessions/review-sessions.ts';
import { enterSession, findIfPresent } from '../sessions/session-mode.ts';
import { withSessionErrors } from '../sessions/session-wire-errors.ts';
import { requireExistingMode, requireTool, type ToolContext, viewOf } from '../tool-context.ts';
import { availableToolsField, reportAvailableTools } from './available-tools.ts';
import { nameText } from './name-text.ts';

const NEXT = 'Use this session_id for subsequent operations.';

const input = z.object({
  mode_slug: nameText().describe('Slug of the mode for the task.'),
  initial_message: z
    .string()
    .optional()
    .describe('Description of the task. It becomes the first message of the history.'),
  parent_session_id: nameText().optional().describe('Session of the parent task.'),
  metadata: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Data to store with the task, as a JSON object of at most 16 KiB. get_task_info returns it.'),
});

const output = z.object({
  session_id: z.string(),
  task_id: z.string(),
  mode_slug: z.string(),
  state: z.string(),
  parent_session_id: z.string().optional(),
  expires_at: z.string().nullable(),
  // Reason why the mode, or a part of it, refuses every call.
  note: z.string().optional(),
  next: z.string(),
  ...availableToolsField,
});

/** `create_task`: creates a task in a mode, and the session that represents it. */
export function createTaskTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'create_task',
    title: 'Create task',
    description:
      'Create a task in a mode and return the session_id that the other tools require. With parent_session_id, the task is a subtask, and the parent receives its result when it ends.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    input,
    output,
    call: (args, request) => createTask(context, args, request),
  });
}

async function createTask(context: ToolContext, args: z.infer<typeof input>, request: RequestContext) {
  const { mode_slug, initial_message, parent_session_id, metadata } = args;
  const mode = requireExistingMode(context, mode_slug, request);
  const sessions = context.sessionsOf(request);
  const session = await withSessionErrors(async () => {
    const parent = parent_session_id === undefined ? undefined : await findParent(sessions, parent_session_id);
    if (parent !== undefined) requireTool(context, parent, 'new_task');
    requireCurrentMode(context, mode_slug, request);
    await authoriseMode(context, { to: mode_slug }, request);
    return sessions.create({
      mode: mode_slug,
      initialMessage: initial_message,
      parentSessionId: parent_session_id,
      // A value that is not JSON cannot have come over the wire.
      metadata,
    });
  });
  const { task } = session;
  await enterSession(context, session, request);
  await reviewRelatives(context);
  const ids = { session_id: session.id, task_id: task.id, mode_slug };
  const expiresAt = session.expiresAt === null ? null : new Date(session.expiresAt).toISOString();
  const note = describeClosed(viewOf(context, mode, request));
  const available = reportAvailableTools(context, request, mode_slug);
  const text = [
    'Task created successfully',
    '',
    `Session ID: ${session.id}`,
    `Task ID: ${task.id}`,
    `Mode: ${mode_slug} (${mode.config.name})`,
    `State: ${task.state}`,
    ...(parent_session_id === undefined ? [] : [`Parent session: ${parent_session_id}`]),
    ...(expiresAt === null ? [] : [`Expires if not used before: ${expiresAt}`]),
    ...(note === undefined ? [] : ['', `Note: ${note}`]),
    '',
    NEXT,
    ...available.lines,
  ];
  return toolResult({
    text: text.join('\n'),
    structured: {
      ...ids,
      state: task.state,
      ...(parent_session_id === undefined ? {} : { parent_session_id }),
      expires_at: expiresAt,
      ...(note === undefined ? {} : { note }),
      next: NEXT,
      ...available.facts,
    },
    metadata: ids,
  });
}

function describeClosed(view: ConnectionModeView): string | undefined {
  if (view.mode.invalid !== undefined) return `This mode refuses everything. ${view.mode.invalid}`;
  return listClosedGroups(view).join(' ') || undefined;
}

async function findParent(sessions: Sessions, id: string): Promise<SessionHead> {
  const parent = await findIfPresent(() => sessions.head(id));
  if (parent !== undefined) return parent;
  throw wireError('TASK_NOT_FOUND', `Parent session not found: ${id.slice(0, 100)}`, {
    parent_session_id: id.slice(0, 100),
  });
}
