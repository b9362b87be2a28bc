import { IpcError, isIpcError } from '../ipc-error.ts';
import type { ClientState } from './client-state.ts';

interface NamedCommand {
  readonly name: string;
  readonly requestId: string;
}

/** Creates the error for a command to which the agent replied with an error. */
export function commandFailed({ name, requestId }: NamedCommand, said: string): IpcError<'COMMAND_FAILED'> {
  const reason = said.length > 500 ? `${said.slice(0, 500)}…` : said;
  return new IpcError('COMMAND_FAILED', `The agent refused ${name}: ${reason}`, {
    data: { command: name, requestId, reason },
  });
}

/** Creates the error for a command that was not confirmed within the time limit. */
export function commandTimedOut({ name, requestId }: NamedCommand, timeoutMs: number): IpcError<'COMMAND_TIMEOUT'> {
  return new IpcError(
    'COMMAND_TIMEOUT',
    `${name} was sent, but the agent did not answer within ${timeoutMs} ms. The agent may have run the command, so check its state before you send the command again. An agent silently drops commands that it does not accept.`,
    { data: { command: name, requestId, timeoutMs } },
  );
}

/** Creates the error for a command that was waiting for a reply when the connection ended. */
export function commandLost({ name, requestId }: NamedCommand, cause: Error | undefined): IpcError<'DISCONNECTED'> {
  return new IpcError(
    'DISCONNECTED',
    `The connection to the agent ended before the agent answered ${name}. The agent may have run the command, so check its state before you send the command again.`,
    { data: { command: name, requestId }, cause },
  );
}

/** Creates the error for an open connection that ended. */
export function connectionLost(cause: Error | undefined): IpcError<'DISCONNECTED'> {
  const code = systemCodeOf(cause);
  return new IpcError(
    'DISCONNECTED',
    `The connection to the agent ended${code === undefined ? '' : ` (${code})`}. The agent was closed or restarted, or it closed the connection.`,
    { data: { command: undefined, requestId: undefined }, cause },
  );
}

/** Creates the error for an agent that is not reading while too much data is waiting to be sent. */
export function agentStuck(bufferedBytes: number): IpcError<'DISCONNECTED'> {
  return new IpcError(
    'DISCONNECTED',
    `The agent is not reading its input: ${bufferedBytes} bytes are waiting. The connection was closed. Check whether the agent is paused in a debugger or out of memory.`,
    { data: { command: undefined, requestId: undefined } },
  );
}

/** Creates the error for an open connection whose other end did not introduce itself. */
export function ackTimedOut(timeoutMs: number): IpcError<'ACK_TIMEOUT'> {
  return new IpcError(
    'ACK_TIMEOUT',
    `The other end accepted the connection but did not introduce itself within ${timeoutMs} ms. Check that the address belongs to the IPC server of an agent and not to another program.`,
    { data: { timeoutMs } },
  );
}

/** Converts an error from an attempt to connect into an error of this package. */
export function connectFailed(error: unknown): IpcError {
  if (isIpcError(error)) return error;
  const systemCode = systemCodeOf(error);
  const reason = error instanceof Error ? error.message : 'opening it failed';
  return new IpcError('CONNECT_FAILED', `Could not connect to the agent: ${reason}`, {
    data: { address: undefined, systemCode },
    cause: error,
  });
}

/** Creates the error for a command sent in a state in which commands are not accepted. */
export function notConnected(state: ClientState): IpcError<'NOT_CONNECTED'> {
  return new IpcError('NOT_CONNECTED', `The agent is not connected: ${describe(state)}. Nothing was sent.`, {
    data: { status: state.status },
  });
}

/** Creates the error for a client that its owner has closed. */
export function clientClosed(): IpcError<'CLOSED'> {
  return new IpcError('CLOSED', 'This client is closed. Create a new client to connect again.', {
    data: { what: 'client' },
  });
}

function describe(state: ClientState): string {
  switch (state.status) {
    case 'idle':
      return 'no connection attempt has been made yet; call connect() first';
    case 'connecting':
      return `attempt ${state.attempt} is in progress; wait for connect()`;
    case 'awaitingAck':
      return 'the agent has not introduced itself yet; wait for connect()';
    case 'backoff':
      return `the next attempt is due. The last error: ${state.lastError.message}`;
    default:
      return `the client is ${state.status}`;
  }
}

function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
