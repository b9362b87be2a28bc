import { readServerConfig } from '@modegate/server-config';
import { planAdopt } from '@modegate/server-config/clients';
import { beforeEach, describe, expect, test, vi } from 'vitest';

/** How often a key was held against a name that it may have meant. */
const compared = vi.hoisted(() => ({ keys: 0 }));

vi.mock('@modegate/nearest-name', async (importOriginal) => {
  const real = await importOriginal<typeof import('@modegate/nearest-name')>();
  const counting =
    <Given extends readonly unknown[], Result>(compare: (...given: Given) => Result) =>
    (...given: Given) => {
      compared.keys += 1;
      return compare(...given);
    };
  return { ...real, nearestName: counting(real.nearestName), editDistance: counting(real.editDistance) };
});

beforeEach(() => {
  compared.keys = 0;
});

const git = { type: 'local', command: ['git-mcp'] };
const odd = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`disx${index} exx allx enx`, 1]));
const file = 'opencode.json';

describe('too many keys at the root', () => {
  test('too many root keys are not compared with similar names', () => {
    readServerConfig(JSON.stringify({ ...odd(60_000), mcp: { git } }), { file });
    expect(compared.keys).toBeLessThan(10_000);
  });

  test('too many root keys close every server, because one may be meant as rules', () => {
    const { servers, problems } = readServerConfig(JSON.stringify({ ...odd(1000), mcp: { git } }), { file });
    expect(servers).toMatchObject([{ name: 'git', policy: { disabled: true } }]);
    expect(problems).toMatchObject([
      {
        code: 'RULE_CLOSES',
        severity: 'error',
        pointer: '',
        message:
          'The root has more than 1000 keys in addition to "tools" and "permission". That is too many to check for misspellings, so every server in the file is closed. Remove the keys that the agent does not need.',
      },
    ]);
  });

  test('root keys close nothing if they are notes, or at most a thousand', () => {
    const notes = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`//${index}`, 1]));
    const { servers, problems } = readServerConfig(JSON.stringify({ ...odd(999), ...notes, mcp: { git } }), { file });
    expect(servers).toMatchObject([{ policy: { disabled: false } }]);
    expect(problems).toEqual([]);
  });

  test('too many root keys in an agent leave every server in place', async () => {
    const text = JSON.stringify({ agent: { plan: odd(60_000) }, mcp: { git } });
    const plan = await planAdopt({
      client: 'opencode',
      name: 'modes',
      projectRoot: '/project',
      env: {},
      platform: 'linux',
      readFile: (path) => (path === '/project/opencode.json' ? text : undefined),
      entry: { command: 'npx' },
      stateDir: '/state',
      serversArguments: () => [],
    });
    expect(plan).toMatchObject({ moved: [], left: [{ name: 'git' }] });
    expect(compared.keys).toBeLessThan(10_000);
  });
});
