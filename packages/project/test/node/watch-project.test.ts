import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Project } from '@modegate/project';
import { loadProject, type ProjectWatch, type WatchRequest, watchProject } from '@modegate/project/node';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let root: string;
let watch: ProjectWatch | undefined;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watch-'));
  mkdirSync(join(root, 'project'));
});
afterEach(async () => {
  await watch?.close();
  rmSync(root, { recursive: true, force: true });
});

const modes = (...slugs: string[]) =>
  `customModes:\n${slugs.map((slug) => `  - { slug: ${slug}, name: ${slug}, roleDefinition: r, groups: [] }\n`).join('')}`;
const slugsOf = (loaded: Project | undefined) =>
  [loaded?.modes.project, loaded?.modes.global].flatMap((layer) => layer?.modes.map(({ config }) => config.slug) ?? []);

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

interface StartOptions extends Partial<Omit<WatchRequest, 'onChange'>> {
  readonly onChange?: (loaded: Project) => void | Promise<void>;
}

/** Starts a watch that reads the project after each change, and returns what it read. */
async function start({ onChange, ...options }: StartOptions = {}) {
  const seen: Project[] = [];
  const location = { projectRoot: join(root, 'project'), globalConfigDir: join(root, 'global') };
  watch = watchProject({
    ...location,
    debounceMs: 20,
    onChange: async () => {
      const loaded = await loadProject(location);
      seen.push(loaded);
      await onChange?.(loaded);
    },
    ...options,
  });
  await watch.ready;
  const first = await loadProject(location);
  const sees = (...slugs: string[]) => vi.waitFor(() => expect(slugsOf(seen.at(-1))).toEqual(slugs), { timeout: 4000 });
  return { first, seen, sees };
}

test('watchProject notices that a file is changed, deleted and written again', async () => {
  write('project/.roomodes', modes('a'));
  const { first, seen, sees } = await start();
  expect(slugsOf(first)).toEqual(['a']);
  expect(seen).toEqual([]);
  write('project/.roomodes', modes('a', 'b'));
  await sees('a', 'b');
  rmSync(join(root, 'project/.roomodes'));
  await sees();
  write('project/.roomodes', modes('c'));
  await sees('c');
});

test('watchProject notices a file that is replaced by renaming, repeatedly', async () => {
  write('project/.roomodes', modes('a'));
  const { sees } = await start();
  for (const slug of ['b', 'c', 'd']) {
    write('project/.roomodes.new', modes(slug));
    renameSync(join(root, 'project/.roomodes.new'), join(root, 'project/.roomodes'));
    await sees(slug);
  }
});

test('watchProject notices files and folders that did not exist', async () => {
  const { first, sees } = await start();
  expect(slugsOf(first)).toEqual([]);
  write('project/.bob/custom_modes.yaml', modes('bob'));
  await sees('bob');
  write('global/settings/custom_modes.yaml', modes('global'));
  await sees('bob', 'global');
  write('project/.roomodes', modes('roo'));
  await sees('roo', 'global');
});

test.each(['.roo/mcp.json', 'own/servers.json'])(
  'watchProject notices a change of the server file %s',
  async (path) => {
    const { seen } = await start({ serverFiles: ['.roo/mcp.json', 'own/servers.json'] });
    write(`project/${path}`, '{ "mcpServers": {} }');
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0), { timeout: 4000 });
  },
);

test('watchProject reports a broken file as unreadable', async () => {
  write('project/.roomodes', modes('a'));
  const { seen } = await start();
  write('project/.roomodes', 'customModes: [');
  await vi.waitFor(() => expect(seen.at(-1)?.modes.project?.unreadable).toBeDefined(), { timeout: 4000 });
});

test('a burst of changes causes one reload, and reloads never overlap', async () => {
  write('project/.roomodes', modes('a'));
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const { sees, seen } = await start({
    onChange: async () => {
      running++;
      most = Math.max(most, running);
      await new Promise<void>((end) => ends.push(end));
      running--;
    },
    debounceMs: 50,
  });
  for (let index = 0; index < 20; index++) write('project/.roomodes', modes(`a${index}`));
  await sees('a19');
  expect(seen).toHaveLength(1);
  write('project/.roomodes', modes('later'));
  write('project/.zoomodes', modes('zoo'));
  for (const end of ends.splice(0)) end();
  await sees('later');
  for (const end of ends.splice(0)) end();
  expect(most).toBe(1);
});

test('watchProject ignores other files, and rule files unless requested', async () => {
  write('project/.roo/rules/a.md', 'a');
  const { seen, sees } = await start({ rules: true });
  write('project/other.txt', 'x');
  write('project/src/.roomodes', modes('nested'));
  write('project/.roo/rules/a.md', 'b');
  await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 4000 });
  write('project/.roomodes', modes('a'));
  await sees('a');
  expect(seen).toHaveLength(2);
});

test('an error that onChange throws goes to onError, and the watch continues', async () => {
  const errors: unknown[] = [];
  const { sees } = await start({
    onChange: (loaded) => {
      if (slugsOf(loaded)[0] === 'bad') throw new Error('no');
    },
    onError: (error) => {
      errors.push(error);
    },
  });
  write('project/.roomodes', modes('bad'));
  await vi.waitFor(() => expect(errors).toMatchObject([{ message: 'no' }]), { timeout: 4000 });
  write('project/.roomodes', modes('good'));
  await sees('good');
});

test('a closed watch calls nothing, and can be closed twice', async () => {
  const { seen } = await start();
  write('project/.roomodes', modes('a'));
  await watch?.close();
  await watch?.close();
  expect(seen).toEqual([]);
});

test('watchProject can be closed before it is ready', async () => {
  const early = watchProject({ projectRoot: join(root, 'project'), onChange: () => undefined });
  await early.close();
  await expect(early.ready).resolves.toBeUndefined();
});

test('security L6: watchProject notices that a project folder is moved away and comes back', async () => {
  write('project/.roomodes', modes('a'));
  const { seen } = await start();
  renameSync(join(root, 'project'), join(root, 'away'));
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0), { timeout: 15_000 });
  expect(slugsOf(seen.at(-1))).toEqual([]);
  renameSync(join(root, 'away'), join(root, 'project'));
  await vi.waitFor(() => expect(slugsOf(seen.at(-1))).toEqual(['a']), { timeout: 15_000 });
  write('project/.roomodes', modes('a', 'b'));
  await vi.waitFor(() => expect(slugsOf(seen.at(-1))).toEqual(['a', 'b']), { timeout: 15_000 });
}, 40_000);
