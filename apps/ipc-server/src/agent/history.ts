import { type CommandName, type CommandReply, type IpcErrorCode, isIpcError } from '@modegate/ipc-bridge';
import { redactSecrets } from '@modegate/secrets';

/** A command that this server sent or tried to send, with its result. */
export interface CommandRecord {
  readonly command: CommandName;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly tookMs: number;
  readonly outcome: CommandReply['outcome'] | 'failed';
  readonly via?: string;
  /** The agent's reply, with secrets removed. */
  readonly payload?: unknown;
  /** A note that takes the place of a payload too long to store. */
  readonly omitted?: string;
  readonly error?: { readonly name: string; readonly message: string };
}

/** An error; identical consecutive errors share one record with a count. */
export interface ErrorRecord {
  /** Origin of the error: a failed or ended connection, a command, or an unusual message from the agent. */
  readonly source: 'connection' | 'command' | 'agent';
  readonly name: IpcErrorCode | 'UNUSUAL';
  readonly message: string;
  /** Times of the first and last occurrence, in epoch milliseconds. */
  readonly at: number;
  readonly lastAt: number;
  readonly count: number;
}

/**
 * The latest commands with their replies, and the latest errors, each list with the oldest first. Secrets in
 * configurations are removed.
 */
export type History = ReturnType<typeof createHistory>;

/** The clock for a {@link History}, and the function that masks secrets in its text. */
export interface HistoryOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly mask: (text: string) => string;
}

const maxRecords = 100;
const maxPayloadLength = 64 * 1024;

/** Creates an empty history. */
export function createHistory({ now, mask }: HistoryOptions) {
  const commands: CommandRecord[] = [];
  const errors: ErrorRecord[] = [];
  const listeners = new Set<() => void>();

  const keep = <Item>(items: Item[], item: Item): void => {
    items.push(item);
    if (items.length > maxRecords) items.shift();
    for (const listener of listeners) listener();
  };
  const noteError = ({ source, name, message }: Pick<ErrorRecord, 'source' | 'name' | 'message'>): void => {
    const lastAt = now();
    const text = mask(message);
    const last = errors.at(-1);
    const isSame = last?.source === source && last.name === name && last.message === text;
    if (isSame) errors.pop();
    const { at, count } = isSame ? last : { at: lastAt, count: 0 };
    keep(errors, { source, name, message: text, at, lastAt, count: count + 1 });
  };

  return {
    commands,
    errors,
    /** Sends a command and records the result; passes on the reply or the error from `send`. */
    remember: async (command: CommandName, send: () => Promise<CommandReply>) => {
      const sentAt = now();
      const record = (facts: Pick<CommandRecord, 'outcome'> & Partial<CommandRecord>): void =>
        keep(commands, { command, sentAt, tookMs: now() - sentAt, ...facts });
      try {
        const reply = await send();
        record(factsOf(reply));
        return reply;
      } catch (error) {
        const known = isIpcError(error) ? error : undefined;
        const message =
          known?.message ?? 'The call was cancelled, but the agent may still have carried out the command.';
        record({ outcome: 'failed', error: { name: known?.code ?? 'CANCELLED', message: mask(message) } });
        if (known !== undefined) noteError({ source: 'command', name: known.code, message });
        throw error;
      }
    },
    /** Records why the connection failed. */
    noteConnectionError: ({ code, message }: { readonly code: IpcErrorCode; readonly message: string }) =>
      noteError({ source: 'connection', name: code, message }),
    /** Records an unusual message from the agent. */
    noteProblem: (message: string) => noteError({ source: 'agent', name: 'UNUSUAL', message }),
    /** Adds a listener for changes; returns a function that removes it. */
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function factsOf(reply: CommandReply): Pick<CommandRecord, 'outcome' | 'via' | 'payload' | 'omitted'> {
  const answer = reply.outcome === 'confirmed' ? reply.payload : reply.candidate;
  const via = reply.outcome === 'confirmed' ? { via: reply.via } : {};
  const payload = redactSecrets(answer);
  const { length } = JSON.stringify(payload) ?? '';
  if (length > maxPayloadLength)
    return { outcome: reply.outcome, ...via, omitted: `The answer is ${length} characters long.` };
  return { outcome: reply.outcome, ...via, ...(payload === undefined ? {} : { payload }) };
}
