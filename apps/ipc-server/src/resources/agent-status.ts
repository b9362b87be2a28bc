import { type ClientState, formatAddress } from '@modegate/ipc-bridge';
import { defined } from '@modegate/json';
import * as z from 'zod';
import { hasEnded, type TaskRegistry } from '../agent/task-registry.ts';
import type { ToolContext } from '../calls/tool-context.ts';
import { version } from '../version.ts';

const counters = z.record(z.string(), z.number());

/** Shape of the output of `roo_ipc_status` and of the resource `roo-ipc://status`. */
export const statusShape = {
  connected: z.boolean(),
  status: z.string().describe('idle, connecting, awaitingAck, ready, backoff or closed.'),
  address: z.string(),
  addressFrom: z.string().describe('The flag or variable that specified the address.'),
  dialect: z
    .string()
    .optional()
    .describe('The dialect of the connected agent or, if no agent is connected, of the previous one.'),
  dialectSetting: z.string(),
  clientId: z.string().optional(),
  pid: z.number().optional().describe("The agent's process."),
  ppid: z.number().optional(),
  serverVersion: z.string().optional(),
  since: z.string().optional().describe('When it connected.'),
  retryAt: z.string().optional().describe('When the next connection attempt is due.'),
  attempt: z.number().optional(),
  lastError: z.string().optional(),
  activeTaskId: z.string().nullable(),
  tasks: z
    .array(z.object({ taskId: z.string(), status: z.string() }))
    .describe(
      'The latest tasks, most recent last. A task has the status lost if the connection ended while it was running.',
    ),
  queues: z.object({ ai: counters, other: counters }).describe('Both queues: held, taken, dropped, coalesced, …'),
  counters: counters.describe('Counters for the connection.'),
  push: z.object({ enabled: z.boolean(), sent: z.number(), skipped: z.number() }),
  warnings: z.array(z.string()),
  version: z.string().describe('The version of this server.'),
};

/** The status, in the shape of {@link statusShape}. */
export type AgentStatus = z.input<z.ZodObject<typeof statusShape>>;

const shownTasks = 20;

/** Describes the state of the connection, the queues and the tasks, without secrets. */
export function describeStatus(context: ToolContext): AgentStatus {
  const { agent, settings, pushed } = context;
  const { client, dialect, buffer, tasks, secrets, lastError } = agent;
  const { ai, other } = buffer.counters;
  return {
    connected: client.state.status === 'ready',
    address: formatAddress(settings.address),
    addressFrom: settings.addressFrom,
    ...defined({ dialect }),
    dialectSetting: settings.dialect,
    ...stateFacts(client.state),
    ...defined({ lastError: lastError && secrets.mask(lastError) }),
    activeTaskId: tasks.activeTaskId ?? null,
    tasks: tasks.taskIds.slice(-shownTasks).map((taskId) => ({ taskId, status: statusOf(tasks, taskId) })),
    queues: { ai: { ...ai }, other: { ...other } },
    counters: { ...client.counters },
    push: { enabled: settings.push, ...pushed() },
    warnings: [...settings.warnings],
    version,
  };
}

function statusOf(tasks: TaskRegistry, taskId: string): string {
  const outcome = tasks.outcomeOf(taskId);
  return tasks.isLost(taskId) && !hasEnded(outcome) ? 'lost' : (outcome?.status ?? 'unknown');
}

function stateFacts(state: ClientState) {
  const { status } = state;
  switch (state.status) {
    case 'ready': {
      const { clientId, pid, ppid, serverVersion } = state;
      return { status, clientId, ...defined({ pid, ppid, serverVersion }), since: iso(state.since) };
    }
    case 'backoff':
      return { status, retryAt: iso(state.retryAt), attempt: state.attempt };
    case 'connecting':
      return { status, attempt: state.attempt };
    default:
      return { status };
  }
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
