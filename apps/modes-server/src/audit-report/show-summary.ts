import { type Style, stripControls, styled } from '@modegate/cli-kit';
import type { AuditRecord } from './audit-record.ts';
import type { AuditRow, AuditSummary } from './summarise.ts';

const MAX_NAME_WIDTH = 40;
const columns: readonly {
  readonly title: string;
  readonly value: (row: AuditRow) => string;
  readonly style?: Style;
}[] = [
  { title: 'allowed', value: ({ allowed }) => number(allowed) },
  { title: 'denied', value: ({ denied }) => number(denied), style: 'red' },
  { title: 'ok', value: ({ outcomes }) => number(outcomes.ok) },
  { title: 'tool error', value: ({ outcomes }) => number(outcomes.tool_error), style: 'yellow' },
  { title: 'protocol error', value: ({ outcomes }) => number(outcomes.protocol_error), style: 'yellow' },
  { title: 'cancelled', value: ({ outcomes }) => number(outcomes.cancelled) },
  { title: 'timed out', value: ({ outcomes }) => number(outcomes.timed_out), style: 'yellow' },
  { title: 'average ms', value: ({ averageMs }) => averageMs?.toString() ?? '-' },
  { title: 'longest ms', value: ({ maxMs }) => maxMs?.toString() ?? '-' },
];

/** Formats a summary: a table by mode, server and tool, followed by refusal codes and the number of missing lines. */
export function showSummary(summary: AuditSummary): readonly string[] {
  const { from, to, lines, allowed, denied, codes, consents, lost, broken, rows } = summary;
  const missing = [
    ...(lost === 0 ? [] : [styled('red', `${lost} lines are missing: they could not be written.`)]),
    ...(broken === 0 ? [] : [styled('yellow', `${broken} lines could not be read and were skipped.`)]),
  ];
  if (from === null) return ['No line of the audit log matches these filters.', ...missing];
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([word, times]) => `${stripControls(word)} ${times}`)
      .join(', ');
  const [denials, questions] = [list(codes), list(consents)];
  return [
    ...showTable(rows),
    '',
    styled('bold', `${allowed} allowed, ${denied} denied in ${lines} lines from ${from} to ${to}`),
    ...(denials === '' ? [] : [`Denied: ${denials}`]),
    ...(questions === '' ? [] : [`Consent: ${questions}`]),
    ...missing,
  ];
}

/** Formats one line for display. */
export function showRecord(record: AuditRecord): string {
  const { atMs, event, mode, server, judged, tool, allowed, code, reason, outcome, durationMs, lost } = record;
  const at = styled('dim', new Date(atMs).toISOString());
  if (event === 'gap') return `${at} ${styled('red', `${lost} lines are missing here`)}`;
  const what = server === undefined ? judged : `${server} ${tool}`;
  const where = stripControls(`${mode ?? '(no mode)'}: ${what}${changesOf(record)}`);
  if (event === 'consent') return `${at} ${styled('yellow', `consent ${stripControls(outcome ?? '')}`)} ${where}`;
  if (event === 'outcome')
    return `${at} ${styled('dim', `${stripControls(outcome ?? '')} after ${durationMs ?? '?'} ms`)} ${where}`;
  if (allowed) return `${at} ${styled('green', 'allowed')} ${where}`;
  return `${at} ${styled('red', `denied ${stripControls(code ?? '')}`)} ${where} ${stripControls(reason ?? '')}`.trimEnd();
}

/** Describes a change to modes: its author and its effect. */
function changesOf({ event, files, principal, granted, taken }: AuditRecord): string {
  if (event !== 'decision' || files.length === 0) return '';
  const sentences = [...granted, ...taken].join(' ');
  return ` in ${files.join(', ')} by ${principal ?? '(no principal)'}${sentences === '' ? '' : `. ${sentences}`}`;
}

function showTable(rows: readonly AuditRow[]): readonly string[] {
  const names = rows.map(({ mode, server, tool }) => [name(mode), name(server), name(tool)]);
  const widths = ['mode', 'server', 'tool'].map((title, index) =>
    Math.max(title.length, ...names.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
  const numbers = (show: (column: (typeof columns)[number]) => string): string =>
    columns.map((column) => show(column)).join('  ');
  return [
    styled('bold', `${line(['mode', 'server', 'tool'])}  ${numbers(({ title }) => title)}`),
    ...rows.map((row, index) => `${line(names[index] ?? [])}  ${numbers((column) => showCell(column, row))}`),
  ];
}

function showCell({ title, value, style }: (typeof columns)[number], row: AuditRow): string {
  const text = value(row);
  const cell = text.padStart(title.length);
  return style === undefined || text === '0' || text === '-' ? cell : styled(style, cell);
}

function name(text: string | null): string {
  const shown = stripControls(text ?? '-');
  return shown.length <= MAX_NAME_WIDTH ? shown : `${shown.slice(0, MAX_NAME_WIDTH - 1)}…`;
}

function number(count = 0): string {
  return String(count);
}
