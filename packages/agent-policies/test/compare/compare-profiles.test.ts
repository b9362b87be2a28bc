import { compareProfiles, type PermissionAgentName, type ProfileChange } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { agentCalled, projectFolder, readProject } from '../support/agent-project.ts';

type Files = Readonly<Record<string, unknown>>;

function compare(name: PermissionAgentName, before: Files, after: Files): readonly ProfileChange[] {
  const [first, second] = [before, after].map((files) => ({ root: projectFolder, ...readProject(name, files) }));
  if (first === undefined || second === undefined) throw new Error('two sides are needed');
  return compareProfiles(agentCalled(name), [first, second]);
}

/** Returns each change as `+ claude-code may now …`, with the places of its rules. */
function lines(changes: readonly ProfileChange[]): readonly string[] {
  const signs = { granted: '+', unknown: '?', tightened: '-', other: '~' };
  return changes.map(({ direction, profiles, what, rule, formerly }) => {
    const places = [rule, formerly].flatMap((one) => (one?.file === undefined ? [] : [`${one.file}:${one.line}`]));
    return `${signs[direction]} ${profiles.join(', ')} ${what} (${places.join(', ')})`;
  });
}

const settings = (permissions: unknown, others: Files = {}) => ({
  '.claude/settings.json': { permissions, ...others },
});
const file = '.claude/settings.json';

describe('Claude Code: one sentence per rule', () => {
  test.each<[string, Files, Files, readonly string[]]>([
    [
      'an allow rule is new',
      settings({ allow: ['Bash(npm test)'] }),
      settings({ allow: ['Bash(npm test)', 'Bash(npm run:*)'] }),
      [`+ claude-code may now run any \`npm run\` without asking (${file}:5)`],
    ],
    [
      'a narrower rule beside a wider one',
      settings({ allow: ['Bash'] }),
      settings({ allow: ['Bash', 'Bash(ls:*)'] }),
      [],
    ],
    [
      'a denial is gone, and what was allowed all the time is open again',
      settings({ allow: ['Bash'], deny: ['Bash(git push:*)'] }),
      settings({ allow: ['Bash'] }),
      [
        `+ claude-code may now run any \`git push\` without asking: \`Bash(git push:*)\` no longer denies it (${file}:4, ${file}:7)`,
      ],
    ],
    [
      'a denial is gone that only reaches into what other rules allow',
      settings({ allow: ['Bash(npm run:*)'], deny: ['Bash(* --force)'] }),
      settings({ allow: ['Bash(npm run:*)'] }),
      [
        `+ claude-code may now run any command like \`* --force\`, in some cases without asking: \`Bash(* --force)\` no longer denies it (${file}:7)`,
      ],
    ],
    [
      'a rule that a denial narrows',
      {},
      settings({ allow: ['Bash(npm run:*)'], deny: ['Bash(npm run deploy:*)'] }),
      [
        `+ claude-code may now run any \`npm run\` without asking, except where \`Bash(npm run deploy:*)\` decides (${file}:4)`,
        `- claude-code may no longer run any \`npm run deploy\` (${file}:7)`,
      ],
    ],
    [
      'a rule asks now',
      settings({ allow: ['WebFetch'] }),
      settings({ allow: ['WebFetch'], ask: ['WebFetch(domain:a.org)'] }),
      [`- claude-code may no longer fetch pages of a.org without asking (${file}:7)`],
    ],
    [
      'a server is approved whole',
      {},
      settings({ allow: ['mcp__github'] }),
      [`+ claude-code may now use every tool of the MCP server \`github\` without asking (${file}:4)`],
    ],
    ['rules that do nothing', {}, settings({ allow: ['Write(src/**)', 'bash(ls)', '*'] }), []],
    [
      'the order and the place of rules',
      settings({ allow: ['Bash(a)', 'Bash(b)'] }),
      { [file]: '{"permissions":{"allow":["Bash(b)","Bash(a)"]}}' },
      [],
    ],
  ])('compareProfiles reports rule changes: %s', (_, before, after, expected) => {
    expect(lines(compare('claude-code', before, after))).toEqual(expected);
  });

  test('compareProfiles reports what runs without a rule, however many rules are added', () => {
    const named = 'echo ls cat git cd touch rm mkdir mv cp sed grep find sort head tail wc'.split(' ');
    const allow = named.map((program) => `Bash(${program}:*)`);
    const opened = lines(compare('claude-code', settings({ deny: ['Bash'] }), settings({ allow })));
    expect(opened).toContainEqual(
      expect.stringMatching(
        /^\+ claude-code may now run commands such as `xyz`, in some cases without asking: `Bash` no longer denies it/,
      ),
    );
    const inMode = lines(compare('claude-code', settings({}), settings({ defaultMode: 'acceptEdits', allow })));
    expect(inMode).toContainEqual(
      expect.stringMatching(/^\+ claude-code may now change files and run commands .* without asking/),
    );
  });

  test('compareProfiles reports that a removed file denial frees commands in another folder', () => {
    const allow = ['Bash(cd:*)', 'Bash(ls:*)'];
    const opened = lines(compare('claude-code', settings({ allow, deny: ['Read(//etc/**)'] }), settings({ allow })));
    expect(opened).toContain(`+ claude-code may now run commands such as \`cd xyz && ls\` without asking (${file}:4)`);
  });

  test('compareProfiles reports a new file rule once for all ways to change the files', () => {
    expect(lines(compare('claude-code', settings({}), settings({ allow: ['Edit(src/**)'] })))).toEqual([
      `+ claude-code may now change files like \`src/**\` without asking (${file}:4)`,
    ]);
  });

  test('compareProfiles reports the lost denials of a file that is ignored as a whole', () => {
    expect(lines(compare('claude-code', settings({ deny: ['Bash(rm:*)'] }), { [file]: '{ // x\n}' }))).toEqual([
      `+ claude-code may now run any \`rm\` if a person agrees: \`Bash(rm:*)\` no longer denies it (${file}:4)`,
    ]);
  });
});

