import { readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFiles } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { run } from './support/run-program.ts';
import { cleanProject, faultyProject } from './support/sample-project.ts';

const inventory = JSON.stringify([
  {
    name: 'github',
    tools: [
      { name: 'get_issue', description: 'Reads', inputSchema: {}, annotations: { readOnlyHint: true } },
      { name: 'delete_repo', description: 'Deletes', inputSchema: {}, annotations: { destructiveHint: true } },
    ],
  },
]);

describe.concurrent('why', () => {
  test.each<[string, readonly string[], number, RegExp]>([
    ['a file inside the limit', ['docs', 'write_to_file', '--file', 'docs/a.md'], 0, /✓ allowed.*\.roomodes:8/s],
    [
      'a file outside it',
      ['docs', 'write_to_file', '--file', 'src/a.ts'],
      1,
      /✗ refused.*FILE_RESTRICTED.*\.roomodes:8/s,
    ],
    ['a file that leaves the project', ['docs', 'write_to_file', '--file', '../a.md'], 1, /FILE_OUTSIDE_PROJECT/],
    ['no file', ['docs', 'write_to_file'], 1, /FILE_PATH_MISSING/],
    ['a patch', ['docs', 'apply_patch', '--file', 'docs/a.md', '--file', 'src/a.ts'], 1, /FILE_RESTRICTED/],
    ['a group that the mode does not hold', ['docs', 'execute_command'], 1, /GROUP_MISSING/],
    ['a tool of a server', ['tickets', 'github/get_issue'], 0, /allowedTools\/0/],
    ['another tool of it', ['tickets', 'github/delete_repo'], 1, /MCP_TOOL_NOT_ALLOWED/],
    ['a server that is not configured', ['tickets', 'gitlab/get_issue'], 1, /MCP_SERVER_/],
    ['the resources of a server', ['tickets', 'github/'], 0, /allowed/],
    ['arguments as they would be sent', ['docs', 'write_to_file', '--args', '{"path":"docs/a.md"}'], 0, /allowed/],
  ])('modegate why answers for %s', async (_what, args, code, output) => {
    const outcome = await run(['why', ...args], createFolder(cleanProject));
    expect([outcome.code, outcome.stderr]).toEqual([code, '']);
    expect(outcome.stdout).toMatch(output);
  });

  test('modegate why --format json prints the explanation as data', async () => {
    const { stdout } = await run(
      ['why', 'docs', 'write_to_file', '--file', 'src/a.ts', '-f', 'json'],
      createFolder(cleanProject),
    );
    expect(JSON.parse(stdout)).toMatchObject({ decision: { allowed: false, code: 'FILE_RESTRICTED' } });
  });
});

describe.concurrent('matrix', () => {
  test('modegate matrix prints a table of modes', async () => {
    const { code, stdout } = await run(['matrix', '--mode', 'docs', '--mode', 'tickets'], createFolder(cleanProject));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ +docs {2}tickets$/m);
    expect(stdout).toMatch(/^read_file +✓ +✓$/m);
    expect(stdout).toMatch(/^execute_command +· +·$/m);
    expect(stdout).toMatch(/^github\/get_issue +· +✓$/m);
  });

  test('modegate matrix includes the tools of an inventory', async () => {
    const folder = createFolder({ ...cleanProject, 'tools.json': inventory });
    const { stdout } = await run(['matrix', '--inventory', 'tools.json', '--format', 'json'], folder);
    const { rows, escapes, version } = JSON.parse(stdout);
    expect(version).toBe(1);
    expect(escapes).toBeInstanceOf(Array);
    expect(rows).toContainEqual(
      expect.objectContaining({
        mode: 'tickets',
        subject: { kind: 'mcp-tool', server: 'github', tool: 'delete_repo' },
        state: 'denied',
      }),
    );
  });

  test('modegate matrix as CSV has one line per permission, each with the same number of cells', async () => {
    const { stdout } = await run(['matrix', '--format', 'csv'], createFolder(cleanProject));
    const lines = stdout.trimEnd().split('\n');
    const cells = (line: string) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.filter((cell) => cell !== '').length;
    expect(new Set(lines.map(cells)).size).toBeLessThanOrEqual(2);
    expect(lines[0]).toBe('subject,kind,server,tool,state,conditions,code,rule');
    expect(lines).toContainEqual(expect.stringMatching(/^tickets,mcp-tool,github,get_issue,allowed,/));
  });

  test('modegate matrix as Markdown prints a table', async () => {
    const { stdout } = await run(['matrix', '--format', 'markdown', '--mode', 'docs'], createFolder(cleanProject));
    expect(stdout).toMatch(/^\| \| docs \|\n\|---\|---\|\n/);
  });
});

