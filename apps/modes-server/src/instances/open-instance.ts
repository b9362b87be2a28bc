import type { Log } from '@modegate/cli-kit';
import type { PostgresDatabase } from '@modegate/session-store/postgres';
import type { ModesServer } from '../server.ts';
import type { RelayAddress } from '../settings/database-settings.ts';
import { applyRemoteChanges } from './apply-remote-changes.ts';
import { openRelay, type Relay } from './open-relay.ts';

/** One of several instances that share a database. */
export interface OpenInstance {
  /** Relay to other instances; undefined if requests are not relayed. */
  readonly relay: Relay | undefined;
  readonly close: () => Promise<void>;
}

/** Options for {@link openInstance}. */
export interface InstanceOptions {
  readonly log: Log;
  /** True if clients connect over HTTP. */
  readonly isShared: boolean;
}

/** Makes this instance join the instances that share a database. */
export async function openInstance(
  modesServer: ModesServer,
  database: PostgresDatabase,
  { log, isShared }: InstanceOptions,
): Promise<OpenInstance> {
  const at = modesServer.settings.database?.relay;
  const relay = at === undefined || !isShared ? undefined : await relayAt(at, database, log);
  const unfollow = applyRemoteChanges(modesServer, database, log);
  return {
    relay,
    close: async () => {
      await relay?.close();
      await unfollow();
    },
  };
}

async function relayAt(at: RelayAddress, { instances }: PostgresDatabase, log: Log): Promise<Relay> {
  const onError = (error: unknown) => log.error('The other instances are not known at the moment', error);
  const relay = await openRelay({ at, instances, onError });
  log.info(`Other instances reach this one at ${relay.address}`);
  return relay;
}
