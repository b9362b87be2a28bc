import { resolve } from 'node:path';
import { loadServerConfigs } from '@modegate/mcp-host/config';
import { loadModes } from '@modegate/mode-core/node';
import { expect, test } from 'vitest';
import {
  globalModePlaces,
  globalServerFiles,
  isPolicyTestFile,
  projectServerFiles,
} from '../src/project/family-files.ts';

test('server files are looked for where the gateway looks, in its order', async () => {
  const [strongest, ...others] = projectServerFiles;
  const { files } = await loadServerConfigs({ projectRoot: '/nowhere', globalConfigDir: '/global' });
  expect(files.map(({ file }) => file)).toEqual([
    resolve('/nowhere', strongest),
    ...globalServerFiles.map((name) => resolve('/global', name)),
    ...others.map((name) => resolve('/nowhere', name)),
  ]);
});

test("the user's modes are looked for where the gateway looks, in its order", async () => {
  const { files } = await loadModes({ projectRoot: '/nowhere', globalConfigDir: '/global' });
  expect(files.filter(({ source }) => source === 'global').map(({ path }) => path)).toEqual(
    globalModePlaces.map((name) => resolve('/global', name)),
  );
});

test.each(['policy.modes-test.yaml', 'a/b.modes-test.yml', 'modes-test.json', 'x\\y.modes-test.yaml'])(
  '%s holds expectations',
  (name) => expect(isPolicyTestFile(name)).toBe(true),
);

test.each(['modes-test.yaml.bak', 'some-modes-test.yaml', 'test.yaml'])('%s does not', (name) =>
  expect(isPolicyTestFile(name)).toBe(false),
);