describe('changes that no call shows', () => {
  const hook = (command: string) => ({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
  });

  test('compareProfiles reports a new hook command without its secrets', () => {
    const after = settings({}, hook('curl -H "Authorization: Bearer abcdef" https://me:pw@a.org --token s3cret'));
    const [line] = lines(compare('claude-code', settings({}), after));
    expect(line).toBe(
      `+ claude-code now runs \`curl -H "Authorization: Bearer …" https://…@a.org --token …\` on PreToolUse of Bash (${file}:10)`,
    );
  });

  test('compareProfiles reports that a removed hook may have refused calls', () => {
    expect(lines(compare('claude-code', settings({}, hook('./guard.sh')), settings({})))).toEqual([
      `? claude-code no longer runs \`./guard.sh\` on PreToolUse of Bash, and it is unknown which calls it refused (${file}:10)`,
    ]);
  });

  test('compareProfiles reports servers approved by name or all together, without their variables', () => {
    const servers = { '.mcp.json': { mcpServers: { gh: { command: 'npx', args: ['gh'], env: { TOKEN: 's3cret' } } } } };
    const open = compare(
      'claude-code',
      { ...settings({}), ...servers },
      { ...settings({}, { enableAllProjectMcpServers: true }), ...servers },
    );
    expect(lines(open)).toEqual([
      `+ claude-code now starts every MCP server of .mcp.json without asking (${file}:3)`,
      `+ claude-code now starts the MCP server \`gh\` without asking: \`npx gh\`; before: starts the MCP server \`gh\` after asking, or without asking if nobody can answer: \`npx gh\` (${file}:3)`,
    ]);
    expect(JSON.stringify(open)).not.toContain('s3cret');
    const named = compare('claude-code', settings({}), settings({}, { enabledMcpjsonServers: ['gh'] }));
    expect(lines(named)).toEqual([`+ claude-code now approves the MCP server \`gh\` (${file}:4)`]);
  });

  test('compareProfiles reports modes, folders, plugins, and the permissions of a skill', () => {
    const after = {
      ...settings({ defaultMode: 'acceptEdits', additionalDirectories: ['../x'] }, { enabledPlugins: { 'a@b': true } }),
      '.claude/skills/d/SKILL.md': '---\nname: d\nallowed-tools: Bash(git push:*)\n---\n',
    };
    expect(lines(compare('claude-code', settings({}), after))).toEqual(
      expect.arrayContaining([
        `+ claude-code now starts in the mode acceptEdits (${file}:3)`,
        `+ claude-code now also works in the folder \`../x\` (${file}:5)`,
        `+ claude-code now uses the plugin a@b (${file}:9)`,
        '+ claude-code now allows `Bash(git push:*)` while the skill `d` runs (.claude/skills/d/SKILL.md:3)',
      ]),
    );
  });

  test('compareProfiles reports a disabled sandbox and a widened one', () => {
    const on = settings({}, { sandbox: { enabled: true } });
    expect(lines(compare('claude-code', on, settings({})))[0]).toBe(
      `+ claude-code may now run commands outside a sandbox (${file}:3)`,
    );
    const sandbox = {
      enabled: true,
      network: { allowedDomains: ['a.org'] },
      filesystem: { allowWrite: ['//w'] },
      excludedCommands: ['docker'],
    };
    expect(lines(compare('claude-code', on, settings({}, { sandbox })))).toEqual(
      expect.arrayContaining([
        `+ claude-code may now write \`/w\` and use the network with commands in the sandbox (${file}:3)`,
        `+ claude-code now runs \`docker\` outside the sandbox (${file}:16)`,
        `+ claude-code now lets commands in the sandbox reach a.org (${file}:7)`,
      ]),
    );
  });

  test('opencode: compareProfiles reports servers, plugins and formatters', () => {
    const after = {
      'opencode.json': {
        plugin: ['x@1'],
        mcp: { gh: { type: 'local', command: ['npx', 'gh'], environment: { TOKEN: 's3cret' } } },
        formatter: { p: { command: ['prettier', '$FILE'] } },
      },
    };
    const changes = compare('opencode', { 'opencode.json': {} }, after);
    expect(lines(changes)).toEqual([
      '+ opencode/build now starts the MCP server `gh`: `npx gh` (opencode.json:6)',
      '+ opencode/build now runs the plugin `x@1` (opencode.json:3)',
      '+ opencode/build now runs `prettier $FILE` as the formatter `p` (opencode.json:18)',
    ]);
    expect(JSON.stringify(changes)).not.toContain('s3cret');
  });

  test('Codex: compareProfiles reports servers, plugins, hooks and hosts', () => {
    const config = `[mcp_servers.gh]\ncommand = "npx"\ndefault_tools_approval_mode = "approve"\n[mcp_servers.gh.env]\nTOKEN = "s3cret"\n[plugins."a@b"]\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "x.sh"\n`;
    const changes = compare(
      'codex',
      {},
      {
        '.codex/config.toml': config,
        '.codex/rules/a.rules': 'network_rule(host = "a.org", protocol = "https", decision = "allow")\n',
      },
    );
    expect(lines(changes)).toEqual(
      expect.arrayContaining([
        '+ codex now starts the MCP server `gh` and does not ask about its tools: `npx` (.codex/config.toml:3)',
        '+ codex now uses the plugin a@b (.codex/config.toml:6)',
        '+ codex now runs `x.sh` on Stop (.codex/config.toml:7)',
        '+ codex now lets commands reach `a.org` (.codex/rules/a.rules:1)',
      ]),
    );
    expect(JSON.stringify(changes)).not.toContain('s3cret');
  });
});

