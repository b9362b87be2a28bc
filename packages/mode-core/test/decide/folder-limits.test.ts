import { compilePolicy, decide, type PathKind } from '@modegate/mode-core';
import { listCallPaths } from '@modegate/mode-core/tools';
import { describe, expect, test } from 'vitest';

type Params = Readonly<Record<string, unknown>>;

const judge = (fileRegex: string, tool: string, params: Params, kind?: PathKind) => {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: [['read', { fileRegex }]] } as const;
  const policy = compilePolicy({ project: [mode], projectRoot: '/work/apple' });
  const known = kind === undefined ? [] : listCallPaths(tool, params).map((path) => [path, kind] as const);
  return decide(policy, { mode: 'm', tool, params, pathKinds: Object.fromEntries(known) });
};
/** Every path of the call is known to be a folder, unless it is said what it is. */
const ask = (fileRegex: string, tool: string, params: Params, kind: PathKind | 'unknown' = 'folder') => {
  const decision = judge(fileRegex, tool, params, kind === 'unknown' ? undefined : kind);
  return decision.allowed ? 'allowed' : decision.code;
};
const reason = (fileRegex: string, tool: string, params: Params, kind?: PathKind) => {
  const decision = judge(fileRegex, tool, params, kind);
  return decision.allowed ? '' : decision.reason;
};

const folderTools = ['search_files', 'list_files', 'codebase_search', 'list_code_definition_names'];

