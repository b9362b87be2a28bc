/** Text around `offset` on its line, at most about 80 characters. */
export function excerptAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end === -1 ? undefined : end);
  const from = offset - start > 40 ? offset - start - 30 : 0;
  return `${from === 0 ? '' : '…'}${line.slice(from, from + 78).trim()}`;
}