describe('profiles', () => {
  const agent = (limits: string) => ({ '.claude/agents/a.md': `---\nname: a\n${limits}\n---\n` });

  test('compareProfiles reports a new agent, and what it may do beyond its session', () => {
    expect(lines(compare('claude-code', {}, agent('tools: Read, Bash')))).toEqual([
      '~ claude-code/a is new, and may do no more than claude-code ()',
    ]);
    const wide = lines(compare('claude-code', {}, agent('permissionMode: acceptEdits')));
    expect(wide[0]).toBe('+ claude-code/a is new, and may do things that claude-code may not ()');
    expect(wide[1]).toMatch(
      /^\+ claude-code\/a may now change files and run commands such as .* without asking \(\.claude\/agents\/a\.md:3\)$/,
    );
  });

  test('compareProfiles reports a removed agent without a grant', () => {
    expect(lines(compare('claude-code', agent('tools: Read'), {}))).toEqual(['~ claude-code/a is gone ()']);
  });

  test('compareProfiles reports an additional tool of an agent', () => {
    const changes = lines(compare('claude-code', agent('tools: Read'), agent('tools: Read, WebFetch')));
    expect(changes).toEqual([
      '+ claude-code/a may now use the web if a person agrees: `tools: Read` no longer removes the tool (.claude/agents/a.md:3)',
    ]);
  });

  test('compareProfiles compares settings of a subfolder with what a session there could do before', () => {
    const below = { 'web/.claude/settings.json': { permissions: { allow: ['Bash(make:*)'] } } };
    expect(lines(compare('claude-code', settings({}), { ...settings({}), ...below }))).toEqual([
      '+ web:claude-code may now run any `make` without asking (web/.claude/settings.json:4)',
    ]);
  });

  test('compareProfiles reports a change shared by several profiles once', () => {
    const [change, ...others] = compare(
      'opencode',
      { 'opencode.json': { permission: { bash: 'ask' } } },
      { 'opencode.json': { permission: { bash: { '*': 'ask', 'npm run *': 'allow' } } } },
    );
    expect(change?.profiles).toEqual(expect.arrayContaining(['opencode/build', 'opencode/plan', 'opencode/general']));
    expect(change?.what).toBe('may now run any `npm run` without asking');
    expect(others.filter(({ direction }) => direction !== 'unknown')).toEqual([]);
  });

  test('compareProfiles respects the order of opencode rules', () => {
    const bash = { '*': 'allow', 'git push *': 'deny' };
    const [change] = lines(
      compare(
        'opencode',
        { 'opencode.json': { permission: { bash } } },
        { 'opencode.json': { permission: { bash: { 'git push *': 'deny', '*': 'allow' } } } },
      ),
    );
    expect(change).toMatch(
      /^\+ .* may now run any `git push` without asking: `bash: "git push \*": deny` no longer decides \(opencode\.json:5, opencode\.json:5\)$/,
    );
  });

  test('compareProfiles reports an agent that no longer starts, and one that starts again', () => {
    const [good, bad] = [{ '.codex/config.toml': '' }, { '.codex/config.toml': 'approval_policy = "maybe"\n' }];
    expect(lines(compare('codex', good, bad))[0]).toMatch(/^- codex no longer starts: .* \(\.codex\/config\.toml:1\)$/);
    expect(lines(compare('codex', bad, good))[0]).toMatch(/^\+ codex now starts, /);
  });

  test('compareProfiles reports no grant for a change from or to unknown', () => {
    const open = { 'opencode.json': { permission: { bash: '{env:MODE}' } } };
    const directions = (one: Files, other: Files) =>
      new Set(compare('opencode', one, other).map(({ direction }) => direction));
    expect(directions({ 'opencode.json': {} }, open)).toEqual(new Set(['unknown']));
    expect(directions(open, { 'opencode.json': {} })).toEqual(new Set(['unknown']));
  });

  test('compareProfiles reports grants as uncertain if only one side can read a file, and hides nothing', () => {
    const side = { root: projectFolder, ...readProject('codex', {}) };
    const open = {
      root: projectFolder,
      ...readProject('codex', { '.codex/config.toml': 'sandbox_mode = "danger-full-access"\n' }),
    };
    const [grant] = compareProfiles(agentCalled('codex'), [side, { ...open, unreadable: ['x cannot be read.'] }]);
    expect(grant?.what).toBe('may now run commands outside a sandbox');
    const [change] = compareProfiles(agentCalled('codex'), [side, { ...side, unreadable: ['x cannot be read.'] }]);
    expect(change).toMatchObject({
      direction: 'unknown',
      what: 'might be able to do more than before: x cannot be read',
    });
  });
});

