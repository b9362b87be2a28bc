import { commands } from '../commands/commands.ts';
import type { Dialect } from '../dialect.ts';
import type { OutgoingEvent } from '../messages/outgoing-event.ts';
import type { ReceivedCommand } from './server-options.ts';

/** Returned by a handler to leave a command unanswered. */
export const noAnswer: unique symbol = Symbol('noAnswer');

/** Result of a command's handler. */
export type CommandOutcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly reason: string };

/** Returns the event that answers a command in a dialect; undefined if the dialect sends no answer. */
export function answerEvent(
  command: ReceivedCommand,
  outcome: CommandOutcome,
  dialect: Dialect,
): OutgoingEvent | undefined {
  if (outcome.ok && outcome.result === noAnswer) return undefined;
  if (dialect === 'fork') return forkAnswer(command, outcome);
  const reply = commands[command.name].reply(dialect);
  if (reply.kind === 'queryEvent') {
    // These dialects report a failed query as an empty reply.
    const empty = reply.eventName === 'modelsResponse' ? {} : [];
    return { eventName: reply.eventName, payload: [outcome.ok ? outcome.result : empty] };
  }
  return reply.kind === 'taskStartResponse' ? taskStartAnswer(command, outcome) : undefined;
}

// A command that succeeds and is confirmed by its effect gets no answer; a refused command gets one.
function forkAnswer({ name, requestId = '' }: ReceivedCommand, outcome: CommandOutcome): OutgoingEvent | undefined {
  const { kind } = commands[name].reply('fork');
  if (kind === 'none' || (outcome.ok && kind !== 'commandResponse')) return undefined;
  const payload = outcome.ok ? outcome.result : { error: outcome.reason };
  return {
    eventName: 'commandResponse',
    payload: [{ commandName: name, requestId, ...(payload !== undefined && { payload }) }],
  };
}

// Without a request id, nobody waits for the reply. The reason is reported only here, because Zoo Code's reply has a
// fixed text.
function taskStartAnswer({ requestId }: ReceivedCommand, outcome: CommandOutcome): OutgoingEvent | undefined {
  if (requestId === undefined) return undefined;
  const answer = outcome.ok
    ? { requestId, success: true, taskId: String(outcome.result) }
    : {
        requestId,
        success: false,
        errorCode: 'task_start_failed',
        errorMessage: 'Task start failed',
        stage: 'unknown',
      };
  return { eventName: 'taskStartResponse', payload: [answer] };
}
