import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compilePolicy, decide } from '@modegate/mode-core';
import { loadModes } from '@modegate/mode-core/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'modes-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const modes = (...slugs: string[]) =>
  `customModes:\n${slugs.map((slug) => `  - { slug: ${slug}, name: ${slug}, roleDefinition: r, groups: [read] }\n`).join('')}`;

function write(path: string, text: string | Buffer): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

const load = (options: object = {}) =>
  loadModes({ projectRoot: join(root, 'project'), globalConfigDir: join(root, 'global'), ...options });
const statuses = async (options: object = {}) =>
  Object.fromEntries(
    (await load(options)).files
      .filter(({ status }) => status !== 'absent')
      .map(({ path, status }) => [path.slice(root.length + 1), status]),
  );

describe('where modes are found', () => {
  beforeEach(() => mkdirSync(join(root, 'project')));

  test('nowhere: no layers, no problems', async () => {
    const loaded = await load();
    expect(loaded).toMatchObject({ problems: [], projectRoot: join(root, 'project') });
    expect(loaded).not.toHaveProperty('project');
    expect(loaded).not.toHaveProperty('global');
    expect(loaded.files.every(({ status }) => status === 'absent')).toBe(true);
  });

  test('the project and the global layer can be spread into a policy', async () => {
    write('project/.roomodes', modes('mine', 'both'));
    write('global/settings/custom_modes.yaml', modes('both', 'theirs'));
    const policy = compilePolicy({ ...(await load()), builtin: [] });
    expect(policy.modes.map(({ config, source }) => [config.slug, source])).toEqual([
      ['both', 'project'],
      ['theirs', 'global'],
      ['mine', 'project'],
    ]);
    expect(
      decide(policy, { mode: 'mine', tool: 'read_file', params: { path: join(root, 'project', 'a.ts') } }),
    ).toMatchObject({
      allowed: true,
      by: { file: '.roomodes', line: 2 },
    });
  });

  test.each(['.kilocodemodes', '.zoomodes', '.bob/custom_modes.yaml'])(
    '%s is read when there is no .roomodes',
    async (name) => {
      write(`project/${name}`, modes('mine'));
      expect(await statuses()).toEqual({ [`project/${name}`]: 'loaded' });
      expect((await load()).project).toMatchObject({ file: name, source: 'project' });
    },
  );

  test('of several files of a layer the best is read and the others are told', async () => {
    write('project/.zoomodes', modes('zoo'));
    write('project/.roomodes', modes('roo'));
    write('global/custom_modes.json', '{"customModes":[]}');
    write('global/settings/custom_modes.yaml', modes('new'));
    expect(await statuses()).toEqual({
      'project/.roomodes': 'loaded',
      'project/.zoomodes': 'ignored',
      'global/settings/custom_modes.yaml': 'loaded',
      'global/custom_modes.json': 'ignored',
    });
  });

  test('files can be named', async () => {
    write('project/.roomodes', modes('roo'));
    write('project/team/modes.yaml', modes('team'));
    write('other.yaml', modes('other'));
    const loaded = await load({ projectFile: 'team/modes.yaml', globalFile: join(root, 'other.yaml') });
    expect(loaded.project).toMatchObject({ file: 'team/modes.yaml', modes: [{ config: { slug: 'team' } }] });
    expect(loaded.global).toMatchObject({ file: join(root, 'other.yaml'), modes: [{ config: { slug: 'other' } }] });
  });

  test('without a global folder there is no global layer', async () => {
    expect((await load({ globalConfigDir: undefined })).files.some(({ source }) => source === 'global')).toBe(false);
  });
});

describe('what cannot be read refuses', () => {
  async function expectUnreadable(options: object = {}, code = 'FILE_UNREADABLE'): Promise<string> {
    const loaded = await load(options);
    expect(loaded.problems).toMatchObject([{ code, severity: 'error' }]);
    expect(
      decide(compilePolicy({ ...loaded }), { mode: 'code', tool: 'read_file', params: { path: 'a' } }),
    ).toMatchObject({ allowed: false, code: 'MODES_UNREADABLE' });
    return loaded.project?.unreadable ?? '';
  }

  beforeEach(() => mkdirSync(join(root, 'project')));

  test('a project folder that does not exist', async () => {
    expect(await expectUnreadable({ projectRoot: join(root, 'typo') })).toContain('typo');
  });

  test('a named file that does not exist', async () => {
    expect(await expectUnreadable({ projectFile: 'typo.yaml' })).toContain('does not exist');
  });

  test('a folder', async () => {
    mkdirSync(join(root, 'project/.roomodes'));
    expect(await expectUnreadable()).toContain('folder');
  });

  test('a dangling link, and a link to itself', async () => {
    symlinkSync('nowhere', join(root, 'project/.roomodes'));
    expect(await expectUnreadable()).toContain('link');
    rmSync(join(root, 'project/.roomodes'));
    symlinkSync('.roomodes', join(root, 'project/.roomodes'));
    expect(await expectUnreadable()).toContain('circle');
  });

  test('a link to a file is followed', async () => {
    write('real.yaml', modes('linked'));
    symlinkSync(join(root, 'real.yaml'), join(root, 'project/.roomodes'));
    expect((await load()).project).toMatchObject({ file: '.roomodes', modes: [{ config: { slug: 'linked' } }] });
  });

  test.skipIf(process.platform === 'win32')('a device', async () => {
    symlinkSync('/dev/zero', join(root, 'project/.roomodes'));
    expect(await expectUnreadable()).toContain('regular');
  });

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('a file without permission', async () => {
    write('project/.roomodes', modes('a'));
    chmodSync(join(root, 'project/.roomodes'), 0);
    expect(await expectUnreadable()).toContain('permission');
  });

  test('a file over 4 MiB', async () => {
    write('project/.roomodes', Buffer.alloc(4 * 1024 * 1024 + 1, '#'));
    await expectUnreadable({}, 'FILE_TOO_LARGE');
  });

  test('UTF-16', async () => {
    write('project/.roomodes', Buffer.from(`\uFEFF${modes('a')}`, 'utf16le'));
    expect(await expectUnreadable()).toContain('UTF-16');
  });

  test('broken syntax, also when a worse place has a good file', async () => {
    write('project/.roomodes', 'customModes: [');
    write('project/.zoomodes', modes('zoo'));
    await expectUnreadable({}, 'FILE_SYNTAX');
    expect(await statuses()).toEqual({ 'project/.roomodes': 'unreadable', 'project/.zoomodes': 'ignored' });
  });

  test('an unreadable global file leaves project modes alive', async () => {
    write('project/.roomodes', modes('mine'));
    write('global/custom_modes.yaml', '"');
    const policy = compilePolicy({ ...(await load()) });
    expect(decide(policy, { mode: 'mine', tool: 'read_file', params: { path: 'a' } }).allowed).toBe(true);
    expect(decide(policy, { mode: 'code', tool: 'read_file', params: { path: 'a' } }).allowed).toBe(false);
  });
});

test('bytes that are not UTF-8 are replaced, and told', async () => {
  write('project/.roomodes', Buffer.from(modes('a').replace('name: a', 'name: é'), 'latin1'));
  const loaded = await load();
  expect(loaded.problems).toMatchObject([{ code: 'CHARACTERS_CLEANED', severity: 'warning', file: '.roomodes' }]);
  expect(loaded.project?.modes[0]?.config.name).toBe('\uFFFD');
});
