import { type AgentToolCall, type PermissionAgentName, permissionAgents } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { agentCalled, projectFolder, readProject } from '../support/agent-project.ts';

function probes(name: PermissionAgentName, texts: Readonly<Record<string, unknown>>): readonly AgentToolCall[] {
  const { profiles } = readProject(name, texts);
  const [profile] = profiles.filter(agentCalled(name).isDefault);
  if (profile === undefined) throw new Error('no default profile');
  return agentCalled(name).probeCalls(profile);
}

function textsOf(calls: readonly AgentToolCall[], tool: string): readonly unknown[] {
  return calls.filter((call) => call.tool === tool).flatMap((call) => Object.values(call.arguments));
}

const claude = (permissions: unknown) => probes('claude-code', { '.claude/settings.json': { permissions } });

describe('Claude Code', () => {
  test('probe calls for a command rule vary arguments, word length, operators and the program', () => {
    expect(textsOf(claude({ allow: ['Bash(npm run:*)'] }), 'Bash')).toEqual(
      expect.arrayContaining([
        'npm run',
        'npm run xyz',
        'npm runxyz',
        'npm xyz',
        'npm run xyz && xyz',
        'npm run xyz > xyz',
      ]),
    );
  });

  test('probe calls for a file rule are a file, its neighbours and a subfolder, for every file tool', () => {
    const calls = claude({ deny: ['Read(src/*.pem)', 'Edit(.env)'] });
    for (const tool of ['Read', 'Edit', 'Write'])
      expect(textsOf(calls, tool)).toEqual(
        expect.arrayContaining(['/p/src/xyz.pem', '/p/src/xyz', '/p/src/xyz/xyz.pem', '/p/.env', '/p/.env/xyz']),
      );
    expect(textsOf(calls, 'Bash')).toEqual(expect.arrayContaining(['cat /p/src/xyz.pem', 'echo xyz > /p/.env']));
  });

  test('probe calls include neighbours of hosts, servers, subagents and skills', () => {
    const calls = claude({
      allow: ['WebFetch(domain:*.a.org)', 'mcp__github', 'mcp__jira__get', 'Agent(x)', 'Skill(s)'],
    });
    expect(textsOf(calls, 'WebFetch')).toEqual(
      expect.arrayContaining([
        'https://xyz.a.org/',
        'https://xyz.a.org.xyz/',
        'https://xyz.xyz.a.org/',
        'https://xyz.a.org/xyz',
      ]),
    );
    const tools = calls.map(({ tool }) => tool);
    expect(tools).toEqual(expect.arrayContaining(['mcp__github__xyz', 'mcp__jira__get', 'mcp__jira__xyz']));
    expect(textsOf(calls, 'Agent')).toEqual(expect.arrayContaining(['x', 'xyz']));
    expect(textsOf(calls, 'Skill')).toEqual(expect.arrayContaining(['s', 'xyz']));
  });

  test('two overlapping rules lead to a probe call that both cover', () => {
    expect(textsOf(claude({ allow: ['Bash(npm run:*)'], deny: ['Bash(* --force)'] }), 'Bash')).toContain(
      'npm run --force',
    );
  });
});

test.each(['opencode', 'kilo'] as const)('%s: probe calls cover each permission', (name) => {
  const permission = {
    bash: { 'npm *': 'allow' },
    edit: { '*.md': 'deny' },
    'github_*': 'ask',
    '*': { 'https://a.org/*': 'deny' },
  };
  const calls = probes(name, { [`${name}.json`]: { permission } });
  expect(textsOf(calls, 'bash')).toEqual(expect.arrayContaining(['npm xyz', 'npm', 'npm xyz && xyz']));
  for (const tool of ['edit', 'write']) expect(textsOf(calls, tool)).toContain('/p/xyz.md');
  expect(textsOf(calls, 'webfetch')).toContain('https://a.org/xyz');
  expect(calls.map(({ tool }) => tool)).toEqual(expect.arrayContaining(['github_xyz', 'xyz_xyz', 'webfetch', 'task']));
});

test('Codex: probe calls cover rules, the sandbox, requests to leave it, and tools of servers', () => {
  const calls = probes('codex', {
    '.codex/config.toml':
      '[sandbox_workspace_write]\nwritable_roots = ["/w"]\n[mcp_servers.a-b]\nenabled_tools = ["t"]\n',
    '.codex/rules/a.rules': 'prefix_rule(pattern = ["git", ["push", "fetch"]], decision = "prompt")\n',
  });
  expect(textsOf(calls, 'exec_command')).toEqual(
    expect.arrayContaining([
      'git push xyz',
      'git fetch',
      'git pushxyz',
      '/usr/bin/git xyz',
      'touch /w/xyz',
      'require_escalated',
    ]),
  );
  expect(textsOf(calls, 'apply_patch').some((text) => String(text).includes('/p/.git/config'))).toBe(true);
  expect(calls.map(({ tool }) => tool)).toEqual(expect.arrayContaining(['mcp__a_b__t', 'mcp__a_b__xyz']));
});

test.each(permissionAgents)('$name: probe calls try each tool without any rule', ({ name, tools }) => {
  expect(new Set(probes(name, {}).map(({ tool }) => tool))).toEqual(
    expect.objectContaining(new Set(Object.keys(tools))),
  );
});

describe('probe calls for many rules', () => {
  const allow = Array.from({ length: 1_500 }, (_, index) => `Bash(tool${index} run:*)`);

  test('probe calls try each of many rules in a fixed order, with at most 2,000 calls', () => {
    const calls = claude({ allow });
    expect(calls).toHaveLength(2_000);
    expect(calls).toEqual(claude({ allow }));
    const commands = textsOf(calls, 'Bash');
    for (let index = 0; index < 1_500; index += 1) expect(commands).toContain(`tool${index} run xyz`);
  });

  test('probe calls for rules that differ from another state come first', () => {
    const { probeCalls } = agentCalled('claude-code');
    const profileOf = (rules: readonly string[]) => {
      const [profile] = readProject('claude-code', {
        '.claude/settings.json': { permissions: { allow: rules } },
      }).profiles;
      if (profile === undefined) throw new Error('no profile');
      return profile;
    };
    const commands = textsOf(probeCalls(profileOf(allow), profileOf([...allow, 'Bash(git push:*)'])), 'Bash');
    expect(commands).toEqual(expect.arrayContaining(['git push xyz', 'git pushxyz', 'git push xyz && xyz']));
    expect(commands).toContain('tool1400 run xyz');
  });
});

test('probe calls have paths in the project folder unless a rule says otherwise', () => {
  const files = textsOf(claude({}), 'Read').filter((path) => typeof path === 'string');
  expect(files.filter((path) => path.startsWith(`${projectFolder}/`)).length).toBeGreaterThan(4);
  expect(files).toContain('/opt/xyz');
});
