import { compilePolicy, decide, type PathKind } from '@modegate/mode-core';
import { findTool, listCallPaths, toolCatalogue } from '@modegate/mode-core/tools';
import { describe, expect, test } from 'vitest';
import { collectCallPaths } from '../../src/tools/call-paths.ts';

const paths = (tool: string, params: Readonly<Record<string, unknown>>) => {
  const found = findTool(tool);
  if (found === undefined) throw new Error(`no tool ${tool}`);
  const call = collectCallPaths(found, params);
  return call.ok ? call.paths : call.detail;
};

describe('the paths of a call', () => {
  test.each(toolCatalogue.filter((tool) => tool.group === 'edit').map((tool) => tool.name))(
    '%s: every spelling of the path parameter is collected',
    (tool) => {
      const patch = tool === 'apply_patch' ? { patch: '*** Add File: z' } : {};
      const expected = ['a', 'b', 'c', 'd', ...(tool === 'apply_patch' ? ['z'] : [])];
      expect(paths(tool, { path: 'a', file_path: 'b', filePath: 'c', target_file: 'd', ...patch })).toEqual(expected);
      expect(paths(tool, { path: ['a'] })).toBe("parameter 'path' is not a string");
      expect(paths(tool, {})).toEqual([]);
    },
  );

  test('apply_patch: every header is read to the end of its line', () => {
    const patch =
      '*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n*** Move to: c\r\n@@\n *** Delete File: d\n*** End Patch';
    expect(paths('apply_patch', { patch })).toEqual(['a', 'b', 'c', 'd']);
    expect(paths('apply_patch', { input: '*** Add File: a' })).toEqual(['a']);
    expect(paths('apply_patch', { patch: 7 })).toBe("parameter 'patch' is not a string");
  });

  test('V8: apply_patch: many lines cost little, and too many files are refused', () => {
    const header = '*** Add File: a\n';
    expect(paths('apply_patch', { patch: header.repeat(1_000) })).toHaveLength(1_000);
    expect(paths('apply_patch', { patch: header.repeat(200_000) })).toBe('it specifies more than 1000 files');
    expect(paths('apply_patch', { patch: `${'+x\n'.repeat(1_000_000)}${header}` })).toEqual(['a']);
  });

  test('apply_patch: the patch under either name is read, including headers that only lenient parsers see', () => {
    expect(paths('apply_patch', { patch: '*** Add File: a', input: '*** Add File: b' })).toEqual(['a', 'b']);
    expect(paths('apply_patch', { patch: null, input: '*** Add File: b' })).toEqual(['b']);
    expect(paths('apply_patch', { patch: '*** Add File: a', input: 7 })).toBe("parameter 'input' is not a string");
    expect(paths('apply_patch', { patch: '***Update  File: a\n***\tMove\tto : b' })).toEqual(['a', 'b']);
  });

  test('apply_diff: the paths in XML and in native lists are collected', () => {
    expect(
      paths('apply_diff', { args: '<args><file><path> a&amp;b </path></file><file><path>c</path></file></args>' }),
    ).toEqual(['a&amp;b', 'a&b', 'c']);
    expect(paths('apply_diff', { args: '<file><diff>x</diff></file>' })).toMatch(/without a <path>/);
    expect(paths('apply_diff', { args: [{ path: 'a' }, { file: { file_path: 'b' } }] })).toEqual(['a', 'b']);
    expect(paths('apply_diff', { files: [{ diff: 'x' }] })).toMatch(/has no path/);
    expect(paths('apply_diff', { files: [{ path: 'a', file_path: 'b' }, { filePath: 'c' }] })).toEqual(['a', 'b', 'c']);
    expect(paths('apply_diff', { files: [{ path: 'a', file_path: ['b'] }] })).toMatch(/'file_path' is not a string/);
  });

  test('apply_diff: an ambiguous path that could be a tag or a name is refused', () => {
    const args = '<file><path>src</path >/../../docs/a.md</path><diff><content>x</content></diff></file>';
    expect(paths('apply_diff', { args })).toMatch(/a <path> with a tag in it/);
  });

  test.each(['<path a="1">b</path>', '< path>b</path>', '<PATH>b</PATH>', '<x:path>b</x:path>', '<path/>'])(
    'apply_diff: %s next to a plain path is not ignored',
    (element) => {
      expect(paths('apply_diff', { args: `<file><path>a</path>${element}</file>` })).toMatch(/is ambiguous|not closed/);
    },
  );

  test('read_file: the paths in one path, a list, or a list as text are collected', () => {
    expect(paths('read_file', { path: 'a' })).toEqual(['a']);
    expect(paths('read_file', { files: ['a', { path: 'b', line_ranges: ['1-50'] }] })).toEqual(['a', 'b']);
    expect(paths('read_file', { files: '[{"path":"a"}]' })).toEqual(['a']);
    expect(paths('read_file', { files: '{' })).toMatch(/not a list/);
  });

  test('a call with too many or too deeply nested files is refused instead of being searched', () => {
    expect(paths('read_file', { files: Array.from({ length: 2000 }, () => 'a') })).toMatch(/more than 1000 files/);
    let deep: unknown = { path: 'a' };
    for (let level = 0; level < 20; level++) deep = { x: deep };
    expect(paths('apply_diff', { args: deep })).toMatch(/too deeply/);
  });
});

