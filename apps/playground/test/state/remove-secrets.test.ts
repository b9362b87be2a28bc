import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnswerer } from '../../src/answers/answer.ts';
import { cleanServers } from '../../src/state/clean-servers.ts';
import { readFragment, writeFragment } from '../../src/state/link.ts';
import { emptyState, type PlaygroundState } from '../../src/state/playground-state.ts';
import { removeSecrets } from '../../src/state/remove-secrets.ts';

const clean = (entry: object, file = '.roo/mcp.json'): Record<string, unknown> => {
  const { text } = cleanServers(JSON.stringify({ mcpServers: { github: entry } }), file);
  return (JSON.parse(text) as { mcpServers: { github: Record<string, unknown> } }).mcpServers.github;
};

describe('server entries in a link keep what decides, and lose possible secrets', () => {
  test.each([
    [
      'variables of the environment',
      { env: { TOKEN: 'abc', PORT: '80' } },
      { env: { TOKEN: 'REDACTED', PORT: 'REDACTED' } },
    ],
    ['references stay', { env: { TOKEN: '${env:TOKEN}' } }, { env: { TOKEN: '${env:TOKEN}' } }],
    ['a number in the environment', { env: { PIN: 1234 } }, { env: { PIN: 0 } }],
    [
      'headers',
      { headers: { 'X-Any': 'abc', Authorization: 'Bearer ${TOKEN}' } },
      { headers: { 'X-Any': 'REDACTED', Authorization: 'Bearer ${TOKEN}' } },
    ],
    [
      'an address',
      { url: 'https://kim:pw@mcp.example.com:8443/s/abc?key=def#x' },
      { url: 'https://mcp.example.com:8443/' },
    ],
    ['a usual path', { url: 'https://mcp.example.com/v1/mcp' }, { url: 'https://mcp.example.com/v1/mcp' }],
    [
      'a host that is a key',
      { url: 'https://a8f3k2m9x7q1w5e4.tunnel.dev/sse' },
      { url: 'https://redacted.tunnel.dev/sse' },
    ],
    [
      'arguments',
      {
        command: 'npx',
        args: ['-y', '@acme/server@1.2.3', '--token', 'abc', '--key=def', 'ghi', 'https://a.example/x'],
      },
      {
        command: 'npx',
        args: ['-y', '@acme/server@1.2.3', '--token', 'REDACTED', '--key=REDACTED', 'REDACTED', 'https://a.example/'],
      },
    ],
    [
      'a package with a login',
      { command: 'uvx', args: ['git+https://kim:pw@example.com/a'] },
      { command: 'uvx', args: ['git+https://example.com/'] },
    ],
    ['a command line in one string', { command: '/home/kim/bin/server --token abc' }, { command: 'server REDACTED' }],
    ['a list as the command', { command: ['npx', 'abc'] }, { command: ['npx', 'REDACTED'] }],
    [
      'keys that nobody knows',
      { note: 'abc', apiKey: 'def', nested: { a: ['b'] } },
      { note: 'REDACTED', apiKey: 'REDACTED', nested: { a: ['REDACTED'] } },
    ],
    [
      'what decides',
      { disabled: true, disabledTools: ['a'], alwaysAllow: ['b'], timeout: 60 },
      { disabled: true, disabledTools: ['a'], alwaysAllow: ['b'], timeout: 60 },
    ],
  ])('cleanServers handles %s', (_case, entry, expected) => expect(clean(entry)).toEqual(expected));

  test('cleanServers keeps lines and columns, and a comment that suppresses a rule still works', () => {
    const text =
      '{\n  // token: abc\n  "mcpServers": { /* b\n */ "x": { // modegate-ignore M061: see Kim\n "command": "a" } }\n}\n';
    const { text: cleaned, removed } = cleanServers(text, '.roo/mcp.json');
    expect(cleaned).toBe(
      '{\n  //\n  "mcpServers": { /*\n*/ "x": { // modegate-ignore M061: REDACTED\n "command": "a" } }\n}\n',
    );
    expect(removed.map(({ place }) => place)).toEqual(['', '', '']);
  });

  test('cleanServers removes secrets after a byte order mark, too', () => {
    const { text } = cleanServers('\uFEFF{ "mcpServers": { "a": { "env": { "T": "abc" } } } }', '.mcp.json');
    expect(text).toBe('\uFEFF{ "mcpServers": { "a": { "env": { "T": "REDACTED" } } } }');
  });

  test.each(['{ "mcpServers": { "a": { "env": { "T": "abc" ', ' ', '['.repeat(5000)])(
    'cleanServers removes everything from an unreadable file, which stays unreadable (%#)',
    (text) => {
      const { text: cleaned } = cleanServers(text, '.roo/mcp.json');
      expect(cleaned).not.toContain('abc');
      expect(() => JSON.parse(cleaned)).toThrow();
    },
  );
});

