import type { RegexNode } from '../../src/pattern/regex-node.ts';

/**
 * The steps of a plain backtracking search that never succeeds, so that it has to try everything; it gives up at
 * `enough` steps.
 */
export function countSteps(root: RegexNode, path: string, enough: number): number {
  let steps = 0;
  type Next = (at: number) => boolean;

  function attempt(node: RegexNode, at: number, { back, next }: { back: boolean; next: Next }): boolean {
    if (node.kind !== 'sequence') steps++;
    if (steps >= enough) return false;
    switch (node.kind) {
      case 'characters': {
        const code = path.charCodeAt(back ? at - 1 : at);
        return node.ranges.some((low, bound) => bound % 2 === 0 && code >= low && code <= (node.ranges[bound + 1] ?? 0))
          ? next(back ? at - 1 : at + 1)
          : false;
      }
      case 'position':
        return holds(node.test, at) && next(at);
      case 'look':
        return attempt(node.body, at, { back: node.behind, next: () => true }) !== node.negative && next(at);
      case 'sequence': {
        const items = back ? node.items : node.items.toReversed();
        return items.reduce<Next>((rest, item) => (here) => attempt(item, here, { back, next: rest }), next)(at);
      }
      case 'choice':
        return node.options.some((option) => attempt(option, at, { back, next }));
      case 'repeat':
        return round(0, at);
    }

    function round(count: number, here: number): boolean {
      if (node.kind !== 'repeat') return false;
      const again: Next = (there) => (count >= node.min && there === here ? false : round(count + 1, there));
      if (count < node.max && attempt(node.body, here, { back, next: again })) return true;
      return count >= node.min && next(here);
    }
  }

  function holds(kind: string, at: number): boolean {
    if (kind === 'start') return at === 0;
    if (kind === 'end') return at === path.length;
    const wordAt = (index: number) => /\w/.test(path.charAt(index));
    return (wordAt(at - 1) !== wordAt(at)) === (kind === 'boundary');
  }

  for (let start = 0; start <= path.length; start++) attempt(root, start, { back: false, next: () => false });
  return steps;
}
