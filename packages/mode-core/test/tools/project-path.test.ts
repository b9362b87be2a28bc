import { compilePolicy, decide } from '@modegate/mode-core';
import { describe, expect, test } from 'vitest';
import { normaliseProjectPath } from '../../src/tools/project-path.ts';

describe('an ambiguous path', () => {
  test.each(['docs/a\\b/../../src/a.ts', 'a\\b/../../docs/x', 'docs\\../docs/x', 'x\\./docs/x'])(
    '%s is refused, since it leads elsewhere if a backslash is a letter',
    (path) => {
      for (const root of [undefined, '/work/app'])
        expect(normaliseProjectPath(path, root)).toMatchObject({ ok: false });
    },
  );

  test('a plain backslash is a separator on any root', () => {
    for (const root of [undefined, '/work/app', 'C:\\work\\app', '\\\\server\\share'])
      for (const path of ['docs\\a.md', '.\\docs\\a.md', 'src\\..\\docs\\a.md'])
        expect(normaliseProjectPath(path, root)).toEqual({ ok: true, path: 'docs/a.md' });
  });

  test('only the Windows reading counts under a Windows root', () => {
    const path = 'docs/a\\b/../../src/a.ts';
    expect(normaliseProjectPath(path, 'C:\\work\\app')).toEqual({ ok: true, path: 'docs/src/a.ts' });
  });

  test('a backslash right after a POSIX root names a file outside the project', () => {
    expect(normaliseProjectPath('/work/app\\a.md', '/work/app')).toMatchObject({ ok: false, reason: 'outside' });
    expect(normaliseProjectPath('/work/app/docs\\a.md', '/work/app')).toEqual({ ok: true, path: 'docs/a.md' });
  });

  test.each([' a.md', 'a.md ', '\u00a0/etc/passwd', '\ufeffdocs/a.md', 'docs/a.md\u2028', '\u3000a.md'])(
    'tools trim the blanks at the ends of the path %j',
    (path) => expect(normaliseProjectPath(path, '/work/app')).toMatchObject({ ok: false, reason: 'ambiguous' }),
  );

  test.each(['./ a.md', 'x/../ a.md', '/work/app/ a.md', 'a.md\u00a0/', './\ufeffdocs/a.md'])(
    'the normal form of the path %j begins or ends with a blank, so a call with it is refused',
    (path) => expect(normaliseProjectPath(path, '/work/app')).toMatchObject({ ok: false, reason: 'ambiguous' }),
  );

  test('a path comparison folds only ASCII letters: the Kelvin sign is not a k', () => {
    expect(normaliseProjectPath('C:/wor\u212a/a.md', 'C:\\work')).toMatchObject({ ok: false, reason: 'outside' });
    expect(normaliseProjectPath('c:/WORK/a.md', 'C:\\work')).toEqual({ ok: true, path: 'a.md' });
    expect(normaliseProjectPath('C:/\u0130/abc', 'C:\\i\u0307')).toMatchObject({ ok: false, reason: 'outside' });
  });

  test('a call under a file limit is refused if its path can be read in two ways', () => {
    const mode = { slug: 'm', name: 'M', roleDefinition: 'R', groups: [['edit', { fileRegex: '^docs/' }]] as const };
    const policy = compilePolicy({ project: [mode], projectRoot: '/work/app' });
    const call = { mode: 'm', tool: 'write_to_file', params: { path: 'docs/a\\b/../../src/main.ts' } };
    expect(decide(policy, call)).toMatchObject({ allowed: false, code: 'FILE_PATH_INVALID' });
  });
});
