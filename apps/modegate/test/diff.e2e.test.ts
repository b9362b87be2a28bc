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

  test('modegate diff reports a gained permission', async () => {
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

  test('modegate diff reports a lost permission', async () => {
    const { code, changes } = await after(steps.lost);
    expect(new Set(changes.map(({ kind, mode }) => `${mode} ${kind}`))).toEqual(new Set(['tickets lost']));
    expect(changes.map(({ subject }) => subject.tool)).toContain('read_file');
    expect(code).toBe(0);
  });

  test('modegate diff reports a removed restriction', async () => {
    const { code, changes } = await after(steps.widened);
    expect(new Set(changes.map(({ kind, mode }) => `${mode} ${kind}`))).toEqual(new Set(['docs widened']));
    const [write] = changes.filter(({ subject }) => subject.tool === 'write_to_file');
    expect(write?.files?.gained).toContain('src/a.ts');
    expect(code).toBe(1);
  });

  test('modegate diff reports a disabled server', async () => {
    const { code, changes } = await after(steps.narrowed);
    expect(changes.every(({ kind, mayGrant }) => ['lost', 'narrowed'].includes(kind) && !mayGrant)).toBe(true);
    expect(changes.length).toBeGreaterThan(0);
    expect(code).toBe(0);
  });

  test('modegate diff reports a changed restriction, and the files it opens', async () => {
    const { code, changes } = await after(steps.changed);
    const [write] = changes.filter(({ subject }) => subject.tool === 'write_to_file');
    expect(write).toMatchObject({ mode: 'docs', mayGrant: true, files: { gained: ['src/a.ts'], lost: [] } });
    expect(code).toBe(1);
  });

  test('modegate diff reports added and removed modes', async () => {
    const { addedModes, removedModes } = await after({ '.roomodes': modes.replace('slug: docs', 'slug: guide') });
    expect([addedModes, removedModes]).toEqual([['guide'], ['docs']]);
  });

  test('modegate diff reports nothing when no permission changes', async () => {
    expect(await after(steps.nothing)).toMatchObject({ code: 0, changes: [] });
  });
});

