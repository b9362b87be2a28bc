import type { PermissionRow } from '../matrix/permission-row.ts';
import { type FindWiderRows, indexWiderRows } from '../matrix/wider-rows.ts';

/** Comparison of all modes of a policy. Every mode has rows for the same subjects in the same order. */
export interface ModeComparison {
  add(mode: string, rows: readonly PermissionRow[]): void;
  /**
   * Returns the first 100 modes that may do something that a given mode may not do. Call it only after all modes have
   * been added.
   */
  findWider(mode: string): readonly string[];
}

// At most this many modes are read from each list. The first entries of all lists combined are among the first entries
// of each list, so longer lists are not needed.
const maxModes = 100;

/** Compares modes in time that grows linearly with their number, not quadratically. */
export function compareModes(): ModeComparison {
  const variants = new Map<string, number>();
  const rows: PermissionRow[] = [];
  const slugs: string[] = [];
  const idsOf = new Map<string, readonly number[]>();
  const subjects: SubjectIndex[] = [];
  const widerThan = new Map<number, readonly number[]>();
  let findRows: FindWiderRows | undefined;
  const findWiderIds = (id: number, row: PermissionRow) => {
    findRows ??= indexWiderRows(rows);
    const wider = widerThan.get(id) ?? findRows(row);
    widerThan.set(id, wider);
    return wider;
  };
  return {
    add(mode, asked) {
      if (idsOf.has(mode)) return;
      const ids = asked.map((row) => intern(row, { variants, rows }));
      for (const [at, row] of asked.entries()) {
        subjects[at] ??= { open: [], allowed: [], byId: new Map() };
        addTo(subjects[at], { row, id: ids[at] ?? 0, order: slugs.length });
      }
      idsOf.set(mode, ids);
      slugs.push(mode);
    },
    findWider(mode) {
      const wider = new Set<number>();
      for (const [at, id] of (idsOf.get(mode) ?? []).entries()) {
        const [row, index] = [rows[id], subjects[at]];
        if (row === undefined || index === undefined || row.state === 'allowed') continue;
        for (const order of row.state === 'denied' ? index.open : index.allowed) wider.add(order);
        if (row.state === 'denied') continue;
        for (const other of findWiderIds(id, row)) for (const order of index.byId.get(other) ?? []) wider.add(order);
      }
      const first = [...wider].toSorted((one, other) => one - other).slice(0, maxModes);
      return first.map((order) => slugs[order] ?? '');
    },
  };
}

/** The first modes, by number, that may do something with one subject. */
interface SubjectIndex {
  readonly open: number[];
  readonly allowed: number[];
  /** Modes with conditions, by the id of their permission. */
  readonly byId: Map<number, number[]>;
}

interface IndexedRow {
  readonly row: PermissionRow;
  readonly id: number;
  readonly order: number;
}

function addTo({ open, allowed, byId }: SubjectIndex, { row, id, order }: IndexedRow): void {
  if (row.state === 'denied') return;
  if (open.length < maxModes) open.push(order);
  const list = row.state === 'allowed' ? allowed : (byId.get(id) ?? []);
  if (row.state !== 'allowed') byId.set(id, list);
  if (list.length < maxModes) list.push(order);
}

/** Assigns the same number to rows that allow the same things, and returns it. */
function intern(
  row: PermissionRow,
  { variants, rows }: { readonly variants: Map<string, number>; readonly rows: PermissionRow[] },
): number {
  const { state, conditions } = row;
  const key = state === 'denied' || conditions.length === 0 ? state : JSON.stringify([state, conditions]);
  const known = variants.get(key);
  if (known !== undefined) return known;
  variants.set(key, rows.length);
  return rows.push(row) - 1;
}
