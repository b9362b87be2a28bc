import { describe, expect, test } from 'vitest';
import { repository } from './programs/proofs/git.ts';
import { proofs } from './programs/proofs.ts';
import { listOtherOptions } from './support/list-other-options.ts';
import { isInstalled, observe, type Proof } from './support/run-proof.ts';

const rows = proofs.flatMap((proof) => proof.options.split(' ').map((option) => ({ proof, option })));
const programs = Map.groupBy(rows, ({ proof }) => proof.name.split(' ')[0] ?? '');

describe.each([...programs])('the program %s', (program, ofProgram) => {
  if (!isInstalled(program)) test.skip(`${program} is not installed`);
  else
    test.concurrent.each(ofProgram.map(({ proof, option }) => [proof.name, option, expected(proof), proof] as const))(
      'a run of %s %s proves: %s',
      async (_name, option, _effect, proof) => {
        const seen = await observe(proof, option);
        if (typeof proof.effect === 'string') expect(seen).toEqual(proof.effect === 'runs' ? 'runs' : []);
        else expect(seen).toContain(proof.effect.writes);
      },
    );
});

test('at least 60 programs are proved by a run', () => {
  expect([...programs.keys()].filter(isInstalled).length).toBeGreaterThanOrEqual(60);
});

describe('other options that a reader lists run no program and write no file', () => {
  const files = { a: 'one\n', b: 'two\n', j: '{"a":1}\n', 'below/c': 'three\n' };

  test.concurrent.each([
    ['cat', 'a b'],
    ['cut', '-c1 a'],
    ['diff', 'a b'],
    ['du', '.'],
    ['grep', 'one a'],
    ['head', 'a'],
    ['jq', '. j'],
    ['ls', '.'],
    ['rg', 'one'],
    ['sort', 'a'],
    ['stat', 'a'],
    ['tail', 'a', 'timeout 0.1'],
    ['tr', 'a b'],
    ['uniq', ''],
    ['wc', 'a'],
    ['git branch', '--list'],
    ['git diff', 'old'],
    ['git log', ''],
    ['git show', ''],
    ['git status', ''],
  ])('no other option of %s runs a program or writes a file', async (name, operands, limit = '') => {
    const options = listOtherOptions(name);
    expect(options.length).toBeGreaterThan(10);
    // With a value, it could name a file to be written or a program to be run.
    const forms = options.flatMap((option) => {
      const glue = option.startsWith('--') ? '=' : '';
      return [option, `${option} new`, `${option} PROBE`, `${option}${glue}new`, `${option}${glue}PROBE`];
    });
    const run = forms.map((form) => `${limit} ${name} ${form} ${operands} </dev/null`).join('\n');
    expect(await observe({ run, files, ...(name.startsWith('git') && { setUp: repository }), seconds: 60 })).toEqual(
      [],
    );
  });
});

function expected({ effect }: Proof): string {
  return typeof effect === 'string' ? effect : `writes ${effect.writes}`;
}
