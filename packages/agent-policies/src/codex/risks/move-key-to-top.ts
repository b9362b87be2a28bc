import type { RiskDraft } from '../../risks/group-risks.ts';

/** @internal Returns a repair that moves a key with a one-line value above the first table of a TOML file. */
export function moveKeyToTop(text: string, { key, line }: { readonly key: string; readonly line: number }) {
  const rows = text.split(/(?<=\n)/);
  const row = rows[line - 1] ?? '';
  const value = /^\s*([\w-]+)\s*=\s*(?:"[^"]*"|'[^']*'|\w+)\s*(?:#.*)?\s*$/.exec(row)?.[1];
  const header = rows.findIndex((one) => /^\s*\[[^,]*\]\s*(?:#.*)?\s*$/.test(one));
  if (value !== key || header === -1 || header >= line || !row.endsWith('\n')) return undefined;
  const above = rows.slice(0, header);
  const last = above.findLastIndex((one) => /^\uFEFF?\s*[^\s#]/.test(one));
  const start = offsetOf(rows, last === -1 ? header : last + 1);
  const own = offsetOf(rows, line - 1);
  const moved = `${row.trimStart()}${last === -1 ? (row.endsWith('\r\n') ? '\r\n' : '\n') : ''}`;
  const change = [
    { start, end: start, text: moved },
    { start: own, end: own + row.length, text: '' },
  ];
  const description = `Move '${key}' above the first table.`;
  return { change, description, isSafe: true } satisfies RiskDraft['repair'];
}

function offsetOf(rows: readonly string[], index: number): number {
  return rows.slice(0, index).reduce((sum, row) => sum + row.length, 0);
}