describe.concurrent('sources of a comparison', () => {
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

  test.each(['v1', 'main', 'HEAD'])('modegate diff compares a revision named %s', async (name) => {
    const { folder } = history();
    expect((await changesOf(folder, name, 'feature/wider')).changes).toHaveLength(1);
    expect((await changesOf(folder, 'feature/wider', name)).code).toBe(0);
  });

  test('modegate diff compares a commit with the files in the folder', async () => {
    const { folder, first } = history();
    expect((await changesOf(folder, first)).changes).toEqual([]);
    writeFiles(folder, steps.widened);
    expect((await changesOf(folder, first)).changes[0]?.kind).toBe('widened');
  });

  test('modegate diff compares two folders', async () => {
    const folder = createFolder({ 'x/.keep': '' });
    for (const [name, files] of [
      ['a', cleanProject],
      ['b', { ...cleanProject, ...steps.gained }],
    ] as const)
      writeFiles(folder, Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
    expect((await changesOf(folder, './a', join(folder, 'b'))).changes).toHaveLength(1);
  });

  test('modegate diff compares a project in a subfolder of the repository', async () => {
    const folder = createFolder(
      Object.fromEntries(Object.entries(cleanProject).map(([path, text]) => [`app/${path}`, text])),
    );
    commitAll(folder);
    writeFiles(folder, { 'app/.roomodes': steps.gained['.roomodes'] });
    expect((await changesOf(join(folder, 'app/src'), 'HEAD')).changes).toHaveLength(1);
    expect((await changesOf(folder, 'HEAD', '--project-root', 'app')).changes).toHaveLength(1);
  });

  test('modegate diff compares a revision that has no modes yet', async () => {
    const folder = createFolder({ 'a.txt': '' });
    commitAll(folder);
    writeFiles(folder, cleanProject);
    expect((await changesOf(folder, 'HEAD')).addedModes).toEqual(['docs', 'tickets']);
  });
});

test.skipIf(process.platform === 'win32')(
  'modegate diff follows a link inside the project in a revision as in the folder',
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

  test('modegate diff compares the hook settings of each side', async () => {
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

  test('modegate diff compares disabled tools, and the permissions that they affect', async () => {
    const { code, settings, changes } = await settingsOf({ disabledTools: ['read_file'] }, {});
    expect([code, settings]).toEqual([1, [['disabledTools', true]]]);
    expect(new Set(changes.map(({ kind, subject }) => `${kind} ${subject.tool}`))).toEqual(
      new Set(['gained read_file']),
    );
  });

  test('modegate diff shows changed settings in text and Markdown', async () => {
    const folder = createFolder({ ...cleanProject, ...config({}) });
    commitAll(folder, 'before');
    writeFiles(folder, config({ hooks: { protect: false } }));
    expect((await run(['diff', 'HEAD'], folder)).stdout).toContain("+ setting  'hooks.protect' is off:");
    const { stdout } = await run(['diff', 'HEAD', '--format', 'markdown'], folder);
    expect(stdout).toContain('### Modegate: 1 of 1 changes grant permissions');
    expect(stdout).toContain('hooks.protect');
  });

  test('modegate diff compares settings above the project and a settings file that one side lacks', async () => {
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

  test('modegate diff rejects a base whose configuration file is invalid', async () => {
    const folder = createFolder({ ...cleanProject, ...config({ hoks: {} }) });
    commitAll(folder, 'before');
    writeFiles(folder, config({}));
    expect((await run(['diff', 'HEAD'], folder)).code).toBe(2);
  });
});

describe.concurrent('comparisons that end with exit code 2', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['an option in place of a revision', ['--output=x'], /unknown option/],
    ['an option after the end of options', ['--', '--output=x'], /neither a revision nor a folder/],
    ['an unknown revision', ['nope'], /'nope' is not a revision/],
    ['a folder that is not there', ['./nope'], /is not a folder/],
    ['a blob', ['HEAD:.roomodes'], /is not a revision/],
    ['a range', ['HEAD..HEAD'], /is not a revision/],
    ['shell characters', ['HEAD; touch x'], /is not a revision/],
  ])('modegate diff ends with exit code 2: %s', async (_what, args, message) => {
    const folder = createFolder(cleanProject);
    commitAll(folder);
    const { code, stdout, stderr } = await run(['diff', ...args], folder);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  test('modegate diff ends with 2 for a revision whose files are broken', async () => {
    const folder = createFolder({ ...cleanProject, '.roomodes': 'customModes: [' });
    commitAll(folder);
    writeFiles(folder, cleanProject);
    const { code, stderr } = await run(['diff', 'HEAD'], folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining('(revision HEAD)')]);
  });

  test.skipIf(process.platform === 'win32')(
    'security H2: modegate diff ends with 2 for a revision whose modes file is a link out of the project',
    async () => {
      const folder = createFolder({ 'src/a.ts': '', 'config/real.yaml': modes });
      symlinkSync('/etc/passwd', join(folder, '.roomodes'));
      commitAll(folder);
      const { code, stderr } = await run(['diff', 'HEAD'], folder);
      expect([code, stderr]).toEqual([2, expect.stringContaining('points outside the project')]);
      expect(stderr).not.toContain('root:');
    },
  );

  test('modegate diff ends with 2 without a repository and with 4 without git', async () => {
    const folder = createFolder(cleanProject);
    expect((await run(['diff', 'HEAD'], folder)).code).toBe(2);
    expect((await run(['diff', 'HEAD'], folder, { PATH: '', Path: '' })).code).toBe(4);
  });
});

test.concurrent('modegate diff --format markdown prints a comment that fits, and --fail-on sets the exit code', async () => {
  const folder = createFolder(cleanProject);
  commitAll(folder);
  writeFiles(folder, steps.gained);
  const { code, stdout } = await run(['diff', 'HEAD', '--format', 'markdown', '--fail-on', 'never'], folder);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^### Modegate: 1 of 1 changes grant permissions/)]);
  writeFiles(folder, { '.roomodes': modes, ...steps.narrowed });
  expect((await run(['diff', 'HEAD', '--fail-on', 'any'], folder)).code).toBe(1);
});
