import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '@modegate/policy-check';
import { expect, test } from 'vitest';
import { exampleWorkspace } from './support/example-workspace.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/commands.md'), 'utf8').replaceAll('\r\n', '\n');
const [, text = ''] = /^```yaml file=commands\/\.roomodes\n(.*?)^```$/ms.exec(page) ?? [];

test('the mode of docs/commands.md has no finding, and with the wider limit has those that the page names', () => {
  expect(check(exampleWorkspace({ '.roomodes': text })).findings).toEqual([]);
  const wide = text.replace("'^docs/.*\\.md$'", '^docs/');
  expect(wide).not.toBe(text);
  const messages = check(exampleWorkspace({ '.roomodes': wide })).findings.map(({ message }) => message);
  expect(messages).toEqual([
    expect.stringContaining('write `docs/package.json` and then run `cd docs && pnpm run docs:build`'),
    expect.stringContaining('and then run `cd docs && git status`'),
  ]);
});
