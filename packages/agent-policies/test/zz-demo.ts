import { compareProfiles, permissionAgents } from '@modegate/agent-policies';

const root = '/p';
export function show(name: string, before: Record<string, unknown>, after: Record<string, unknown>) {
  const agent = permissionAgents.find((a) => a.name === name)!;
  const side = (t: Record<string, unknown>) => ({
    root,
    ...agent.readProfiles({
      project: root,
      home: undefined,
      files: Object.entries(t).map(([p, v]) => ({
        path: `${root}/${p}`,
        name: p,
        text: typeof v === 'string' ? v : JSON.stringify(v, null, 2),
      })),
    }),
  });
  const t0 = performance.now();
  const changes = compareProfiles(agent, [side(before), side(after)]);
  console.log(`--- ${name} ${Math.round(performance.now() - t0)} ms`);
  for (const c of changes)
    console.log(
      `${c.direction.padEnd(9)} ${c.profiles.join(', ')} ${c.what} (${c.rule?.file ?? '-'}:${c.rule?.line ?? ''})  [${c.formerly ? `was ${c.formerly.file}:${c.formerly.line}` : ``}] ${c.calls?.tools.join(',') ?? ``}`,
    );
}
const s = (permissions: unknown, more = {}) => ({ '.claude/settings.json': { permissions, ...more } });
show('claude-code', s({ allow: ['Bash(git status)'] }), s({ allow: ['Bash(git status)', 'Bash(npm run:*)'] }));
show('claude-code', s({ allow: ['Bash'], deny: ['Bash(git push:*)', 'Read(.env)'] }), s({ allow: ['Bash'] }));
show('claude-code', s({}), s({ defaultMode: 'acceptEdits' }));
show('claude-code', s({}), s({ additionalDirectories: ['../shared'] }));
show(
  'claude-code',
  s({ allow: ['Bash(npm run:*)', 'Edit(src/**)', 'WebFetch(domain:a.org)'] }),
  s({ deny: ['Bash(rm:*)', 'WebFetch'] }),
);
show(
  'claude-code',
  {},
  {
    ...s({ allow: ['Bash(npm run:*)'], deny: ['Bash(npm run deploy:*)'], ask: ['Bash(npm run publish:*)'] }),
    '.claude/agents/reviewer.md': '---\nname: reviewer\ntools: Read, Bash\n---\nx',
  },
);
show(
  'claude-code',
  { '.claude/agents/reviewer.md': '---\nname: reviewer\ntools: Read\n---\nx' },
  { '.claude/agents/reviewer.md': '---\nname: reviewer\ntools: Read, Bash, Edit\n---\nx' },
);
show('claude-code', s({}, { sandbox: { enabled: true } }), s({}));
show(
  'claude-code',
  s({}, { sandbox: { enabled: true } }),
  s({}, { sandbox: { enabled: true, network: { allowedDomains: ['a.org'] }, filesystem: { allowWrite: ['/w'] } } }),
);
show(
  'claude-code',
  s({ deny: ['Bash(* --force)'], allow: ['Bash(npm run:*)', 'Bash(git:*)'] }),
  s({ allow: ['Bash(npm run:*)', 'Bash(git:*)'] }),
);
show('claude-code', s({ deny: ['Bash(rm:*)'] }), { '.claude/settings.json': '{ // x\n}' });
show(
  'opencode',
  { 'opencode.json': { permission: { bash: 'ask' } } },
  { 'opencode.json': { permission: { bash: { '*': 'ask', 'npm run *': 'allow' } } } },
);
show('opencode', { 'opencode.json': { permission: { edit: 'deny' } } }, { 'opencode.json': {} });
show(
  'opencode',
  { 'opencode.json': {} },
  { 'opencode.json': { agent: { deploy: { permission: { bash: 'allow', edit: 'deny' } } } } },
);
show(
  'opencode',
  { 'opencode.json': { permission: { bash: { '*': 'allow', 'git push *': 'deny' } } } },
  { 'opencode.json': { permission: { bash: { 'git push *': 'deny', '*': 'allow' } } } },
);
show('opencode', { 'opencode.json': {} }, { 'opencode.json': { permission: '{env:X}' } });
show('opencode', { 'opencode.json': {} }, { 'opencode.json': { default_agent: 'plan' } });
show('kilo', { 'kilo.json': { permission: { bash: 'ask' } } }, { 'kilo.json': { permission: { bash: 'allow' } } });
show('codex', {}, { '.codex/config.toml': 'sandbox_mode = "danger-full-access"\napproval_policy = "never"\n' });
show(
  'codex',
  { '.codex/config.toml': '' },
  { '.codex/config.toml': '[sandbox_workspace_write]\nnetwork_access = true\nwritable_roots = ["/w"]\n' },
);
show(
  'codex',
  {},
  { '.codex/rules/a.rules': 'prefix_rule(pattern = ["git", ["push", "fetch"]], decision = "allow")\n' },
);
show(
  'codex',
  {},
  { '.codex/config.toml': '[mcp_servers.gh]\ncommand = "npx"\ndefault_tools_approval_mode = "approve"\n' },
);
show('codex', {}, { '.codex/config.toml': 'approval_policy = "maybe"\n' });
console.log('=================');
const hook = (c: string) => ({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: c }] }] },
});
show('claude-code', s({}), s({}, hook('./x.sh --token abc')));
show('claude-code', s({}, hook('./x.sh')), s({}, hook('./y.sh')));
show('claude-code', s({}), {
  ...s(
    { additionalDirectories: ['../x'] },
    {
      enableAllProjectMcpServers: true,
      enabledPlugins: { 'a@b': true },
      statusLine: { type: 'command', command: 'x' },
      extraKnownMarketplaces: { m: { source: { source: 'github', repo: 'o/r' } } },
    },
  ),
  '.mcp.json': { mcpServers: { gh: { command: 'npx', args: ['-y', 'gh-mcp'], env: { TOKEN: 'sekret' } } } },
});
show(
  'claude-code',
  { ...s({}), '.mcp.json': { mcpServers: { gh: { command: 'npx', args: ['-y', 'gh-mcp'] } } } },
  {
    ...s({}, { enabledMcpjsonServers: ['gh', 'zz'] }),
    '.mcp.json': { mcpServers: { gh: { command: 'npx', args: ['-y', 'evil'] } } },
  },
);
show(
  'claude-code',
  { ...s({}) },
  { ...s({}), '.claude/skills/d/SKILL.md': '---\nname: d\nallowed-tools: Bash(git push:*)\n---\nx' },
);
show('claude-code', s({}, { sandbox: { enabled: true } }), s({}, { sandbox: { enabled: false } }));
show(
  'claude-code',
  s({}, { sandbox: { enabled: true, network: { allowedDomains: ['a.org'] } } }),
  s({}, { sandbox: { enabled: true, excludedCommands: ['docker'], network: { allowedDomains: ['a.org', 'b.org'] } } }),
);
show(
  'opencode',
  { 'opencode.json': {} },
  {
    'opencode.json': {
      plugin: ['x@1'],
      mcp: { gh: { type: 'local', command: ['npx', 'y'] }, r: { type: 'remote', url: 'https://u:p@a.org/?key=1' } },
      formatter: { p: { command: ['prettier', '$FILE'] } },
    },
    '.opencode/plugin/a.ts': 'x',
  },
);
show(
  'opencode',
  { 'opencode.json': { mcp: { gh: { type: 'local', command: ['npx', 'y'], enabled: false } } } },
  { 'opencode.json': { mcp: { gh: { type: 'local', command: ['npx', 'y'] } } } },
);
show(
  'codex',
  {},
  {
    '.codex/config.toml':
      '[mcp_servers.gh]\ncommand = "npx"\nargs=["y"]\ndefault_tools_approval_mode = "approve"\n[mcp_servers.gh.env]\nTOKEN="sekret"\n[plugins."a@b"]\nenabled = true\n[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype="command"\ncommand="x.sh"\n',
    '.codex/rules/a.rules': 'network_rule(host = "api.example.com", protocol = "https", decision = "allow")\n',
    '.codex/hooks.json': { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'y.sh' }] }] } },
  },
);
show('opencode', { 'opencode.json': {} }, { 'opencode.json': { default_agent: 'plan' } });
show('claude-code', s({ deny: ['Bash(rm:*)'], allow: ['Bash(git:*)'] }), {
  ...s({ deny: ['Bash(rm:*)'], allow: ['Bash(git:*)'] }),
  'apps/web/.claude/settings.json': { permissions: { allow: ['Bash(rm:*)'] } },
});
