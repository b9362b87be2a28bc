import { compilePolicy, decide } from '@modegate/mode-core';
import { describe, expect, test } from 'vitest';
import { normaliseProjectPath } from '../../src/tools/project-path.ts';

describe('a path that can be read in two ways', () => {
  test.each(['docs/a\\b/../../src/a.ts', 'a\\b/../../docs/x', 'docs\\../docs/x', 'x\\./docs/x'])(
    '%s: where a backslash is a letter it leads elsewhere',
    (path) => {
      for (const root of [undefined, '/work/app'])
        expect(normaliseProjectPath(path, root)).toMatchObject({ ok: false });
    },
  );

  test('a plain backslash is still a separator, on any root', () => {
    for (const root of [undefined, '/work/app', 'C:\\work\\app', '\\\\server\\share'])
      for (const path of ['docs\\a.md', '.\\docs\\a.md', 'src\\..\\docs\\a.md'])
        expect(normaliseProjectPath(path, root)).toEqual({ ok: true, path: 'docs/a.md' });
  });

  test('under a Windows root only the Windows reading counts', () => {
    const path = 'docs/a\\b/../../src/a.ts';
    expect(normaliseProjectPath(path, 'C:\\work\\app')).toEqual({ ok: true, path: 'docs/src/a.ts' });
  });

  test('a backslash right behind a POSIX root names a file beside the project', () => {
    expect(normaliseProjectPath('/work/app\\a.md', '/work/app')).toMatchObject({ ok: false, reason: 'outside' });
    expect(normaliseProjectPath('/work/app/docs\\a.md', '/work/app')).toEqual({ ok: true, path: 'docs/a.md' });
  });

  test.each([' a.md', 'a.md ', '\u00a0/etc/passwd', '\ufeffdocs/a.md', 'docs/a.md\u2028', '\u3000a.md'])(
    '%j: tools trim the blanks at its ends',
    (path) => expect(normaliseProjectPath(path, '/work/app')).toMatchObject({ ok: false, reason: 'ambiguous' }),
  );

  test.each(['./ a.md', 'x/../ a.md', '/work/app/ a.md', 'a.md\u00a0/', './\ufeffdocs/a.md'])(
    '%j, which begins or ends with a blank once it is normal, is refused as it is then',
    (path) => expect(normaliseProjectPath(path, '/work/app')).toMatchObject({ ok: false, reason: 'ambiguous' }),
  );

  test('letters beyond ASCII are not folded: the Kelvin sign is no k', () => {
    expect(normaliseProjectPath('C:/wor\u212a/a.md', 'C:\\work')).toMatchObject({ ok: false, reason: 'outside' });
    expect(normaliseProjectPath('c:/WORK/a.md', 'C:\\work')).toEqual({ ok: true, path: 'a.md' });
    expect(normaliseProjectPath('C:/\u0130/abc', 'C:\\i\u0307')).toMatchObject({ ok: false, reason: 'outside' });
  });

  test('and so a call under a file limit is refused', () => {
    const mode = { slug: 'm', name: 'M', roleDefinition: 'R', groups: [['edit', { fileRegex: '^docs/' }]] as const };
    const policy = compilePolicy({ project: [mode], projectRoot: '/work/app' });
    const call = { mode: 'm', tool: 'write_to_file', params: { path: 'docs/a\\b/../../src/main.ts' } };
    expect(decide(policy, call)).toMatchObject({ allowed: false, code: 'FILE_PATH_INVALID' });
  });
});