describe('security H5: the executed path', () => {
  const policy = compilePolicy({
    project: [{ slug: 'm', name: 'M', roleDefinition: 'r', groups: [['edit', { fileRegex: '^docs/' }]] }],
  });
  const ask = (tool: string, params: Readonly<Record<string, unknown>>) => {
    const decision = decide(policy, { mode: 'm', tool, params });
    return decision.allowed ? 'allowed' : decision.code;
  };
  const patch = (file: string) => `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch`;

  test.each([
    ['edit_file', { target_file: 'src/login.ts', instructions: 'x', code_edit: 'y', path: 'docs/a.md' }],
    ['edit_file', { target_file: 'src/login.ts', file_path: 'docs/a.md' }],
    ['fast_edit_file', { target_file: 'src/login.ts', instructions: 'x', code_edit: 'y' }],
    ['apply_diff', { path: 'docs/a.md', args: { file: [{ name: 'src/a.ts' }] } }],
    ['apply_diff', { files: [{ path: 'docs/a.md', file: 'src/a.ts' }] }],
    ['apply_diff', { files: [{ path: 'docs/a.md', more: { targetPath: 'src/a.ts' } }] }],
    ['write_to_file', { path: 'docs/a.md', file: 'src/a.ts' }],
    ['write_to_file', { path: 'docs/a.md', filename: 'src/a.ts' }],
    ['write_to_file', { path: 'docs/a.md', target_file: 'src/a.ts' }],
    ['write_to_file', { path: 'docs/a.md', newPath: 'src/a.ts' }],
    ['write_to_file', { path: 'docs/a.md', file_name: 'src/a.ts' }],
    ['write_to_file', { path: 'docs/a.md', paths: ['docs/b.md', 'src/a.ts'] }],
    ['write_to_file', { path: 'docs/a.md', files: [{ path: 'src/a.ts' }] }],
    ['write_to_file', { path: 'docs/a.md', args: { path: 'src/a.ts' } }],
    ['write_to_file', { path: 'docs/a.md', options: { destination_file: 'src/a.ts' } }],
    ['generate_image', { path: 'docs/a.png', prompt: 'x', image: 'src/secret.png' }],
    ['delete_file', { path: 'src/a.ts' }],
    ['new_rule', { path: 'src/a.md', content: 'x' }],
    ['apply_patch', { patch: patch('docs/a.md'), file: 'src/a.ts' }],
    ['apply_patch', { patch: patch('docs/a.md'), patchText: patch('src/a.ts') }],
    ['apply_patch', { patch: patch('docs/a.md'), diff: patch('src/a.ts') }],
    ['apply_patch', { command: patch('src/a.ts') }],
  ])('%s %j with a forbidden executed path is refused', (tool, params) =>
    expect(ask(tool, params)).toBe('FILE_RESTRICTED'),
  );

  test.each([
    [{ path: 'docs/a.md' }, 'FILE_PATH_MISSING'],
    [{ path: 'docs/a.md', file: 'docs/b.md' }, 'FILE_PATH_MISSING'],
    [{ path: 'docs/a.md', patchText: 'src/a.ts' }, 'FILE_PATH_MISSING'],
    [{ path: 'docs/a.md', diff: '--- a/src/a.ts\n+++ b/src/a.ts' }, 'FILE_PATH_MISSING'],
    [{ patch: patch('docs/a.md'), diff: '--- a/src/a.ts' }, 'FILE_PATH_INVALID'],
    [{ patch: patch('docs/a.md') }, 'allowed'],
    [{ patchText: patch('docs/a.md') }, 'allowed'],
  ])('apply_patch needs a patch whose files can be read: %j', (params, expected) =>
    expect(ask('apply_patch', params)).toBe(expected),
  );

  test.each([
    ['edit_file', { target_file: 'docs/a.md', instructions: 'x', code_edit: 'y' }],
    ['edit_file', { file_path: 'docs/a.md', old_string: 'path: src/a.ts', new_string: '' }],
    ['apply_diff', { path: 'docs/a.md', diff: 'src/a.ts' }],
    ['apply_diff', { args: { file: [{ path: 'docs/a.md', diff: [{ content: 'src/a.ts', start_line: 1 }] }] } }],
    ['search_and_replace', { path: 'docs/a.md', operations: [{ search: 'src/a.ts', replace: 'x' }] }],
    ['delete_file', { path: 'docs/a.md' }],
  ])('%s %j is allowed, as the executor writes nothing else', (tool, params) =>
    expect(ask(tool, params)).toBe('allowed'),
  );

  test('XML that names a file in another element than <path> is refused', () => {
    const named = (element: string) =>
      ask('apply_diff', { args: `<file><path>docs/a.md</path><${element}>src/a.ts</${element}></file>` });
    for (const element of ['file_path', 'target_file', 'FilePath', 'filename'])
      expect(named(element)).toBe('FILE_PATH_INVALID');
  });

  test('delete_file may delete a folder, so the limit must hold for everything below it', () => {
    const deletes = (fileRegex: string, path: string) => {
      const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: [['edit', { fileRegex }]] } as const;
      const decision = decide(compilePolicy({ project: [mode] }), { mode: 'm', tool: 'delete_file', params: { path } });
      return decision.allowed ? 'allowed' : decision.code;
    };
    expect(deletes('^(?!.*\\.env)', 'src')).toBe('FOLDER_NOT_COVERED');
    expect(deletes('^src/[^/]+$', 'src/a')).toBe('FOLDER_NOT_COVERED');
    expect(deletes('^src/', 'src')).toBe('FILE_RESTRICTED');
    expect(deletes('^src/', 'src/a')).toBe('allowed');
  });
});

