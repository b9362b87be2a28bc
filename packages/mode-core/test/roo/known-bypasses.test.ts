import {
  createToolChecks,
  FileRestrictionError,
  getToolsForMode,
  isToolAllowedForMode,
  type ModeConfig,
} from '@modegate/mode-core/roo';
import { expect, test } from 'vitest';

// What was observed to slip through a file pattern upstream; the numbers are those of docs/roo-facade.md.

const md = mode('md', ['read', ['edit', { fileRegex: '\\.md$' }]]);
const docs = mode('docs', [['edit', { fileRegex: '^docs/' }]]);
const included = ['edit', 'search_replace', 'edit_file', 'apply_patch'];

test('P1 generate_image outside the pattern is denied', () => {
  expectDenied(md, 'generate_image', { path: 'x.png', prompt: 'a cat' }, 'x.png');
  expectDenied(md, 'generate_image', { path: 'x.png' }, 'x.png');
  expect(ask(md, 'generate_image')).toBe(true);
});

test('P2 emptying a file outside the pattern is denied', () => {
  expectDenied(md, 'write_to_file', { path: 'x.js', content: '' }, 'x.js');
  expectDenied(md, 'write_to_file', { path: 'x.js', content: undefined }, 'x.js');
});

test('P3 an edit that replaces nothing by nothing outside the pattern is denied', () => {
  expectDenied(md, 'edit', { file_path: 'x.js', old_string: '', new_string: '' }, 'x.js');
  expectDenied(md, 'edit', { file_path: 'x.js', old_string: '', new_string: 'x' }, 'x.js');
});

test('P4 a harmless path next to the executed one is denied, in either parameter', () => {
  expectDenied(md, 'edit', { path: 'a.md', file_path: 'x.js', old_string: 'a', new_string: 'b' }, 'x.js');
  expectDenied(md, 'edit', { path: 'x.js', file_path: 'a.md', old_string: 'a', new_string: 'b' }, 'x.js');
});

test('P5 a patch that moves a file out of the pattern is denied', () => {
  expectDenied(md, 'apply_patch', patch('*** Update File: a.md', '*** Move to: b.js', '@@', '-a', '+b'), 'b.js');
});

test('P6 an indented patch header is read as a header', () => {
  expectDenied(md, 'apply_patch', patch(' *** Update File: b.js', '@@', '-a', '+b'), 'b.js');
  expectDenied(md, 'apply_patch', patch('*** Update File: a.md', '@@', '-a', '+b', '\t*** Delete File: b.js'), 'b.js');
});

test('P7 a patch with Windows line ends is accepted', () => {
  expect(ask(md, 'apply_patch', { patch: '*** Begin Patch\r\n*** Update File: a.md\r\n@@\r\n-a\r\n+b\r\n' })).toBe(
    true,
  );
  expectDenied(md, 'apply_patch', { patch: '*** Begin Patch\r\n*** Update File: b.js\r\n@@\r\n' }, 'b.js');
});

test('P8 a patch that names no file is denied', () => {
  expectDenied(md, 'apply_patch', { patch: '*** Begin Patch\n@@\n-a\n+b' }, '(no file)');
  expectDenied(md, 'apply_patch', { patch: '' }, '(no file)');
});

test('P9 the first file outside the pattern is the one reported', () => {
  expectDenied(
    md,
    'apply_patch',
    patch('*** Add File: a.md', '+a', '*** Delete File: z.ts', '*** Delete File: y.ts'),
    'z.ts',
  );
});

test('P10 paths are judged after normalising, and reported as given', () => {
  const write = (path: string) => ({ path, content: 'x' });
  for (const inside of ['docs/a.md', './docs/a.md', 'docs\\a.md', 'src/../docs/a.md']) {
    expect(ask(docs, 'write_to_file', write(inside)), inside).toBe(true);
  }
  for (const outside of [
    'docs/../src/a.ts',
    'docs\\..\\src\\a.ts',
    '../docs/a.md',
    '/w/docs/a.md',
    'C:\\w\\docs\\a.md',
  ]) {
    expectDenied(docs, 'write_to_file', write(outside), outside);
  }
});

