import {
  addEntry,
  compileDraft,
  countRows,
  diffText,
  filterRows,
  listEntries,
  listRows,
  matchEntry,
  measureMode,
  previewFileLimit,
  previewPermissions,
  readGroup,
  removeEntry,
  treeLines,
  visibleSubjects,
  writeGroup,
} from '@modegate/restrictions-editor/model';
import { describe, expect, test } from 'vitest';
import { openMode } from '../support/editor-of.ts';
import { modesText, project, projectWith } from '../support/projects.ts';

const compiledWith = (restrictions: object) => {
  const { opened, draft } = openMode(projectWith(restrictions));
  const compiled = compileDraft(opened, draft);
  return { compiled, rows: listRows(compiled) };
};
const entry = (serverName: string, toolName: string) => ({ serverName, toolName });

describe('list entries as written', () => {
  test('list entries know both sides of a conflict', () => {
    const both = [entry('github', 'search')];
    const { compiled, rows } = compiledWith({ allowedTools: both, disallowedTools: [entry('jira', '*'), ...both] });
    expect(listEntries(compiled, rows).map(({ list, index, conflictsWith }) => [list, index, conflictsWith])).toEqual([
      ['allowedTools', 0, { list: 'disallowedTools', index: 1 }],
      ['disallowedTools', 0, undefined],
      ['disallowedTools', 1, { list: 'allowedTools', index: 0 }],
    ]);
  });

  test('list entries show what a pattern matches, even before it is written', () => {
    const { rows } = compiledWith({});
    expect(matchEntry({ serverName: 'j*' }, rows)).toMatchObject({ servers: ['jira'] });
    const { servers, tools } = matchEntry({ serverName: '*', toolName: 'search' }, rows);
    expect(servers).toEqual(['github', 'jira', 'vault']);
    expect(tools).toEqual([
      { server: 'github', tool: 'search' },
      { server: 'jira', tool: 'search' },
    ]);
  });

  test('list entries are added and removed one by one', () => {
    const added = addEntry(undefined, { list: 'allowedTools', serverName: 'jira', toolName: undefined });
    expect(added).toEqual({ allowedTools: [entry('jira', '*')] });
    expect(removeEntry(added, { list: 'allowedTools', index: 0 })).toEqual({ allowedTools: [] });
    expect(removeEntry({ disallowedServers: ['a'] }, { list: 'disallowedServers', index: 0 })).toBeUndefined();
  });

  test('list entries survive an unexpected value in the file', () => {
    const { compiled, rows } = compiledWith({
      allowedServers: [1, 'github'],
      allowedTools: 'x',
      disallowedTools: [null],
    });
    expect(listEntries(compiled, rows).map(({ serverName }) => serverName)).toEqual(['github']);
  });
});

describe('the row search', () => {
  const { rows } = compiledWith({ disallowedTools: [entry('github', 'delete_repo')] });
  const names = (search: string, filter: 'all' | 'allowed' | 'denied' | 'new' = 'all') =>
    visibleSubjects(filterRows(rows, { search, filter })).map(({ server, tool }) =>
      tool === undefined ? server : `${server}/${tool}`,
    );

  test('the row search matches every word, in names and descriptions', () => {
    expect(names('REPO')).toEqual(['github/create_issue', 'github/delete_repo']);
    expect(names('jira search')).toEqual(['jira/search']);
    expect(names('vault')).toEqual(['vault']);
    expect(names('nothing')).toEqual([]);
  });

  test('the row search applies a filter and counts its rows', () => {
    expect(names('', 'denied')).toEqual(['github/delete_repo', 'vault']);
    expect(names('', 'new')).toEqual(['github/search']);
    expect(countRows(rows)).toEqual({ all: 5, allowed: 4, asks: 0, denied: 1, new: 1 });
  });

  test('found rows become lines with their places', () => {
    const lines = treeLines(rows, (server) => server === 'jira');
    expect(lines.map(({ row, position, siblings }) => [row.tool ?? row.server, position, siblings])).toEqual([
      ['github', 1, 3],
      ['jira', 2, 3],
      ['get_ticket', 1, 2],
      ['search', 2, 2],
      ['vault', 3, 3],
    ]);
  });
});

describe('the preview of what will be written', () => {
  const { opened, draft } = openMode(project);

  test('the preview shows the change line by line, with comments kept', () => {
    const compiled = compileDraft(opened, {
      ...draft,
      restrictions: { ...draft.restrictions, disallowedServers: ['jira'] },
    });
    const lines = diffText(compiled);
    expect(lines.filter(({ kind }) => kind === 'removed')).toEqual([]);
    expect(lines.filter(({ kind }) => kind === 'added').map(({ text }) => text.trim())).toEqual([
      'disallowedServers:',
      '- jira',
    ]);
    expect(compiled.text).toContain('toolName: delete_repo # never');
  });

  test('the preview says what the change grants and removes', () => {
    const { diff } = previewPermissions(compileDraft(opened, { ...draft, restrictions: undefined }));
    expect(diff.changes.map(({ message }) => message)).toEqual([
      expect.stringContaining('docs gains github/delete_repo: it was denied, and is now allowed'),
    ]);
  });

  test('the preview is the old text with the reason if the change cannot be written', () => {
    const broken = compileDraft(opened, { ...draft, groups: [['edit', { fileRegex: '(' }]] });
    expect(broken).toMatchObject({
      changed: false,
      text: modesText,
      failure: expect.stringContaining("'docs' cannot be written"),
    });
    expect(compileDraft(opened, { slug: 'nobody' }).failure).toBe("No mode has the slug 'nobody'.");
  });

  test('the preview is empty for a draft without changes, even in a mode of another layer', () => {
    expect(compileDraft(opened, draft)).toMatchObject({ changed: false, text: modesText });
    const { draft: code } = openMode(project, 'code');
    expect(compileDraft(opened, code)).toMatchObject({ changed: false, text: modesText });
  });
});

test('a file limit shows the files that it opens', () => {
  const { opened, draft } = openMode(project);
  expect(previewFileLimit(compileDraft(opened, draft), 'edit')).toEqual({
    state: 'limited',
    opened: ['README.md', 'docs/guide.md'],
    total: 3,
  });
  const group = readGroup(draft, 'edit');
  const limited = (fileRegex: string) =>
    compileDraft(opened, { ...draft, groups: writeGroup(draft, { ...group, fileRegex }) });
  expect(previewFileLimit(limited('^docs/'), 'edit')).toMatchObject({ opened: ['docs/guide.md'] });
  expect(previewFileLimit(limited('('), 'edit')).toMatchObject({ state: 'broken' });
  expect(previewFileLimit(limited(''), 'edit')).toEqual({ state: 'open' });
  expect(writeGroup(draft, { ...group, isHeld: false })).toEqual(['read', 'mcp']);
});

test('the meter of a mode counts the tools that it shows', () => {
  const { opened, draft } = openMode(project);
  const compiled = compileDraft(opened, draft);
  expect(measureMode(compiled, listRows(compiled))).toMatchObject({ allowedTools: 4, knownTools: 5, limit: 128 });
});
