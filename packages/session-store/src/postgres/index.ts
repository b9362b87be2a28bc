export type { Announcement } from './announcement.ts';
export { sessionKey } from './announcement.ts';
export type { ChangeFeed, ChangeListener, StoreChange } from './change-feed.ts';
export type { Instance, Instances } from './instances.ts';
export type { PostgresOptions } from './pool/postgres-options.ts';
export { openPostgres, type PostgresDatabase } from './postgres-database.ts';
export { openPostgresStore, type PostgresStore } from './postgres-store.ts';
export type { SharedText } from './shared-text.ts';
