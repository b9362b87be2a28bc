import type { OutgoingCommand } from '../commands/commands.ts';
import { candidateGraceMs, type ReplyKind } from '../commands/reply-kind.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import { commandTimedOut } from './client-errors.ts';
import type { ClientSettings } from './client-options.ts';
import type { CommandReply, ReplyRoute } from './command-reply.ts';

/** A command that is about to be written. */
export interface SentCommand extends Omit<OutgoingCommand, 'clientId'> {
  readonly reply: ReplyKind;
  /** True if the task was known before the command was sent. */
  readonly wasKnown: (taskId: string) => boolean;
}

/** The time limit and abort signal of one caller. */
export interface ReplyWait {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A command from the time it is sent until its reply; several callers may wait for the same query. */
export type PendingCommand = ReturnType<typeof createPendingCommand>;

interface Waiter {
  readonly resolve: (reply: CommandReply) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a pending command; `onOver` is called once, when there are no more callers waiting. */
export function createPendingCommand(
  command: SentCommand,
  { counters, schedule }: ClientSettings,
  onOver: (end: 'answered' | 'abandoned') => void,
) {
  const waiters = new Set<Waiter>();
  const watcher = command.reply.kind === 'effect' ? command.reply.watch(command.data, command.wasKnown) : undefined;
  let likelyTask: string | undefined;
  let cancelGrace = (): void => {};

  const over = (end: 'answered' | 'abandoned'): void => {
    cancelGrace();
    onOver(end);
  };
  const settle = (each: (waiter: Waiter) => void): void => {
    over('answered');
    for (const waiter of waiters) each(waiter);
  };
  const resolve = (reply: CommandReply): void => settle((waiter) => waiter.resolve(reply));
  const confirm = (via: ReplyRoute, payload: unknown): void => {
    counters.commandsConfirmed += 1;
    resolve({ outcome: 'confirmed', payload, via });
  };
  const timeOut = (waiter: Waiter, timeoutMs: number): void => {
    const candidate = watcher?.candidate;
    const silent = command.reply.kind === 'effect' && command.reply.silence === 'sent';
    if (silent || candidate !== undefined) {
      waiter.resolve({ outcome: 'sent', ...(candidate !== undefined && { candidate }) });
    } else {
      counters.commandsTimedOut += 1;
      waiter.reject(commandTimedOut(command, timeoutMs));
    }
  };

  // A command that was carried out may cause no further events, and its caller should not have to wait until the
  // timeout.
  const giveGrace = (): void => {
    const candidate = watcher?.likely;
    if (candidate?.taskId === likelyTask) return;
    likelyTask = candidate?.taskId;
    cancelGrace();
    cancelGrace =
      candidate === undefined ? () => {} : schedule(() => resolve({ outcome: 'sent', candidate }), candidateGraceMs);
  };

  return {
    command,
    wait: (wait: ReplyWait) => addWaiter(waiters, wait, { schedule, timeOut, onEmpty: () => over('abandoned') }),
    /** Checks an event for the command's effect. */
    observe: (event: AgentEvent) => {
      const effect = watcher?.observe(event);
      if (effect !== undefined) confirm('effect', effect);
      else giveGrace();
    },
    confirm,
    resolve,
    reject: (error: Error) => settle((waiter) => waiter.reject(error)),
  };
}

interface WaiterContext extends Pick<ClientSettings, 'schedule'> {
  /** Settles a waiter whose time limit has been reached. */
  timeOut(waiter: Waiter, timeoutMs: number): void;
  /** Called when the last waiter has stopped waiting without a reply. */
  onEmpty(): void;
}

function addWaiter(
  waiters: Set<Waiter>,
  { timeoutMs, signal }: ReplyWait,
  waiting: WaiterContext,
): Promise<CommandReply> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      waiters.delete(waiter);
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
    };
    const waiter: Waiter = {
      resolve: (reply) => {
        stop();
        resolve(reply);
      },
      reject: (error) => {
        stop();
        reject(error);
      },
    };
    const leave = (end: () => void): void => {
      end();
      if (waiters.size === 0) waiting.onEmpty();
    };
    const onAbort = (): void => leave(() => waiter.reject(signal?.reason));
    const cancelTimer = waiting.schedule(() => leave(() => waiting.timeOut(waiter, timeoutMs)), timeoutMs);
    signal?.addEventListener('abort', onAbort);
    waiters.add(waiter);
  });
}
