import { auditOutcomes, consentOutcomes } from '@modegate/cli-kit/audit';
import type { AuditRecord } from './audit-record.ts';

/** Number of calls to one tool in one mode, and their outcomes. */
export interface AuditRow {
  /** The mode; null for calls without a mode. */
  readonly mode: string | null;
  /** The server; null for the agent's tools and for this server's own tools. */
  readonly server: string | null;
  readonly tool: string;
  readonly allowed: number;
  readonly denied: number;
  /** Number of forwarded calls for each outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Average duration of forwarded calls, in milliseconds; null if no call was forwarded. */
  readonly averageMs: number | null;
  readonly maxMs: number | null;
}

/** Summary of a log. */
export interface AuditSummary {
  /** Times of the first and last selected lines, in ISO 8601; null if no line was selected. */
  readonly from: string | null;
  readonly to: string | null;
  readonly lines: number;
  readonly allowed: number;
  readonly denied: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Refusals by code, most frequent first. */
  readonly codes: Readonly<Record<string, number>>;
  /** Questions to users and their answers, counted by outcome. */
  readonly consents: Readonly<Record<string, number>>;
  /** Number of lines that the writer reported as lost. */
  readonly lost: number;
  /** Number of unreadable lines. */
  readonly broken: number;
  /** Rows, busiest first. */
  readonly rows: readonly AuditRow[];
}

// Agents can invent names; names beyond the limit are counted together as one row.
const MAX_ROWS = 2_000;
const MAX_CODES = 200;
const OTHERS = '(others)';

/** Creates a summariser whose memory is bounded. */
export function createSummariser() {
  const rows = new Map<string, RowCounts>();
  const codes = new Map<string, number>();
  const consents = new Map<string, number>();
  let [fromMs, toMs, lines, lost, broken] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0, 0];
  const rowOf = ({ mode = null, server = null, tool }: RowName): RowCounts => {
    const key = JSON.stringify([mode, server, tool]);
    const known = rows.get(key);
    if (known !== undefined) return known;
    if (rows.size >= MAX_ROWS && tool !== OTHERS) return rowOf({ mode: OTHERS, server: OTHERS, tool: OTHERS });
    const row = { mode, server, tool, allowed: 0, denied: 0, outcomes: new Map(), timed: 0, sumMs: 0, maxMs: 0 };
    rows.set(key, row);
    return row;
  };
  return {
    add: (record: AuditRecord): void => {
      lines++;
      fromMs = Math.min(fromMs, record.atMs);
      toMs = Math.max(toMs, record.atMs);
      if (record.event === 'gap') lost += record.lost;
      else if (record.event === 'consent') count(consents, knownOr(KNOWN_CONSENTS, record.outcome));
      else addTo(rowOf(record), record);
      if (record.event === 'decision' && !record.allowed) {
        const code = record.code ?? '(none)';
        count(codes, codes.has(code) || codes.size < MAX_CODES ? code : OTHERS);
      }
    },
    addBroken: (): void => void broken++,
    finish: (): AuditSummary => {
      const all = [...rows.values()];
      const isEmpty = lines === 0;
      return {
        from: isEmpty ? null : new Date(fromMs).toISOString(),
        to: isEmpty ? null : new Date(toMs).toISOString(),
        lines,
        allowed: sum(all, ({ allowed }) => allowed),
        denied: sum(all, ({ denied }) => denied),
        outcomes: totals(all),
        codes: Object.fromEntries([...codes].toSorted(([, one], [, other]) => other - one)),
        consents: Object.fromEntries(consents),
        lost,
        broken,
        rows: all.toSorted((one, other) => callsOf(other) - callsOf(one)).map(finishRow),
      };
    },
  };
}

type RowName = { mode?: string | null | undefined; server?: string | null | undefined; readonly tool: string };

interface RowCounts {
  readonly mode: string | null;
  readonly server: string | null;
  readonly tool: string;
  readonly outcomes: Map<string, number>;
  allowed: number;
  denied: number;
  timed: number;
  sumMs: number;
  maxMs: number;
}

const KNOWN_OUTCOMES: ReadonlySet<string> = new Set(auditOutcomes);
const KNOWN_CONSENTS: ReadonlySet<string> = new Set(consentOutcomes);

function knownOr(known: ReadonlySet<string>, word = ''): string {
  return known.has(word) ? word : OTHERS;
}

function addTo(row: RowCounts, { event, allowed, outcome, durationMs }: AuditRecord): void {
  if (event === 'decision') {
    if (allowed) row.allowed++;
    else row.denied++;
    return;
  }
  count(row.outcomes, knownOr(KNOWN_OUTCOMES, outcome));
  if (durationMs === undefined) return;
  row.timed++;
  row.sumMs += durationMs;
  row.maxMs = Math.max(row.maxMs, durationMs);
}

function finishRow({ outcomes, timed, sumMs, maxMs, ...row }: RowCounts): AuditRow {
  const round = (ms: number): number => Math.round(ms * 10) / 10;
  return {
    ...row,
    outcomes: Object.fromEntries(outcomes),
    averageMs: timed === 0 ? null : round(sumMs / timed),
    maxMs: timed === 0 ? null : round(maxMs),
  };
}

function callsOf({ allowed, denied }: RowCounts): number {
  return allowed + denied;
}

function totals(rows: readonly RowCounts[]): Readonly<Record<string, number>> {
  const all = new Map<string, number>();
  for (const { outcomes } of rows) for (const [outcome, times] of outcomes) count(all, outcome, times);
  return Object.fromEntries(all);
}

function count(counts: Map<string, number>, key: string, times = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}

function sum(rows: readonly RowCounts[], value: (row: RowCounts) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}
