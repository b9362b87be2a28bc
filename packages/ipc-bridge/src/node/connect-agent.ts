import type { IpcAddress } from '../address.ts';
import { type AgentClient, createAgentClient } from '../client/client.ts';
import type { AgentClientOptions } from '../client/client-options.ts';
import { connectTargets } from './connect-targets.ts';
import { openChannel } from './open-channel.ts';

/** Where {@link connectAgent} connects, and every option of the client itself. */
export interface ConnectAgentOptions extends Omit<AgentClientOptions, 'open'> {
  readonly address: IpcAddress;
  /** How long one attempt to open a connection may take. Default 10 000. */
  readonly connectTimeoutMs?: number;
  /** A user id: also connects to a socket file of this user. Without it only to root's and to the own user's. */
  readonly trustedOwner?: number | undefined;
}

/**
 * Creates a client of the agent at an address; nothing connects before its `connect`. A host of `localhost` means
 * both families, the name of a pipe also the doubled one that agents register when they are given `\\.\pipe\` with it.
 * @throws {IpcError} ADDRESS_INVALID for an address that this system cannot have.
 */
export function connectAgent(options: ConnectAgentOptions): AgentClient {
  const { address, connectTimeoutMs: timeoutMs = 10_000, trustedOwner, ...clientOptions } = options;
  const targets = connectTargets(address, process.platform);
  return createAgentClient({
    ...clientOptions,
    open: (signal) => openChannel({ address, targets, signal, timeoutMs, trustedOwner }),
  });
}
