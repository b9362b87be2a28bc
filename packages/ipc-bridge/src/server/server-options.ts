import type { Dialect } from '../dialect.ts';
import type { FrameCounters } from '../frames/frame.ts';
import type { FrameProblem } from '../frames/frame-decoder.ts';
import type { JsonObject } from '../json.ts';
import type { CommandName } from '../messages/command-name.ts';
import type { Schedule } from '../schedule.ts';

/** A command that a client sent; `data` is as it came, and has not been checked. */
export interface ReceivedCommand {
  readonly name: CommandName;
  readonly data: unknown;
  readonly requestId: string | undefined;
  /** The IpcMessage as it came. */
  readonly raw: JsonObject;
}

/** One connected client, as a server sees it. */
export interface ServerClient {
  /** The id that this server gave to the connection. */
  readonly clientId: string;
  /** How many bytes wait for the client to read them. */
  readonly bufferedBytes: number;
  /** Sends one event to this client only. */
  send(event: OutgoingEvent): void;
  /** Ends the connection. */
  close(): void;
}

/** An event to send, as the wire spells it. */
export interface OutgoingEvent {
  readonly eventName: string;
  readonly payload?: unknown;
}

/** What a server needs. */
export interface AgentServerOptions {
  /** In which dialect commands are answered. */
  readonly dialect: Dialect;
  /**
   * Carries out a command. What it returns is the answer, where the dialect has one and it is not `noAnswer`; what it throws becomes an error
   * answer in `fork`, a refusal of StartNewTask in `zoo`, an empty answer to a query in `official` and `zoo`, and is
   * always reported.
   */
  readonly onCommand: (command: ReceivedCommand, client: ServerClient) => unknown;
  /** Told after a client was introduced, and after it left. */
  readonly onClient?: (client: ServerClient, change: 'joined' | 'left') => void;
  /** What the introduction says of this process. Default: pid and ppid 0, no version. */
  readonly identity?: { readonly pid?: number; readonly ppid?: number; readonly serverVersion?: string };
  /** A fresh client id. Default: 12 random hexadecimal digits. */
  readonly createClientId?: () => string;
  /** Takes commands that carry another client id than the connection's; the answer goes to the connection. Default false. */
  readonly acceptForeignClientIds?: boolean;
  readonly limits?: Partial<ServerLimits>;
  /** Default: the platform's timer. */
  readonly schedule?: Schedule;
  /** Told of what was counted, skipped or cut; never of the content of a message. */
  readonly onProblem?: (problem: ServerProblem) => void;
}

/** The bounds of a server. */
export interface ServerLimits {
  /** The longest frame, in both directions. Default 32 MiB. */
  readonly maxFrameBytes: number;
  /** How many bytes may wait for one client before it is cut off. Default 64 MiB. */
  readonly maxOutboundBytes: number;
  /** How many clients may be connected; a further one is closed at once. Default 100. */
  readonly maxClients: number;
  /** How many commands of one client may be under way; it is not read further until one ends. Default 64. */
  readonly maxConcurrentCommands: number;
}

/** Something that was skipped or survived; `clientId` is the connection's. */
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

/** What a server has counted since it was created. */
export interface ServerCounters extends FrameCounters {
  readonly clientsAccepted: number;
  readonly clientsRefused: number;
  readonly slowClientsCut: number;
  readonly commands: number;
  readonly commandsFailed: number;
  readonly foreignClientIds: number;
  readonly unknownMessages: number;
  readonly eventsSent: number;
}
