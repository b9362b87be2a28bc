import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readServerConfig } from '@modegate/server-config';
import { planAdopt } from '@modegate/server-config/clients';
import { describe, expect, test } from 'vitest';
import { type LimitForm, limitsByClient } from '../src/adopt/limits-by-client.ts';
import { type ClientName, clientFiles } from '../src/clients/client-files.ts';
import { entry, targetOn } from './support/install-target.ts';

const server = { command: 'mcp' };

/** What becomes of the servers `a.b` and `open` of a client, where other files say this. */
async function adopt(
  client: ClientName,
  texts: Readonly<Record<string, object | string>>,
  scope?: 'project' | 'global',
) {
  const { rootKey } = clientFiles[client];
  const entries = { 'a.b': server, open: server };
  const own = ownFiles[client]?.[scope ?? 'project'] ?? '';
  const { [own]: more = {}, ...others } = texts;
  const disk = Object.fromEntries(
    [[own, { ...(more as object), [rootKey]: entries }] as const, ...Object.entries(others)].map(([file, text]) => [
      file,
      typeof text === 'string' ? text : JSON.stringify(text),
    ]),
  );
  const plan = await planAdopt({
    ...targetOn(disk, { client, name: 'modegate', scope }),
    stateDir: '/h/state',
    entry,
    serversArguments: (file) => ['--servers', file],
  });
  return { moved: plan.moved, left: plan.left };
}

const ownFiles: Readonly<Partial<Record<ClientName, { readonly project: string; readonly global?: string }>>> = {
  'claude-code': { project: '/p/.mcp.json', global: '/h/.claude.json' },
  gemini: { project: '/p/.gemini/settings.json' },
  qwen: { project: '/p/.qwen/settings.json' },
  cursor: { project: '/p/.cursor/mcp.json' },
  zed: { project: '/p/.zed/settings.json' },
};

const user = '/h/.claude/settings.json';
const left = (file: string, pointer: string) => [
  {
    name: 'a.b',
    reason: `${file} restricts the server at ${pointer}. This restriction would not apply if the server were moved.`,
  },
];

