import type { Totals } from '../../sql/totals.ts';
import type { Announcer } from '../announcement.ts';
import type { Value } from './statement-parts.ts';

/** Schema, slot and announcer of a statement. */
export interface StatementContext {
  readonly schema: string;
  readonly slot: number;
  readonly announcer: Announcer;
}

/** Totals added by a statement: sums over the rows of `changed`, and over the entries of `added` and `removed`. */
export interface TotalsDelta extends Partial<Record<keyof Totals, string>> {
  /** Table expressions whose rows have an owner and a number of bytes, each with its sign in the sum. */
  readonly entries?: Partial<Record<'added' | 'removed', '+' | '-'>>;
}

/** Returns the totals of each owner over all slots, after the statement has updated its slot. */
export function updateTotals(
  { schema, slot }: Pick<StatementContext, 'schema' | 'slot'>,
  value: Value,
  { entries = {}, ...delta }: TotalsDelta,
): string {
  const ofSessions = names.map((name) => `(${delta[name] ?? 0})::bigint AS ${name}`).join(', ');
  const ofEntries = Object.entries(entries).map(
    ([from, sign]) => `UNION ALL SELECT owner, 0, 0, 0, ${sign}bytes FROM ${from}`,
  );
  const sums = (table: string) => names.map((name) => `SUM(${table}.${name})::bigint AS ${name}`).join(', ');
  return `
    delta AS (
      SELECT owner, ${sums('each')} FROM (SELECT owner, ${ofSessions} FROM changed ${ofEntries.join(' ')}) AS each GROUP BY owner),
    counted AS (
      UPDATE ${schema}.held SET ${names.map((name) => `${name} = held.${name} + delta.${name}`).join(', ')}
      FROM delta WHERE held.owner = delta.owner AND held.slot = ${value(slot, 'int')}),
    before AS (
      SELECT held.owner, ${sums('held')} FROM ${schema}.held WHERE held.owner IN (SELECT owner FROM delta) GROUP BY held.owner),
    totals AS (
      SELECT owner, ${names.map((name) => `(before.${name} + delta.${name})::float8 AS ${name}`).join(', ')}
      FROM before JOIN delta USING (owner))`;
}

const names = ['open', 'ended', 'open_bytes', 'bytes'] as const;

/** Added and removed entries. */
export const entriesChanged = { added: '+', removed: '-' } as const;
