import type { Random } from './random.ts';

const characters = [...Array.from('\'"`\\$(){}[]<>|&;!#~*?=+-^%@,:/ \n\t1aE'), '\\\n', '$(', '${', '`c1`', "'", '"'];
const hidden = ['\u00a0', '\u2028', '\u0085', '\r', '\x7f', '\x01'];

/** Changes one to three characters of a script, or inserts a piece of another one. */
export function mutateScript(random: Random, text: string, other: string): string {
  let mutated = text;
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(mutated.length + 1);
    const removed = random.below(3) === 0 ? 0 : random.below(2);
    const start = random.below(other.length + 1);
    const added = random.isTrue(10) ? other.slice(start, start + random.below(12)) : pickCharacter(random);
    mutated = mutated.slice(0, at) + added + mutated.slice(at + removed);
  }
  return mutated;
}

function pickCharacter(random: Random): string {
  if (random.isTrue(15)) return '';
  return random.pick(random.isTrue(97) ? characters : hidden);
}
