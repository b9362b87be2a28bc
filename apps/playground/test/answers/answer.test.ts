import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnswerer } from '../../src/answers/answer.ts';
import { createProjectCache, openVersion } from '../../src/answers/project-cache.ts';
import { examples } from '../../src/state/examples.ts';
import { emptyState, type VersionFiles } from '../../src/state/playground-state.ts';
import { anyState } from '../support/any-state.ts';

const answer = createAnswerer();
const [team, pullRequest] = examples;
const filesOf = (modes: string, servers = ''): VersionFiles => ({ ...emptyState.files, modes, servers });

const columnsOf = async (files: VersionFiles, filter = '') =>
  (await answer({ kind: 'matrix', files, filter })).columns.map(({ id }) => id);

describe('the overview and the matrix', () => {
  test('the overview, the matrix and the escapes list the modes of the files first', async () => {
    const overview = await answer({ kind: 'overview', files: team.state.files });
    expect(overview.modes.map(({ slug }) => slug).slice(0, 2)).toEqual(['docs', 'release']);
    expect((await columnsOf(team.state.files)).slice(0, 2)).toEqual(['docs', 'release']);
    const isBuiltin = overview.escapes.map((one) => Number(one.isBuiltin));
    expect(isBuiltin).toEqual(isBuiltin.toSorted((a, b) => a - b));
    expect(overview.failures).toEqual([]);
  });

  test('the matrix contains only the modes that match the filter', async () => {
    expect(await columnsOf(team.state.files, ' REL')).toEqual(['release']);
  });

  test('the overview and the matrix name the unusable file', async () => {
    const { broken } = await answer({ kind: 'overview', files: filesOf('customModes: [', '{') });
    expect(broken.map(({ file }) => file)).toEqual(['.roomodes', '.roo/mcp.json']);
  });

  test('the overview and the matrix contain the built-in modes where there are no files', async () => {
    const { findings } = await answer({ kind: 'overview', files: filesOf('') });
    expect(findings).toEqual([]);
    expect(await columnsOf(filesOf(''))).toContain('code');
  });

  test('every question is answered for any state', async () => {
    await fc.assert(
      fc.asyncProperty(anyState, async (state) => {
        const { files, before = files, question } = state;
        await answer({ kind: 'overview', files });
        await answer({ kind: 'matrix', files, filter: question.mode });
        await answer({ kind: 'why', files, question });
        await answer({ kind: 'changes', before, after: files });
        await answer({ kind: 'edit', files, mode: question.mode });
        await answer({ kind: 'mode', files, mode: question.mode });
        const shared = await answer({ kind: 'share', state });
        if (shared.state === 'ready')
          expect(await answer({ kind: 'read-link', fragment: shared.fragment })).toMatchObject({ state: 'read' });
      }),
      { numRuns: 100 },
    );
  });
});

describe('why', () => {
  const ask = (part: Partial<typeof emptyState.question>, files = team.state.files) =>
    answer({ kind: 'why', files, question: { ...team.state.question, ...part } });

  test('why names the field that it cannot understand', async () => {
    expect(await ask({ mode: 'nobody' })).toMatchObject({ state: 'unclear', field: 'mode' });
    expect(await ask({ args: '[1]' })).toMatchObject({ state: 'unclear', field: 'args' });
    expect(await ask({ args: '{' })).toMatchObject({ state: 'unclear', field: 'args' });
    expect(await ask({ at: '2026-03-01' })).toMatchObject({ state: 'unclear', field: 'at' });
    expect(await ask({ files: 'a\nb' })).toMatchObject({ state: 'unclear', field: 'files' });
  });

  test('why denies for an unknown mode if the file that may define it is unreadable', async () => {
    expect(await ask({ mode: 'nobody' }, filesOf('customModes: ['))).toMatchObject({
      state: 'answered',
      outcome: 'denied',
    });
  });

  test('why judges a command by its parts, and shows the equivalent command line', async () => {
    const modes = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: R
    groups: [read, command]
    commandRestrictions: { allowedCommands: ["git status *"], askCommands: [git push] }
`;
    const asked = await ask({ target: 'execute_command', command: "git status && git push > 'a b'" }, filesOf(modes));
    expect(asked).toMatchObject({
      outcome: 'denied',
      command: "npx @modegate/modegate why docs execute_command 'git status && git push > '\\''a b'\\'''",
      parts: {
        list: [
          { text: 'git status', outcome: 'allowed', place: { file: '.roomodes', line: 6 } },
          { text: 'git push', outcome: 'asks' },
          { access: 'writes', path: 'a b', outcome: 'denied', reason: expect.stringContaining("group 'edit'") },
        ],
      },
    });
  });

  test('why quotes what a shell would split', async () => {
    const asked = await ask({ target: "a'b/$(c)", files: '', branch: 'x y' });
    expect(asked).toMatchObject({ command: "npx @modegate/modegate why docs 'a'\\''b/$(c)' --branch 'x y'" });
  });
});

test('the overview of a mode has the same escapes as the list of all modes', async () => {
  const { escapes } = await answer({ kind: 'overview', files: team.state.files });
  expect(escapes.length).toBeGreaterThan(0);
  for (const { mode, ways } of escapes)
    expect((await answer({ kind: 'mode', files: team.state.files, mode })).ways).toEqual(ways);
});

test('the page compares nothing with a version that cannot be read', async () => {
  const { before = emptyState.files, files } = pullRequest?.state ?? emptyState;
  expect(await answer({ kind: 'changes', before, after: files })).toMatchObject({ state: 'compared', changesTotal: 4 });
  const broken = await answer({ kind: 'changes', before: filesOf('{'), after: files });
  expect(broken).toMatchObject({ state: 'broken', broken: [{ file: '.roomodes (earlier)' }] });
});

test('the editor gets only what a web view may know: no command, address or environment', async () => {
  const project = await answer({ kind: 'edit', files: team.state.files, mode: 'docs' });
  expect(project.edited).toMatchObject({ layer: 'project', file: '.roomodes', text: team.state.files.modes });
  expect(JSON.stringify(project.servers)).not.toMatch(/npx|example\.com|TOKEN/);
});

test('a link that would be too long is measured, but not created', async () => {
  const noise = Array.from({ length: 12_000 }, (_, index) => Math.sin(index).toString(36).slice(2, 8));
  const share = (modes: string) => answer({ kind: 'share', state: { ...emptyState, files: filesOf(modes) } });
  expect(await share('a: b\n'.repeat(20_000))).toMatchObject({ state: 'ready' });
  expect(await share(noise.join(' '))).toMatchObject({ state: 'too-long', maxCharacters: 30_000 });
});

test('the project cache keeps only the versions opened last', async () => {
  const opened: string[] = [];
  const open = createProjectCache((files) => {
    opened.push(files.modes);
    return openVersion(files);
  });
  for (const modes of ['a', 'b', 'a', 'c', 'd', 'a', 'b']) await open(filesOf(modes));
  expect(opened).toEqual(['a', 'b', 'c', 'd', 'b']);
});
