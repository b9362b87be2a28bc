import { chmodSync } from 'node:fs';
import { delimiter } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { askCodex } from '../src/hook/ask-codex.ts';

const wanted = { file: '/project/.codex/hooks.json', command: 'modegate hook codex' };
const listed = { sourcePath: wanted.file, command: wanted.command, key: 'k', currentHash: 'h', trustStatus: 'trusted' };

/** Puts a program in the place of Codex, which runs this after it has read the first line. */
function fakeCodex(script: string): string {
  const folder = createFolder({ codex: `#!${process.execPath}\nprocess.stdin.once('data', () => { ${script} });\n` });
  chmodSync(`${folder}/codex`, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  return folder;
}

afterEach(() => vi.unstubAllEnvs());

describe.skipIf(process.platform === 'win32')('askCodex', () => {
  test('askCodex finds the answer between notifications, even in pieces', async () => {
    const answer = JSON.stringify({ id: 2, result: { data: [{ hooks: [listed] }] } });
    const folder = fakeCodex(
      `process.stdout.write('{"method":"note"}\\n' + ${JSON.stringify(answer.slice(0, 30))});
       setTimeout(() => process.stdout.write(${JSON.stringify(`${answer.slice(30)}\n`)}), 50);`,
    );
    expect(await askCodex(folder, wanted)).toMatchObject({ state: 'listed', hook: { key: 'k', currentHash: 'h' } });
  });

  test('askCodex gives up on a line without an end', async () => {
    const folder = fakeCodex("process.stdout.write('x'.repeat(5_000_000)); setTimeout(() => undefined, 10_000);");
    expect(await askCodex(folder, wanted)).toEqual({
      state: 'unavailable',
      detail: '`codex app-server` sent a line that is too long',
    });
  });
});