describe('F1: the path in a patch header', () => {
  const unusual = ['\r', '\v', '\f', '\0', '\x1c', '\x1d', '\x1e', '\x1f', '\x7f', '\x85', '\u2028', '\u2029'];
  const policy = compilePolicy({
    project: [{ slug: 'm', name: 'M', roleDefinition: 'r', groups: [['edit', { fileRegex: '^docs/.*\\.md$' }]] }],
  });
  const ask = (params: Readonly<Record<string, unknown>>) => {
    const decision = decide(policy, { mode: 'm', tool: 'apply_patch', params });
    return decision.allowed ? 'allowed' : decision.code;
  };
  const patch = (header: string, end = '\n') =>
    ['*** Begin Patch', header, '@@', '-a', '+b', '*** End Patch'].join(end);
  const headers = [
    '*** Add File: ',
    '*** Update File: ',
    '*** Delete File: ',
    '*** Update File: docs/a.md\n*** Move to: ',
  ];

  test.each(['patch', 'input', 'patchText', 'command', 'diff'])(
    'an unusual character in %s does not truncate a path',
    (key) => {
      for (const header of headers)
        for (const character of unusual)
          for (const rest of ['/../../src/secret.ts', 'x', '*** Delete File: docs/b.md', character])
            expect(ask({ [key]: patch(`${header}docs/a.md${character}${rest}`) })).toBe('FILE_PATH_INVALID');
    },
  );

  test('an unusual character before or inside a header does not hide it from an executor that trims', () => {
    for (const character of unusual) {
      expect(ask({ patch: patch(`${character}*** Add File: src/a.ts`) })).toBe('FILE_PATH_INVALID');
      expect(ask({ patch: patch(`+text${character}*** Add File: src/a.ts`) })).toBe('FILE_PATH_INVALID');
    }
  });

  test('a blank at either end of a path is refused, since some executors trim it and others do not', () => {
    for (const path of [' docs/a.md', 'docs/a.md ', '\tdocs/a.md', 'docs/a.md\t', '\u00a0docs/a.md', '\ufeffdocs/a.md'])
      expect(ask({ patch: patch(`*** Update File: ${path}`) })).toBe('FILE_PATH_INVALID');
  });

  test('a patch with Windows line ends or with changes of unusual text is accepted', () => {
    for (const header of headers) expect(ask({ patch: patch(`${header}docs/a.md`, '\r\n') })).toBe('allowed');
    for (const header of headers) expect(ask({ patch: patch(`${header}src/a.ts`, '\r\n') })).toBe('FILE_RESTRICTED');
    for (const character of unusual)
      expect(ask({ patch: `*** Begin Patch\n*** Add File: docs/a.md\n+one${character}two\n*** End Patch` })).toBe(
        'allowed',
      );
  });
});

