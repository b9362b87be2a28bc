import { resolve } from 'node:path';
import { AppError, type Environment, expandPath, nonEmpty } from '@modegate/cli-kit';
import { type IpcAddress, isIpcError, parseAddress } from '@modegate/ipc-bridge';
import type { Command } from 'commander';

/** Command-line flags for the agent's address. */
export interface AddressFlags {
  readonly host?: string;
  readonly port?: string;
  readonly socket?: string;
}

/** The agent's address, and the flag or variable that set it. */
export interface ChosenAddress {
  readonly address: IpcAddress;
  readonly from: string;
}

/** Default TCP port. */
export const defaultPort = 7800;

const socketVariables = ['ROO_CODE_IPC_SOCKET_PATH', 'KILO_IPC_SOCKET_PATH'] as const;

/**
 * Chooses the address, in order of precedence: `--socket`, or `--host` and `--port`; this server's own `ROO_IPC_HOST`
 * and `ROO_IPC_PORT`; the agents' own socket variables; port 7800 on `localhost`.
 *
 * @throws {AppError} exit code 2 when a value is not an address, or two sources of the same precedence conflict.
 */
export function chooseAddress(
  flags: AddressFlags,
  env: Environment,
  platform: string = process.platform,
): ChosenAddress {
  const { host, port, socket } = flags;
  if (socket !== undefined) {
    if (host === undefined && port === undefined) return socketAddress(socket, '--socket', platform);
    throw new AppError(
      `--socket and --${host === undefined ? 'port' : 'host'} both specify an address. Use only one of them.`,
      2,
    );
  }
  const flagNames = [...(host === undefined ? [] : ['--host']), ...(port === undefined ? [] : ['--port'])];
  const variables = ['ROO_IPC_HOST', 'ROO_IPC_PORT'].filter((name) => nonEmpty(env[name]) !== undefined);
  const names = [...flagNames, ...variables];
  if (flagNames.length === 0 && variables.length === 0) return fromSocketVariable(env, platform) ?? defaultAddress();
  return tcpAddress(host ?? nonEmpty(env.ROO_IPC_HOST), port ?? nonEmpty(env.ROO_IPC_PORT), names.join(' and '));
}

/** Adds the options for the agent's address and dialect. */
export function withAddress(command: Command): Command {
  return command
    .optionsGroup('Agent:')
    .option('--socket <path>', "the agent's socket or pipe (env ROO_CODE_IPC_SOCKET_PATH, KILO_IPC_SOCKET_PATH)")
    .option('--host <host>', "the agent's TCP host (env ROO_IPC_HOST; default: localhost)")
    .option('--port <port>', "the agent's TCP port (env ROO_IPC_PORT; default: 7800)")
    .option('--dialect <dialect>', 'official, fork, zoo or detect (env ROO_IPC_DIALECT; default: detect)')
    .optionsGroup('Options:');
}

/** Adds the options that {@link withAddress} adds, and those that configure a client of the agent. */
export function withAgent(command: Command): Command {
  return withAddress(command)
    .optionsGroup('Agent:')
    .option(
      '--socket-owner <uid>',
      'an additional user to trust as the owner of the socket; root and you are always trusted (env ROO_IPC_SOCKET_OWNER)',
    )
    .optionsGroup('Options:');
}

/** True if other machines can reach the address; false for sockets and pipes. */
export function isRemote(address: IpcAddress): boolean {
  if (address.kind !== 'tcp') return false;
  const host = address.host.toLowerCase().replace(/^::ffff:/, '');
  return host !== 'localhost' && !host.endsWith('.localhost') && host !== '::1' && !/^127(\.\d{1,3}){3}$/.test(host);
}

function defaultAddress(): ChosenAddress {
  return { address: { kind: 'tcp', host: 'localhost', port: defaultPort }, from: 'default' };
}

function fromSocketVariable(env: Environment, platform: string): ChosenAddress | undefined {
  const set = socketVariables.flatMap((name) => {
    const path = nonEmpty(env[name]);
    return path === undefined ? [] : [{ name, path }];
  });
  const [first, second] = set;
  if (first === undefined) return undefined;
  // Two agents are possible, and nothing indicates which one the user means.
  if (second !== undefined && second.path !== first.path) {
    throw new AppError(
      `${first.name} (${first.path}) and ${second.name} (${second.path}) point to two different agents. Choose one with --socket.`,
      2,
    );
  }
  return socketAddress(first.path, first.name, platform);
}

function socketAddress(text: string, from: string, platform: string): ChosenAddress {
  // The agents also accept a bare name, which refers to a file in the current folder or, on Windows, to a pipe.
  const isBareName = !/[\\/:]/.test(text);
  const written = isBareName && text !== '' ? `${platform === 'win32' ? 'pipe' : 'unix'}:${text}` : text;
  const address = readAddress(/^~[\\/]/.test(written) ? expandPath(written) : written, from);
  const isFile = address.kind === 'socket' && platform !== 'win32';
  return { address: isFile ? { kind: 'socket', path: resolve(address.path) } : address, from };
}

function tcpAddress(host = 'localhost', port = String(defaultPort), from = ''): ChosenAddress {
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw new AppError(`${from}: the port must be a number from 1 to 65535, not '${port.slice(0, 60)}'.`, 2);
  }
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return { address: readAddress(`tcp://${bare.includes(':') ? `[${bare}]` : bare}:${port}`, from), from };
}

function readAddress(text: string, from: string): IpcAddress {
  try {
    return parseAddress(text);
  } catch (error) {
    if (!isIpcError(error)) throw error;
    throw new AppError(`${from}: ${error.message}`, 2, error);
  }
}
