import { type CommandName, type CommandReply, commands, IpcError } from '@modegate/ipc-bridge';
import { defined } from '@modegate/json';
import type { ToolContext } from './tool-context.ts';

/** A tool call to a connected agent. */
export type CommandCall = Awaited<ReturnType<typeof openCommandCall>>;

/** Result of a command; further members depend on the tool's output. */
export interface CommandResult {
  readonly outcome: 'confirmed' | 'sent' | 'inferred';
  readonly [fact: string]: unknown;
}

// Maximum time that a call made right after startup waits for the connection.
const settleMs = 3000;

/**
 * Prepares a call after the first connection attempt has succeeded or failed.
 *
 * @throws {IpcError} NOT_CONNECTED
 */
export async function openCommandCall(context: ToolContext, signal: AbortSignal, timeoutMs?: number) {
  const { agent, settings } = context;
  const { client } = agent;
  await waitForFirstAttempt(context, signal);
  const { status } = client.state;
  if (status !== 'ready') throw new IpcError('NOT_CONNECTED', 'Not connected.', { data: { status } });
  const timeout = timeoutMs ?? settings.timeoutMs;
  const options = { signal, ...defined({ timeoutMs: timeout }) };
  const send = (name: CommandName, data?: unknown) =>
    agent.history.remember(name, () => client.send(name, data, options));
  return {
    dialect: client.dialect,
    /** The agent's tasks as known from its events. */
    tasks: agent.tasks,
    /** True if the agent's dialect supports the command. */
    has: (name: CommandName) => commands[name].dialects.includes(client.dialect),
    /**
     * Sends a command.
     *
     * @throws {IpcError} in the same cases as {@link AgentClient.send}.
     */
    send,
    /** Sends a command and returns its reply as a {@link CommandResult}. */
    ask: async (name: CommandName, data?: unknown) => commandResult(await send(name, data)),
    /** Records that an answer was sent to a task; undefined means the active task. */
    noteAnswer: (taskId: string | undefined) => agent.tasks.noteAnswer(taskId, context.now()),
    /** Remembers the secrets in a value, so that they appear in no error or log line. */
    rememberSecrets: agent.secrets.learn,
  };
}

/** Waits briefly while a connection attempt is pending. */
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

/** Converts a reply into a result. */
export function commandResult(reply: CommandReply): CommandResult {
  if (reply.outcome === 'confirmed') return { outcome: 'confirmed', via: reply.via, payload: reply.payload ?? null };
  return { outcome: 'sent', ...(reply.candidate === undefined ? {} : { payload: reply.candidate }) };
}
