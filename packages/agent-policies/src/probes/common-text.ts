/** Maximum product of the lengths of two patterns to compare. */
const maxStates = 40_000;

/**
 * Returns one of the shortest texts that both patterns cover, where `*` stands for any text and `?` for one character;
 * returns undefined if there is none, or if the patterns are too long to search.
 */
export function commonText(one: string, other: string): string | undefined {
  if (!mayShare(one, other)) return undefined;
  const width = other.length + 1;
  if ((one.length + 1) * width > maxStates) return undefined;
  const end = one.length * width + other.length;
  const cameFrom = new Map<number, { readonly state: number; readonly text: string }>([[0, { state: -1, text: '' }]]);
  let current = [0];
  while (current.length > 0 && !cameFrom.has(end)) {
    const next: number[] = [];
    // A step that adds no text is free, so its target belongs to the same round.
    for (const state of current)
      for (const [at, beside, text] of stepsFrom([one, Math.floor(state / width)], [other, state % width])) {
        const target = at * width + beside;
        if (cameFrom.has(target)) continue;
        cameFrom.set(target, { state, text });
        (text === '' ? current : next).push(target);
      }
    current = next;
  }
  if (!cameFrom.has(end)) return undefined;
  let found = '';
  for (let at = end; at !== 0; ) {
    const step = cameFrom.get(at);
    found = (step?.text ?? '') + found;
    at = step?.state ?? 0;
  }
  return found;
}

/** Returns false if the beginnings or the ends of two patterns differ, which is quick to check. */
function mayShare(one: string, other: string): boolean {
  const [[start, end], [otherStart, otherEnd]] = [endsOf(one), endsOf(other)];
  return (
    (start.startsWith(otherStart) || otherStart.startsWith(start)) && (end.endsWith(otherEnd) || otherEnd.endsWith(end))
  );
}

/** Returns the text before the first wildcard, and the text after the last wildcard. */
function endsOf(pattern: string): readonly [start: string, end: string] {
  const first = pattern.search(/[*?]/);
  if (first === -1) return [pattern, pattern];
  return [pattern.slice(0, first), pattern.slice(Math.max(pattern.lastIndexOf('*'), pattern.lastIndexOf('?')) + 1)];
}

type Position = readonly [pattern: string, at: number];
type Step = readonly [at: number, beside: number, text: string];

function stepsFrom([one, i]: Position, [other, j]: Position): readonly Step[] {
  const [first, second] = [one[i], other[j]];
  const steps: Step[] = [];
  if (first === '*') steps.push([i + 1, j, '']);
  if (second === '*') steps.push([i, j + 1, '']);
  if (first === undefined || second === undefined) return steps;
  if (first === '*' && second !== '*') steps.push([i, j + 1, characterOf(second)]);
  if (second === '*' && first !== '*') steps.push([i + 1, j, characterOf(first)]);
  const isSame = first === second || first === '?' || second === '?';
  if (isSame && first !== '*' && second !== '*')
    steps.push([i + 1, j + 1, characterOf(first === '?' ? second : first)]);
  return steps;
}

function characterOf(token: string): string {
  return token === '?' ? 'x' : token;
}