describe('F2: limits of a server for Claude Code', () => {
  test.each<[string, string, object, string]>([
    ['by its name in disabledMcpjsonServers', user, { disabledMcpjsonServers: ['a.b'] }, '/disabledMcpjsonServers'],
    ['by that name as it is in tools', user, { disabledMcpjsonServers: ['a_b'] }, '/disabledMcpjsonServers'],
    ['by a list of approved ones without it', user, { enabledMcpjsonServers: ['open'] }, '/enabledMcpjsonServers'],
    ['by a denial of it', user, { permissions: { deny: ['Bash', 'mcp__a_b'] } }, '/permissions/deny'],
    ['by a denial of all its tools', user, { permissions: { deny: ['mcp__a_b__*'] } }, '/permissions/deny'],
    ['by a denial of one tool', user, { permissions: { deny: ['mcp__a_b__wipe'] } }, '/permissions/deny'],
    ['by a denial with a wildcard', user, { permissions: { deny: ['mcp__a*'] } }, '/permissions/deny'],
    ['by a question about a tool', user, { permissions: { ask: ['mcp__a_b__w*'] } }, '/permissions/ask'],
    ['by its name in deniedMcpServers', user, { deniedMcpServers: [{ serverName: 'a.b' }] }, '/deniedMcpServers'],
    ['in the project', '/p/.claude/settings.json', { disabledMcpjsonServers: ['a.b'] }, '/disabledMcpjsonServers'],
    [
      'in its local settings',
      '/p/.claude/settings.local.json',
      { permissions: { deny: ['mcp__a_b'] } },
      '/permissions/deny',
    ],
    [
      'by an administrator',
      '/etc/claude-code/managed-settings.json',
      { permissions: { deny: ['mcp__a_b'] } },
      '/permissions/deny',
    ],
    [
      'by a person who switched it off for the project',
      '/h/.claude.json',
      { projects: { '/p': { disabledMcpServers: ['a.b'] } } },
      '/projects/~1p/disabledMcpServers',
    ],
  ])('a server is limited %s, and adopt leaves it and names file and key', async (_how, file, settings, pointer) => {
    expect(await adopt('claude-code', { [file]: settings })).toEqual({ moved: ['open'], left: left(file, pointer) });
  });

  test.each<[string, Record<string, object>]>([
    ['nothing says so', {}],
    [
      'only other servers, tools and rules are named',
      {
        [user]: { permissions: { deny: ['Bash(mcp__a_b)', 'mcp__a', 'mcp__a_bc', 'WebFetch*'], allow: ['mcp__a_b'] } },
      },
    ],
    ['it is approved', { [user]: { enabledMcpjsonServers: ['a.b', 'open'] } }],
    [
      'files approve it together',
      { [user]: { enabledMcpjsonServers: ['a.b'] }, '/p/.claude/settings.json': { enabledMcpjsonServers: ['open'] } },
    ],
    [
      'all are approved',
      { [user]: { enabledMcpjsonServers: [] }, '/p/.claude/settings.json': { enableAllProjectMcpServers: true } },
    ],
    ['another project limits it', { '/h/.claude.json': { projects: { '/q': { disabledMcpServers: ['a.b'] } } } }],
  ])('a server is not limited when %s', async (_when, texts) => {
    expect(await adopt('claude-code', texts)).toEqual({ moved: ['a.b', 'open'], left: [] });
  });

  test('a server in the global file is limited by rules, but not by keys about .mcp.json', async () => {
    const texts = { [user]: { disabledMcpjsonServers: ['a.b', 'open'], permissions: { deny: ['mcp__a_b'] } } };
    expect(await adopt('claude-code', texts, 'global')).toEqual({
      moved: ['open'],
      left: left(user, '/permissions/deny'),
    });
  });

  test.each<[string, object | string]>([
    ['does not parse', '{"permissions": {'],
    ['has another form than expected', { disabledMcpjsonServers: { a: true } }],
  ])('every server may be limited by a file that %s', async (_how, settings) => {
    const { moved, left: all } = await adopt('claude-code', { [user]: settings });
    expect([moved, all.map(({ name }) => name)]).toEqual([[], ['a.b', 'open']]);
    expect(all[0]?.reason).toMatch(
      /^\/h\/\.claude\/settings\.json (may restrict the server|restricts the server at \/disabledMcpjsonServers)/,
    );
  });

  test('adopt keeps the denials that come with the finding', async () => {
    const settings = { disabledMcpjsonServers: ['open'], permissions: { deny: ['mcp__a_b__FOO_is_unset'] } };
    const { moved } = await adopt('claude-code', { '/p/.claude/settings.json': settings });
    expect(moved).toEqual([]);
  });
});

/** A value of each form that limits `a.b` and nothing else; of what closes all, `true` below. */
const samples: Readonly<Record<Exclude<LimitForm, 'merged-rules'>, { readonly value: unknown; readonly all?: true }>> =
  {
    'closed-names': { value: ['a.b'] },
    'open-names': { value: ['open'] },
    'approved-names': { value: ['open'] },
    'closed-entries': { value: [{ serverName: 'a.b' }] },
    'mcp-rules': { value: ['mcp__a_b__wipe'] },
    'mcp-tools': { value: ['write_file', 'mcp_a_b_wipe'] },
    'open-tools': { value: ['read_file'], all: true },
    'mcp-calls': { value: ['Shell(rm)', 'Mcp(a.b:wipe)'] },
    'tool-defaults': { value: { 'mcp:a.b:wipe': { default: 'deny' }, 'mcp:open:x': { default: 'allow' } } },
    profiles: {
      value: { ask: { context_servers: { 'a.b': { tools: { wipe: false } }, open: { tools: { x: true } } } } },
    },
  };

const rows = Object.entries(limitsByClient).flatMap(([client, { elsewhere, files }]) =>
  elsewhere.flatMap(({ path, form }) =>
    form === 'merged-rules' ? [] : [[client as ClientName, path, form, files] as const],
  ),
);