describe('path kinds for delete_file', () => {
  const deletes = (fileRegex: string, path: string, kind?: PathKind) => {
    const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: [['edit', { fileRegex }]] } as const;
    const pathKinds = kind === undefined ? {} : { [path]: kind };
    const params = { path };
    const decision = decide(compilePolicy({ project: [mode] }), { mode: 'm', tool: 'delete_file', params, pathKinds });
    return decision.allowed ? 'allowed' : decision.code;
  };

  test('delete_file judges a file as a file, a folder as a folder, and anything else as both', () => {
    expect(deletes('^docs/.*\\.md$', 'docs/a.md', 'file')).toBe('allowed');
    for (const kind of [undefined, 'missing', 'folder'] as const)
      expect(deletes('^docs/.*\\.md$', 'docs/a.md', kind)).toBe('FOLDER_NOT_COVERED');
    expect(deletes('^src/', 'src', 'folder')).toBe('allowed');
    for (const kind of [undefined, 'missing', 'file'] as const)
      expect(deletes('^src/', 'src', kind)).toBe('FILE_RESTRICTED');
  });

  test('no other writing tool accepts a folder', () => {
    expect(listCallPaths('write_to_file', { path: 'a' })).toEqual([]);
    expect(listCallPaths('apply_diff', { files: ['a'] })).toEqual([]);
    expect(listCallPaths('no_such_tool', { path: 'a' })).toEqual([]);
    expect(listCallPaths('read_file', { path: ['a'] })).toEqual([]);
    expect(listCallPaths('read_file', { path: 'a', files: ['b', 'a'] })).toEqual(['a', 'b']);
    expect(listCallPaths('delete_file', { path: 'a' })).toEqual(['a']);
    const hostile = new Proxy({}, { get: () => JSON.parse('{') });
    expect(listCallPaths('read_file', hostile)).toEqual([]);
  });
});
