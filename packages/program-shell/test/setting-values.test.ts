import { homedir } from 'node:os';
import { join } from 'node:path';
import { expandPath, readChoice, splitList, stayIn } from '@modegate/program-shell';
import { expect, test } from 'vitest';

test('~ is the home folder', () => {
  expect(expandPath('~/x')).toBe(join(homedir(), 'x'));
  expect(expandPath('~')).toBe(homedir());
  expect(expandPath('~x')).toBe(join(process.cwd(), '~x'));
});

test('a choice is found whatever its case, and a value that is none is cut', () => {
  expect(readChoice('The level', ['INFO', 'ERROR'], 'error')).toBe('ERROR');
  const read = () => readChoice('The level', ['INFO', 'ERROR'], 'x'.repeat(100));
  expect(read).toThrow(`The level must be one of INFO, ERROR, not '${'x'.repeat(60)}'.`);
  expect(read).toThrow(expect.objectContaining({ exitCode: 2 }));
});

test('a list has no empty parts, and an empty text is no list', () => {
  expect(splitList(' a, ,b')).toEqual(['a', 'b']);
  expect(splitList('')).toBeUndefined();
});

test('a file stays in a folder only when it is below it', () => {
  expect(stayIn('/project', '/project/.roo/mcp.json')).toEqual({ within: '/project' });
  expect(stayIn('/project', '/home/me/mcp.json')).toEqual({});
});
