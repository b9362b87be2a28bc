import {
  type AgentClient,
  type CommandName,
  type CommandReply,
  commands,
  type Dialect,
  IpcError,
} from '@modegate/ipc-bridge';
import type { TaskRegistry } from '../agent/task-registry.ts';
import type { ToolContext } from './tool-context.ts';

/** One tool call on a connected agent. */
export interface CommandCall {
  readonly dialect: Dialect;
  /** What is known of the agent's tasks from its events. */
  readonly tasks: TaskRegistry;
  /** Whether the agent's dialect has a command. */
  has(name: CommandName): boolean;
  /**
   * Sends a command.
   *
   * @throws {IpcError} as {@link AgentClient.send} does.
   */
  send(name: CommandName, data?: unknown): Promise<CommandReply>;
  /** The same, with the answer as facts. */
  ask(name: CommandName, data?: unknown): Promise<CommandResult>;
  /** Remembers that an answer is on its way to a task, or to the active one. */
  noteAnswer(taskId: string | undefined): void;
  /** Remembers secrets that pass through, so that no error or log line shows them. */
  rememberSecrets(value: unknown): void;
}

/** What came of a command; further members as the tool's output says. */
export interface CommandResult {
  readonly outcome: 'confirmed' | 'sent' | 'inferred';
  readonly [fact: string]: unknown;
}

/** How a call is waited for. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number | undefined;
}

// A call that comes right after the start need not fail because the connection is a moment late.
const settleMs = 3000;

/**
 * Opens a call, once the first attempt to connect is decided.
 *
 * @throws {IpcError} NOT_CONNECTED
 */
export async function openCommandCall(context: ToolContext, { signal, timeoutMs }: CallOptions): Promise<CommandCall> {
  const { agent, settings } = context;
  const { client } = agent;
  await waitForFirstAttempt(context, signal);
  if (client.state.status !== 'ready') throw notConnected(client);
  const timeout = timeoutMs ?? settings.timeoutMs;
  const options = { signal, ...(timeout === undefined ? {} : { timeoutMs: timeout }) };
  const send = (name: CommandName, data?: unknown) =>
    agent.history.remember(name, () => client.send(name, data, options));
  return {
    dialect: client.dialect,
    tasks: agent.tasks,
    has: (name) => commands[name].dialects.includes(client.dialect),
    send,
    ask: async (name, data) => commandResult(await send(name, data)),
    noteAnswer: (taskId) => agent.tasks.noteAnswer(taskId, context.now()),
    rememberSecrets: agent.secrets.learn,
  };
}

/** Waits while the outcome of an attempt to connect is open, but not for long. */
export async function waitForFirstAttempt({ agent, schedule }: ToolContext, signal: AbortSignal): Promise<void> {
  const { client } = agent;
  const isOpen = () => ['idle', 'connecting', 'awaitingAck'].includes(client.state.status);
  if (!isOpen()) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      stopTimer();
      stopListening();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const stopTimer = schedule(done, settleMs);
    const stopListening = client.onState(() => {
      if (!isOpen()) done();
    });
    signal.addEventListener('abort', done);
  });
  signal.throwIfAborted();
}

function notConnected(client: AgentClient): IpcError {
  const { status } = client.state;
  return new IpcError('NOT_CONNECTED', 'Not connected.', { data: { status } });
}

/** The facts of a reply: how it came, and what it says. */
export function commandResult(reply: CommandReply): CommandResult {
  if (reply.outcome === 'confirmed') return { outcome: 'confirmed', via: reply.via, payload: reply.payload ?? null };
  return { outcome: 'sent', ...(reply.candidate === undefined ? {} : { payload: reply.candidate }) };
}
