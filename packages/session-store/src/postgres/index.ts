export type { PostgresOptions } from './open-pool.ts';
export { openPostgresStore, type PostgresStore } from './postgres-store.ts';
