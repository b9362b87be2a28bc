import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteMode, loadProject, saveMode } from '@modegate/project/node';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'modes-'));
  file = join(root, '.roomodes');
});
afterEach(() => {
  chmodSync(root, 0o700);
  rmSync(root, { recursive: true, force: true });
});

const mode = (slug: string, name = slug) => ({ slug, name, roleDefinition: 'r', groups: ['read'] });
const text = '# ours\ncustomModes:\n  - slug: a\n    name: a\n    roleDefinition: r\n    groups: [read] # only\n';
const read = () => readFileSync(file, 'utf8');

test('saveMode saves and deletes a mode in an existing file', async () => {
  writeFileSync(file, text);
  expect(await saveMode({ file, mode: mode('a', 'A') })).toEqual({ changed: true });
  expect(read()).toBe(text.replace('name: a', 'name: A'));
  expect(await saveMode({ file, mode: mode('a', 'A') })).toEqual({ changed: false });
  expect(await deleteMode({ file, slug: 'a' })).toEqual({ changed: true });
  expect(read()).toBe('# ours\ncustomModes: []\n');
  expect(readdirSync(root)).toEqual(['.roomodes']);
});

test('saveMode creates a missing file and folder, in the format that the name implies', async () => {
  const json = join(root, 'global', 'settings', 'custom_modes.json');
  await saveMode({ file: json, mode: mode('a') });
  expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual({ customModes: [mode('a')] });
  await saveMode({ file, mode: mode('a') });
  expect(read()).toMatch(/^customModes:\n {2}- slug: a\n/);
  expect(await deleteMode({ file: join(root, 'nowhere', 'x'), slug: 'a' })).toEqual({ changed: false });
  expect(readdirSync(root)).not.toContain('nowhere');
});

test('a saved mode loads unchanged', async () => {
  await saveMode({ file, mode: { ...mode('a'), mcpRestrictions: { allowedServers: [] } } });
  const {
    modes: { project },
    problems,
  } = await loadProject({ projectRoot: root });
  expect(problems).toEqual([]);
  expect(project?.modes[0]?.config).toEqual({
    ...mode('a'),
    mcpRestrictions: { allowedServers: [] },
    source: 'project',
  });
});

test.skipIf(process.platform === 'win32')('saveMode keeps permissions and writes through a link', async () => {
  const real = join(root, 'real.yaml');
  writeFileSync(real, text, { mode: 0o640 });
  chmodSync(real, 0o640);
  symlinkSync('real.yaml', file);
  await saveMode({ file, mode: mode('b') });
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(readFileSync(real, 'utf8')).toContain('slug: b');
});

test('saves of one file run one after the other, whatever name is used', async () => {
  writeFileSync(file, text);
  symlinkSync('.roomodes', join(root, 'link'));
  const slugs = Array.from({ length: 12 }, (_, index) => `m${index}`);
  await Promise.all(
    slugs.map((slug, index) => saveMode({ file: index % 2 === 0 ? file : join(root, 'link'), mode: mode(slug) })),
  );
  const { project } = (await loadProject({ projectRoot: root })).modes;
  const saved = project?.modes.map(({ config }) => config.slug);
  // None is lost. Which of two names is resolved first is up to the system.
  expect(saved?.toSorted()).toEqual(['a', ...slugs].toSorted());
});

test('a failed saveMode does not hold up the next one', async () => {
  const bad = saveMode({ file, mode: { ...mode('a'), name: '' } });
  const good = saveMode({ file, mode: mode('a') });
  await expect(bad).rejects.toMatchObject({ code: 'MODE_INVALID' });
  await expect(good).resolves.toEqual({ changed: true });
});

test.each([
  ['broken syntax', 'customModes: ['],
  ['no list', 'customModes: 1\n'],
  ['bytes that are not UTF-8', Buffer.from([0x23, 0xe9, 0x0a])],
  ['UTF-16', Buffer.from('\uFEFFcustomModes: []', 'utf16le')],
  ['too many bytes', Buffer.alloc(4 * 1024 * 1024 + 1, '#')],
])('saveMode leaves a file with %s alone', async (_, content) => {
  writeFileSync(file, content);
  await expect(saveMode({ file, mode: mode('a') })).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    data: { file },
  });
  expect(readFileSync(file).equals(Buffer.from(content))).toBe(true);
});