test('a secret of a server is removed from every other text, and so is any text that looks like a token', () => {
  const secret = 's3cr3t-Passw0rd';
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const { state, places } = removeSecrets({
    files: {
      ...emptyState.files,
      modes: `# log in with ${secret}\ncustomModes: []\ntoken: ${token}\n`,
      servers: JSON.stringify({ mcpServers: { a: { command: 'x', env: { DB_PASSWORD: secret } } } }),
    },
    before: { ...emptyState.files, modes: `# ${Buffer.from(secret).toString('base64')}` },
    question: { ...emptyState.question, args: JSON.stringify({ path: 'a', api_key: 'x9', text: secret }) },
  });
  const text = JSON.stringify(state);
  for (const one of [secret, token, Buffer.from(secret).toString('base64'), 'x9']) expect(text).not.toContain(one);
  expect(state.files.modes).toBe('# log in with REDACTED\ncustomModes: []\ntoken: REDACTED\n');
  expect(places).toContain('mcpServers.a.env.DB_PASSWORD');
});

const nameOfServer = fc.constantFrom(
  'github',
  'auth',
  'token',
  'env',
  'headers',
  'secrets',
  'password',
  'my-cookie',
  'a b',
);
const nameOfTool = fc.constantFrom('search', 'get_token', 'delete_repo', 'password', 'env', '*');
const entry = fc.record(
  {
    command: fc.constantFrom('npx', 'server --token abcdef'),
    args: fc.constant(['-y', '@acme/server', 'p4ssw0rd-of-Kim']),
    env: fc.constant({ TOKEN: 'p4ssw0rd-of-Kim' }),
    disabled: fc.boolean(),
    defaultEnabled: fc.boolean(),
    disabledTools: fc.array(nameOfTool, { maxLength: 3 }),
    enabledTools: fc.array(nameOfTool, { maxLength: 3 }),
  },
  { requiredKeys: ['command'] },
);

test('the permissions of each mode are the same without secrets, for any server and tool names', async () => {
  const answer = createAnswerer();
  const reference = fc.record({ serverName: nameOfServer, toolName: nameOfTool });
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(nameOfServer, entry, { maxKeys: 4 }),
      fc.record({
        allowedServers: fc.array(nameOfServer, { maxLength: 2 }),
        allowedTools: fc.array(reference, { maxLength: 3 }),
        disallowedTools: fc.array(reference, { maxLength: 3 }),
      }),
      fc.constantFrom('mcpServers', 'servers'),
      async (servers, mcpRestrictions, root) => {
        const mode = { slug: 'docs', name: 'Docs', roleDefinition: 'x', groups: ['read', 'mcp'], mcpRestrictions };
        const files = {
          modes: JSON.stringify({ customModes: [mode] }),
          servers: JSON.stringify({ [root]: servers }),
          serversPlace: '.mcp.json' as const,
        };
        const clean = removeSecrets({ ...emptyState, files }).state.files;
        expect(JSON.stringify(clean)).not.toContain('p4ssw0rd');
        const grid = await answer({ kind: 'matrix', files, filter: '' });
        expect(await answer({ kind: 'matrix', files: clean, filter: '' })).toEqual(grid);
      },
    ),
    { numRuns: 300 },
  );
});

