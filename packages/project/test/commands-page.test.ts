import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePolicy, decide } from '@modegate/mode-core';
import { createCommandJudge } from '@modegate/mode-core/commands';
import { parseModesText } from '@modegate/mode-core/text';
import { parseCommandRule, shellAnalyser } from '@modegate/shell-commands';
import { describe, expect, test } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../../docs/commands.md'), 'utf8').replaceAll('\r\n', '\n');
const unquote = (cell: string): string => /^`(.*)`$/.exec(cell)?.[1] ?? cell;

describe('docs/commands.md', () => {
  const [, text = ''] = /^```yaml file=commands\/\.roomodes\n(.*?)^```$/ms.exec(page) ?? [];
  const project = parseModesText(text, { source: 'project', file: '.roomodes' });
  const policy = compilePolicy({ project, commands: createCommandJudge({ analyser: shellAnalyser, shell: 'bash' }) });

  test('docs/commands.md shows a mode that loads without problems', () => expect(policy.problems).toEqual([]));

  test.each(table('command', 'decision', 'why').map((row) => row.map(unquote)))(
    'docs/commands.md shows the decision on %s: %s, because %s',
    (command, expected) => {
      const decision = decide(policy, { mode: 'docs', tool: 'execute_command', params: { command } });
      expect(decision.allowed ? 'allowed' : decision.code).toBe(expected);
    },
  );

  test.each(table('rule', 'here', 'note').map((row) => row.map(unquote)))(
    'docs/commands.md translates %s to a rule: %s',
    (_rule, here = '') => {
      if (here !== 'none') expect(parseCommandRule(here, 'disallowedCommands').fault).toBeUndefined();
    },
  );
});

function table(...headings: readonly string[]): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const head = lines.indexOf(`| ${headings.join(' | ')} |`);
  expect(head, `a table with the headings ${headings.join(', ')}`).toBeGreaterThan(0);
  const rest = lines.slice(head + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? undefined : end).map((line) => line.slice(2, -2).split(' | '));
}
