import { check, type Finding } from '@modegate/policy-check';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace } from '../support/example-workspace.ts';

const modes = (lines: string, groups: unknown = ['read']) =>
  `customModes:\n  - slug: m\n    name: M\n    roleDefinition: You work.\n    groups: ${JSON.stringify(groups)}\n${lines}`;
const servers = (entry: object, file = '.roo/mcp.json') => ({
  [file]: JSON.stringify({ mcpServers: { s: { command: 'c', ...entry } } }),
});
const found = (rule: string, files: Readonly<Record<string, string>>): readonly Finding[] =>
  check(exampleWorkspace(files), { preset: 'audit' }).findings.filter((finding) => finding.rule === rule);

describe('security, what an expert would add 1: variables that nobody fills in (M066)', () => {
  test.each([
    ['.roo/mcp.json', '${TOKEN}', true],
    ['.roo/mcp.json', 'Bearer ${TOKEN}', true],
    ['.roo/mcp.json', '$TOKEN', true],
    ['.roo/mcp.json', '${input:token}', true],
    ['.roo/mcp.json', '${TOKEN:-none}', true],
    ['.roo/mcp.json', '${env:TOKEN}', false],
    ['.roo/mcp.json', '${workspaceFolder}/data', false],
    ['.roo/mcp.json', 'pa$$word$X', false],
    ['.vscode/mcp.json', '${input:token}', false],
    ['.vscode/mcp.json', '${env:TOKEN}', false],
    ['.vscode/mcp.json', '${TOKEN}', true],
    ['.mcp.json', '${TOKEN}', false],
    ['.mcp.json', '${TOKEN:-none}', false],
    ['.mcp.json', '$TOKEN', true],
    ['.mcp.json', '${env:TOKEN}', true],
    ['.cursor/mcp.json', '${env:TOKEN}', false],
    ['.cursor/mcp.json', '${TOKEN}', true],
    ['other/mcp.json', '${TOKEN}', false],
  ])('M066 in %s, value %s: %s', (file, value, isFound) => {
    expect(found('M066', servers({ env: { TOKEN: value } }, file))).toHaveLength(isFound ? 1 : 0);
  });

  test('M066 checks headers and not arguments', () => {
    const remote = {
      '.roo/mcp.json':
        '{"mcpServers":{"s":{"type":"streamable-http","url":"https://a.example/mcp","headers":{"Authorization":"Bearer ${TOKEN}"}}}}',
    };
    expect(found('M066', remote)[0]?.message).toContain("Write '${env:TOKEN}'");
    expect(found('M066', servers({ args: ['--header', 'Authorization:${TOKEN}'] }))).toEqual([]);
  });
});

describe('security, what an expert would add 2: a mode that may change its own rules (M059)', () => {
  const edit = (fileRegex: string) => [['edit', { fileRegex }]];

  test.each([
    ['the file of modes', edit('\\.roomodes$|\\.md$'), '', ['warning']],
    ['by exclusion', edit('^(?!src/)'), '', ['warning']],
    ['the file of servers', edit('\\.json$'), '', ['info']],
    ['the file of servers beside a shell, which opens everything', [...edit('\\.json$'), 'command'], '', []],
    ['the file of modes beside a shell', [...edit('\\.roomodes$'), 'command'], '', ['warning']],
    ['neither', edit('^docs/'), '', []],
    ['every file, where nothing is limited', ['edit', 'mcp'], '', []],
    [
      'every file, where servers are limited',
      ['edit', 'mcp'],
      '    mcpRestrictions: { allowedServers: [a] }\n',
      ['info'],
    ],
    [
      'every file, where a shell does it too',
      ['edit', 'mcp', 'command'],
      '    mcpRestrictions: { allowedServers: [a] }\n',
      [],
    ],
  ])('M059: %s', (_, groups, lines, severities) => {
    expect(found('M059', { '.roomodes': modes(lines, groups) }).map(({ severity }) => severity)).toEqual(severities);
  });

  test('M059 judges a mode of another client by its file', () => {
    const files = { '.kilocodemodes': modes('', edit('^\\.kilocodemodes$')) };
    expect(found('M059', files)[0]?.message).toContain("'.kilocodemodes'");
  });
});

