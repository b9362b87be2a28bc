import { check, createWorkspace, type Finding } from '@modegate/policy-check';
import { compileProject } from '@modegate/project';
import { describe, expect, test } from 'vitest';
import { placeOf } from './support/example-workspace.ts';

const findings = (
  text: string,
  file = '.roomodes',
  more: { disabledTools?: string[]; settingsFile?: { file: string; text: string } } = {},
): readonly Finding[] => {
  const { disabledTools, ...known } = more;
  const project = compileProject({ modes: [placeOf(file, text)], servers: [] }, { disabledTools });
  return check(createWorkspace({ project, ...known })).findings;
};
const brief = (all: readonly Finding[]) => all.map(({ rule, severity, location }) => [rule, severity, location.line]);
const modes = (lines: string) =>
  `customModes:\n  - slug: docs-writer\n    name: Docs\n    roleDefinition: You write.\n${lines.replaceAll(/^/gm, '    ')}\n`;

describe('security R1: a limit under a wrong key is an error', () => {
  test('a wrong key in a group, in the restrictions or in a list entry is M003 at the key', () => {
    const text = modes(`groups:
  - read
  - - edit
    - filePattern: x
      colour: red
  - mcp
mcpRestrictions:
  deniedServers: [a]
  allowedTools:
    - serverName: a
      toolName: b
      unless: c`);
    expect(brief(findings(text))).toEqual([
      ['M003', 'error', 8],
      ['M003', 'error', 9],
      ['M003', 'error', 12],
      ['M003', 'error', 16],
    ]);
  });

  test('a wrong key on the mode is M004 at the key and is reported', () => {
    const text = modes(
      'groups: [read, mcp]\ndisabledTools: [execute_command]\ndisallowedServers:\n  - b\nfileRegex: x',
    );
    expect(brief(findings(text))).toEqual([
      ['M004', 'error', 6],
      ['M004', 'error', 7],
      ['M004', 'error', 9],
    ]);
  });

  test('a key that limits nothing is only information', () => {
    expect(brief(findings(modes('groups: [read]\nicon: x')))).toEqual([['M003', 'info', 6]]);
  });

  test('a misspelt key of an entry has a fix', () => {
    const text = modes(
      'groups: [mcp]\nmcpRestrictions:\n  allowedTools:\n    - { serverName: a, toolName: b, shedule: 1 }',
    );
    expect(findings(text).find(({ rule }) => rule === 'M003')?.fix?.description).toBe(
      "Rename 'shedule' to 'schedule'.",
    );
  });
});

describe('S7: a key that has no effect', () => {
  const found = (key: string) => findings(modes(`groups: [read, mcp]\n${key}`));

  test('a key without effect is reported plainly, with the nearest key', () => {
    expect(found('icon: x')).toMatchObject([{ severity: 'info', message: expect.stringMatching(/has no effect\.$/) }]);
    expect(found('fileRegexp: x')).toMatchObject([
      { severity: 'warning', message: expect.stringContaining("has no effect. Did you mean 'fileRegex'?") },
    ]);
  });

  test.each([
    ['allowed_tools: [read_file]', "the tool 'read_file'"],
    ['icon: [search_and_replace]', "the tool 'search_and_replace'"],
    ['icon: create_issue', "the tool 'create_issue'"],
    ['icon: { github: false }', "the server 'github'"],
  ])('the key %s is a warning, because its value names %s', (key, named) => {
    const project = compileProject({
      modes: [placeOf('.roomodes', modes(`groups: [read, mcp]\n${key}`))],
      servers: [placeOf('.roo/mcp.json', '{ "mcpServers": { "github": { "command": "x" } } }')],
    });
    const inventory = [{ name: 'github', tools: [{ name: 'create_issue' }] }];
    expect(check(createWorkspace({ project, inventory })).findings).toContainEqual(
      expect.objectContaining({ rule: 'M003', severity: 'warning', message: expect.stringContaining(named) }),
    );
  });

  test('a key that an earlier version may have read as a limit is reported once for each mode', () => {
    const key = 'permissionNotes: x\nlockedFiles: [a]\nblockedBy: x\nicon: x';
    const told = found(key).filter(({ message }) => message.includes('this mode may now have more permissions'));
    expect(brief(told)).toEqual([['M003', 'warning', 6]]);
    expect(found('icon: x\nx-owner: y').some(({ message }) => message.includes('more permissions'))).toBe(false);
  });
});

describe('security M6: a modes file without modes', () => {
  test.each(['', '# nothing\n', '{}', 'customModes:\n', 'customModes: []\ncustomModes: []\n'])(
    'a modes file with the content %j is an error',
    (text) => {
      expect(findings(text)).toMatchObject([{ severity: 'error' }]);
    },
  );
});

describe('security R2: JSON with comments as Roo Code reads it', () => {
  const json = '"customModes": [ {"slug":"m","name":"M","roleDefinition":"x","groups":["read"]} ] }';

  test.each([
    `{ /* c */ ${json}`,
    `{ // c\n ${json}`,
    `// c\n{ ${json}`,
    `{ ${json.replace('"name"', '/* n */ "name"')}`,
  ])('the text %j, which Roo Code cannot read, is M001', (text) => {
    for (const file of ['.roomodes', 'custom_modes.json'])
      expect(findings(text, file)).toMatchObject([{ rule: 'M001', severity: 'error' }]);
  });

  test.each([`{ ${json}`, `{ ${json.replace('"x"', '"http://x /* y */"')}`, `{ ${json.replace('} ]', '}, ]')}`])(
    'Roo Code and Modegate both read %j',
    (text) => expect(findings(text)).toEqual([]),
  );
});

test('security R3: an invalid slug hides no other finding of its mode', () => {
  const text = (slug: string) =>
    modes(`allowedTools: [x]\ngroups:\n  - writ\n  - - edit\n    - fileRegex: (a+)+$\n  - command`).replace(
      'docs-writer',
      slug,
    );
  const rules = (slug: string) => new Set(findings(text(slug)).map(({ rule }) => rule));
  for (const rule of ['M004', 'M008', 'M051']) {
    expect(rules('a-b')).toContain(rule);
    expect(rules('a_b')).toContain(rule);
  }
  expect(rules('a_b')).toContain('M006');
});

test('security R5: a group that only IBM Bob has is an error in .roomodes, where Roo Code refuses the file', () => {
  expect(findings(modes('groups: [read, skill]'))).toMatchObject([{ rule: 'M008', severity: 'error' }]);
  expect(findings(modes('groups: [read, skill]'), '.bob/custom_modes.yaml')).toEqual([]);
});

test('security L10: a slug that is nearly a built-in one is an error', () => {
  expect(findings(modes('groups: [read]').replace('docs-writer', 'Code'))).toMatchObject([
    { rule: 'M006', severity: 'error', mode: 'code', location: { line: 2 } },
  ]);
});

test('usability B1, security M4: an unknown disabled tool is an error in the settings file', () => {
  const settingsFile = {
    file: 'modegate.config.yaml',
    text: 'persona: default\ndisabledTools:\n  - read_file\n  - execute_comand\n',
  };
  const disabledTools = ['read_file', 'execute_comand'];
  expect(findings(modes('groups: [read]'), '.roomodes', { disabledTools, settingsFile })).toMatchObject([
    {
      rule: 'M002',
      severity: 'error',
      message: expect.stringContaining("Did you mean 'execute_command'?"),
      location: { file: 'modegate.config.yaml', line: 4, pointer: '/disabledTools/1' },
    },
  ]);
});
