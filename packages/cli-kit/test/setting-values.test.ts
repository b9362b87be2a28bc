import { homedir } from 'node:os';
import { join } from 'node:path';
import { confineToFolder, expandPath, readChoice, splitList } from '@modegate/cli-kit';
import { expect, test } from 'vitest';

test('~ in a setting value expands to the home folder', () => {
  expect(expandPath('~/x')).toBe(join(homedir(), 'x'));
  expect(expandPath('~')).toBe(homedir());
  expect(expandPath('~x')).toBe(join(process.cwd(), '~x'));
});

test('a choice is matched in any case, and an invalid value is truncated in the error', () => {
  expect(readChoice('The level', ['INFO', 'ERROR'], 'error')).toBe('ERROR');
  const read = () => readChoice('The level', ['INFO', 'ERROR'], 'x'.repeat(100));
  expect(read).toThrow(`The level must be one of INFO, ERROR, not '${'x'.repeat(60)}'.`);
  expect(read).toThrow(expect.objectContaining({ exitCode: 2 }));
});

test('a list setting drops empty parts, and an empty text yields no list', () => {
  expect(splitList(' a, ,b')).toEqual(['a', 'b']);
  expect(splitList('')).toBeUndefined();
});

test('a file stays in a folder only if its path is below that folder', () => {
  expect(confineToFolder('/project', '/project/.roo/mcp.json')).toEqual({ within: '/project' });
  expect(confineToFolder('/project', '/home/me/mcp.json')).toEqual({});
});

test.each(['postgres://u:secret@db/modegate', 'postgresql://u:secret@db/x', 'https://u:secret@h/', 'file:///secret'])(
  'N3: %s is not a path, and the error shows nothing of it',
  (url) => {
    const message = (() => {
      try {
        return expandPath(url, '--session-storage');
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(message).toMatch(/^--session-storage must be a path on this machine, not a URL\./);
    expect(message.includes('Specify a database with --database.')).toBe(url.startsWith('postgres'));
    expect(message).not.toContain('secret');
  },
);

test('N3: a path with a Windows drive is accepted', () => {
  expect(() => expandPath('C://x')).not.toThrow();
});
