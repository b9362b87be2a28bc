import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import type { Hierarchy, Session } from '@modegate/session-store';
import * as z from 'zod';
import { withWireErrors } from '../sessions/session-wire-errors.ts';
import type { ToolContext } from '../tool-context.ts';

const relative = z.object({ session_id: z.string(), task_id: z.string(), mode: z.string(), state: z.string() });

/** `get_task_info`: where a task stands, and on request its messages, family and audit trail. */
export function getTaskInfoTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'get_task_info',
    title: 'Get task info',
    description:
      'Tell the state of a task and its mode switches; on request also its messages, its parent and subtasks, and the decisions made for it.',
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    input: z.object({
      session_id: z.string().describe('Session of the task.'),
      include_messages: z.boolean().optional().describe('Include the conversation history (default: false).'),
      include_hierarchy: z.boolean().optional().describe('Include the parent and the subtasks (default: false).'),
      include_audit: z.boolean().optional().describe('Include the decisions made for this task (default: false).'),
    }),
    output: z.object({
      session_id: z.string(),
      task_id: z.string(),
      mode: z.string(),
      state: z.string(),
      created_at: z.string(),
      updated_at: z.string(),
      expires_at: z.string().nullable(),
      initial_message: z.string().optional(),
      result: z.string().optional(),
      completed_at: z.string().optional(),
      parent_session_id: z.string().optional(),
      mode_switches: z.array(
        z.object({ from: z.string(), to: z.string(), reason: z.string().optional(), at: z.string() }),
      ),
      messages: z.array(z.object({ role: z.string(), text: z.string(), at: z.string() })).optional(),
      hierarchy: z
        .object({ ancestors: z.array(relative), children: z.array(relative), omitted_children: z.number().int() })
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
        .optional(),
      dropped: z
        .object({ messages: z.number().int(), switches: z.number().int(), decisions: z.number().int() })
        .describe('How many of the oldest entries were dropped to stay within the limits.'),
    }),
    call: async ({ session_id, include_messages = false, include_hierarchy = false, include_audit = false }) => {
      const { session, hierarchy } = await withWireErrors(async () => ({
        session: await context.sessions.get(session_id),
        hierarchy: include_hierarchy ? await context.sessions.hierarchy(session_id) : undefined,
      }));
      const structured = {
        ...describeTask(session),
        ...(include_messages
          ? { messages: session.task.messages.map(({ role, text, at }) => ({ role, text, at: isoTime(at) })) }
          : {}),
        ...(hierarchy === undefined ? {} : { hierarchy: describeHierarchy(hierarchy) }),
        ...(include_audit
          ? { decisions: session.task.decisions.map((decision) => ({ ...decision, at: isoTime(decision.at) })) }
          : {}),
        dropped: session.task.dropped,
      };
      return toolResult({ text: taskText(structured), structured, metadata: { session_id, task_id: session.task.id } });
    },
  });
}

function describeTask(session: Session) {
  const { task } = session;
  return {
    session_id: session.id,
    task_id: task.id,
    mode: task.mode,
    state: task.state,
    created_at: isoTime(task.createdAt),
    updated_at: isoTime(task.updatedAt),
    expires_at: session.expiresAt === null ? null : isoTime(session.expiresAt),
    ...(task.initialMessage === undefined ? {} : { initial_message: task.initialMessage }),
    ...(task.result === undefined ? {} : { result: task.result }),
    ...(task.completedAt === undefined ? {} : { completed_at: isoTime(task.completedAt) }),
    ...(task.parentSessionId === undefined ? {} : { parent_session_id: task.parentSessionId }),
    mode_switches: task.switches.map(({ from, to, reason, at }) => ({
      from,
      to,
      ...(reason === undefined ? {} : { reason }),
      at: isoTime(at),
    })),
  };
}

function describeHierarchy({ ancestors, children, omittedChildren }: Hierarchy) {
  const describe = ({ sessionId, taskId, mode, state }: Hierarchy['children'][number]) => ({
    session_id: sessionId,
    task_id: taskId,
    mode,
    state,
  });
  return { ancestors: ancestors.map(describe), children: children.map(describe), omitted_children: omittedChildren };
}

interface TaskFacts extends ReturnType<typeof describeTask> {
  readonly messages?: readonly { readonly role: string; readonly text: string; readonly at: string }[];
  readonly hierarchy?: ReturnType<typeof describeHierarchy>;
  readonly decisions?: readonly {
    readonly tool: string;
    readonly mode?: string;
    readonly allowed: boolean;
    readonly reason?: string;
    readonly detail?: unknown;
    readonly at: string;
  }[];
}

function taskText(facts: TaskFacts): string {
  return [
    `Task: ${facts.task_id}`,
    `Session: ${facts.session_id}`,
    `Mode: ${facts.mode}`,
    `State: ${facts.state}`,
    `Created: ${facts.created_at}`,
    ...(facts.initial_message === undefined ? [] : [`About: ${facts.initial_message}`]),
    ...(facts.result === undefined ? [] : [`Result: ${facts.result}`]),
    ...titled(
      'Mode switches:',
      facts.mode_switches.map(
        (change) =>
          `${change.at} ${change.from} → ${change.to}${change.reason === undefined ? '' : ` (${change.reason})`}`,
      ),
    ),
    ...titled(
      'Messages:',
      facts.messages?.map((message) => `${message.role}: ${message.text}`),
    ),
    ...titled(
      'Ancestors:',
      facts.hierarchy?.ancestors.map((task) => `${task.session_id} ${task.mode} ${task.state}`),
    ),
    ...titled(
      'Subtasks:',
      facts.hierarchy?.children.map((task) => `${task.session_id} ${task.mode} ${task.state}`),
    ),
    ...titled(
      'Decisions:',
      facts.decisions?.map((decision) => decisionLine(decision, facts.mode)),
    ),
  ].join('\n');
}

function decisionLine(decision: NonNullable<TaskFacts['decisions']>[number], mode: string): string {
  const { mcp_server: server, mcp_tool: tool } = (decision.detail ?? {}) as {
    readonly mcp_server?: string;
    readonly mcp_tool?: string;
  };
  const target = server === undefined ? '' : ` (${tool === undefined ? server : `${server}/${tool}`})`;
  const reason = decision.reason === undefined ? '' : `: ${decision.reason}`;
  return `${decision.allowed ? '✓' : '✗'} ${decision.tool}${target} in ${decision.mode ?? mode}${reason}`;
}

function titled(title: string, lines: readonly string[] | undefined): readonly string[] {
  if (lines === undefined) return [];
  return ['', title, ...(lines.length === 0 ? ['none'] : lines)];
}

function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
