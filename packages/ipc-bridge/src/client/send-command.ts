import { buildCommand, commands } from '../commands/commands.ts';
import { encodeFrame } from '../frames/frame-encoder.ts';
import type { CommandName } from '../messages/command-name.ts';
import { agentStuck, clientClosed, notConnected } from './client-errors.ts';
import type { ClientLifecycle } from './client-lifecycle.ts';
import type { ClientSettings } from './client-settings.ts';
import type { CommandReply, SendOptions } from './command-reply.ts';
import type { PendingCommands } from './pending-commands.ts';

/** What a command is sent with. */
interface Sender {
  readonly settings: ClientSettings;
  readonly lifecycle: ClientLifecycle;
  readonly pending: PendingCommands;
}

/** Sends a command on a connection that is ready, and waits for its answer. */
export async function sendCommand(
  command: { readonly name: CommandName; readonly data: unknown; readonly wait: SendOptions },
  { settings, lifecycle, pending }: Sender,
): Promise<CommandReply> {
  const { name, data, wait } = command;
  const { state, link } = lifecycle;
  wait.signal?.throwIfAborted();
  if (state.status === 'closed') throw clientClosed();
  if (state.status !== 'ready' || link === undefined) throw notConnected(state);

  const { clientId, dialect } = state;
  const requestId = settings.createRequestId();
  const frame = encodeFrame(buildCommand({ name, data, requestId, clientId }, dialect), settings.limits);
  const reply = commands[name].reply(dialect);
  const { timeoutMs = commands[name].defaultTimeoutMs(dialect), signal } = wait;
  const underWay = pending.join(reply, { timeoutMs, signal });
  if (underWay !== undefined) return underWay;
  if (link.bufferedBytes + frame.length > settings.limits.maxBufferedBytes) {
    const error = agentStuck(link.bufferedBytes);
    lifecycle.giveUp();
    throw error;
  }

  const answer = pending.add({ name, data, requestId, reply }, { timeoutMs, signal });
  settings.counters.commandsSent += 1;
  link.write(frame).then(
    () => pending.written(requestId),
    // The end of the connection follows, and ends every wait.
    () => {},
  );
  return answer;
}