describe('security, what an expert would add 3: a limit that exists only in a description (M012)', () => {
  test.each([
    [[['command', { description: 'only to run the linters' }]], 1],
    [[['mcp', { description: 'Tickets only' }]], 1],
    [[['edit', { description: 'No changes outside docs' }]], 1],
    [[['command', { description: 'Runs the linters' }]], 0],
    [[['edit', { fileRegex: '^docs/', description: 'Documentation only' }]], 0],
    [['command'], 0],
  ])('M012 checks the groups %j', (groups, count) => {
    expect(found('M012', { '.roomodes': modes('', groups) })).toHaveLength(count);
  });
});

describe('security, what an expert would add 4: shell tools in alwaysAllow (M067, M049)', () => {
  test.each([
    'execute_command',
    'cipher_bash',
    'run_terminal_cmd',
    'runScript',
    'start_process',
    'execute_python_code',
    'shell',
    'docker_exec',
  ])('M067 reports the tool %s as a shell, by default and once', (tool) => {
    const files = servers({ alwaysAllow: [tool] });
    expect(found('M067', files)).toHaveLength(1);
    expect(found('M049', files)).toEqual([]);
    expect(check(exampleWorkspace(files)).findings.map(({ rule }) => rule)).toEqual(['M067']);
  });

  test.each([
    'get_command_history',
    'list_processes',
    'read_process_output',
    'run_tests',
    'run_query',
    'command_status',
    'bashful',
    'describe_shell',
    'send_message',
    'mcp-exec',
  ])('M067 does not report %s', (tool) => expect(found('M067', servers({ alwaysAllow: [tool] }))).toEqual([]));

  test.each(['write_file', 'move_file', 'edit_block'])('M049 reports that %s changes something permanently', (tool) =>
    expect(found('M049', servers({ alwaysAllow: [tool] }))).toHaveLength(1),
  );

  test('what a server says about its tool takes precedence over the tool name', () => {
    const tools = [{ name: 's', tools: [{ name: 'run_script', hints: { readOnly: true } }] }];
    expect(found('M067', { ...servers({ alwaysAllow: ['run_script'] }), 'tools.json': JSON.stringify(tools) })).toEqual(
      [],
    );
  });
});

describe('security, what an expert would add 7: instructions that demand a refused tool (M074)', () => {
  const saying = (text: string, groups: readonly unknown[] = ['read']) => ({
    '.roomodes': modes(`    customInstructions: ${JSON.stringify(text)}\n`, groups),
  });

  test.each([
    ['Use `write_to_file` to save the report.', 1],
    ['Call use_mcp_tool with the server github.', 1],
    ['Run the tests with execute_command.\nReport.', 1],
    ['Never use write_to_file.', 0],
    ['The code mode uses write_to_file.', 0],
    ['Use read_file to read.', 0],
    ['See docs/write_to_file.md and write_to_file_old.', 0],
    ['If you have write_to_file, use it.', 0],
    ['Edit the file.', 0],
  ])('M074 checks the instruction %s', (text, count) => {
    expect(found('M074', saying(text))).toHaveLength(count);
  });

  test('M074 accepts a group with the tool, limited or not', () => {
    expect(found('M074', saying('Use insert_content and apply_diff.', [['edit', { fileRegex: '^docs/' }]]))).toEqual(
      [],
    );
  });
});

test('security, false alarms: M071 ignores what only protects the code under test', () => {
  const prompt = (text: string) => ({
    '.roomodes': modes(`    customInstructions: ${JSON.stringify(text)}\n`, ['read', 'edit']),
  });
  expect(found('M071', prompt('Do not modify the code under test to make tests pass.'))).toEqual([]);
  expect(found('M071', prompt('Never change code just to silence a test.'))).toEqual([]);
  expect(found('M071', prompt('Never modify code or run commands.'))).toHaveLength(1);
  expect(found('M071', prompt('You do not edit files.'))).toHaveLength(1);
  expect(found('M071', prompt('Do not edit files!'))).toHaveLength(1);
});

describe('issue 9 section 2: a server that no file configures (M020)', () => {
  const message = (restrictions: string) =>
    found('M020', {
      '.roomodes': modes(`    mcpRestrictions: ${restrictions}\n`, ['mcp']),
      ...servers({}, 'mcp.json'),
    })[0]?.message;

  test('M020 says which name no file has, and what that means', () => {
    expect(message('{ allowedServers: [elsewhere] }')).toMatch(
      /refers to the server 'elsewhere', which is not configured in any server file, so (?:any server with exactly this name is allowed|this entry allows nothing)/,
    );
    expect(message('{ disallowedServers: [elsewhere] }')).toContain(
      'which is not configured in any server file, so this entry denies nothing',
    );
  });
});
