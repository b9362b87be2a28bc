/** The known name most like `name`, or undefined when none is near enough to suggest (about one edit in three characters). */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = fold(name).slice(0, maxCompared);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, fold(candidate).slice(0, maxCompared), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean 'x'?`, or nothing: ready to append to a sentence. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
}

// Names longer than this are never a typing slip, and the comparison is quadratic.
const maxCompared = 64;

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '-');
}

/** Edits (insert, delete, replace, swap of neighbours) between two names, given up as `limit` once that many are certain. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforePrevious: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? (beforePrevious[column - 2] ?? 0) + 1 : limit;
      current[column] = Math.min(replaced, swapped, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    }
    if (Math.min(...current, ...previous) >= limit) return limit;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? limit;
}
