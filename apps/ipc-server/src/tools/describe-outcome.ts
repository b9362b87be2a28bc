import { type Dialect, dialects, type TaskOutcome } from '@modegate/ipc-bridge';
import { attempt, defined, isJsonObject } from '@modegate/json';
import * as z from 'zod';
import type { ToolContext } from '../calls/tool-context.ts';
import type { WaitEnd } from './task-wait.ts';

/** Shape of the output of `roo_ipc_wait_for_task`. */
export const outcomeShape = {
  dialect: z.enum(dialects),
  taskId: z.string(),
  status: z.enum(['unknown', 'running', 'waiting', 'completed', 'aborted', 'failed']),
  done: z.boolean().describe('Whether the task has ended.'),
  needsAnswer: z.boolean().describe('Whether the task is waiting for an answer to its question.'),
  ask: z
    .string()
    .optional()
    .describe('What kind of answer the task is waiting for: followup, tool, command, resume_task, …'),
  question: z.string().optional().describe('What it asks.'),
  suggestions: z.array(z.string()).optional().describe('Answers that the agent suggests.'),
  result: z.string().optional().describe('The result that the agent reported.'),
  reason: z.string().optional().describe('Why it failed.'),
  lastText: z.string().optional().describe('The end of the latest message.'),
  mode: z.string().optional(),
  tokenUsage: z.looseObject({}).optional(),
  round: z.int().describe('Increases when an ended task resumes.'),
  connected: z.boolean(),
  note: z.string().optional().describe('What to do next.'),
};

/** Facts about a task, in the shape of {@link outcomeShape}. */
export type OutcomeFacts = z.input<z.ZodObject<typeof outcomeShape>>;

/** Describes a task's state after waiting for it. */
export function describeOutcome({ agent }: ToolContext, taskId: string, end: WaitEnd): OutcomeFacts {
  const outcome = agent.tasks.outcomeOf(taskId);
  const { dialect, state } = agent.client;
  const head = {
    dialect,
    taskId,
    done: end === 'done',
    needsAnswer: end === 'needsAnswer',
    connected: state.status === 'ready',
    ...noteOf(end, dialect, outcome),
  };
  if (outcome === undefined) return { ...head, status: 'unknown', round: 1 };
  const { status, round, mode, tokenUsage, lastMessage } = outcome;
  // A message was sent after the task ended and has had no effect yet, so the task's earlier messages do not answer
  // that message.
  if (end === 'done' && agent.tasks.answeredAt(taskId) !== undefined)
    return { ...head, status, round, note: unheardNote };
  return {
    ...head,
    status,
    round,
    ...statusFacts(outcome),
    ...(lastMessage === undefined || lastMessage.text === '' ? {} : { lastText: lastMessage.text.slice(-2000) }),
    ...defined({ mode, tokenUsage }),
  };
}

function statusFacts(outcome: TaskOutcome): object {
  switch (outcome.status) {
    case 'waiting':
      return { ask: outcome.ask, ...questionOf(outcome.text) };
    case 'completed':
      return defined({ result: outcome.result });
    case 'failed':
      return { reason: outcome.reason };
    default:
      return {};
  }
}

/** A question with suggestions arrives as JSON in the message text: `{ question, suggest: [{ answer }] }`. */
function questionOf(text: string): { readonly question: string; readonly suggestions?: readonly string[] } {
  const content: unknown = attempt(() => JSON.parse(text));
  if (!isJsonObject(content) || typeof content.question !== 'string') return { question: text };
  const suggest: readonly unknown[] = Array.isArray(content.suggest) ? content.suggest : [];
  const suggestions = suggest.flatMap((each) => {
    const answer = typeof each === 'string' ? each : (each as { readonly answer?: unknown } | null)?.answer;
    return typeof answer === 'string' ? [answer] : [];
  });
  return { question: content.question, ...(suggestions.length === 0 ? {} : { suggestions }) };
}

function noteOf(end: WaitEnd, dialect: Dialect, outcome: TaskOutcome | undefined): { readonly note?: string } {
  if (end === 'timeout') return { note: timeoutNote(outcome) };
  if (end === 'disconnected') {
    return {
      note: 'The connection to the agent ended, and no event for the task has arrived since, so the task may have ended too. When the agent is connected again, use roo_ipc_resume_task to reopen the task.',
    };
  }
  return end === 'needsAnswer' && outcome?.status === 'waiting' ? { note: answerNote(outcome.ask, dialect) } : {};
}

const unheardNote =
  'The task had already ended when you sent the last message, and the agent has not reacted to it. Open the task with roo_ipc_resume_task, or start a new one with roo_ipc_start_task.';

function timeoutNote(outcome: TaskOutcome | undefined): string {
  return outcome === undefined
    ? 'No event for this task arrived during the wait. Check the id, or open the task with roo_ipc_resume_task.'
    : 'The task is still running. Call again to keep waiting.';
}

const approvals: ReadonlySet<string> = new Set(['tool', 'command', 'use_mcp_server', 'browser_action_launch']);

function answerNote(ask: string, dialect: Dialect): string {
  if (ask === 'followup') return 'Answer with roo_ipc_send_message.';
  if (dialect === 'fork') {
    return 'To answer yes, call roo_ipc_press_primary_button. To answer no, call roo_ipc_press_secondary_button. A message sent with roo_ipc_send_message counts as a no and is passed on as feedback.';
  }
  return approvals.has(ask)
    ? 'This agent does not accept approvals over IPC. Approve in the editor, or start tasks with auto-approval enabled in configuration (autoApprovalEnabled, alwaysAllowReadOnly, alwaysAllowWrite, …). A message sent with roo_ipc_send_message counts as a no and is passed on as feedback.'
    : 'Answer in the editor, or with roo_ipc_send_message.';
}
