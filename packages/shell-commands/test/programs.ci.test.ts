import { describe, expect, test } from 'vitest';
import { proofs } from './programs/proofs.ts';
import { isInstalled, type Proof, runProof } from './support/run-proof.ts';

const rows = proofs.flatMap((proof) => proof.options.split(' ').map((option) => ({ proof, option })));
const programs = Map.groupBy(rows, ({ proof }) => proof.name.split(' ')[0] ?? '');

describe.each([...programs])('%s', (program, ofProgram) => {
  if (!isInstalled(program)) test.skip(`not installed: ${program}`);
  else
    test.concurrent.each(ofProgram.map(({ proof, option }) => [proof.name, option, expected(proof), proof] as const))(
      '%s %s: %s',
      async (_name, option, _effect, proof) => {
        const seen = await runProof(proof, option);
        if (typeof proof.effect === 'string') expect(seen).toEqual(proof.effect === 'runs' ? 'runs' : []);
        else expect(seen).toContain(proof.effect.writes);
      },
    );
});

test('at least 60 programs are proved here', () => {
  expect([...programs.keys()].filter(isInstalled).length).toBeGreaterThanOrEqual(60);
});

function expected({ effect }: Proof): string {
  return typeof effect === 'string' ? effect : `writes ${effect.writes}`;
}
