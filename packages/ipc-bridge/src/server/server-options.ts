import { attempt, type JsonObject } from '@modegate/json';
import { type Schedule, timerSchedule } from '@modegate/timing';
import type { Dialect } from '../dialect.ts';
import { createFrameCounters, defaultMaxFrameBytes, type FrameProblem } from '../frames/frame.ts';
import type { CommandName } from '../messages/command-name.ts';
import type { OutgoingEvent } from '../messages/outgoing-event.ts';

/** A command sent by a client; `data` is passed as received, without validation. */
export interface ReceivedCommand {
  readonly name: CommandName;
  readonly data: unknown;
  readonly requestId: string | undefined;
  /** The IpcMessage as received. */
  readonly raw: JsonObject;
}

/** A connected client, as seen by a server. */
export interface ServerClient {
  /** The id that this server assigned to the connection. */
  readonly clientId: string;
  /** Number of bytes waiting for the client to read them. */
  readonly bufferedBytes: number;
  /** Sends one event to this client only. */
  send(event: OutgoingEvent): void;
  /** Closes the connection. */
  close(): void;
}

/** Options of a server. */
export interface AgentServerOptions {
  /** Dialect of the replies. */
  readonly dialect: Dialect;
  /**
   * Carries out a command. Its result is the reply, if the dialect has one; its error becomes an error reply in `fork`,
   * a refusal of StartNewTask in `zoo` or an empty reply to a query in `official` and `zoo`, and is always reported.
   */
  readonly onCommand: (command: ReceivedCommand, client: ServerClient) => unknown;
  /** Called after a client has been introduced, and after it has left. */
  readonly onClient?: (client: ServerClient, change: 'joined' | 'left') => void;
  /** Identity that this process gives in its introduction. Default: pid and ppid 0, no version. */
  readonly identity?: { readonly pid?: number; readonly ppid?: number; readonly serverVersion?: string };
  /** Creates a client id. Default: 12 random hexadecimal digits. */
  readonly createClientId?: () => string;
  /**
   * Accepts commands with a client id other than that of the connection; the reply goes to the connection. Default
   * false.
   */
  readonly acceptForeignClientIds?: boolean;
  readonly limits?: Partial<ServerLimits>;
  /** Schedules a timer. Default: the platform's timer. */
  readonly schedule?: Schedule;
  /**
   * Called when something is counted or skipped, or when a client is disconnected; never receives the content of a
   * message.
   */
  readonly onProblem?: (problem: ServerProblem) => void;
}

/** Limits of a server. */
export interface ServerLimits {
  /** Maximum frame size in both directions. Default 32 MiB. */
  readonly maxFrameBytes: number;
  /** Number of bytes that may wait for one client before it is disconnected. Default 64 MiB. */
  readonly maxOutboundBytes: number;
  /** Maximum number of connected clients; any further client is disconnected immediately. Default 100. */
  readonly maxClients: number;
  /** Maximum number of running commands per client; reading pauses until one ends. Default 64. */
  readonly maxConcurrentCommands: number;
}

/** A problem that the server skipped over or tolerated; `clientId` identifies the connection. */
export type ServerProblem = { readonly clientId: string } & (
  | FrameProblem
  | { readonly kind: 'unknownMessage'; readonly reason: string }
  | { readonly kind: 'unknownCommand'; readonly commandName: string }
  | { readonly kind: 'foreignClientId' }
  | { readonly kind: 'slowClient'; readonly bufferedBytes: number }
  | { readonly kind: 'tooManyClients' }
  | { readonly kind: 'commandFailed'; readonly commandName: CommandName; readonly error: unknown }
  | { readonly kind: 'listenerFailed'; readonly error: unknown }
);

/** Counts that a server has recorded since its creation. */
export type ServerCounters = Readonly<ReturnType<typeof createServerCounters>>;

/** Options of a server with all defaults applied, and the server's counters. */
export interface AgentServerSettings extends Required<Omit<AgentServerOptions, 'limits' | 'onProblem' | 'onClient'>> {
  readonly limits: ServerLimits;
  readonly counters: ReturnType<typeof createServerCounters>;
  /** Reports problems; never throws. */
  readonly report: (problem: ServerProblem) => void;
}

const defaultLimits: ServerLimits = {
  maxFrameBytes: defaultMaxFrameBytes,
  maxOutboundBytes: 2 * defaultMaxFrameBytes,
  maxClients: 100,
  maxConcurrentCommands: 64,
};

/** Applies the defaults. */
export function serverSettings(options: AgentServerOptions): AgentServerSettings {
  const { onProblem } = options;
  return {
    dialect: options.dialect,
    onCommand: options.onCommand,
    identity: options.identity ?? {},
    createClientId: options.createClientId ?? randomClientId,
    acceptForeignClientIds: options.acceptForeignClientIds ?? false,
    schedule: options.schedule ?? timerSchedule,
    limits: { ...defaultLimits, ...options.limits },
    counters: createServerCounters(),
    report: (problem) => attempt(() => onProblem?.(problem)),
  };
}

// Uses the same format as the agents: six bytes in hexadecimal.
function randomClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function createServerCounters() {
  return {
    clientsAccepted: 0,
    clientsRefused: 0,
    slowClientsCut: 0,
    commands: 0,
    commandsFailed: 0,
    foreignClientIds: 0,
    unknownMessages: 0,
    ...createFrameCounters(),
    eventsSent: 0,
  };
}
