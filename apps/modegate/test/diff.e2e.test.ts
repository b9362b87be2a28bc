import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFiles } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { commitAll, git, run } from './support/run-program.ts';
import { cleanProject } from './support/sample-project.ts';

const modes = cleanProject['.roomodes'] ?? '';
const servers = cleanProject['.roo/mcp.json'] ?? '';

interface Change {
  readonly kind: string;
  readonly mode: string;
  readonly subject: Readonly<Record<string, string>>;
  readonly mayGrant: boolean;
  readonly files?: { readonly gained: readonly string[]; readonly lost: readonly string[] };
}

async function changesOf(folder: string, ...revisions: readonly string[]) {
  const { code, stdout, stderr } = await run(['diff', ...revisions, '--format', 'json'], folder);
  expect(stderr).toBe('');
  const diff = JSON.parse(stdout) as {
    readonly changes: readonly Change[];
    readonly addedModes: string[];
    readonly removedModes: string[];
  };
  return { code, ...diff };
}

/** Each step of a history, and what it does to permissions. */
const steps = {
  gained: {
    '.roomodes': modes.replace(
      'toolName: get_issue }',
      'toolName: get_issue }\n        - { serverName: github, toolName: delete_repo }',
    ),
  },
  lost: { '.roomodes': modes.replace('groups: [read, mcp]', 'groups: [mcp]') },
  widened: { '.roomodes': modes.replace(/- - edit\n.*\n.*\n/, '- edit\n') },
  narrowed: { '.roo/mcp.json': servers.replace('"command"', '"disabled": true, "command"') },
  changed: { '.roomodes': modes.replace('^docs/', '^(docs|src)/').replace('\\.md$', '\\.(md|ts)$') },
  nothing: { '.roomodes': `# a comment\n${modes}`, 'src/b.ts': '' },
} as const;

describe.concurrent('diff over a history', () => {
  const after = async (step: Readonly<Record<string, string>>) => {
    const folder = createFolder(cleanProject);
    commitAll(folder, 'before');
    writeFiles(folder, step);
    commitAll(folder, 'after');
    return changesOf(folder, 'HEAD~1', 'HEAD');
  };

  test('tells what is gained', async () => {
    const { code, changes } = await after(steps.gained);
    expect(changes).toMatchObject([
      {
        kind: 'gained',
        mode: 'tickets',
        subject: { kind: 'mcp-tool', server: 'github', tool: 'delete_repo' },
        mayGrant: true,
      },
    ]);
    expect(code).toBe(1);
  });

  test('tells what is lost', async () => {
    const { code, changes } = await after(steps.lost);
    expect(new Set(changes.map(({ kind, mode }) => `${mode} ${kind}`))).toEqual(new Set(['tickets lost']));
    expect(changes.map(({ subject }) => subject.tool)).toContain('read_file');
    expect(code).toBe(0);
  });

  test('tells that a limit is gone', async () => {
    const { code, changes } = await after(steps.widened);
    expect(new Set(changes.map(({ kind, mode }) => `${mode} ${kind}`))).toEqual(new Set(['docs widened']));
    const [write] = changes.filter(({ subject }) => subject.tool === 'write_to_file');
    expect(write?.files?.gained).toContain('src/a.ts');
    expect(code).toBe(1);
  });

  test('tells that a server is off', async () => {
    const { code, changes } = await after(steps.narrowed);
    expect(changes.every(({ kind, mayGrant }) => ['lost', 'narrowed'].includes(kind) && !mayGrant)).toBe(true);
    expect(changes.length).toBeGreaterThan(0);
    expect(code).toBe(0);
  });

  test('tells that a limit is another one, and which files that opens', async () => {
    const { code, changes } = await after(steps.changed);
    const [write] = changes.filter(({ subject }) => subject.tool === 'write_to_file');
    expect(write).toMatchObject({ mode: 'docs', mayGrant: true, files: { gained: ['src/a.ts'], lost: [] } });
    expect(code).toBe(1);
  });

  test('tells of modes that are new and gone', async () => {
    const { addedModes, removedModes } = await after({ '.roomodes': modes.replace('slug: docs', 'slug: guide') });
    expect([addedModes, removedModes]).toEqual([['guide'], ['docs']]);
  });

  test('is silent about what changes no permission', async () => {
    expect(await after(steps.nothing)).toMatchObject({ code: 0, changes: [] });
  });
});

