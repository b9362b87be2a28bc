import type { IpcAddress } from '../address.ts';
import { type AgentClient, createAgentClient } from '../client/client.ts';
import type { AgentClientOptions } from '../client/client-options.ts';
import { connectTargets } from './connect-targets.ts';
import { openChannel } from './open-channel.ts';

/** Address for {@link connectAgent}, plus all options of the client. */
export interface ConnectAgentOptions extends Omit<AgentClientOptions, 'open'> {
  readonly address: IpcAddress;
  /** Time limit for one attempt to open a connection. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /**
   * Id of a user whose socket files are also trusted. By default, only socket files owned by root or the current user
   * are trusted.
   */
  readonly trustedOwner?: number | undefined;
}

/**
 * Creates a client for the agent at an address; the client connects when `connect` is called. The host `localhost`
 * stands for both address families; a pipe name that includes `\\.\pipe\` also stands for the doubled name under which
 * agents register it.
 * @throws {IpcError} ADDRESS_INVALID for an address that is not usable on this system.
 */
export function connectAgent(options: ConnectAgentOptions): AgentClient {
  const { address, connectTimeoutMs: timeoutMs = 10_000, trustedOwner, ...clientOptions } = options;
  const targets = connectTargets(address, process.platform);
  return createAgentClient({
    ...clientOptions,
    open: (signal) => openChannel({ address, targets, signal, timeoutMs, trustedOwner }),
  });
}
