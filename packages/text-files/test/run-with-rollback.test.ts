import { expect, test } from 'vitest';
import { RollbackFailed, runWithRollback } from '../src/run-with-rollback.ts';

/** Keeps what is done; the named steps cannot be done, or not be taken back. */
function recordDoing({ fails = '', stays = '' }: { readonly fails?: string; readonly stays?: string }) {
  const said: string[] = [];
  const say = (word: string, isBad: boolean) => {
    if (isBad) throw new Error(`not ${word}`);
    said.push(word);
  };
  return {
    said,
    act: async (step: string) => say(step, step === fails),
    describe: (step: string) => `file ${step}`,
    undo: async (step: string) => say(`${step} back`, step === stays),
  };
}

test('runWithRollback runs all steps in order', async () => {
  const doing = recordDoing({});
  await runWithRollback(['a', 'b'], doing);
  expect(doing.said).toEqual(['a', 'b']);
});

test('runWithRollback reverts the completed steps in reverse order if a step fails', async () => {
  const doing = recordDoing({ fails: 'c' });
  await expect(runWithRollback(['a', 'b', 'c', 'd'], doing)).rejects.toThrow('not c');
  expect(doing.said).toEqual(['a', 'b', 'b back', 'a back']);
});

test('runWithRollback reports what remains if the rollback fails too', async () => {
  const doing = recordDoing({ fails: 'c', stays: 'b' });
  const failed = await runWithRollback(['a', 'b', 'c'], doing).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(RollbackFailed);
  expect(failed).toMatchObject({ message: 'not c file b could not be restored.', left: ['b'] });
  expect(doing.said).toEqual(['a', 'b', 'a back']);
});
