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

describe('the entries as written', () => {
  test('know both sides of a conflict', () => {
    const both = [entry('github', 'search')];
    const { compiled, rows } = compiledWith({ allowedTools: both, disallowedTools: [entry('jira', '*'), ...both] });
    expect(listEntries(compiled, rows).map(({ list, index, conflictsWith }) => [list, index, conflictsWith])).toEqual([
      ['allowedTools', 0, { list: 'disallowedTools', index: 1 }],
      ['disallowedTools', 0, undefined],
      ['disallowedTools', 1, { list: 'allowedTools', index: 0 }],
    ]);
  });

  test('show what a pattern matches, before it is written too', () => {
    const { rows } = compiledWith({});
    expect(matchEntry({ serverName: 'j*' }, rows)).toMatchObject({ servers: ['jira'] });
    const { servers, tools } = matchEntry({ serverName: '*', toolName: 'search' }, rows);
    expect(servers).toEqual(['github', 'jira', 'vault']);
    expect(tools).toEqual([
      { server: 'github', tool: 'search' },
      { server: 'jira', tool: 'search' },
    ]);
  });

  test('come and go one by one', () => {
    const added = addEntry(undefined, { list: 'allowedTools', serverName: 'jira', toolName: undefined });
    expect(added).toEqual({ allowedTools: [entry('jira', '*')] });
    expect(removeEntry(added, { list: 'allowedTools', index: 0 })).toEqual({ allowedTools: [] });
    expect(removeEntry({ disallowedServers: ['a'] }, { list: 'disallowedServers', index: 0 })).toBeUndefined();
  });

  test('survive a file that holds something else', () => {
    const { compiled, rows } = compiledWith({
      allowedServers: [1, 'github'],
      allowedTools: 'x',
      disallowedTools: [null],
    });
    expect(listEntries(compiled, rows).map(({ serverName }) => serverName)).toEqual(['github']);
  });
});

describe('the rows that are looked for', () => {
  const { rows } = compiledWith({ disallowedTools: [entry('github', 'delete_repo')] });
  const names = (search: string, filter: 'all' | 'allowed' | 'denied' | 'new' = 'all') =>
    visibleSubjects(filterRows(rows, { search, filter })).map(({ server, tool }) =>
      tool === undefined ? server : `${server}/${tool}`,
    );

  test('match every word, in names and descriptions', () => {
    expect(names('REPO')).toEqual(['github/create_issue', 'github/delete_repo']);
    expect(names('jira search')).toEqual(['jira/search']);
    expect(names('vault')).toEqual(['vault']);
    expect(names('nothing')).toEqual([]);
  });

  test('pass a filter, which knows its count', () => {
    expect(names('', 'denied')).toEqual(['github/delete_repo', 'vault']);
    expect(names('', 'new')).toEqual(['github/search']);
    expect(countRows(rows)).toEqual({ all: 5, allowed: 4, asks: 0, denied: 1, new: 1 });
  });

  test('become lines with their places', () => {
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

describe('what will be written', () => {
  const { opened, draft } = openMode(project);

  test('is shown line by line, with comments kept', () => {
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

  test('says what it grants and takes', () => {
    const { diff } = previewPermissions(compileDraft(opened, { ...draft, restrictions: undefined }));
    expect(diff.changes.map(({ message }) => message)).toEqual([
      expect.stringContaining('docs gains github/delete_repo: it was denied, and is now allowed'),
    ]);
  });

  test('is the old text where it cannot be written, with the reason', () => {
    const broken = compileDraft(opened, { ...draft, groups: [['edit', { fileRegex: '(' }]] });
    expect(broken).toMatchObject({
      changed: false,
      text: modesText,
      failure: expect.stringContaining("'docs' cannot be written"),
    });
    expect(compileDraft(opened, { slug: 'nobody' }).failure).toBe("No mode has the slug 'nobody'.");
  });

  test('is nothing for a draft that changes nothing, in a mode of another layer too', () => {
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

test('a mode is measured by the tools that it shows', () => {
  const { opened, draft } = openMode(project);
  const compiled = compileDraft(opened, draft);
  expect(measureMode(compiled, listRows(compiled))).toMatchObject({ allowedTools: 4, knownTools: 5, limit: 128 });
});