test('Codex: compareProfiles reports the sandbox, its network, and rules that lead out of it', () => {
  const config = (text: string) => ({ '.codex/config.toml': text });
  expect(lines(compare('codex', config(''), config('sandbox_mode = "danger-full-access"\n')))[0]).toBe(
    '+ codex may now run commands outside a sandbox (.codex/config.toml:1)',
  );
  expect(lines(compare('codex', config(''), config('[sandbox_workspace_write]\nnetwork_access = true\n')))[0]).toMatch(
    /^\+ codex may now use the network with commands in the sandbox/,
  );
  const rule = { '.codex/rules/a.rules': 'prefix_rule(pattern = ["git", ["push", "fetch"]], decision = "allow")\n' };
  expect(lines(compare('codex', {}, rule))[0]).toBe(
    '+ codex may now run any `git push|fetch` outside the sandbox (.codex/rules/a.rules:1)',
  );
});

test('Codex: compareProfiles reports the questions of a new policy even if a new rule allows the same program', () => {
  const granular = '{ granular = { sandbox_approval = false, rules = true, mcp_elicitations = true } }';
  const opened = lines(
    compare(
      'codex',
      { '.codex/config.toml': 'approval_policy = "never"\n' },
      {
        '.codex/config.toml': `approval_policy = ${granular}\n`,
        '.codex/rules/a.rules': 'prefix_rule(pattern = ["rm"], decision = "allow")\n',
      },
    ),
  );
  expect(opened).toContain(
    '+ codex may now run commands such as `rm -rf xyz > xyz` if a person agrees (.codex/config.toml:1)',
  );
});

test('Codex: compareProfiles does not report a path as opened that is closed together with its folder', () => {
  const closed = (path: string) => ({
    '.codex/config.toml': `default_permissions = "p"
[permissions.p.filesystem]
":root" = "read"
[permissions.p.filesystem.":workspace_roots"]
"." = "write"
"${path}" = "deny"
`,
  });
  const directions = (before: string, after: string) =>
    compare('codex', closed(before), closed(after)).map(({ direction }) => direction);
  expect(directions('docs/x', 'docs')).not.toContain('granted');
  expect(directions('docs', 'docs/x')).toContain('granted');
});