test('modes without secrets are in the link unchanged', () => {
  const modes =
    'customModes:\n  - slug: docs-site-2024\n    name: Docs\n    roleDefinition: You write.\n    groups: [[edit, {fileRegex: "^docs/(?:guide|reference)/.*\\\\.mdx?$"}]]\n';
  const { state, places } = removeSecrets({ ...emptyState, files: { ...emptyState.files, modes } });
  expect(state.files.modes).toBe(modes);
  expect(places).toEqual([]);
});

// Characters of keys, drawn by lot, with a mark by which no word of the rest can be one.
const secret = fc
  .array(fc.constantFrom(...Array.from('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789')), {
    minLength: 8,
    maxLength: 40,
  })
  .map((characters) => `zQ7${characters.join('')}`);

const name = fc.constantFrom('github', 'a/b', '__proto__', 'API', 'args', 'docs');

interface Planted {
  readonly entry: object;
  readonly secret: string;
}

const planted: fc.Arbitrary<Planted> = fc
  .tuple(secret, name, fc.nat(13), fc.constantFrom('npx', 'docker', 'node', '/opt/server', 'cmd'))
  .map(([value, key, way, command]) => {
    const entries: readonly object[] = [
      { command, env: { [key]: value } },
      { command, env: { [key]: `postgres://kim:${value}@db/x` } },
      { command, args: ['-y', 'server', value] },
      { command, args: ['--token', value] },
      { command, args: [`--${key}=${value}`] },
      { command, args: ['-e', `${key}=${value}`, '--header', `Authorization: Bearer ${value}`] },
      { command, args: [`https://example.com/${value}`, `https://example.com/?a=${value}`] },
      { command: `${command} --token ${value}` },
      { url: `https://${value}@example.com/mcp`, headers: { [key]: value } },
      { url: `https://example.com/mcp/${value}/sse` },
      { url: `https://example.com/mcp?${key}=${value}`, serverUrl: `https://a.example/#${value}` },
      { url: 'https://example.com', headers: { Authorization: `Bearer ${value}` } },
      { command, [key]: { deep: [{ er: value }] }, cwd: `/home/${value}` },
      { command: ['npx', value], environment: { [key]: value }, oauth: { client_secret: value } },
    ];
    return { entry: entries[way] ?? {}, secret: value };
  });

test('no secret from any place gets into a link', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(planted, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('mcpServers', 'servers'),
      fc.boolean(),
      async (servers, root, commented) => {
        const entries = Object.fromEntries(servers.map(({ entry }, index) => [`server${index}`, entry]));
        const json = JSON.stringify({ [root]: entries, inputs: [{ id: 'a', default: servers[0]?.secret }] }, null, 2);
        const text = commented ? `// ${servers[0]?.secret}\n${json}` : json;
        const state: PlaygroundState = {
          ...emptyState,
          files: { modes: 'customModes: []\n', servers: text, serversPlace: '.vscode/mcp.json' },
          before: { modes: '', servers: text.slice(0, -3), serversPlace: '.mcp.json' },
        };
        const reading = await readFragment(await writeFragment(removeSecrets(state).state));
        const shared = JSON.stringify(reading);
        for (const { secret: value } of servers) expect(shared).not.toContain(value);
        expect(shared).toContain('server0');
      },
    ),
    { numRuns: 500 },
  );
});

test('removeSecrets omits arguments that nest too deeply to be written', () => {
  const question = { ...emptyState.question, args: '['.repeat(5_000) + ']'.repeat(5_000) };
  expect(removeSecrets({ ...emptyState, question }).state.question.args).toBe('');
});
