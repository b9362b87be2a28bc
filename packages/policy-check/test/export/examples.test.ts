import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePolicy, formatRule } from '@modegate/mode-core';
import { parseModesText } from '@modegate/mode-core/text';
import { restrictionTemplates } from '@modegate/policy-check';
import { exportMode, exportTargets, type ModeExport } from '@modegate/policy-check/export';
import { describe, expect, test } from 'vitest';

const root = '/home/user/project';
const inventory = [
  { name: 'github', tools: [{ name: 'get_issue' }, { name: 'create_issue' }, { name: 'delete_repo' }] },
];
const servers = [{ name: 'github' }, { name: 'jira' }];

const builtin = compilePolicy({ servers, projectRoot: root });

const file = join(import.meta.dirname, '../../../../examples/ci/repository/.roomodes');
const example = compilePolicy({
  project: parseModesText(readFileSync(file, 'utf8'), { source: 'project', file: '.roomodes' }),
  builtin: [],
  servers,
  projectRoot: root,
});

describe.each(exportTargets)('export for %s', (target) => {
  test.each(['docs-writer', 'no-destruction', 'office-hours'])(
    'the export of the template %s matches its snapshot',
    (id) => {
      const modes = restrictionTemplates.flatMap((template) => (template.id === id ? [template.mode] : []));
      const policy = compilePolicy({ project: modes, builtin: [], servers, projectRoot: root });
      for (const { slug } of modes)
        expect(show(exportMode(policy, { target, mode: slug, inventory, root }))).toMatchSnapshot();
    },
  );

  test.each(['architect', 'code'])('the export of the built-in mode %s matches its snapshot', (mode) => {
    expect(show(exportMode(builtin, { target, mode, inventory, root }))).toMatchSnapshot();
  });

  test('the export of a mode of examples/ci matches its snapshot', () => {
    expect(show(exportMode(example, { target, mode: 'tickets', inventory, root }))).toMatchSnapshot();
  });
});

test('if denials ignore letter case, an export opens only tools known by name', () => {
  const policy = compilePolicy({
    servers: [{ name: 'github', disabledTools: ['delete_repo'], disabledInAnyCase: true }],
    projectRoot: root,
  });
  const { text, rules } = exportMode(policy, { target: 'claude-code', mode: 'code', inventory, root });
  const { allow } = JSON.parse(text).permissions;
  expect(allow).toEqual(expect.arrayContaining(['mcp__github__get_issue', 'mcp__github__create_issue']));
  expect(allow).not.toContain('mcp__github__*');
  expect(rules).toContainEqual({
    subject: 'tools of github',
    outcome: 'narrower',
    by: expect.anything(),
    reason: 'the format has no case-insensitive deny rules, so only tools whose names are known are available',
  });
});

test('the export of a missing mode is refused with a suggestion of the nearest name', () => {
  expect(() => exportMode(builtin, { target: 'zoo', mode: 'architct' })).toThrow(
    expect.objectContaining({ code: 'MODE_NOT_FOUND', message: expect.stringMatching(/Did you mean 'architect'/) }),
  );
});

function show({ file, text, rules }: ModeExport): string {
  const report = rules.map(({ subject, outcome, by, reason }) =>
    [`${outcome}: ${subject}`, ...(reason === undefined ? [] : [`  ${reason}`, `  ${formatRule(by)}`])].join('\n'),
  );
  return `${file}\n\n${text}\n${report.join('\n')}\n`;
}