describe.concurrent('test', () => {
  const expectations = `- mode: docs
  tool: write_to_file
  file: docs/a.md
  expect: allow
- mode: docs
  tool: write_to_file
  file: src/a.ts
  expect: deny
  by: FILE_RESTRICTED
`;
  const project = (text: string) =>
    createFolder({ ...cleanProject, 'tests/policy.modes-test.yaml': `tests:\n${text.replace(/^/gm, '  ')}\n` });

  test('modegate test passes where the policy is as expected', async () => {
    const { code, stdout } = await run(['test'], project(expectations));
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 passed, 0 failed')]);
    expect(stdout).toContain('Not covered by a test: tickets');
  });

  test('modegate test fails where the policy is not as expected, and names the place and the rule', async () => {
    const { code, stdout } = await run(['test'], project(expectations.replace('src/a.ts', 'docs/b.md')));
    expect([code, stdout]).toEqual([1, expect.stringMatching(/✗ tests\/policy\.modes-test\.yaml:\d+:\d+ /)]);
    expect(stdout).toContain('1 passed, 1 failed');
  });

  test('R1-13: modegate test fails for a name that does not exist, and shows the nearest name', async () => {
    const misspelt = expectations.replaceAll('mode: docs', 'mode: dcs').replace('allow', 'deny');
    const { code, stdout } = await run(['test'], project(misspelt));
    expect([code, stdout]).toEqual([1, expect.stringContaining("Unknown mode 'dcs'. Did you mean 'docs'?")]);
    const meant = await run(['test'], project(`${misspelt.replace(/by: .*/, 'unknown: true')}`));
    expect(meant.stdout).toContain('1 passed, 1 failed');
  });

  test('modegate test ends with 2 for an unreadable test and with 4 without any test', async () => {
    expect((await run(['test'], project(expectations.replace('expect: allow', 'expect: maybe')))).code).toBe(2);
    expect((await run(['test', 'nowhere.yaml'], project(expectations))).code).toBe(2);
    expect((await run(['test'], createFolder(cleanProject))).code).toBe(4);
  });

  test('modegate test --format json prints the results as data', async () => {
    const { stdout } = await run(['test', '-f', 'json'], project(expectations));
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      results: [{ passed: true }, { passed: true }],
      problems: [],
      untested: ['tickets'],
    });
  });
});

describe.concurrent('lock', () => {
  test('modegate lock records the tools of servers, verifies them later and reports changes', async () => {
    const folder = createFolder({ ...cleanProject, 'tools.json': inventory });
    expect(await run(['lock', '--inventory', 'tools.json'], folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 tools of 1 server to'),
    });
    expect((await run(['lock', '--verify', '--inventory', 'tools.json'], folder)).code).toBe(0);
    writeFiles(folder, { 'later.json': inventory.replace('"destructiveHint":true', '"destructiveHint":false') });
    const drifted = await run(['lock', '--verify', '--inventory', 'later.json'], folder);
    expect([drifted.code, drifted.stdout]).toEqual([1, expect.stringMatching(/^error .*delete_repo/m)]);
    const checked = await run(['check', '--inventory', 'later.json', '--fail-on', 'warning'], folder);
    expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining('M080')]);
  });

  test('modegate lock ends with 4 where it cannot verify', async () => {
    const folder = createFolder({ ...cleanProject, 'tools.json': inventory });
    expect((await run(['lock'], folder)).code).toBe(4);
    expect((await run(['lock', '--verify'], folder)).code).toBe(4);
    expect((await run(['lock', '--verify', '--inventory', 'tools.json'], folder)).code).toBe(4);
  });
});

