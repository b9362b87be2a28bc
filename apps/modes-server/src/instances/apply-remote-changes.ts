import type { Log } from '@modegate/cli-kit';
import { type PostgresDatabase, sessionKey } from '@modegate/session-store/postgres';
import type { ModesServer } from '../server.ts';
import { createChangeBatches } from './change-batches.ts';

/**
 * Updates the clients of this instance after other instances have made changes in the database; returns a function that
 * stops these updates.
 */
export function applyRemoteChanges(
  modesServer: Pick<ModesServer, 'versions' | 'review' | 'reloadState' | 'followToolsets'>,
  database: PostgresDatabase,
  log: Log,
): () => Promise<void> {
  const { versions, review, reloadState, followToolsets } = modesServer;
  const follower = createChangeBatches({
    versions,
    keyOf: sessionKey,
    storedVersions: database.versionsOf,
    review,
    reloadTexts: async () => {
      await reloadState();
      await followToolsets();
    },
    onError: (error) => log.error('Changes by other instances could not be read; trying again', error),
  });
  const feed = database.follow({
    onChange: follower.note,
    onConnection: (isThere) => {
      if (isThere) log.info(`The connection to ${database.place} has been restored`);
      else
        log.warning(
          `The connection to ${database.place} was lost; changes by other instances are not detected until it is restored`,
        );
    },
  });
  return async () => {
    await feed.close();
    await follower.idle();
  };
}
