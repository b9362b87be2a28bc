import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PermissionAgentName } from '@modegate/agent-policies';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml, stringify as toToml } from 'smol-toml';
import { sharedFolder } from '../support/shared-folder.ts';

/** Texts of a project's files by path. */
export type Texts = Readonly<Record<string, string>>;

/** A step of a mutation; the numbers choose among the existing parts. */
export interface Step {
  readonly kind: number;
  readonly at: number;
  readonly value: number;
}

/** Applies steps to the files of an agent, which are real ones if the corpus exists. */
export function mutate(agent: PermissionAgentName, texts: Texts, steps: readonly Step[]): Texts {
  return steps.reduce((state, step) => mutators[agent](state, step), texts);
}

const corpus = join(process.env.MODEGATE_CORPUS ?? join(sharedFolder, 'corpus'), 'agents');

function corpusTexts(folder: string, accepts: RegExp): readonly string[] {
  if (!existsSync(corpus)) return [];
  const files = globSync(`${folder}/*`, { cwd: corpus })
    .filter((path) => accepts.test(path))
    .toSorted();
  return files.map((path) => readFileSync(join(corpus, path), 'utf8')).filter((text) => text.length < 5_000);
}

const claudeAgent = '---\nname: helper\ntools: Read, Bash, Edit\n---\nx\n';

/** States to start from. */
export const beginnings: Readonly<Record<PermissionAgentName, readonly Texts[]>> = {
  'claude-code': [
    {},
    {
      '.claude/settings.json': JSON.stringify({
        permissions: { allow: ['Bash(npm run:*)', 'Edit(src/**)'], deny: ['Read(.env)', 'Bash(git push:*)'] },
      }),
    },
    {
      '.claude/settings.json': JSON.stringify({
        permissions: { allow: ['Bash'], deny: ['Bash(* --force)'], ask: ['Bash(rm:*)'] },
      }),
      '.claude/agents/helper.md': claudeAgent,
    },
    ...corpusTexts('claude-settings', /json$/).map((text) => ({ '.claude/settings.json': text })),
    ...corpusTexts('claude-agents', /md$/).map((text) => ({
      '.claude/agents/a.md': text,
      '.claude/settings.json': '{}',
    })),
  ],
  opencode: [
    { 'opencode.json': '{}' },
    {
      'opencode.json': JSON.stringify({
        permission: { bash: { '*': 'ask', 'git *': 'allow' }, edit: 'deny' },
        agent: { docs: { permission: { edit: { '*': 'deny', '*.md': 'allow' } } } },
      }),
    },
    ...corpusTexts('opencode', /json/).map((text) => ({ 'opencode.json': text })),
    ...corpusTexts('opencode-agents', /md$/).map((text) => ({ '.opencode/agents/a.md': text, 'opencode.json': '{}' })),
  ],
  kilo: [
    { 'kilo.json': JSON.stringify({ permission: { bash: { '*': 'deny', 'npm *': 'allow' } } }) },
    ...corpusTexts('kilo', /json/).map((text) => ({ 'kilo.json': text })),
  ],
  codex: [
    { '.codex/config.toml': '' },
    {
      '.codex/config.toml':
        'approval_policy = "on-request"\n[mcp_servers.gh]\ncommand = "x"\nenabled_tools = ["a", "b"]\n',
      '.codex/rules/a.rules': 'prefix_rule(pattern = ["git", ["push", "fetch"]], decision = "prompt")\n',
    },
    ...corpusTexts('codex', /toml$/).map((text) => ({ '.codex/config.toml': text })),
    ...corpusTexts('codex', /rules$/).map((text) => ({ '.codex/config.toml': '', '.codex/rules/a.rules': text })),
  ],
};

type Mutator = (texts: Texts, step: Step) => Texts;
type Json = Record<string, unknown>;

function pick<Value>(values: readonly Value[], index: number): Value {
  return values[index % values.length] as Value;
}

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const claudeRules = [
  'Bash',
  'Bash(*)',
  'Bash(npm run:*)',
  'Bash(npm run test)',
  'Bash(git *)',
  'Bash(git push:*)',
  'Bash(* --force)',
  'Bash(rm -rf:*)',
  'Bash(ls*)',
  'Bash(cat:*)',
  'Read',
  'Edit',
  'Write',
  'Read(.env)',
  'Read(./secrets/**)',
  'Read(**/*.pem)',
  'Edit(src/**)',
  'Edit(*.md)',
  'Read(//etc/**)',
  'Edit(//tmp/**)',
  'Edit(.claude/**)',
  'WebFetch',
  'WebFetch(domain:github.com)',
  'WebFetch(domain:*.org)',
  'WebSearch',
  'mcp__github',
  'mcp__github__create_issue',
  'mcp__*',
  'Agent(helper)',
  'Skill(deploy)',
  'Task',
  'Glob',
  'Write(x)',
];
const lists = ['allow', 'ask', 'deny'] as const;
const modes = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'];
const toolLists = [
  'Read',
  'Read, Bash',
  'Read, Edit, Write, Bash',
  'mcp__github',
  'Read, Bash(git:*)',
  'Agent, Skill, WebFetch',
];

