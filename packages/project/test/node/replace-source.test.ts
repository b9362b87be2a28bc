import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceSource, sourceFile } from '@modegate/project/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'source-'));
  file = join(root, '.roomodes');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('replaceSource', () => {
  test('replaceSource replaces a file if it has the expected text', async () => {
    writeFileSync(file, 'a');
    expect(await replaceSource({ file }, { expectedText: 'a', text: 'b' })).toBe('written');
    expect(readFileSync(file, 'utf8')).toBe('b');
  });

  test.each([
    ['something else', 'x', 'a'],
    ['something, and nothing was expected', 'x', undefined],
    ['nothing, and something was expected', undefined, 'a'],
  ])('replaceSource leaves a file alone if it has %s', async (_case, found, expectedText) => {
    if (found !== undefined) writeFileSync(file, found);
    expect(await replaceSource({ file }, { expectedText, text: 'b' })).toBe('changed');
    expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(found);
  });

  test('replaceSource creates and deletes a file', async () => {
    expect(await replaceSource({ file }, { expectedText: undefined, text: 'b' })).toBe('written');
    expect(await replaceSource({ file }, { expectedText: 'b', text: undefined })).toBe('written');
    expect(existsSync(file)).toBe(false);
  });

  test('replaceSource does not follow a link out of the project', async () => {
    const outside = join(root, 'outside');
    const within = join(root, 'project');
    mkdirSync(within);
    writeFileSync(outside, 'a');
    const link = join(within, '.roomodes');
    symlinkSync(outside, link);
    const change = { expectedText: 'a', text: 'b' };
    await expect(replaceSource({ file: link, within }, change)).rejects.toThrow('points outside the project');
    expect(readFileSync(outside, 'utf8')).toBe('a');
  });
});

test('a source place is in the project, in the user folder, or nowhere', () => {
  const location = { projectRoot: '/p', globalConfigDir: '/g' };
  expect(sourceFile({ layer: 'project', path: '.roomodes' }, location)).toEqual({ file: '/p/.roomodes', within: '/p' });
  expect(sourceFile({ layer: 'global', path: 'a.yaml' }, location)).toEqual({ file: '/g/a.yaml' });
  expect(sourceFile({ layer: 'global', path: 'a.yaml' }, { projectRoot: '/p' })).toBeUndefined();
});
