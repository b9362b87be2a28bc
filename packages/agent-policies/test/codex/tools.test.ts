import { codexPolicies } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { addFile, ask, codexFiles, home, project, trusted } from './support.ts';

const config = (text: string) => ({ '~/.codex/config.toml': `${text}\n${trusted}` });

describe('Codex patches', () => {
  const profile = config(
    'default_permissions = "p"\n[permissions.p]\nextends = ":workspace"\n[permissions.p.filesystem.":workspace_roots"]\n"src" = "read"\n"src/gen" = "write"\n"secret" = "none"\n"secret/open/**" = "write"\n"**/*.env" = "deny"\n[permissions.p.filesystem]\n"~/notes" = "write"',
  );

  test.each([
    ['a.md', 'allow'],
    [`${project}/a.md`, 'allow'],
    ['../a.md', 'ask'],
    ['.git/x', 'ask'],
    ['.codex/config.toml', 'ask'],
    ['src/a.ts', 'ask'],
    ['src/gen/a.ts', 'allow'],
    ['secret/a', 'ask'],
    ['secret/open/a', 'allow'],
    ['new.env', 'allow'],
    [`${home}/notes/a`, 'allow'],
    ['/tmp/a', 'allow'],
  ])('a patch that adds %s is %s', (path, effect) => {
    expect(ask(addFile(path), { files: profile }).effect).toBe(effect);
    expect(ask(addFile(path), { files: profile, circumstances: { headless: true } }).effect).toBe(
      effect === 'ask' ? 'deny' : effect,
    );
  });

  test('a patch may change what a pattern in a denied folder leaves out, but no denied file', () => {
    const denied = (entry: string) =>
      config(
        `default_permissions = "p"\n[permissions.p]\nextends = ":workspace"\n[permissions.p.filesystem.":workspace_roots"]\n${entry} = "deny"`,
      );
    const remove = {
      tool: 'apply_patch',
      arguments: { patch: '*** Begin Patch\n*** Delete File: priv/a\n*** End Patch' },
    };
    expect(ask(addFile('priv/a'), { files: denied('"priv/**"') }).effect).toBe('allow');
    expect(ask(addFile('priv/a'), { files: denied('"priv"') }).effect).toBe('ask');
    expect(ask(remove, { files: denied('"priv"') }).effect).toBe('deny');
  });

  test.each([
    ['[permissions.p.filesystem]\n":project_roots" = "write"', 'a.md', 'allow'],
    ['[permissions.p.workspace_roots]\n".." = true', '../a.md', 'ask'],
    [
      '[permissions.p.filesystem]\n":workspace_roots" = "write"\n[permissions.p.workspace_roots]\n".." = true',
      '../a.md',
      'allow',
    ],
    [
      '[permissions.p.filesystem]\n":workspace_roots" = "write"\n[permissions.p.workspace_roots]\n".." = false',
      '../a.md',
      'ask',
    ],
  ])('a patch in the workspace of %j is judged: %s', (entries, path, effect) => {
    const files = config(`default_permissions = "p"\n[permissions.p]\nextends = ":read-only"\n${entries}`);
    expect(ask(addFile(path), { files }).effect).toBe(effect);
  });

  test('a patch of a file denied by a pattern is refused, because Codex cannot read it', () => {
    const update = (path: string) => ({
      tool: 'apply_patch',
      arguments: { input: `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n` },
    });
    expect(ask(update('x.env'), { files: profile }).effect).toBe('deny');
    expect(ask(update('a/b/x.env'), { files: profile }).effect).toBe('deny');
    expect(ask(update('a/b/x.envy'), { files: profile }).effect).toBe('allow');
  });

  test('a patch is not subject to command rules, even in a here-document', () => {
    const files = { '.codex/rules/a.rules': 'prefix_rule(["rm"], "forbidden")\nprefix_rule(["bash"], "forbidden")' };
    const patch = '*** Begin Patch\n*** Delete File: README.md\n*** End Patch';
    expect(ask({ tool: 'apply_patch', arguments: { patch } }, { files }).effect).toBe('allow');
    expect(ask(`apply_patch <<'EOF'\n${patch}\nEOF`, { files }).effect).toBe('allow');
  });
});

describe('MCP tools of Codex', () => {
  const call = { tool: 'mcp__git_hub_x__create_issue', arguments: {} };
  const server = (text: string) => config(`[mcp_servers."git-hub_x"]\ncommand = "x"\n${text}`);
  const never = '-s read-only -a never';
  const danger = '-s danger-full-access -a never';

  test.each([
    ['', '', 'ask'],
    ['', never, 'deny'],
    ['', danger, 'allow'],
    ['', '-s danger-full-access -a on-request', 'ask'],
    ['default_tools_approval_mode = "prompt"', never, 'deny'],
    ['default_tools_approval_mode = "prompt"', danger, 'allow'],
    ['default_tools_approval_mode = "approve"', never, 'allow'],
    ['default_tools_approval_mode = "approve"\ntools.create_issue.approval_mode = "prompt"', '', 'ask'],
    ['tools.create_issue.approval_mode = "approve"', '', 'allow'],
    ['enabled_tools = ["other"]', '', 'not offered'],
    ['enabled_tools = []', '', 'not offered'],
    ['enabled_tools = ["create_issue"]\ndisabled_tools = ["create_issue"]', '', 'not offered'],
    ['default_tools_approval_mode = "approve"\ndisabled_tools = ["create_*"]', '', 'allow'],
    ['enabled = false', '', 'not offered'],
  ])('an MCP tool with %j and the flags %j is %s', (text, flags, effect) => {
    expect(ask(call, { files: server(text), circumstances: { flags } }).effect).toBe(effect);
  });

  test.each([
    [{ readOnlyHint: true }, 'allow'],
    [{ readOnlyHint: true, destructiveHint: true }, 'allow'],
    [{ destructiveHint: false, openWorldHint: false }, 'allow'],
    [{ destructiveHint: false }, 'ask'],
  ])('an MCP tool with the hints %j is %s', (annotations, effect) => {
    expect(ask({ ...call, annotations }, { files: server('') }).effect).toBe(effect);
    const writes = server('default_tools_approval_mode = "writes"');
    expect(ask({ ...call, annotations }, { files: writes }).effect).toBe(
      'readOnlyHint' in annotations ? 'allow' : 'ask',
    );
    const prompt = server('default_tools_approval_mode = "prompt"');
    expect(ask({ ...call, annotations }, { files: prompt }).effect).toBe('ask');
  });

  test('an unconfigured MCP tool is not offered, and unknown without the files of the user', () => {
    expect(ask(call).effect).toBe('not offered');
    const { profiles } = codexPolicies.readProfiles({ ...codexFiles({}), home: undefined });
    expect(profiles.map((profile) => codexPolicies.decideFor(profile, call, {}).effect)).toEqual(['unknown']);
    expect(ask(call, { files: config('[plugins."x@y"]\nenabled = true') }).effect).toBe('unknown');
  });
});