describe.concurrent('what is compared', () => {
  const history = () => {
    const folder = createFolder(cleanProject);
    const first = commitAll(folder, 'before');
    git(folder, 'tag', 'v1');
    git(folder, 'switch', '-q', '-c', 'feature/wider');
    writeFiles(folder, steps.gained);
    commitAll(folder, 'after');
    git(folder, 'switch', '-q', 'main');
    return { folder, first };
  };

  test.each(['v1', 'main', 'HEAD'])('a revision by the name %s', async (name) => {
    const { folder } = history();
    expect((await changesOf(folder, name, 'feature/wider')).changes).toHaveLength(1);
    expect((await changesOf(folder, 'feature/wider', name)).code).toBe(0);
  });

  test('a commit, with the files as they are', async () => {
    const { folder, first } = history();
    expect((await changesOf(folder, first)).changes).toEqual([]);
    writeFiles(folder, steps.widened);
    expect((await changesOf(folder, first)).changes[0]?.kind).toBe('widened');
  });

  test('two folders', async () => {
    const folder = createFolder({ 'x/.keep': '' });
    for (const [name, files] of [
      ['a', cleanProject],
      ['b', { ...cleanProject, ...steps.gained }],
    ] as const)
      writeFiles(folder, Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
    expect((await changesOf(folder, './a', join(folder, 'b'))).changes).toHaveLength(1);
  });

  test('a project in a folder of the repository', async () => {
    const folder = createFolder(
      Object.fromEntries(Object.entries(cleanProject).map(([path, text]) => [`app/${path}`, text])),
    );
    commitAll(folder);
    writeFiles(folder, { 'app/.roomodes': steps.gained['.roomodes'] });
    expect((await changesOf(join(folder, 'app/src'), 'HEAD')).changes).toHaveLength(1);
    expect((await changesOf(folder, 'HEAD', '--project-root', 'app')).changes).toHaveLength(1);
  });

  test('a revision before there were any modes', async () => {
    const folder = createFolder({ 'a.txt': '' });
    commitAll(folder);
    writeFiles(folder, cleanProject);
    expect((await changesOf(folder, 'HEAD')).addedModes).toEqual(['docs', 'tickets']);
  });
});

test.skipIf(process.platform === 'win32')(
  'a link that stays in the project is followed in a revision as in the folder',
  async () => {
    const folder = createFolder({ 'config/real.yaml': modes, 'config/roo/mcp.json': servers, 'src/a.ts': '' });
    symlinkSync('config/real.yaml', join(folder, '.roomodes'));
    symlinkSync('config/roo', join(folder, '.roo'));
    commitAll(folder);
    expect(await changesOf(folder, 'HEAD')).toMatchObject({ code: 0, changes: [] });
    writeFiles(folder, { 'config/real.yaml': steps.gained['.roomodes'] });
    expect(await changesOf(folder, 'HEAD')).toMatchObject({ code: 1, changes: [{ kind: 'gained' }] });
  },
);

describe.concurrent('R1-10: the settings of each side', () => {
  const config = (value: object) => ({ 'modegate.config.json': JSON.stringify(value) });
  const settingsOf = async (before: object, after: object, ...args: readonly string[]) => {
    const folder = createFolder({ ...cleanProject, ...config(before) });
    commitAll(folder, 'before');
    writeFiles(folder, config(after));
    const { code, stdout, stderr } = await run(['diff', 'HEAD', '--format', 'json', ...args], folder);
    expect(stderr).toBe('');
    const { settings, changes } = JSON.parse(stdout) as {
      readonly settings: readonly { readonly key: string; readonly mayGrant: boolean }[];
      readonly changes: readonly Change[];
    };
    return { code, settings: settings.map(({ key, mayGrant }) => [key, mayGrant]), changes };
  };

  test('of hooks', async () => {
    const before = { hooks: { defaultMode: 'docs' } };
    const after = { hooks: { defaultMode: 'code', protect: false, tools: { Bash2: 'harmless' } } };
    expect(await settingsOf(before, after)).toEqual({
      code: 1,
      settings: [
        ['hooks.defaultMode', true],
        ['hooks.tools.Bash2', true],
        ['hooks.protect', true],
      ],
      changes: [],
    });
    expect(await settingsOf(after, before)).toMatchObject({ code: 0, changes: [] });
    expect((await settingsOf(after, before, '--fail-on', 'any')).code).toBe(1);
  });

  test('of disabled tools, in the permissions as well', async () => {
    const { code, settings, changes } = await settingsOf({ disabledTools: ['read_file'] }, {});
    expect([code, settings]).toEqual([1, [['disabledTools', true]]]);
    expect(new Set(changes.map(({ kind, subject }) => `${kind} ${subject.tool}`))).toEqual(
      new Set(['gained read_file']),
    );
  });

  test('in text and Markdown', async () => {
    const folder = createFolder({ ...cleanProject, ...config({}) });
    commitAll(folder, 'before');
    writeFiles(folder, config({ hooks: { protect: false } }));
    expect((await run(['diff', 'HEAD'], folder)).stdout).toContain("+ setting  'hooks.protect' is off:");
    const { stdout } = await run(['diff', 'HEAD', '--format', 'markdown'], folder);
    expect(stdout).toContain('### Modegate: 1 of 1 changes grant permissions');
    expect(stdout).toContain('hooks.protect');
  });

  test('in a folder above the project, and a file that one side does not have', async () => {
    const folder = createFolder(
      Object.fromEntries(Object.entries(cleanProject).map(([path, text]) => [`app/${path}`, text])),
    );
    commitAll(folder, 'before');
    writeFiles(folder, config({ hooks: { protect: false } }));
    commitAll(folder, 'after');
    const { code, stdout } = await run(['diff', 'HEAD~1', 'HEAD', '--project-root', 'app'], folder);
    expect([code, stdout]).toEqual([1, expect.stringContaining("'hooks.protect' is off")]);
    expect((await run(['diff', 'HEAD', 'HEAD~1', '--project-root', 'app'], folder)).code).toBe(0);
  });

  test('a configuration file of the base that cannot be used', async () => {
    const folder = createFolder({ ...cleanProject, ...config({ hoks: {} }) });
    commitAll(folder, 'before');
    writeFiles(folder, config({}));
    expect((await run(['diff', 'HEAD'], folder)).code).toBe(2);
  });
});

describe.concurrent('what cannot be compared ends with 2', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['an option in place of a revision', ['--output=x'], /unknown option/],
    ['an option after the end of options', ['--', '--output=x'], /neither a revision nor a folder/],
    ['an unknown revision', ['nope'], /'nope' is not a revision/],
    ['a folder that is not there', ['./nope'], /is not a folder/],
    ['a blob', ['HEAD:.roomodes'], /is not a revision/],
    ['a range', ['HEAD..HEAD'], /is not a revision/],
    ['shell characters', ['HEAD; touch x'], /is not a revision/],
  ])('%s', async (_what, args, message) => {
    const folder = createFolder(cleanProject);
    commitAll(folder);
    const { code, stdout, stderr } = await run(['diff', ...args], folder);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  test('a revision whose files are broken', async () => {
    const folder = createFolder({ ...cleanProject, '.roomodes': 'customModes: [' });
    commitAll(folder);
    writeFiles(folder, cleanProject);
    const { code, stderr } = await run(['diff', 'HEAD'], folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining('(revision HEAD)')]);
  });

  test.skipIf(process.platform === 'win32')(
    'security H2: a revision whose modes file is a link out of the project',
    async () => {
      const folder = createFolder({ 'src/a.ts': '', 'config/real.yaml': modes });
      symlinkSync('/etc/passwd', join(folder, '.roomodes'));
      commitAll(folder);
      const { code, stderr } = await run(['diff', 'HEAD'], folder);
      expect([code, stderr]).toEqual([2, expect.stringContaining('points outside the project')]);
      expect(stderr).not.toContain('root:');
    },
  );

  test('no repository; and 4 without git', async () => {
    const folder = createFolder(cleanProject);
    expect((await run(['diff', 'HEAD'], folder)).code).toBe(2);
    expect((await run(['diff', 'HEAD'], folder, { PATH: '', Path: '' })).code).toBe(4);
  });
});

test.concurrent('markdown is a comment that fits, and --fail-on decides about the exit code', async () => {
  const folder = createFolder(cleanProject);
  commitAll(folder);
  writeFiles(folder, steps.gained);
  const { code, stdout } = await run(['diff', 'HEAD', '--format', 'markdown', '--fail-on', 'never'], folder);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^### Modegate: 1 of 1 changes grant permissions/)]);
  writeFiles(folder, { '.roomodes': modes, ...steps.narrowed });
  expect((await run(['diff', 'HEAD', '--fail-on', 'any'], folder)).code).toBe(1);
});
