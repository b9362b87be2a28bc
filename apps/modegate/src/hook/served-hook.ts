import { resolve } from 'node:path';
import { type AgentName, type HookAddress, type HookScope, installedHooks } from '@modegate/agent-hooks';
import { AppError } from '@modegate/cli-kit';
import type { JsonObject } from '@modegate/json';
import { hookAddress } from './hook-address.ts';
import { isPluginAgent } from './hook-files.ts';

/** Flags relevant to a hook to which a server responds. */
export interface ServedHookFlags {
  /** Address of the modes-server that answers the hook. By default, the hook is a command. */
  readonly url?: string;
  /** Unix socket of the modes-server that decides. By default, the hook itself decides. */
  readonly socket?: string;
  /** Variable that holds the token of the modes-server. Default `MODEGATE_TOKEN`. */
  readonly tokenEnv?: string;
  readonly auditLog?: string;
  readonly mode?: string;
  readonly scope?: HookScope;
}

/** A hook to which a server responds. */
export interface ServedHook {
  readonly address: HookAddress;
  readonly item: JsonObject;
}

/**
 * Reads `--url` and its related flags; returns undefined if the hook is a command.
 *
 * @throws {AppError} exit code 2 if a server cannot respond to the agent's hook, or if another flag conflicts with it.
 */
export function readServedHook(
  client: AgentName,
  project: string,
  { url, tokenEnv, auditLog, mode, scope }: ServedHookFlags,
): ServedHook | undefined {
  if (url === undefined) {
    if (tokenEnv !== undefined) throw new AppError("'--token-env' needs '--url'.");
    return undefined;
  }
  const toItem = isPluginAgent(client) ? undefined : installedHooks[client].toHttpItem;
  if (toItem === undefined || isPluginAgent(client))
    throw new AppError(
      `'--url' is only for Claude Code, whose hooks can ask a server and refuse the call if the request fails. Hooks of '${client}' cannot do this.`,
    );
  if (auditLog !== undefined)
    throw new AppError(
      "'--audit-log' is only for hooks that run a command. With '--url', modes-server makes the decisions, so pass the option to modes-server.",
    );
  if (scope !== undefined && scope !== 'project')
    throw new AppError("'--url' requires the scope 'project', because a server answers for only one project.");
  const address = hookAddress(client, { url, tokenEnv, mode, project });
  return { address, item: toItem(address) };
}

/**
 * Reads the absolute path passed to `--socket`; returns undefined if the hook evaluates calls itself or queries a
 * server by URL.
 *
 * @throws {AppError} exit code 2 if a server cannot respond to the agent's hook, or if another flag conflicts with it.
 */
export function readSocket(client: AgentName, { socket, url, auditLog, scope }: ServedHookFlags): string | undefined {
  if (socket === undefined) return undefined;
  if (client !== 'claude-code')
    throw new AppError(`'--socket' is only for Claude Code; '${client}' cannot ask a server.`);
  if (process.platform === 'win32')
    throw new AppError("'--socket' requires Unix sockets that have an owner, which Windows does not support.");
  if (url !== undefined)
    throw new AppError("'--socket' and '--url' both specify how to reach the server. Use only one of them.");
  if (auditLog !== undefined)
    throw new AppError(
      "'--audit-log' is only for hooks that make the decisions themselves. With '--socket', modes-server makes them, so pass the option to modes-server.",
    );
  if (scope !== undefined && scope !== 'project')
    throw new AppError("'--socket' requires the scope 'project', because a server answers for only one project.");
  return resolve(socket);
}

/** Returns a sentence that says which server must be running. */
export function describeSocket(socket: string): string {
  return `\`modes-server serve --http <port> --hook-socket ${socket}\` must be running in this project as your user. If it is not, or if the socket belongs to another user, every call is refused. The server uses its own modes, servers and configuration. No token is needed.`;
}

/** Returns a sentence that says which server must be running. */
export function describeServing({ url, tokenVariable }: HookAddress): string {
  return `\`modes-server serve --http ${new URL(url).host}\` must be running in this project. If it is not, every call is refused. The server uses its own modes, servers and configuration. If it requires a token, create one with \`modes-server token add <name> --hooks --modes <modes>\`. This token gives access only to hooks. Put it into the variable ${tokenVariable} before you start Claude Code. Claude Code sends the token to any program that listens on that port. If the machine has other users, one of them can take the port while modes-server is down, read the calls and allow them. On such a machine, install the hook with --socket instead. It then uses a Unix socket and checks who owns the socket.`;
}
