import { buildCommand, commands } from '../commands/commands.ts';
import type { Dialect } from '../dialect.ts';
import { encodeFrame } from '../frames/frame-encoder.ts';
import { isIpcError } from '../ipc-error.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import type { AgentConnection, Introduction } from './agent-connection.ts';
import type { ClientSettings } from './client-options.ts';
import type { PendingCommands } from './pending-commands.ts';

/** Time within which an agent must reply to the probe. */
const PROBE_TIMEOUT_MS = 1_000;

interface DetectingClient {
  readonly settings: ClientSettings;
  readonly connection: AgentConnection;
  readonly pending: PendingCommands;
}

/** Detects an agent's dialect from its introduction and, with `probe`, from its reply to IsReady. */
export function detectDialect(ack: Introduction, client: DetectingClient): Dialect | Promise<Dialect> {
  const { dialect, probe } = client.settings;
  if (dialect !== 'detect') return dialect;
  // Among the dialects, only fork sends its version, and only in later releases.
  if (ack.serverVersion !== undefined) return 'fork';
  return probe ? probeFork(ack.clientId, client) : 'official';
}

/** With `detect`, returns the dialect that an event reveals; returns undefined if the event reveals none. */
export function dialectOfEvent(event: AgentEvent): Dialect | undefined {
  if (event.eventName === 'taskStartResponse') return 'zoo';
  return event.eventName === 'commandResponse' ? 'fork' : undefined;
}

// An official agent drops unknown commands, so the probe is harmless.
async function probeFork(clientId: string, { settings, connection, pending }: DetectingClient): Promise<Dialect> {
  const requestId = settings.createRequestId();
  const message = buildCommand({ name: 'IsReady', data: undefined, requestId, clientId }, 'fork');
  const reply = commands.IsReady.reply('fork');
  const answer = pending.add({ name: 'IsReady', data: undefined, requestId, reply }, { timeoutMs: PROBE_TIMEOUT_MS });
  connection.write(encodeFrame(message)).catch(() => {});
  try {
    await answer;
    return 'fork';
  } catch (error) {
    return isIpcError(error, 'COMMAND_FAILED') ? 'fork' : 'official';
  }
}
