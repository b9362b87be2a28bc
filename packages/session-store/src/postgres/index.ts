export type { Announcement } from './announcement.ts';
export { sessionKey } from './announcement.ts';
export type { ChangeFeed, ChangeListener, StoreChange } from './change-feed.ts';
export type { Instance, Instances } from './instances.ts';
export type { PostgresOptions } from './pool/postgres-options.ts';
export { openPostgres, openPostgresStore, type PostgresDatabase, type PostgresStore } from './postgres-database.ts';
export type { SharedText } from './shared-text.ts';
