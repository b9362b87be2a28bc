import { compileNamePattern } from '@modegate/mode-core/patterns';
import { applyFixes, check, type Finding } from '@modegate/policy-check';
import type { ServerInventory } from '@modegate/policy-check/permissions';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace } from '../support/example-workspace.ts';

const servers = { github: { command: 'github-mcp' }, 'my-tracker': { command: 'tracker-mcp' } };
const tools: readonly ServerInventory[] = [
  { name: 'github', tools: [{ name: 'get_issue' }, { name: 'delete_repo' }, { name: 'delete_branch' }] },
];

describe('names of servers in restrictions', () => {
  test('M020 reports a misspelt server and offers the right name as a fix for people to judge', () => {
    const [finding] = found('M020', { allowedServers: ['githb'] });
    expect(finding).toMatchObject({ severity: 'error', mode: 'triage', fix: { isSafe: false } });
    expect(finding?.message).toContain("Did you mean 'github'?");
  });

  test('a denial of a missing server is a warning, unless it looks misspelt', () => {
    expect(found('M020', { disallowedServers: ['production'] })[0]?.severity).toBe('warning');
    expect(found('M020', { disallowedServers: ['guthub'] })[0]?.severity).toBe('error');
  });

  test('different letter case or separators are only M033, and the fix is safe', () => {
    const restrictions = { disallowedServers: ['My_Tracker'], allowedTools: [{ serverName: 'Github', toolName: 'x' }] };
    expect(found('M020', restrictions)).toEqual([]);
    const findings = found('M033', restrictions);
    expect(findings.map(({ fix }) => fix?.isSafe)).toEqual([true, true]);
    const text = textOf(restrictions);
    const fixed = applyFixes({ '.roomodes': text }, findings, { isUnsafeAllowed: false }).files['.roomodes'];
    expect(fixed).toBe(text.replace('My_Tracker', 'my-tracker').replace('"Github"', '"github"'));
  });

  test('an entry that asks about nothing is reported like one that denies nothing', () => {
    const asks = { askServers: ['githb', 'gitlab*'], askTools: [{ serverName: 'My_Tracker', toolName: 'x' }] };
    expect(found('M020', asks)[0]?.message).toContain(
      "asks about nothing, and 'github' runs without asking if that server was meant",
    );
    expect(found('M022', asks)[0]?.message).toContain('asks about nothing');
    expect(found('M033', asks)[0]?.message).toContain("asks about nothing, and 'my-tracker' runs without asking");
    expect(found('M027', { askServers: ['git*', 'github'] })).toHaveLength(1);
    expect(found('M023', { askServers: ['*'] })).toEqual([]);
  });

  test('no server name is reported without server files', () => {
    const files = { '.roomodes': textOf({ allowedServers: ['githb', 'x-*', 'Github'] }) };
    expect(ids(files).filter((id) => /M02[0-2]|M033|M029/.test(id))).toEqual([]);
  });

  test('M020 ignores patterns and blank names', () => {
    expect(found('M020', { allowedServers: ['git*', ' ', 'my-tracker'] })).toEqual([]);
    expect(found('M022', { allowedServers: ['gitlab*', 'git*', '*'] })).toHaveLength(1);
  });

  test('M020 treats servers that could not be read as present', () => {
    const files = {
      '.roomodes': textOf({ allowedServers: ['broken'] }),
      'mcp.json': '{ "mcpServers": { "broken": { "command": 7 } } }',
    };
    expect(ids(files)).not.toContain('M020');
  });
});

describe('modes that a mode extends', () => {
  test('security M7: a circle or a missing parent is M002 once for each mode that refuses because of it', () => {
    expect(found('M002', { extends: ['triage'] }).map(({ message }) => message)).toEqual([
      expect.stringContaining('extends itself'),
    ]);
    expect(found('M002', { extends: ['nobody'] })).toHaveLength(1);
    expect(found('M002', { extends: 7 })).toHaveLength(1);
  });
});

