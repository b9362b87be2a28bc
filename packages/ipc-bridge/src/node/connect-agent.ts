import type { IpcAddress } from '../address.ts';
import { type AgentClient, createAgentClient } from '../client/client.ts';
import type { AgentClientOptions } from '../client/client-options.ts';
import { connectTargets } from './connect-targets.ts';
import { openChannel } from './open-channel.ts';

/** Address for {@link connectAgent}, and all options of the client. */
export interface ConnectAgentOptions extends Omit<AgentClientOptions, 'open'> {
  readonly address: IpcAddress;
  /** Time limit for one attempt to open a connection. Default 10 000. */
  readonly connectTimeoutMs?: number;
  /** A user id: also connects to a socket file of this user. Without it only to root's and to the own user's. */
  readonly trustedOwner?: number | undefined;
}

/**
 * Creates a client of the agent at an address; it connects when `connect` is called. A host of `localhost` means both
 * address families; the name of a pipe also means the doubled name that agents register if it includes `\\.\pipe\`.
 * @throws {IpcError} ADDRESS_INVALID for an address not usable on this system.
 */
export function connectAgent(options: ConnectAgentOptions): AgentClient {
  const { address, connectTimeoutMs: timeoutMs = 10_000, trustedOwner, ...clientOptions } = options;
  const targets = connectTargets(address, process.platform);
  return createAgentClient({
    ...clientOptions,
    open: (signal) => openChannel({ address, targets, signal, timeoutMs, trustedOwner }),
  });
}
