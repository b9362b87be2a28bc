export type { PostgresOptions } from './postgres-options.ts';
export { openPostgresStore, type PostgresStore } from './postgres-store.ts';