test('saveMode leaves a folder or a dangling link alone', async () => {
  mkdirSync(file);
  await expect(saveMode({ file, mode: mode('a') })).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  symlinkSync('nowhere', join(root, 'link'));
  await expect(saveMode({ file: join(root, 'link'), mode: mode('a') })).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
  });
});

test('saveMode leaves a file alone that changes between reading and writing', async () => {
  writeFileSync(file, text);
  const other = `${text}# theirs\n`;
  const meddling = {
    ...mode('b'),
    get description() {
      writeFileSync(file, other);
      return 'b';
    },
  };
  await expect(saveMode({ file, mode: meddling })).rejects.toMatchObject({ code: 'FILE_CHANGED', data: { file } });
  expect(read()).toBe(other);
});

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'saveMode keeps the old content without permission for the folder',
  async () => {
    writeFileSync(file, text);
    chmodSync(root, 0o500);
    await expect(saveMode({ file, mode: mode('b') })).rejects.toMatchObject({
      code: 'FILE_WRITE_FAILED',
      cause: { code: 'EACCES' },
    });
    expect(read()).toBe(text);
  },
);

test('saveMode writes nothing if the folder is a file', async () => {
  writeFileSync(file, text);
  await expect(saveMode({ file: join(file, 'x.yaml'), mode: mode('b') })).rejects.toMatchObject({
    code: 'FILE_WRITE_FAILED',
    cause: { code: expect.stringMatching(/ENOTDIR|EEXIST/) },
  });
});

test('saved restrictions keep inheritance, schedules and conditions, and may extend modes of another file', async () => {
  const restricted = {
    ...mode('a'),
    mcpRestrictions: {
      extends: ['company', 'a'],
      allowedTools: [{ serverName: 's', toolName: 't', when: { branch: ['main', 'release/*'], env: { CI: 'true' } } }],
      schedule: [{ timeZone: 'Europe/Berlin', days: ['mon'], from: '09:00', to: '24:00' }],
    },
  };
  writeFileSync(file, text);
  await saveMode({ file, mode: restricted });
  // Readers of YAML 1.1 take a time without quotes for a number.
  expect(read()).toContain('from: "09:00"');
  const { project } = (await loadProject({ projectRoot: root, globalConfigDir: join(root, 'none') })).modes;
  expect(project?.problems).toEqual([]);
  expect(project?.modes[0]?.config.mcpRestrictions).toEqual(restricted.mcpRestrictions);
  const renamed = { ...restricted, name: 'A' };
  const before = read();
  await saveMode({ file, mode: renamed });
  expect(read()).toBe(before.replace('name: a', 'name: A'));
});

test('saveMode does not write a schedule that cannot be read', async () => {
  writeFileSync(file, text);
  const broken = { ...mode('a'), mcpRestrictions: { schedule: { timeZone: 'Mars/Olympus', days: ['mon'] } } };
  await expect(saveMode({ file, mode: broken })).rejects.toMatchObject({ code: 'MODE_INVALID' });
  expect(read()).toBe(text);
});

test('security M8: saveMode does not write through a link that leads out of the project', async () => {
  const project = join(root, 'project');
  mkdirSync(project);
  writeFileSync(join(root, 'victim'), text);
  symlinkSync('../victim', join(project, '.roomodes'));
  const save = saveMode({ file: join(project, '.roomodes'), within: project, mode: mode('b') });
  await expect(save).rejects.toMatchObject({ name: 'TextFileError', code: 'FILE_UNREADABLE' });
  expect(readFileSync(join(root, 'victim'), 'utf8')).toBe(text);
});

test('saveMode does not save a mode that was read from a text other than the current one', async () => {
  writeFileSync(file, text);
  const changed = { code: 'FILE_CHANGED' };
  await expect(saveMode({ file, mode: mode('a', 'A'), expectedText: `${text}# later\n` })).rejects.toMatchObject(
    changed,
  );
  await expect(saveMode({ file, mode: mode('a', 'A'), expectedText: null })).rejects.toMatchObject(changed);
  expect(read()).toBe(text);
  expect(await saveMode({ file, mode: mode('a', 'A'), expectedText: text })).toEqual({ changed: true });
  rmSync(file);
  await expect(saveMode({ file, mode: mode('a'), expectedText: text })).rejects.toMatchObject(changed);
  expect(await saveMode({ file, mode: mode('a'), expectedText: null })).toEqual({ changed: true });
});