describe('names of tools in restrictions', () => {
  const list = (...names: readonly string[]) => ({
    disallowedTools: names.map((toolName) => ({ serverName: 'github', toolName })),
  });

  test('M021 reports an unknown tool and M022 a pattern without a match', () => {
    expect(found('M021', list('delete_repos', 'get_issue'))).toHaveLength(1);
    expect(found('M022', list('Delete_*', 'delete_*', '*'))).toHaveLength(1);
  });

  test('the tools of a server that was not asked are not judged', () => {
    const unknown = { disallowedTools: [{ serverName: 'my-tracker', toolName: 'x' }] };
    const wide = { disallowedTools: [{ serverName: '*', toolName: 'x' }] };
    expect(found('M021', unknown)).toEqual([]);
    expect(found('M021', wide)).toEqual([]);
  });

  test("M021 also checks a server's own 'disabledTools'", () => {
    const files = {
      'mcp.json': JSON.stringify({
        mcpServers: { github: { command: 'x', disabledTools: ['delete_repos', 'get_issue'] } },
      }),
      'tools.json': JSON.stringify(tools),
    };
    const [finding] = findingsOf('M021', files);
    expect(finding?.location.pointer).toBe('/mcpServers/github/disabledTools/0');
  });

  test('M021 accepts an opencode rule for all servers that closes nothing in one, and then ignores letter case', () => {
    const mcp = { github: { type: 'local', command: ['x'], disabledTools: ['drop_repo', 'Get_Issue'] } };
    const text = JSON.stringify({ permission: { '*_push': 'deny', github_move: 'deny' }, mcp });
    const files = { 'opencode.json': text, 'tools.json': JSON.stringify(tools) };
    expect(findingsOf('M021', files).map(({ location }) => location.pointer)).toEqual(['/mcp/github/disabledTools/0']);
  });

  test('a tool that an opencode rule closes regardless of letter case is known to be off', () => {
    const mcp = { github: { type: 'local', command: ['x'], alwaysAllow: ['delete_repo'] } };
    const named = (name: string) => ({ name, hints: { destructive: true } });
    const files = {
      'opencode.json': JSON.stringify({ permission: { github_DELETE_REPO: 'deny' }, mcp }),
      '.roomodes': JSON.stringify({ customModes: [{ slug: 'a', name: 'A', roleDefinition: 'A.', groups: ['mcp'] }] }),
      'tools.json': JSON.stringify([{ name: 'github', tools: [named('delete_repo'), named('drop')] }]),
    };
    expect(findingsOf('M047', files)[0]?.message).toContain("the server's own settings disable it");
    expect(findingsOf('M030', files)[0]?.message).toContain("marks 'drop' as destructive");
  });

  test('an opencode rule that asks is a finding that says what to do', () => {
    const mcp = { github: { type: 'local', command: ['x'] } };
    const files = { 'opencode.json': JSON.stringify({ permission: { '*': 'ask', edit: 'deny' }, mcp }) };
    const findings = findingsOf('M003', files);
    expect(findings.map(({ location, severity }) => [location.pointer, severity])).toEqual([
      ['/permission/*', 'warning'],
    ]);
    expect(findings[0]?.message).toContain('write "github_*": "allow" after it');
  });

  test('rules of one opencode file that would close servers of another file are a finding', () => {
    const mcp = { github: { type: 'local', command: ['x'] } };
    const files = {
      'global/opencode.json': JSON.stringify({ permission: { 'github_*': 'deny' } }),
      'opencode.json': JSON.stringify({ mcp }),
    };
    expect(findingsOf('M003', files).map(({ location }) => [location.file, location.pointer])).toEqual([
      ['global/opencode.json', '/permission/github_*'],
    ]);
  });

  test('security H7: wildcards in a disabledTools entry count as the tools that they match', () => {
    const github = { command: 'x', disabledTools: ['delete_*', 'drop_*'] };
    const files = { 'mcp.json': JSON.stringify({ mcpServers: { github } }), 'tools.json': JSON.stringify(tools) };
    expect(findingsOf('M021', files).map(({ location }) => location.pointer)).toEqual([
      '/mcpServers/github/disabledTools/1',
    ]);
  });
});

