/** Lines of an aligned Markdown table: the first column to the left, numbers (given as text) to the right. */
export function formatTable(columns, rows) {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index].length)));
  const line = (cells) =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]) : cell.padStart(widths[index]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(columns), rule, ...rows.map(line)].join('\n');
}

/** A count for people: `12.3M`, `45.6k`, `789`. */
export function formatCount(count) {
  if (count >= 1e6) return `${significant(count / 1e6)}M`;
  if (count >= 1e3) return `${significant(count / 1e3)}k`;
  return significant(count);
}

/** Milliseconds for people. */
export function formatMs(milliseconds) {
  return `${significant(milliseconds)} ms`;
}

/** A ratio for people: `12.3x`. */
export function formatRatio(ratio) {
  return `${significant(ratio)}x`;
}

function significant(value) {
  if (!Number.isFinite(value)) return '-';
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  if (value >= 1) return value.toFixed(2);
  return String(Number(value.toPrecision(2)));
}
