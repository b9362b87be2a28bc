/** Formats a number with its noun: `1 tool`, `2,000 tools`. */
export function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString('en')} ${noun}s`;
}