describe.concurrent('fix', () => {
  test('modegate fix repairs what is safe, and changes nothing else in the file', async () => {
    const folder = createFolder(faultyProject);
    const file = join(folder, '.roomodes');
    expect(await run(['fix', '--dry-run'], folder)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('1 finding would be fixed'),
    });
    expect(readFileSync(file, 'utf8')).toBe(faultyProject['.roomodes']);
    expect(await run(['fix'], folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 finding fixed') });
    expect(readFileSync(file, 'utf8')).toBe(faultyProject['.roomodes']?.replace('when_to_use', 'whenToUse'));
    expect(await run(['fix'], folder)).toMatchObject({ code: 0, stdout: '0 findings fixed\n' });
  });

  test('security H8: modegate fix leaves out repairs that would grant something, except on request', async () => {
    const text =
      'customModes:\n  - slug: m\n    name: M\n    roleDefinition: r\n    groups: [mcp]\n    mcpRestrictions:\n      allowedServers: []\n';
    const folder = createFolder({ '.roomodes': text });
    const left = await run(['fix', '--unsafe'], folder);
    expect(left).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Not applied because it may grant: m gains other servers.'),
    });
    expect(left.stdout).toContain('0 findings fixed, 1 not applied');
    expect(readFileSync(join(folder, '.roomodes'), 'utf8')).toBe(text);
    await run(['fix', '--unsafe', '--allow-grants'], folder);
    expect(readFileSync(join(folder, '.roomodes'), 'utf8')).toContain('mcpRestrictions: {}\n');
  });

  test.skipIf(process.platform === 'win32')(
    'modegate fix writes through a link and keeps file permissions',
    async () => {
      const { '.roomodes': text = '', ...others } = faultyProject;
      const folder = createFolder({ ...others, 'config/modes.yaml': text });
      symlinkSync('config/modes.yaml', join(folder, '.roomodes'));
      const before = statSync(join(folder, 'config/modes.yaml')).mode;
      await run(['fix'], folder);
      expect(readFileSync(join(folder, 'config/modes.yaml'), 'utf8')).toContain('whenToUse');
      expect(statSync(join(folder, 'config/modes.yaml')).mode).toBe(before);
    },
  );
});

test.skipIf(process.platform === 'win32')(
  'security M8: modegate fix writes nothing through a link that leaves the project',
  async () => {
    const outer = createFolder({
      'victim.yaml': cleanProject['.roomodes']?.replace('groups: [', 'groups: [read, ') ?? '',
    });
    const victim = () => readFileSync(join(outer, 'victim.yaml'), 'utf8');
    const before = victim();
    const folder = createFolder({ 'src/a.ts': '' });
    symlinkSync(join(outer, 'victim.yaml'), join(folder, '.roomodes'));
    symlinkSync(join(outer, 'victim.yaml'), join(folder, 'modegate.config.json'));
    for (const args of [
      ['fix'],
      ['fix', '--unsafe'],
      ['init', '--force'],
      ['init', '--template', 'read-only-reviewer'],
    ])
      expect([args, (await run(args, folder)).code]).not.toEqual([args, 1]);
    expect(victim()).toBe(before);
  },
);

test.concurrent("modegate fix leaves the user's own files alone", async () => {
  const home = createFolder({ 'custom_modes.yaml': faultyProject['.roomodes'] ?? '' });
  const outcome = await run(['fix', '--global'], createFolder(cleanProject), { ROO_CONFIG_DIR: home });
  expect(outcome).toMatchObject({ code: 0, stdout: '0 findings fixed\n' });
  expect(readFileSync(join(home, 'custom_modes.yaml'), 'utf8')).toBe(faultyProject['.roomodes']);
});

describe.concurrent('init', () => {
  test('modegate init writes settings that check accepts, and keeps existing ones', async () => {
    const folder = createFolder(cleanProject);
    expect((await run(['init'], folder)).code).toBe(0);
    expect((await run(['check'], folder)).code).toBe(0);
    expect(await run(['init'], folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });
    expect((await run(['init', '--force'], folder)).code).toBe(0);
  });

  test('usability B4: modegate init writes a mode into an empty folder that check finds clean', async () => {
    const folder = createFolder();
    const { code, stdout } = await run(['init'], folder);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Wrote the mode 'docs-writer'[\s\S]*--template/)]);
    expect(await run(['check'], folder)).toMatchObject({ code: 0, stdout: 'No findings in 2 files\n' });
  });

  test('usability B4: modegate init adds the first mode to a project that has only settings', async () => {
    const folder = createFolder({ 'modegate.config.json': '{ "persona": "strict" }' });
    const { code, stdout } = await run(['init'], folder);
    expect([code, stdout]).toEqual([0, expect.stringContaining("Wrote the mode 'docs-writer'")]);
    expect(readFileSync(join(folder, 'modegate.config.json'), 'utf8')).toBe('{ "persona": "strict" }');
  });

  test('modegate init adds a mode from a template', async () => {
    const folder = createFolder();
    expect(await run(['init', '--template', 'read-only-reviewer'], folder)).toMatchObject({ code: 0 });
    expect(await run(['why', 'reviewer', 'write_to_file', '--file', 'a'], folder)).toMatchObject({ code: 1 });
    expect(await run(['init', '--template', 'read-only-reviewer'], folder)).toMatchObject({ code: 2 });
  });
});

