import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { expect, test } from 'vitest';
import { replaceTexts } from '../src/commands/write-text.ts';

function project() {
  const root = createFolder({ first: 'one', second: 'two' });
  const change = (name: string, before: string) => ({ path: join(root, name), before, text: `new ${before}` });
  return {
    root,
    place: { root, repository: root },
    changes: [change('first', 'one'), change('second', 'two')],
    change,
    read: () => ['first', 'second'].map((name) => readFileSync(join(root, name), 'utf8')),
  };
}

test('replaceTexts writes all files', async () => {
  const { place, changes, read } = project();
  await replaceTexts(changes, place);
  expect(read()).toEqual(['new one', 'new two']);
});

test('replaceTexts restores earlier files when a later file has changed', async () => {
  const { place, changes, change, read } = project();
  await expect(replaceTexts([...changes, change('second', 'other')], place)).rejects.toThrow(/second changed/);
  expect(read()).toEqual(['one', 'two']);
});

test('replaceTexts restores earlier files when a later file cannot be written', async () => {
  const { root, place, changes, read } = project();
  symlinkSync(join(createFolder({ outside: 'three' }), 'outside'), join(root, 'link'));
  const outside = { path: join(root, 'link'), before: 'three', text: 'four' };
  await expect(replaceTexts([...changes, outside], place)).rejects.toMatchObject({ name: 'TextFileError' });
  expect(read()).toEqual(['one', 'two']);
});