describe('F2: keys in the table that make adopt leave the server', () => {
  test.each(rows)('adopt leaves the server because of %s: %j', async (client, path, form) => {
    const { value, all } = samples[form as keyof typeof samples];
    const settings = path.reduceRight<unknown>((inner, key) => ({ [key === '<project>' ? '/p' : key]: inner }), value);
    const file = limitFile[client] ?? '';
    const result = await adopt(client, { [path[0] === 'projects' ? '/h/.claude.json' : file]: settings as object });
    expect(result.moved).toEqual(all ? [] : ['open']);
    expect(result.left[0]?.reason).toContain(` restricts the server at /${path[0]}`);
  });

  const limitFile: Readonly<Partial<Record<ClientName, string>>> = {
    'claude-code': user,
    gemini: '/h/.gemini/settings.json',
    qwen: '/etc/qwen-code/settings.json',
    cursor: '/h/.cursor/cli-config.json',
    zed: '/p/.zed/settings.json',
  };

  test.each(['gemini', 'qwen'] as const)('adopt leaves the server because of %s in its own file', async (client) => {
    const file = ownFiles[client]?.project ?? '';
    const { moved } = await adopt(client, { [file]: { tools: { exclude: ['mcp_a_b_wipe'] } } });
    expect(moved).toEqual(['open']);
  });
});

test.each<[string, boolean]>([
  ['prompt', true],
  ['sometimes', true],
  ['auto', false],
  ['approve', false],
])('F2: a Codex server with the approval mode %s is closed: %s', (mode, isClosed) => {
  const text = `[mcp_servers.a]\ncommand = "x"\ndefault_tools_approval_mode = "${mode}"\n[mcp_servers.b]\ncommand = "x"\n`;
  const { servers, problems } = readServerConfig(text, { file: '.codex/config.toml' });
  expect(servers.map(({ policy }) => policy.disabled)).toEqual([isClosed, false]);
  expect(problems.map(({ code, line }) => [code, line])).toEqual(isClosed ? [['RULE_CLOSES', 3]] : []);
});

test('F2: the table in docs/gateway.md matches the code', () => {
  const words = (keys: readonly string[]) => keys.map((key) => `\`${key}\``).join(', ') || '–';
  const table = Object.entries(limitsByClient).map(([client, { inEntry, elsewhere, gap }]) => {
    const keys = elsewhere.map(({ path, scope }) => ({ key: path.join('.'), scope }));
    const shown = keys.map(({ key, scope }) => `\`${key}\`${scope === undefined ? '' : ` (${scope} servers)`}`);
    return `| \`${client}\` | ${words(inEntry)} | ${shown.join(', ') || '–'} | ${gap} |`;
  });
  const document = readFileSync(join(import.meta.dirname, '../../../docs/gateway.md'), 'utf8');
  expect(document).toContain(table.join('\n'));
  expect(Object.keys(limitsByClient).toSorted()).toEqual(Object.keys(clientFiles).toSorted());
});

test.each(
  Object.entries(limitsByClient).flatMap(([client, { inEntry }]) =>
    inEntry.map((key) => [client as ClientName, key] as const),
  ),
)('F2: an entry of %s with the key %s is honoured', (client, key) => {
  const { kind, rootKey } = clientFiles[client];
  const command =
    client === 'goose'
      ? { type: 'stdio', cmd: 'x' }
      : kind === 'opencode' || kind === 'kilo-config'
        ? { type: 'local', command: ['x'] }
        : { command: 'x' };
  const value =
    key === 'disabled' ? true : key === 'enabled' ? false : key === 'default_tools_approval_mode' ? 'prompt' : ['t'];
  const text = textOf(rootKey, { ...command, [key]: value }, kind);
  const [read] = readServerConfig(text, { file: 'x', kind }).servers;
  const { disabled, disabledTools, enabledTools } = read?.policy ?? { disabledTools: [] };
  expect([read?.state, disabled === true || disabledTools.length > 0 || enabledTools !== undefined]).toEqual([
    'valid',
    true,
  ]);
});

/** A file of one server, in the format of its kind; both TOML and YAML have inline values that JSON has. */
function textOf(rootKey: string, server: object, kind: string): string {
  if (kind !== 'codex') return JSON.stringify({ [rootKey]: { a: server } });
  return `[${rootKey}.a]\n${Object.entries(server)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
    .join('\n')}\n`;
}
