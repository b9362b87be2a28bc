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

  test('apply_diff: XML and native lists', () => {
    expect(
      paths('apply_diff', { args: '<args><file><path> a&amp;b </path></file><file><path>c</path></file></args>' }),
    ).toEqual(['a&b', 'c']);
    expect(paths('apply_diff', { args: '<file><diff>x</diff></file>' })).toMatch(/without a <path>/);
    expect(paths('apply_diff', { args: [{ path: 'a' }, { file: { file_path: 'b' } }] })).toEqual(['a', 'b']);
    expect(paths('apply_diff', { files: [{ diff: 'x' }] })).toMatch(/has no path/);
  });

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
