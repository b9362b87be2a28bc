import type { Totals } from '../../sql/totals.ts';
import type { Announcer } from '../announcement.ts';
import type { Value } from './statement-parts.ts';

/** Where the tables are, in which slot the next statement counts, and how others learn of a change. */
export interface Counted {
  readonly schema: string;
  readonly slot: number;
  readonly announcer: Announcer;
}

/** The sums over all slots, as they are after a statement that adds these to its slot. */
export function countedTotals(
  { schema, slot }: Pick<Counted, 'schema' | 'slot'>,
  value: Value,
  delta: Record<keyof Totals, string>,
): string {
  const names = Object.keys(delta) as (keyof Totals)[];
  return `
    delta AS (SELECT ${names.map((name) => `(${delta[name]})::bigint AS ${name}`).join(', ')} FROM changed LIMIT 1),
    counted AS (
      UPDATE ${schema}.totals SET ${names.map((name) => `${name} = totals.${name} + delta.${name}`).join(', ')}
      FROM delta WHERE slot = ${value(slot, 'int')}),
    held AS (SELECT ${names.map((name) => `SUM(${name}) AS ${name}`).join(', ')} FROM ${schema}.totals),
    totals AS (
      SELECT ${names.map((name) => `(held.${name} + delta.${name})::float8 AS ${name}`).join(', ')} FROM held, delta)`;
}

/** What a statement adds that changes no session's state or head. */
export const nothingCounted = { open: '0', ended: '0', open_bytes: '0' };
