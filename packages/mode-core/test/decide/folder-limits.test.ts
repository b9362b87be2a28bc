import { compilePolicy, decide } from '@modegate/mode-core';
import { describe, expect, test } from 'vitest';

const ask = (fileRegex: string, tool: string, params: Readonly<Record<string, unknown>>) => {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: [['read', { fileRegex }]] } as const;
  const decision = decide(compilePolicy({ project: [mode], projectRoot: '/work/apple' }), { mode: 'm', tool, params });
  return decision.allowed ? 'allowed' : decision.code;
};
const reason = (fileRegex: string, tool: string, params: Readonly<Record<string, unknown>>) => {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: [['read', { fileRegex }]] } as const;
  const decision = decide(compilePolicy({ project: [mode] }), { mode: 'm', tool, params });
  return decision.allowed ? '' : decision.reason;
};

const folderTools = ['search_files', 'list_files', 'codebase_search', 'list_code_definition_names'];

describe('security H4: a limit on `read` holds for everything below a folder', () => {
  test.each(folderTools)('%s: the folder that the limit closes is refused', (tool) => {
    for (const path of ['secrets', 'secrets/', './secrets', 'src/../secrets', 'secrets/deep'])
      expect(ask('^(?!secrets/)', tool, { path, regex: '.*', query: 'password', recursive: true })).toBe(
        'FOLDER_NOT_COVERED',
      );
  });

  test('what a file is judged by stays as it was', () => {
    expect(ask('^(?!secrets/)', 'read_file', { path: 'secrets/k' })).toBe('FILE_RESTRICTED');
    expect(ask('^(?!secrets/)', 'read_file', { path: 'src/k' })).toBe('allowed');
  });

  test('a pattern that narrows the search proves nothing unless it is an extension', () => {
    const search = (file_pattern: unknown) =>
      ask('^(?!.*\\.env)', 'search_files', { path: 'src', regex: '.*', file_pattern });
    for (const pattern of ['.env*', undefined, '*', '*.md', '*.{md,env}'])
      expect(search(pattern)).toBe('FOLDER_NOT_COVERED');
    const markdown = (file_pattern: unknown) =>
      ask('\\.md$', 'search_files', { path: 'src', regex: '.*', file_pattern });
    expect(markdown('*.md')).toBe('allowed');
    for (const pattern of [
      '*.txt',
      '*md',
      '**/*.md',
      '*.m?',
      '*.[m]d',
      '*.{md}',
      ' *.md',
      '*.md\n',
      '!*.md',
      'a.md',
      '*.md*',
      7,
      ['*.md'],
      '',
    ])
      expect(markdown(pattern)).toBe('FOLDER_NOT_COVERED');
    // Only search_files has the parameter: others ignore it.
    for (const tool of folderTools.slice(1))
      expect(ask('\\.md$', tool, { path: 'src', file_pattern: '*.md' })).toBe('FOLDER_NOT_COVERED');
  });

  test('an allow list for the files of one folder does not open the folders in it', () => {
    expect(ask('^src/[^/]+$', 'search_files', { path: 'src/a', regex: '.*' })).toBe('FOLDER_NOT_COVERED');
    expect(ask('^src/[^/]+$', 'search_files', { path: 'src', regex: '.*' })).toBe('FOLDER_NOT_COVERED');
    expect(ask('^src/[^/]+$', 'list_files', { path: 'src', recursive: true })).toBe('FOLDER_NOT_COVERED');
    for (const recursive of ['true', 'TRUE', 1, 'yes'])
      expect(ask('^src/[^/]+$', 'list_files', { path: 'src', recursive })).toBe('FOLDER_NOT_COVERED');
  });

  test('a list that is not recursive shows what is in the folder alone', () => {
    for (const recursive of [undefined, null, false, 'false'])
      expect(ask('^src/[^/]+$', 'list_files', { path: 'src', recursive })).toBe('allowed');
    expect(ask('^src/[^/]+$', 'list_files', { path: 'src/a' })).toBe('FOLDER_NOT_COVERED');
  });

  test.each([
    '^src/',
    '^(src|docs)/',
    '^src/|^docs/',
    '^(?:src/|docs/)',
    '^src',
    '^(?!secrets/)',
    '^(?!secrets/|keys/)',
    '^src/.*',
  ])('%s provably holds below src', (limit) => {
    for (const tool of folderTools)
      for (const path of ['src', 'src/', './src/a', '/work/apple/src'])
        expect(ask(limit, tool, { path })).toBe('allowed');
  });

  test.each([
    '^src/$',
    '^src/.*$',
    '^src/.+\\.ts$',
    '^SRC/',
    '^src2/',
    '(?=src/)docs/',
    '(?<=^src/)',
    '(?<!secrets/)$',
    '^src/(?!keys/)',
    '\\bsrc\\b(?!/)',
    '^(?!.*secrets)',
  ])('%s does not: some name below src may fall outside', (limit) =>
    expect(ask(limit, 'search_files', { path: 'src', regex: '.*' })).toBe('FOLDER_NOT_COVERED'),
  );

  test.each([
    {},
    { path: '' },
    { path: '.' },
    { path: './' },
    { path: null },
    { path: '/work/apple' },
    { path: 'src/..' },
  ])('the project root: %j', (params) => {
    for (const limit of ['^src/', '^(?!secrets/)']) expect(ask(limit, 'list_files', params)).toBe('FOLDER_NOT_COVERED');
    expect(ask('.', 'list_files', params)).toBe('FOLDER_NOT_COVERED');
    expect(ask('^', 'list_files', params)).toBe('allowed');
    expect(ask('\\.md$', 'search_files', { ...params, file_pattern: '*.md' })).toBe('allowed');
  });

  test('every path that is given counts, and each has to be a path', () => {
    expect(ask('^src/', 'search_files', { path: 'src', file_path: 'secrets' })).toBe('FOLDER_NOT_COVERED');
    expect(ask('^src/', 'search_files', { path: ['src'] })).toBe('FILE_PATH_INVALID');
    expect(ask('^src/', 'search_files', { path: '../src' })).toBe('FILE_OUTSIDE_PROJECT');
    expect(ask('^src/', 'search_files', { path: ' src' })).toBe('FILE_PATH_INVALID');
    expect(ask('^src/', 'search_files', { path: 'src ' })).toBe('FILE_PATH_INVALID');
  });

  test('the refusal says what would be allowed', () => {
    expect(reason('\\.md$', 'search_files', { path: 'docs' })).toMatch(
      /below 'docs'.*\nSearch|Search with file_pattern '\*\.md'\.$/,
    );
    expect(reason('^src/', 'list_files', {})).toMatch(/below the project root.* such as 'src'\.$/);
    expect(reason('^(?!.*\\.env)', 'list_files', { path: 'a' })).toMatch(
      /Limits such as '\^src\/'.* can be proved for a folder/,
    );
  });
});