test('P10 an absolute path is judged if the project root is known', () => {
  const { isToolAllowedForMode: isAllowed } = createToolChecks({ projectRoot: '/w' });
  const write = (path: string) => isAllowed('write_to_file', 'docs', [docs], undefined, { path, content: 'x' });
  expect(write('/w/docs/a.md')).toBe(true);
  expect(() => write('/w/src/a.ts')).toThrow(FileRestrictionError);
  expect(() => write('/other/docs/a.md')).toThrow(FileRestrictionError);
});

test('P11 patterns are case-sensitive for paths', () => {
  expectDenied(md, 'write_to_file', { path: 'README.MD', content: 'x' }, 'README.MD');
});

test('P12 content without a path is denied, and a call without arguments asks what may be offered', () => {
  expectDenied(md, 'write_to_file', { content: 'x' }, '(no file)');
  expect(ask(md, 'write_to_file')).toBe(true);
  expect(ask(md, 'write_to_file', {})).toBe(true);
});

test('P13 an empty pattern limits nothing, because it matches everything in JavaScript too', () => {
  expect(ask(mode('m', [['edit', { fileRegex: '' }]]), 'write_to_file', { path: 'x.js', content: 'x' })).toBe(true);
  expect(ask(mode('m', [['edit', {}]]), 'write_to_file', { path: 'x.js', content: 'x' })).toBe(true);
});

test('P13 a group pair without its second element is malformed and grants nothing', () => {
  expect(ask(mode('m', [['edit']] as unknown as ModeConfig['groups']), 'write_to_file')).toBe(false);
});

test('P14 an invalid pattern allows nothing', () => {
  const broken = mode('broken', [['edit', { fileRegex: '[' }]]);
  expectDenied(broken, 'write_to_file', { path: 'a.md', content: 'x' }, 'a.md');
  expect(ask(broken, 'write_to_file'), 'and the tool is not offered').toBe(false);
});

test('P15 including a tool by its alias includes the tool', () => {
  const modes = [mode('editor', ['edit'])];
  expect(isToolAllowedForMode('edit', 'editor', modes, undefined, undefined, undefined, ['search_and_replace'])).toBe(
    true,
  );
});

test('P16 names of JavaScript object members are not tools', () => {
  for (const tool of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    expect(isToolAllowedForMode(tool, 'code', []), tool).toBe(false);
  }
});

test('P17 an unknown mode offers no tools', () => {
  const offered = getToolsForMode(['read', 'edit', 'command', 'mcp', 'modes']).filter((tool) =>
    isToolAllowedForMode(tool, 'gone', [md]),
  );
  expect(offered).toEqual([]);
});

test('P18 a tool of a disabled experiment is denied', () => {
  const withExperiments = (tool: string, experiments: Record<string, boolean>) =>
    isToolAllowedForMode(tool, 'code', [], undefined, undefined, experiments);
  expect(withExperiments('generate_image', { imageGeneration: false })).toBe(false);
  expect(withExperiments('run_slash_command', { runSlashCommand: false })).toBe(false);
  expect(withExperiments('generate_image', { imageGeneration: true })).toBe(true);
  expect(withExperiments('generate_image', {})).toBe(true);
});

function mode(slug: string, groups: ModeConfig['groups']): ModeConfig {
  return { slug, name: `Mode ${slug}`, roleDefinition: 'A role.', groups };
}

function patch(...lines: readonly string[]): { readonly patch: string } {
  return { patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') };
}

function ask(mode: ModeConfig, tool: string, params?: object): boolean {
  return isToolAllowedForMode(tool, mode.slug, [mode], undefined, params, undefined, included);
}

function expectDenied(mode: ModeConfig, tool: string, params: object, reported: string): void {
  const [entry] = mode.groups.filter((group) => group[0] === 'edit');
  const pattern = typeof entry === 'object' ? (entry[1].fileRegex ?? '') : '';
  expect(() => ask(mode, tool, params)).toThrow(
    new FileRestrictionError(mode.name, pattern, undefined, reported, tool),
  );
}

test('P19 a patch header that executors read in different ways is denied (F1)', () => {
  for (const character of ['\u2028', '\u2029', '\x85', '\v', '\f', '\r', '\0']) {
    const header = `*** Update File: a.md${character}/../src/secret.ts`;
    expectDenied(md, 'apply_patch', patch(header, '@@', '-a', '+b'), '(arguments that cannot be read)');
  }
  expectDenied(md, 'apply_patch', patch('*** Update File: a.md ', '@@', '-a', '+b'), 'a.md ');
});
