import type { ProgramFacts } from './program-facts.ts';

const facts: Record<string, ProgramFacts> = {
  sort: {
    values: '-k --key -t -S -T',
    runs: '--compress-program=',
    writes: '-o --output',
    reads: '--files0-from',
    operands: 'read*',
  },
};
export function findFacts(name: string): ProgramFacts | undefined {
  return Object.hasOwn(facts, name) ? facts[name] : undefined;
}