const mutators: Readonly<Record<PermissionAgentName, Mutator>> = {
  'claude-code': mutateClaude,
  opencode: (texts, step) => mutateFamily('opencode.json', texts, step),
  kilo: (texts, step) => mutateFamily('kilo.json', texts, step),
  codex: mutateCodex,
};

function mutateClaude(texts: Texts, { kind, at, value }: Step): Texts {
  const path = '.claude/settings.json';
  const settings: unknown = parseJsonc(texts[path] ?? '{}');
  if (!isMap(settings)) return texts;
  const permissions = isMap(settings.permissions) ? settings.permissions : {};
  const name = pick(lists, at);
  const list: readonly unknown[] = Array.isArray(permissions[name]) ? permissions[name] : [];
  const withList = (next: readonly unknown[]) => ({ ...settings, permissions: { ...permissions, [name]: next } });
  const index = list.length === 0 ? 0 : value % list.length;
  const write = (next: Json) => ({ ...texts, [path]: JSON.stringify(next, null, 1) });
  switch (kind % 10) {
    case 0:
    case 1:
      return write(withList([...list, pick(claudeRules, value)]));
    case 2:
      return write(withList(list.toSpliced(index, 1)));
    case 3:
      return list.length === 0 ? texts : write(withList(list.with(index, editRule(String(list[index]), value))));
    case 4: {
      const other = pick(lists, at + 1);
      const moved = list.slice(index, index + 1);
      const rest = Array.isArray(permissions[other]) ? permissions[other] : [];
      return write({
        ...settings,
        permissions: { ...permissions, [name]: list.toSpliced(index, 1), [other]: [...rest, ...moved] },
      });
    }
    case 5:
      return write({
        ...settings,
        permissions: {
          ...permissions,
          defaultMode: pick(modes, value),
        },
      });
    case 6:
      return write({
        ...settings,
        sandbox: pick(
          [
            { enabled: true },
            { enabled: false },
            { enabled: true, allowUnsandboxedCommands: false },
            { enabled: true, network: { allowedDomains: ['a.org'] }, filesystem: { allowWrite: ['//w'] } },
            { enabled: true, excludedCommands: ['docker'] },
          ],
          value,
        ),
      });
    case 7:
      return write({
        ...settings,
        permissions: { ...permissions, additionalDirectories: pick([[], ['../shared'], ['/etc']], value) },
      });
    case 8: {
      const key = pick(['tools', 'disallowedTools', 'permissionMode'], at);
      const line = `${key}: ${pick(key === 'permissionMode' ? modes : toolLists, value)}`;
      return { ...texts, '.claude/agents/helper.md': claudeAgent.replace(/tools: .*/, line) };
    }
    default:
      return write({
        ...settings,
        ...pick(
          [
            { enableAllProjectMcpServers: true },
            { disabledMcpjsonServers: ['github'] },
            { enabledMcpjsonServers: ['github'] },
          ],
          value,
        ),
      });
  }
}