describe.concurrent('suggest and migrate', () => {
  const open = {
    ...cleanProject,
    'tools.json': inventory,
    '.roomodes': cleanProject['.roomodes']?.replace(/ {4}mcpRestrictions:.*$/s, '') ?? '',
  };

  test('modegate suggest shows the restrictions a mode could have, and writes them with --write', async () => {
    const folder = createFolder(open);
    const args = ['suggest', '--inventory', 'tools.json', '--mode', 'tickets'];
    const { code, stdout } = await run(args, folder);
    expect([code, stdout]).toEqual([0, expect.stringContaining('mcpRestrictions:')]);
    expect(readFileSync(join(folder, '.roomodes'), 'utf8')).toBe(open['.roomodes']);
    await run([...args, '--write'], folder);
    expect((await run(['why', 'tickets', 'github/delete_repo'], folder)).code).toBe(1);
    expect((await run(['why', 'tickets', 'github/get_issue'], folder)).code).toBe(0);
  });

  test('modegate suggest proposes command rules from an audit log', async () => {
    const line = (command: string, allowed: boolean) =>
      JSON.stringify({ event: 'decision', mode: 'shell', tool: 'execute_command', allowed, arguments: { command } });
    const roomodes =
      'customModes:\n  - slug: shell\n    name: Shell\n    roleDefinition: You run.\n    groups: [command]\n';
    const log = [line('npm test', true), line('git status && git diff', true), line('rm -rf x', false), 'x'].join('\n');
    const folder = createFolder({ '.roomodes': roomodes, 'audit.jsonl': log, 'empty.jsonl': '' });
    const args = ['suggest', '--audit-log', 'audit.jsonl'];
    const { code, stdout } = await run(args, folder);
    expect([code, stdout]).toEqual([0, expect.stringContaining('- npm test')]);
    expect(stdout).not.toContain('rm');
    expect((await run([...args, '--write'], folder)).code).toBe(0);
    expect(readFileSync(join(folder, '.roomodes'), 'utf8')).toContain('allowedCommands:');
    expect((await run(['suggest', '--audit-log', 'empty.jsonl'], folder)).stderr).toContain('--audit-arguments');
    expect((await run(['suggest', '--audit-log', 'missing.jsonl'], folder)).code).toBe(2);
  });

  test('modegate migrate previews before it writes, and --strict writes nothing that loses something', async () => {
    const folder = createFolder(cleanProject);
    const args = ['migrate', '--to', 'allowedMcpServers'];
    expect(await run(args, folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('Add --write') });
    expect((await run([...args, '--strict', '--write'], folder)).code).toBe(1);
    expect(readFileSync(join(folder, '.roomodes'), 'utf8')).toBe(cleanProject['.roomodes']);
    expect((await run([...args, '--write'], folder)).code).toBe(0);
    expect(readFileSync(join(folder, '.roomodes'), 'utf8')).toContain('allowedMcpServers:');
    expect((await run(['migrate', '--to', 'mcpRestrictions', '--write'], folder)).code).toBe(0);
    expect(readFileSync(join(folder, '.roomodes'), 'utf8')).not.toContain('allowedMcpServers');
  });
});

describe.concurrent('explain', () => {
  test('modegate explain describes a rule by id or name', async () => {
    const folder = createFolder();
    const byId = await run(['explain', 'm003'], folder);
    expect([byId.code, byId.stdout]).toEqual([0, expect.stringContaining('M003 unknown-key')]);
    expect((await run(['explain', 'unknown-key'], folder)).stdout).toBe(byId.stdout);
  });

  test('modegate explain lists all rules by id', async () => {
    const { stdout } = await run(['explain', '--list', '--format', 'json'], createFolder());
    const ids = (JSON.parse(stdout) as readonly { readonly id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(ids.length).toBeGreaterThan(40);
  });
});
