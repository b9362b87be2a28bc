import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { createHookProject, hookModes } from '../../../test/support/hook-project.ts';
import { run, runHook } from './support/run-program.ts';

interface Call {
  readonly folder: string;
  readonly home?: string;
  readonly flags?: readonly string[];
  readonly with?: object;
}

/** Nothing for silence, else the reason that the model reads. */
async function ask(tool: string, input: object, { folder, home = createFolder(), flags = [], with: more }: Call) {
  const payload = { hook_event_name: 'PreToolUse', cwd: folder, tool_name: tool, tool_input: input, ...more };
  return read(await runHook(['claude-code', ...flags], { folder, home, text: JSON.stringify(payload) }));
}

function read({ code, stdout, stderr }: Awaited<ReturnType<typeof runHook>>): string | undefined {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  if (stdout === '') return undefined;
  const { hookSpecificOutput } = JSON.parse(stdout);
  expect(hookSpecificOutput.permissionDecision).toBe('deny');
  return hookSpecificOutput.permissionDecisionReason;
}

/** Until a file that was written is old enough to be kept. */
const settle = () => wait(2_100);

describe('modegate hook', () => {
  test('modegate hook denies with the rule, its file and line, and prints nothing for an allowed call', async () => {
    const folder = createHookProject();
    const call = { folder, flags: ['--mode', 'docs'] };
    expect(await ask('Write', { file_path: join(folder, 'src/a.ts') }, call)).toContain(
      '(FILE_RESTRICTED; project .roomodes:7 ',
    );
    expect(await ask('Write', { file_path: join(folder, 'docs/b.md') }, call)).toBeUndefined();
  });

  test('modegate hook checks the targets of links, including links to files that do not exist yet', async () => {
    const folder = createHookProject();
    symlinkSync('../src', join(folder, 'docs/link'));
    symlinkSync('../src/new.ts', join(folder, 'docs/new.md'));
    mkdirSync(join(folder, 'src/deep'));
    symlinkSync('../src/deep', join(folder, 'docs/deep'));
    const call = { folder, flags: ['--mode', 'docs'] };
    for (const path of ['docs/link/a.ts', 'docs/new.md', 'docs/deep/../x.md'])
      expect(await ask('Write', { file_path: `${folder}/${path}` }, call), path).toContain('FILE_RESTRICTED');
  });

  test('modegate hook takes the mode from the command, then from the user settings, then the default', async () => {
    const folder = createHookProject({ 'modegate.config.json': '{ "hooks": { "defaultMode": "notes" } }' });
    const home = createFolder();
    const write = (flags: readonly string[] = []) =>
      ask('Write', { file_path: join(folder, 'docs/b.md') }, { folder, home, flags });
    expect(await write()).toContain("mode 'notes'");
    expect((await run(['mode', 'use', 'docs'], folder, { HOME: home })).code).toBe(0);
    expect(await write()).toBeUndefined();
    expect(await write(['--mode', 'notes'])).toContain("mode 'notes'");
    expect((await run(['mode'], folder, { HOME: home })).stdout).toMatch(/^docs {2}set by `modegate mode use`/);
    expect((await run(['mode', 'clear'], folder, { HOME: home })).code).toBe(0);
    expect(await write()).toContain("mode 'notes'");
    expect((await run(['mode', 'use', 'dosc'], folder, { HOME: home })).stderr).toContain("Did you mean 'docs'?");
  });

  test('modegate hook without a mode denies with advice; an agent name selects only custom modes', async () => {
    const folder = createHookProject();
    const write = (agent_type?: string) =>
      ask('Write', { file_path: join(folder, 'docs/b.md') }, { folder, with: { agent_type } });
    expect(await write()).toContain('modegate mode use <slug>');
    expect(await write('docs')).toBeUndefined();
    expect(await write('code')).toContain('MODE_UNSET');
  });

  test('modegate hook narrows by the name of a subagent: both modes must allow a call', async () => {
    const folder = createHookProject({ 'modegate.config.yaml': 'hooks:\n  agents:\n    Explore: notes\n' });
    const write = (file: string, agent_type?: string) =>
      ask('Write', { file_path: join(folder, file) }, { folder, flags: ['--mode', 'docs'], with: { agent_type } });
    expect(await write('docs/b.md', 'notes')).toContain("mode 'notes'");
    expect(await write('docs/b.md', 'Explore')).toContain("mode 'notes'");
    expect(await write('docs/b.txt', 'notes')).toBeUndefined();
    expect(await write('b.txt', 'notes')).toContain("mode 'docs'");
    expect(await write('docs/b.md', 'other')).toBeUndefined();
  });

  test('modegate hook lets no mode write the files that decide on calls, unless the configuration allows it', async () => {
    const folder = createHookProject();
    const home = createFolder();
    const write = (path: string, at = folder) =>
      ask('Write', { file_path: path }, { folder: at, home, flags: ['--mode', 'code'] });
    expect(await write(join(folder, '.claude/settings.json'))).toContain('FILE_PROTECTED');
    expect(await write(join(folder, '.roomodes'))).toContain('FILE_PROTECTED');
    expect(await write(join(home, '.roo-code/modegate/modes/x.json'))).toContain('FILE_PROTECTED');
    symlinkSync('.roomodes', join(folder, 'harmless.md'));
    expect(await write(join(folder, 'harmless.md'))).toContain('FILE_PROTECTED');
    const linked = createHookProject({ 'shared/policy.json': '{}' });
    symlinkSync('shared/policy.json', join(linked, 'modegate.config.json'));
    expect(await write(join(linked, 'shared/policy.json'), linked)).toContain('FILE_PROTECTED');
    const open = createHookProject({ 'modegate.config.json': '{ "hooks": { "protect": false } }' });
    expect(await write(join(open, '.roomodes'), open)).toBeUndefined();
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['a modes file that cannot be read', { '.roomodes': 'customModes: [' }, 'MODES_UNREADABLE'],
    ['settings that cannot be read', { 'modegate.config.json': '{' }, 'PROJECT_UNREADABLE'],
    [
      'a misspelt key of the settings',
      { 'modegate.config.json': '{ "hooks": { "mode": "docs" } }' },
      'PROJECT_UNREADABLE',
    ],
    [
      'a tool that is switched off and unknown',
      { 'modegate.config.json': '{ "disabledTools": ["edti"] }' },
      'PROJECT_UNREADABLE',
    ],
    [
      'a mode with an error',
      { '.roomodes': hookModes().replace('roleDefinition: You write documents.', 'roleDefinition: 7') },
      'MODE_INVALID',
    ],
  ])('modegate hook fails closed: %s', async (_what, files, code) => {
    const folder = createHookProject(files);
    expect(
      await ask('Read', { file_path: join(folder, 'docs/a.md') }, { folder, flags: ['--mode', 'docs'] }),
    ).toContain(code);
  });

  test.each([
    ['a project that is missing', ['--project-root', '/nowhere/at/all'], 'PROJECT_UNREADABLE'],
    ['a misspelt flag', ['--modus', 'docs'], 'HOOK_FAILED'],
    ['a mode that does not exist', ['--mode', 'dosc'], 'MODE_UNKNOWN'],
  ])('modegate hook fails closed: %s', async (_what, flags, code) => {
    const folder = createHookProject();
    expect(await ask('TodoWrite', { todos: [] }, { folder, flags })).toContain(code);
  });

  test('modegate hook fails closed: settings or modes that are a link to nothing', async () => {
    const folder = createHookProject({ 'inner/docs/a.md': '' });
    symlinkSync('nothing.json', join(folder, 'inner/.roomodes'));
    const read = (at: string) =>
      ask('Read', { file_path: join(at, 'docs/a.md') }, { folder: at, flags: ['--mode', 'docs'] });
    // The modes of the folder above are not its own.
    expect(await read(join(folder, 'inner'))).toContain('MODES_UNREADABLE');
    symlinkSync('nothing.json', join(folder, 'modegate.config.json'));
    expect(await read(folder)).toContain('PROJECT_UNREADABLE');
  });

  test('modegate hook fails closed: an invalid payload', async () => {
    const folder = createHookProject();
    for (const text of ['', '{', '[]', '"x"', new Uint8Array([0x22, 0xff, 0x22])])
      expect(read(await runHook(['claude-code', '--mode', 'docs'], { folder, home: folder, text }))).toContain(
        'PAYLOAD_INVALID',
      );
  });

  test('modegate hook fails closed: an unreadable user choice of the mode', async () => {
    const [folder, home] = [createHookProject(), createFolder()];
    await run(['mode', 'use', 'docs'], folder, { HOME: home });
    const file = join(home, '.roo-code/modegate/modes', `${encodeURIComponent(folder)}.json`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ project: folder, mode: 'docs' });
    writeFileSync(file, '{');
    expect(await ask('Read', { file_path: join(folder, 'docs/a.md') }, { folder, home })).toContain(
      'PROJECT_UNREADABLE',
    );
  });

  test('modegate hook uses the cached project only while nothing has changed', async () => {
    const createdAt = Date.now();
    const [folder, home] = [createHookProject({ '.roo/mcp.json': '{ "mcpServers": {} }' }), createFolder()];
    const write = () =>
      ask(
        'Write',
        { file_path: join(folder, 'b.txt') },
        { folder, home, flags: ['--mode', 'docs', '--project-root', folder] },
      );
    const readings = join(home, '.roo-code/modegate/hooks/readings');
    // So young that a later change might have the same time.
    const refused = await write();
    expect(refused).toContain('(FILE_RESTRICTED; project .roomodes:7 ');
    // Where the machine is busy, the hook itself may have started too late to see it young.
    if (Date.now() - createdAt < 2_000) expect(existsSync(readings)).toBe(false);
    await settle();
    expect(await write()).toBe(refused);
    const name = join(readings, readdirSync(readings)[0] ?? '');
    const kept = readFileSync(name);
    expect(await write()).toBe(refused);
    // Other text of the same length.
    writeFileSync(join(folder, '.roomodes'), hookModes().replace('^docs/', 'b\\.txt'));
    expect(await write()).toBeUndefined();
    await settle();
    expect(await write()).toBeUndefined();
    const current = readFileSync(name);
    // What was kept before, a part of it, nothing, and what others may have written.
    for (const [bytes, mode] of [
      [kept, 0o600],
      [current.subarray(0, 900), 0o600],
      [Buffer.from(''), 0o600],
      [Buffer.concat([current, Buffer.from(' ')]), 0o600],
      [current, 0o666],
    ] as const) {
      writeFileSync(name, bytes);
      chmodSync(name, mode);
      expect(await write()).toBeUndefined();
    }
    // Nobody writes into it.
    rmSync(name);
    execFileSync('mkfifo', ['-m', '600', name]);
    expect(await write()).toBeUndefined();
    writeFileSync(join(folder, 'modegate.config.json'), '{ "disabledTools": ["write_to_file"] }');
    expect(await write()).toContain('TOOL_DISABLED');
    rmSync(join(folder, 'modegate.config.json'));
    writeFileSync(join(folder, '.roomodes'), 'customModes: [');
    expect(await write()).toContain('MODES_UNREADABLE');
    await settle();
    expect(await write()).toContain('MODES_UNREADABLE');
    expect(await write()).toContain('MODES_UNREADABLE');
  });

  test('modegate hook rejects an unknown agent as wrong usage', async () => {
    const outcome = await runHook(['clod-code'], { folder: createHookProject(), home: createFolder(), text: '' });
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain('claude-code, codex, copilot, cursor, gemini, qwen');
  });
});