describe('allowances without effect', () => {
  test('an allowance without effect is reported with the rule that refuses it', () => {
    const [finding, ...more] = found('M025', {
      allowedServers: ['my-tracker'],
      allowedTools: [
        { serverName: 'my-tracker', toolName: 'search' },
        { serverName: 'github', toolName: 'get_issue' },
      ],
    });
    expect(more).toEqual([]);
    expect(finding?.location.pointer).toBe('/customModes/0/mcpRestrictions/allowedTools/1');
    expect(finding?.related[0]?.location.pointer).toBe('/customModes/0/mcpRestrictions/allowedServers');
  });

  test('a denial by a pattern makes an allowance ineffective; the same entry on both sides is M024', () => {
    const restrictions = {
      allowedTools: [
        { serverName: 'github', toolName: 'delete_repo' },
        { serverName: 'github', toolName: 'get_issue' },
      ],
      disallowedTools: [
        { serverName: 'github', toolName: 'delete_*' },
        { serverName: 'github', toolName: 'get_issue' },
      ],
    };
    expect(found('M025', restrictions).map(({ location }) => location.pointer)).toEqual([
      '/customModes/0/mcpRestrictions/allowedTools/0',
    ]);
    const [conflict] = found('M024', restrictions);
    expect(conflict?.location.pointer).toBe('/customModes/0/mcpRestrictions/allowedTools/1');
    expect(conflict?.related[0]?.location.pointer).toBe('/customModes/0/mcpRestrictions/disallowedTools/1');
  });

  test('an allowance for a server that is off by default needs the list of servers', () => {
    const files = {
      '.roomodes': textOf({ allowedTools: [{ serverName: 'prod', toolName: 'status' }] }),
      'mcp.json': '{ "mcpServers": { "prod": { "command": "x", "defaultEnabled": false } } }',
    };
    expect(findingsOf('M025', files)[0]?.message).toContain('allowedServers');
  });

  test('an allowance that depends on the time or is currently off is not reported', () => {
    const schedule = { timeZone: 'UTC', days: ['mon'] };
    expect(found('M025', { schedule, allowedTools: [{ serverName: 'github', toolName: 'get_issue' }] })).toEqual([]);
    const files = {
      '.roomodes': textOf({ allowedServers: ['github'] }),
      'mcp.json': '{ "mcpServers": { "github": { "command": "x", "disabled": true } } }',
    };
    expect(findingsOf('M025', files)).toEqual([]);
  });

  test('a list in a mode without the group is reported once', () => {
    const text = textOf({ allowedServers: ['github', 'my-tracker'] }).replace('"read","mcp"', '"read"');
    expect(findingsOf('M025', { '.roomodes': text })).toHaveLength(1);
  });

  test('a condition has no effect if the same entry exists without one', () => {
    const when = { branch: 'main' };
    const [finding] = found('M027', {
      allowedTools: [
        { serverName: 'github', toolName: 'delete_*', when },
        { serverName: 'github', toolName: '*' },
      ],
    });
    expect(finding).toMatchObject({ severity: 'warning' });
    expect(finding?.fix).toBeUndefined();
  });

  test('a safe fix removes an entry that another contains', () => {
    const text = listOf('git*', 'github # the one', 'my-tracker');
    const fixed = applyFixes({ '.roomodes': text }, findingsOf('M027', { '.roomodes': text })).files['.roomodes'];
    expect(fixed).toBe(listOf('git*', 'my-tracker'));
  });

  test('one of several equivalent entries always remains', () => {
    const pattern = fc.stringMatching(/^[ab*?]{1,5}$/);
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 6 }),
        fc.stringMatching(/^[ab]{1,6}$/),
        (names, server) => {
          const text = listOf(...names.map((name) => JSON.stringify(name)));
          const redundant = findingsOf('M027', { '.roomodes': text }).map(({ location }) =>
            Number(location.pointer.split('/').at(-1)),
          );
          const kept = names.filter((_, index) => !redundant.includes(index));
          const allows = (list: readonly string[]) => list.some((name) => compileNamePattern(name)(server));
          expect(allows(kept)).toBe(allows(names));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('places of findings', () => {
  const restrictions = { allowedServers: ['github', 'githb'] };

  test.each([
    ['JSON', textOf(restrictions)],
    [
      'YAML',
      'customModes:\n  - slug: triage\n    name: T\n    roleDefinition: T\n    groups: [read, mcp]\n    mcpRestrictions:\n      allowedServers:\n        - github\n        - githb\n',
    ],
  ])('places in %s point to the exact word', (_, text) => {
    const [finding] = findingsOf('M020', { '.roomodes': text, 'mcp.json': JSON.stringify({ mcpServers: servers }) });
    const { line = 0, column = 0, endColumn = 0, pointer } = finding?.location ?? {};
    expect(pointer).toBe('/customModes/0/mcpRestrictions/allowedServers/1');
    expect(
      text
        .split('\n')
        [line - 1]?.slice(column - 1, endColumn - 1)
        .replaceAll('"', ''),
    ).toBe('githb');
  });
});

describe('approvals in advance', () => {
  const entry = { command: 'x', alwaysAllow: ['get_issue', 'delete_repo', '*'] };

  test('pre-approved tools are judged by hints in M046, by names in M049, and never by both', () => {
    const hinted = [{ name: 'a', tools: [{ name: 'delete_repo', hints: { destructive: true } }] }];
    const files = { 'mcp.json': JSON.stringify({ mcpServers: { a: entry } }), 'tools.json': JSON.stringify(hinted) };
    expect(findingsOf('M046', files).map(({ severity }) => severity)).toEqual(['error', 'warning']);
    expect(findingsOf('M049', files)).toEqual([]);
    const { 'mcp.json': alone } = files;
    expect(findingsOf('M049', { 'mcp.json': alone })).toHaveLength(1);
    expect(findingsOf('M046', { 'mcp.json': alone })).toHaveLength(1);
  });

  test.each([
    ['delete_branch', 1],
    ['browser_evaluate', 1],
    ['forceReleaseReader', 1],
    ['list_deleted', 0],
    ['get_drop_rate', 0],
    ['pushpin_read', 0],
    ['search_push_events', 0],
  ])('M049 judges the tool %s', (tool, count) => {
    const files = { 'mcp.json': JSON.stringify({ mcpServers: { a: { command: 'x', alwaysAllow: [tool] } } }) };
    expect(findingsOf('M049', files)).toHaveLength(count);
  });
});

describe('drift from the lock file', () => {
  const drift = (locked: object, now: object) =>
    findingsOf('M080', {
      'mcp.json': JSON.stringify({ mcpServers: servers }),
      'locked-tools.json': JSON.stringify([{ name: 'github', tools: [locked] }]),
      'tools.json': JSON.stringify([{ name: 'github', tools: [now] }]),
    }).map(({ severity }) => severity);

  test.each([
    [{ destructive: true }, {}, ['error']],
    [{ destructive: true }, { destructive: false }, ['error']],
    [{ readOnly: false }, { readOnly: true }, ['error']],
    [{ readOnly: true }, { readOnly: false }, ['warning']],
    [{ openWorld: true }, { openWorld: true }, []],
  ])('the drift of hints from %j to %j is reported', (before, after, severities) => {
    expect(drift({ name: 'x', hints: before }, { name: 'x', hints: after })).toEqual(severities);
  });

  test('a new tool is a warning, and a removed one is information', () => {
    expect(drift({ name: 'x' }, { name: 'y' })).toEqual(['warning', 'info']);
  });
});

test('no restriction makes a rule fail, however odd', () => {
  const name = fc.oneof(
    fc.constantFrom('github', 'Github', '*', 'g?t*', '', ' ', '__proto__', 'a/b~c', '\u0000'),
    fc.string(),
  );
  const list = fc.oneof(fc.array(name, { maxLength: 4 }), fc.constant(null), fc.integer());
  const references = fc.array(
    fc.record(
      { serverName: name, toolName: name, when: fc.constantFrom(undefined, { ci: true }, {}, null) },
      { requiredKeys: ['serverName'] },
    ),
    { maxLength: 4 },
  );
  const restrictions = fc.record(
    {
      allowedServers: list,
      disallowedServers: list,
      allowedTools: references,
      disallowedTools: references,
      extends: name,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(restrictions, list, fc.dictionary(name, fc.object({ maxDepth: 2 })), (own, zoo, more) => {
      const mode = {
        slug: 'triage',
        name: 'T',
        roleDefinition: 'T',
        groups: ['read', 'mcp'],
        mcpRestrictions: own,
        allowedMcpServers: zoo,
      };
      const result = check(
        exampleWorkspace({
          '.roomodes': JSON.stringify({ customModes: [mode] }),
          'mcp.json': JSON.stringify({ mcpServers: { ...servers, ...more } }),
          'tools.json': JSON.stringify(tools),
          'locked-tools.json': '[]',
        }),
        { preset: 'audit' },
      );
      expect(result.failures).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

function listOf(...names: readonly string[]): string {
  const entries = names.map((name) => `        - ${name}\n`).join('');
  return `customModes:\n  - slug: triage\n    name: T\n    roleDefinition: T\n    groups: [read, mcp]\n    mcpRestrictions:\n      allowedServers:\n${entries}`;
}

function textOf(mcpRestrictions: object): string {
  const mode = { slug: 'triage', name: 'T', roleDefinition: 'T', groups: ['read', 'mcp'], mcpRestrictions };
  return JSON.stringify({ customModes: [mode] }).replace('"mcpRestrictions"', '\n"mcpRestrictions"');
}

function found(rule: string, restrictions: object): readonly Finding[] {
  return findingsOf(rule, {
    '.roomodes': textOf(restrictions),
    'mcp.json': JSON.stringify({ mcpServers: servers }),
    'tools.json': JSON.stringify(tools),
  });
}

function findingsOf(rule: string, files: Readonly<Record<string, string>>): readonly Finding[] {
  const result = check(exampleWorkspace(files), { preset: 'audit' });
  expect(result.failures).toEqual([]);
  return result.findings.filter((finding) => finding.rule === rule);
}

function ids(files: Readonly<Record<string, string>>): readonly string[] {
  return check(exampleWorkspace(files), { preset: 'audit' }).findings.map(({ rule }) => rule);
}