describe('security H4: a limit on `read` for everything below a folder', () => {
  test.each(folderTools)('%s refuses a folder that the limit closes', (tool) => {
    for (const path of ['secrets', 'secrets/', './secrets', 'src/../secrets', 'secrets/deep'])
      expect(ask('^(?!secrets/)', tool, { path, regex: '.*', query: 'password', recursive: true })).toBe(
        'FOLDER_NOT_COVERED',
      );
  });

  test('a path known to be a file is judged by its path alone', () => {
    expect(ask('^(?!secrets/)', 'read_file', { path: 'secrets/k' }, 'file')).toBe('FILE_RESTRICTED');
    expect(ask('^(?!secrets/)', 'read_file', { path: 'src/k' }, 'file')).toBe('allowed');
  });

  test('a search pattern proves nothing about a folder unless it is an extension', () => {
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

  test('an allow list for the files of one folder does not allow listing its subfolders', () => {
    expect(ask('^src/[^/]+$', 'search_files', { path: 'src/a', regex: '.*' })).toBe('FOLDER_NOT_COVERED');
    expect(ask('^src/[^/]+$', 'search_files', { path: 'src', regex: '.*' })).toBe('FOLDER_NOT_COVERED');
    expect(ask('^src/[^/]+$', 'list_files', { path: 'src', recursive: true })).toBe('FOLDER_NOT_COVERED');
    for (const recursive of ['true', 'TRUE', 1, 'yes'])
      expect(ask('^src/[^/]+$', 'list_files', { path: 'src', recursive })).toBe('FOLDER_NOT_COVERED');
  });

  test('a list that is not recursive covers only the entries of the folder', () => {
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
  ])('the limit %s provably holds below src', (limit) => {
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
  ])('the limit %s does not provably hold below src', (limit) =>
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
  ])('the project root given as %j is judged as a folder', (params) => {
    for (const limit of ['^src/', '^(?!secrets/)']) expect(ask(limit, 'list_files', params)).toBe('FOLDER_NOT_COVERED');
    expect(ask('.', 'list_files', params)).toBe('FOLDER_NOT_COVERED');
    expect(ask('^', 'list_files', params)).toBe('allowed');
    expect(ask('\\.md$', 'search_files', { ...params, file_pattern: '*.md' })).toBe('allowed');
  });

  test('every given path counts, and each must be a valid path', () => {
    expect(ask('^src/', 'search_files', { path: 'src', file_path: 'secrets' })).toBe('FOLDER_NOT_COVERED');
    expect(ask('^src/', 'search_files', { path: ['src'] })).toBe('FILE_PATH_INVALID');
    expect(ask('^src/', 'search_files', { path: '../src' })).toBe('FILE_OUTSIDE_PROJECT');
    expect(ask('^src/', 'search_files', { path: ' src' })).toBe('FILE_PATH_INVALID');
    expect(ask('^src/', 'search_files', { path: 'src ' })).toBe('FILE_PATH_INVALID');
  });

  test('the refusal of a folder says what would be allowed', () => {
    expect(reason('\\.md$', 'search_files', { path: 'docs' }, 'folder')).toMatch(
      /below 'docs'.* Search with file_pattern '\*\.md'\.$/,
    );
    expect(reason('\\.md$', 'search_files', { path: 'docs' })).toMatch(/Search the project root with file_pattern/);
    expect(reason('^src/', 'list_files', {})).toMatch(/below the project root.* such as 'src'\.$/);
    expect(reason('^(?!.*\\.env)', 'list_files', { path: 'a' })).toMatch(
      /Compliance with limits such as '\^src\/'.* can be proved for a folder/,
    );
  });
});

describe('R1-4: folder tools that may also read a file', () => {
  const pattern = { path: 'secrets/key.pem', regex: '.', file_pattern: '*.md' };

  test('the path of a folder tool must be inside the limit unless it is known to be a folder', () => {
    for (const kind of ['unknown', 'missing', 'file'] as const)
      expect(ask('\\.md$', 'search_files', pattern, kind)).toBe('FILE_RESTRICTED');
    expect(ask('\\.md$', 'search_files', pattern, 'folder')).toBe('allowed');
    for (const kind of ['unknown', 'missing', 'file', 'folder'] as const)
      expect(ask('\\.md$', 'search_files', { ...pattern, path: 'notes.md' }, kind)).toBe('allowed');
    for (const path of [undefined, null, '', '.', './', '/work/apple', '/work/apple/'])
      expect(ask('\\.md$', 'search_files', { ...pattern, path }, 'unknown')).toBe('allowed');
  });

  test('a limit that closes one file closes it for every folder tool', () => {
    for (const tool of folderTools)
      for (const path of ['.env', './.env', 'src/../.env', '.env/', '/work/apple/.env']) {
        for (const kind of ['unknown', 'missing', 'file'] as const)
          expect(ask('^(?!\\.env$)', tool, { path }, kind)).toBe('FILE_RESTRICTED');
        expect(ask('^(?!\\.env$)', tool, { path }, 'folder')).toBe('allowed');
      }
  });

  test('a folder tool with a path known to be a file is judged only by that file', () => {
    expect(ask('\\.md$', 'search_files', { path: 'docs/a.md', regex: '.' }, 'file')).toBe('allowed');
    expect(ask('\\.md$', 'search_files', { path: 'docs/a.md', regex: '.' }, 'folder')).toBe('FOLDER_NOT_COVERED');
    expect(ask('^src/', 'search_files', { path: 'src' }, 'file')).toBe('FILE_RESTRICTED');
    expect(ask('^src/', 'search_files', { path: 'src' }, 'unknown')).toBe('FILE_RESTRICTED');
    expect(ask('^src/', 'search_files', { path: '../src' }, 'file')).toBe('FILE_OUTSIDE_PROJECT');
  });

  test('the refusal of a folder tool says what is not known', () => {
    expect(reason('\\.md$', 'search_files', { ...pattern, path: 'docs' })).toMatch(
      /'docs' is outside the limit.* It is not known to be a folder, and 'search_files' takes a file too\. Search the project root with file_pattern '\*\.md'\.$/,
    );
    expect(reason('^src/', 'list_files', { path: 'src' }, 'missing')).toMatch(/It does not exist, and 'list_files'/);
  });

  test('a path kind counts only for the path as written, and only as an own property', () => {
    const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: [['read', { fileRegex: '^src/' }]] } as const;
    const policy = compilePolicy({ project: [mode] });
    const asked = (path: string, pathKinds: object) =>
      decide(policy, { mode: 'm', tool: 'list_files', params: { path }, pathKinds: pathKinds as never }).allowed;
    expect(asked('src', { src: 'folder' })).toBe(true);
    expect(asked('./src', { src: 'folder' })).toBe(false);
    expect(asked('src', Object.create({ src: 'folder' }))).toBe(false);
    for (const kind of ['Folder', true, null, {}]) expect(asked('src', { src: kind })).toBe(false);
    // What was decided for a path as one kind is not remembered for another.
    for (let round = 0; round < 2; round++)
      for (const [kind, allowed] of [
        ['file', false],
        ['folder', true],
        ['missing', false],
      ] as const)
        expect(asked('src', { src: kind })).toBe(allowed);
  });

  test('a file-reading tool that lists a folder is judged by the folder contents', () => {
    for (const params of [{ path: 'secrets' }, { files: ['a.ts', { path: 'secrets' }] }]) {
      expect(ask('^(?!secrets/)', 'read_file', params, 'folder')).toBe('FOLDER_NOT_COVERED');
      expect(ask('^(?!secrets/)', 'read_file', params, 'file')).toBe('allowed');
      expect(ask('^(?!secrets/)', 'read_file', params, 'unknown')).toBe('allowed');
    }
    expect(ask('^src/[^/]+$', 'read_file', { path: 'src' }, 'folder')).toBe('allowed');
  });
});

describe('R1-2: additional path arguments of a search', () => {
  const others = ['file_path', 'filePath', 'target_file'];

  test.each(folderTools)('%s without a path reads the project root, whatever other arguments name', (tool) => {
    for (const key of others)
      for (const path of [undefined, null, ''])
        expect(ask('^src/', tool, { path, query: 'p', [key]: 'src' })).toBe('FOLDER_NOT_COVERED');
    for (const key of others) expect(listCallPaths(tool, { [key]: 'src' }).toSorted()).toEqual(['', 'src']);
  });

  test.each(folderTools)('%s refuses a path in another argument that is not allowed', (tool) => {
    for (const key of others) {
      expect(ask('^src/', tool, { path: 'src', [key]: 'secrets' })).toBe('FOLDER_NOT_COVERED');
      expect(ask('^src/', tool, { path: 'src', [key]: 'src/a' })).toBe('allowed');
    }
  });
});