function editRule(text: string, value: number): string {
  const [, tool, inside] = /^([^(]+)\((.*)\)$/s.exec(text) ?? [];
  if (tool === undefined || inside === undefined) return value % 2 === 0 ? `${text}(x:*)` : text;
  const edits = [
    (one: string) => one.replace(/:\*$/, ''),
    (one: string) => `${one.replace(/:\*$/, '')}:*`,
    (one: string) => one.split(' ')[0] ?? one,
    (one: string) => `${one} --x`,
    () => '*',
    (one: string) => `*${one}`,
    (one: string) => one.replace(/\/[^/]*$/, '/**'),
  ];
  return `${tool}(${pick(edits, value)(inside)})`;
}

const keys = [
  'bash',
  'edit',
  'read',
  '*',
  'webfetch',
  'task',
  'skill',
  'external_directory',
  'github_*',
  'grep',
  'glob',
  'todowrite',
];
const patterns = [
  '*',
  'git *',
  'git push *',
  'npm run *',
  'rm *',
  '*.env',
  'src/*',
  '*.md',
  '/etc/*',
  '* --force',
  'ls*',
  '~/x/*',
  'docs',
];
const actions = ['allow', 'ask', 'deny'];
const plainKeys = new Set(['webfetch', 'todowrite']);

function mutateFamily(path: string, texts: Texts, { kind, at, value }: Step): Texts {
  const settings: unknown = parseJsonc(texts[path] ?? '{}');
  if (!isMap(settings)) return texts;
  const write = (next: Json) => ({ ...texts, [path]: JSON.stringify(next, null, 1) });
  const names = isMap(settings.agent) ? Object.keys(settings.agent) : [];
  const agents = isMap(settings.agent) ? settings.agent : {};
  const inAgent = kind % 3 === 0 ? pick([...names, 'build', 'docs', 'plan'], value) : undefined;
  const holder = inAgent === undefined ? settings : isMap(agents[inAgent]) ? (agents[inAgent] as Json) : {};
  const { permission = {} } = holder;
  const put = (next: unknown) =>
    write(
      inAgent === undefined
        ? { ...settings, permission: next }
        : { ...settings, agent: { ...agents, [inAgent]: { ...holder, permission: next } } },
    );
  const map = isMap(permission) ? permission : typeof permission === 'string' ? { '*': permission } : {};
  const entries = Object.entries(map);
  const key = pick(keys, at);
  const action = pick(actions, value);
  switch (Math.floor(kind / 3) % 7) {
    case 0:
      return put({ ...map, [key]: action });
    case 1:
    case 2: {
      const own = isMap(map[key]) ? (map[key] as Json) : typeof map[key] === 'string' ? { '*': map[key] } : {};
      return put({ ...map, [key]: plainKeys.has(key) ? action : { ...own, [pick(patterns, value + at)]: action } });
    }
    case 3:
      return put(Object.fromEntries(entries.toSpliced(entries.length === 0 ? 0 : at % entries.length, 1)));
    case 4:
      return put(Object.fromEntries(entries.toReversed()));
    case 5:
      return put(
        Object.fromEntries(
          entries.map(([name, one]) => [name, isMap(one) ? Object.fromEntries(Object.entries(one).toReversed()) : one]),
        ),
      );
    default:
      return write({
        ...settings,
        ...pick(
          [
            { tools: { bash: false } },
            { tools: { write: true, bash: true } },
            { default_agent: 'plan' },
            { permission: action },
            { mcp: { github: { type: 'local', command: ['x'], enabled: value % 2 === 0 } } },
          ],
          at,
        ),
      });
  }
}

const prefixRules = [
  '["git", "push"]',
  '["git"]',
  '["npm", ["run", "test"]]',
  '["rm"]',
  '["curl", "https://a.org"]',
  '["ls"]',
];

const permissionProfiles: readonly Json[] = [
  { extends: ':workspace' },
  { extends: ':workspace', network: { enabled: true } },
  { filesystem: { ':root': 'read', ':workspace_roots': { '.': 'write' } } },
  { filesystem: { ':root': 'read', ':workspace_roots': { '.': 'write', docs: 'read', '**/*.env': 'deny' } } },
  { filesystem: { ':root': 'read', ':workspace_roots': { '.': 'write', 'docs/x': 'deny' } } },
  { filesystem: { ':root': 'read', ':workspace_roots': { docs: 'write' }, '/w': 'write', '/etc': 'deny' } },
];

function mutateCodex(texts: Texts, { kind, at, value }: Step): Texts {
  const path = '.codex/config.toml';
  const rules = '.codex/rules/a.rules';
  if (kind % 3 === 0) {
    const lines = (texts[rules] ?? '').split('\n').filter((line) => line !== '');
    const rule = `prefix_rule(pattern = ${pick(prefixRules, at)}, decision = "${pick(['allow', 'prompt', 'forbidden'], value)}")`;
    const next = value % 3 === 0 && lines.length > 0 ? lines.toSpliced(at % lines.length, 1) : [...lines, rule];
    return { ...texts, [rules]: `${next.join('\n')}\n` };
  }
  let table: Json;
  try {
    table = parseToml(texts[path] ?? '');
  } catch {
    return texts;
  }
  const servers = isMap(table.mcp_servers) ? table.mcp_servers : {};
  const id = pick([...Object.keys(servers), 'github'], at);
  const server = isMap(servers[id]) ? (servers[id] as Json) : { command: 'x' };
  const changes: readonly Json[] = [
    { sandbox_mode: pick(['read-only', 'workspace-write', 'danger-full-access'], value) },
    {
      approval_policy: pick<unknown>(
        [
          'never',
          'on-request',
          { granular: { sandbox_approval: value % 2 === 0, rules: true, mcp_elicitations: true } },
        ],
        value,
      ),
    },
    {
      sandbox_workspace_write: {
        network_access: value % 2 === 0,
        writable_roots: pick([[], ['/w'], ['/w', '/v']], value),
      },
    },
    {
      mcp_servers: {
        ...servers,
        [id]: {
          ...server,
          ...pick<Json>(
            [
              { default_tools_approval_mode: 'approve' },
              { enabled: false },
              { enabled_tools: ['a'] },
              { disabled_tools: ['b'] },
              { tools: { a: { approval_mode: 'approve' } } },
            ],
            value,
          ),
        },
      },
    },
    { web_search: pick(['disabled', 'live'], value) },
    { default_permissions: 'p', permissions: { p: pick(permissionProfiles, value) } },
  ];
  return { ...texts, [path]: toToml({ ...table, ...pick(changes, at) } as never) };
}
