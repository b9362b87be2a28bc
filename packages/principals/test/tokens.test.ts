import crypto from 'node:crypto';
import { chmodSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import filePromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { addToken, listTokens, removeToken } from '../src/tokens/token-file.ts';
import { createToken, hashToken } from '../src/tokens/token-record.ts';
import { openTokenTable } from '../src/tokens/token-table.ts';

const NOW = Date.UTC(2026, 10, 22);
const wanted = { modes: ['code'], nowMs: NOW, expiresAtMs: undefined, replace: false };
const openFile = () => join(createFolder(), 'state', 'tokens.json');
const openTable = (file: string, now = () => NOW) => {
  const problems: string[] = [];
  return { ...openTokenTable({ file, now, onProblem: (message) => problems.push(message) }), problems };
};

describe('a token', () => {
  test('a token has 256 random bits and is stored as a hash in a file readable only by its owner', async () => {
    const file = openFile();
    const token = await addToken(file, { ...wanted, name: 'ci' });
    expect(token).toMatch(/^modegate_[\w-]{43}$/);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(token.slice(9));
    expect(text).toContain(hashToken(token).toString('hex'));
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('V9: a token for hooks is marked as such', async () => {
    const file = openFile();
    const token = await addToken(file, { ...wanted, name: 'hook', modes: ['code'], isForHooks: true });
    expect(await openTable(file).find(token)).toMatchObject({ name: 'hook', isForHooks: true });
  });

  test('a token is accepted for its principal, and nothing else is', async () => {
    const file = openFile();
    const token = await addToken(file, { ...wanted, name: 'ci', modes: ['code', 'doc-*'] });
    const { find } = openTable(file);
    expect(await find(token)).toEqual({
      kind: 'principal',
      id: 'token:ci',
      name: 'ci',
      modes: ['code', 'doc-*'],
      mayReadMetrics: false,
      mayEditModes: false,
      credential: hashToken(token).toString('hex'),
      expiresAtMs: undefined,
    });
    const guesses = [
      createToken(),
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      hashToken(token).toString('hex'),
    ];
    for (const guess of guesses) expect(await find(guess)).toMatchObject({ kind: 'denial', code: 'TOKEN_UNKNOWN' });
  });

  test('a token is compared with every stored token in constant time', async () => {
    const file = openFile();
    const tokens = [];
    for (const name of ['first', 'second', 'third']) tokens.push(await addToken(file, { ...wanted, name }));
    const { find } = openTable(file);
    const compare = vi.spyOn(crypto, 'timingSafeEqual');
    syncBuiltinESMExports();
    onTestFinished(() => {
      compare.mockRestore();
      syncBuiltinESMExports();
    });
    for (const token of [...tokens, createToken()]) {
      compare.mockClear();
      await find(token);
      expect(compare).toHaveBeenCalledTimes(3);
    }
  });

  test('a token is invalid after it expires', async () => {
    const file = openFile();
    const token = await addToken(file, { ...wanted, name: 'ci', expiresAtMs: NOW + 1 });
    expect(await openTable(file).find(token)).toMatchObject({ kind: 'principal', expiresAtMs: NOW + 1 });
    expect(await openTable(file, () => NOW + 1).find(token)).toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('a revoked token is not accepted again, while a new one with the same name is', async () => {
    const file = openFile();
    const { find } = openTable(file);
    const token = await addToken(file, { ...wanted, name: 'ci' });
    expect(await find(token)).toMatchObject({ kind: 'principal' });
    await removeToken(file, 'ci');
    expect(await find(token)).toMatchObject({ code: 'TOKEN_UNKNOWN' });
    const second = await addToken(file, { ...wanted, name: 'ci' });
    expect(await find(second)).toMatchObject({ kind: 'principal' });
    const third = await addToken(file, { ...wanted, name: 'ci', replace: true });
    expect([await find(second), await find(third)]).toMatchObject([{ kind: 'denial' }, { kind: 'principal' }]);
    expect(await find(token)).toMatchObject({ code: 'TOKEN_UNKNOWN' });
  });
});

describe('the file of tokens', () => {
  test('the file of tokens contains all tokens that were added at the same time', async () => {
    const file = openFile();
    const names = Array.from({ length: 20 }, (_, index) => `token-${index}`);
    await Promise.all(names.map((name) => addToken(file, { ...wanted, name })));
    expect((await listTokens(file)).map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  test('the file of tokens is unchanged if a name is taken or not found', async () => {
    const file = openFile();
    const token = await addToken(file, { ...wanted, name: 'ci' });
    const before = readFileSync(file, 'utf8');
    await expect(addToken(file, { ...wanted, name: 'ci' })).rejects.toThrow("A token named 'ci' already exists");
    expect(await removeToken(file, 'cj')).toEqual(['ci']);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(await openTable(file).find(token)).toMatchObject({ kind: 'principal' });
  });

  test.each([
    ['no JSON', 'tokens!', 'it is not valid JSON'],
    ['another version', '{ "version": 2, "tokens": [] }', "'version' is not usable"],
    ['a token without modes', '{ "version": 1, "tokens": [{ "name": "ci", "modes": [] }] }', "'tokens.0."],
    ['nothing', '', 'it is not valid JSON'],
    ['null', 'null', "'it' is not usable"],
  ])(
    'a file of tokens with %s in it lets nobody in, reports this once, and is not overwritten',
    async (_what, text, problem) => {
      const file = openFile();
      const token = await addToken(file, { ...wanted, name: 'ci' });
      const good = readFileSync(file, 'utf8');
      const { find, problems } = openTable(file);
      writeFileSync(file, text);
      expect(await find(token)).toMatchObject({ code: 'NOT_JUDGED', retryAfterMs: 5_000 });
      expect(await find(token)).toMatchObject({ code: 'NOT_JUDGED' });
      expect(problems).toEqual([expect.stringContaining(problem)]);
      await expect(addToken(file, { ...wanted, name: 'other' })).rejects.toThrow(
        `The tokens in ${file} cannot be used`,
      );
      expect(readFileSync(file, 'utf8')).toBe(text);
      writeFileSync(file, good);
      expect(await find(token)).toMatchObject({ kind: 'principal' });
    },
  );

  test('the file of tokens is read again after a change that keeps its size and modification time', async () => {
    const file = openFile();
    const token = await addToken(file, { ...wanted, name: 'ci' });
    const time = new Date(NOW);
    utimesSync(file, time, time);
    const { find } = openTable(file);
    expect(await find(token)).toMatchObject({ modes: ['code'] });
    writeFileSync(file, readFileSync(file, 'utf8').replace('"code"', '"edit"'));
    utimesSync(file, time, time);
    expect(await find(token)).toMatchObject({ modes: ['edit'] });
  });

  test('the file of tokens is read again after such a change even if the system stores coarse times', async () => {
    const file = openFile();
    const token = await addToken(file, { ...wanted, name: 'ci' });
    const first = await filePromises.stat(file, { bigint: true });
    // Both changes fall into one step, so that the file looks the same after both; its end is ahead however long this takes.
    const seen = Object.assign(first, { ctimeNs: BigInt(Date.now() + 60_000) * 1_000_000n });
    const looking = vi.spyOn(filePromises, 'stat').mockImplementation(async () => seen);
    syncBuiltinESMExports();
    onTestFinished(() => {
      looking.mockRestore();
      syncBuiltinESMExports();
    });
    const { find } = openTable(file);
    expect(await find(token)).toMatchObject({ modes: ['code'] });
    writeFileSync(file, readFileSync(file, 'utf8').replace('"code"', '"edit"'));
    expect(await find(token)).toMatchObject({ modes: ['edit'] });
  });

  test.skipIf(process.platform === 'win32')('a file of tokens that others may write lets nobody in', async () => {
    const file = openFile();
    const token = await addToken(file, { ...wanted, name: 'ci' });
    chmodSync(file, 0o620);
    const { find, problems } = openTable(file);
    expect(await find(token)).toMatchObject({ code: 'NOT_JUDGED' });
    expect(problems).toEqual([expect.stringContaining('other users can write to it')]);
    chmodSync(file, 0o644);
    expect(await find(token)).toMatchObject({ kind: 'principal' });
  });

  test('the file of tokens does not exist before the first token, and nobody is let in until then', async () => {
    const { find, problems } = openTable(openFile());
    expect(await find(createToken())).toMatchObject({ code: 'TOKEN_UNKNOWN' });
    expect(problems).toEqual([]);
  });
});
