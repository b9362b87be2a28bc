import { formatAddress, type IpcAddress } from '../address.ts';
import { IpcError } from '../ipc-error.ts';

/** Describes why a connection failed and how to fix the problem. */
export function connectFailure(address: IpcAddress, cause: unknown): IpcError<'CONNECT_FAILED'> {
  const systemCode = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  const text = formatAddress(address);
  const message = `Could not connect to the agent at ${text}${systemCode === undefined ? '' : ` (${systemCode})`}: ${adviceFor(address, systemCode)}`;
  return new IpcError('CONNECT_FAILED', message, { data: { address: text, systemCode }, cause });
}

/** Describes why it is unsafe to connect to the file at a socket's path. */
export function unfitSocket(address: IpcAddress, problem: string): IpcError<'CONNECT_FAILED'> {
  const text = formatAddress(address);
  return new IpcError('CONNECT_FAILED', `Could not connect to the agent at ${text}: ${problem}`, {
    data: { address: text, systemCode: undefined },
  });
}

function adviceFor(address: IpcAddress, systemCode: string | undefined): string {
  switch (systemCode) {
    case 'ENOENT':
      return `nothing exists at this address. ${startAdvice(address)}`;
    case 'ECONNREFUSED':
      return address.kind === 'socket'
        ? `the socket file still exists, but nothing is listening on it. ${startAdvice(address)}`
        : `nothing is listening there. ${startAdvice(address)}`;
    case 'EACCES':
    case 'EPERM':
      return 'the current user is not allowed to connect. Run this program as the user who runs the agent, or change the permissions of the socket and its folder.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host is unknown. Check its name.';
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'the host does not answer. Check that it is running and that its firewall allows the port.';
    default:
      return `the connection could not be opened. ${startAdvice(address)}`;
  }
}

function startAdvice(address: IpcAddress): string {
  if (address.kind === 'tcp') {
    return `Start the agent with ROO_CODE_IPC_TCP_PORT=${address.port} in its environment (an agent that serves TCP), or correct the address.`;
  }
  const value = address.kind === 'pipe' ? address.name : address.path;
  return `Start the editor with ROO_CODE_IPC_SOCKET_PATH=${value} in the environment of its first process, or correct the address.`;
}
