import { collectCallPaths, findTool, toolCatalogue } from '@modegate/mode-core';
import { describe, expect, test } from 'vitest';

const paths = (tool: string, params: Readonly<Record<string, unknown>>) => {
  const found = findTool(tool);
  if (found === undefined) throw new Error(`no tool ${tool}`);
  const call = collectCallPaths(found, params);
  return call.ok ? call.paths : call.detail;
};

describe('the paths of a call', () => {
  test.each(toolCatalogue.filter((tool) => tool.group === 'edit').map((tool) => tool.name))(
    '%s: every spelling of the path parameter counts',
    (tool) => {
      expect(paths(tool, { path: 'a', file_path: 'b', filePath: 'c' })).toEqual(['a', 'b', 'c']);
      expect(paths(tool, { path: ['a'] })).toBe("parameter 'path' is not a string");
      expect(paths(tool, {})).toEqual([]);
    },
  );

  test('apply_patch: every header, trimmed', () => {
    const patch =
      '*** Begin Patch\n*** Add File: a\n+x\n*** Update File:  b \n*** Move to: c\r\n@@\n *** Delete File: d\n*** End Patch';
    expect(paths('apply_patch', { patch })).toEqual(['a', 'b', 'c', 'd']);
    expect(paths('apply_patch', { input: '*** Add File: a' })).toEqual(['a']);
    expect(paths('apply_patch', { patch: 7 })).toBe("parameter 'patch' is not a string");
  });

  test('apply_patch: the patch under either name counts, and so do headers that only lenient parsers see', () => {
    expect(paths('apply_patch', { patch: '*** Add File: a', input: '*** Add File: b' })).toEqual(['a', 'b']);
    expect(paths('apply_patch', { patch: null, input: '*** Add File: b' })).toEqual(['b']);
    expect(paths('apply_patch', { patch: '*** Add File: a', input: 7 })).toBe("parameter 'input' is not a string");
    expect(paths('apply_patch', { patch: '***Update  File: a\n***\tMove\tto : b' })).toEqual(['a', 'b']);
    for (const end of ['\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'])
      expect(paths('apply_patch', { patch: `*** Add File: a${end}*** Delete File: b` })).toEqual(['a', 'b']);
  });

  test('apply_diff: XML and native lists', () => {
    expect(
      paths('apply_diff', { args: '<args><file><path> a&amp;b </path></file><file><path>c</path></file></args>' }),
    ).toEqual(['a&b', 'c']);
    expect(paths('apply_diff', { args: '<file><diff>x</diff></file>' })).toMatch(/without a <path>/);
    expect(paths('apply_diff', { args: [{ path: 'a' }, { file: { file_path: 'b' } }] })).toEqual(['a', 'b']);
    expect(paths('apply_diff', { files: [{ diff: 'x' }] })).toMatch(/has no path/);
    expect(paths('apply_diff', { files: [{ path: 'a', file_path: 'b' }, { filePath: 'c' }] })).toEqual(['a', 'b', 'c']);
    expect(paths('apply_diff', { files: [{ path: 'a', file_path: ['b'] }] })).toMatch(/'file_path' is not a string/);
  });

  test.each(['<path a="1">b</path>', '< path>b</path>', '<PATH>b</PATH>', '<x:path>b</x:path>', '<path/>'])(
    'apply_diff: %s beside a plain path is not passed over',
    (element) => {
      expect(paths('apply_diff', { args: `<file><path>a</path>${element}</file>` })).toMatch(
        /with certainty|not closed/,
      );
    },
  );

  test('read_file: one path, a list, or a list as text', () => {
    expect(paths('read_file', { path: 'a' })).toEqual(['a']);
    expect(paths('read_file', { files: ['a', { path: 'b', line_ranges: ['1-50'] }] })).toEqual(['a', 'b']);
    expect(paths('read_file', { files: '[{"path":"a"}]' })).toEqual(['a']);
    expect(paths('read_file', { files: '{' })).toMatch(/not a list/);
  });

  test('too many files, or too deep, is refused rather than searched', () => {
    expect(paths('read_file', { files: Array.from({ length: 2000 }, () => 'a') })).toMatch(/more than 1000 files/);
    let deep: unknown = { path: 'a' };
    for (let level = 0; level < 20; level++) deep = { x: deep };
    expect(paths('apply_diff', { args: deep })).toMatch(/too deeply/);
  });
});
