import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runTest } from '../src/commands/test.ts';
import { runWhy } from '../src/commands/why.ts';

/** A project whose mode `pages` may read Markdown alone. What the commands print is dropped. */
function open(): string {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => output.mockRestore());
  return createFolder({
    '.roomodes':
      "customModes:\n  - { slug: pages, name: P, roleDefinition: R, groups: [[read, { fileRegex: '\\.md$' }]] }\n",
    'docs/a.txt': '',
    'secrets/key.pem': '',
  });
}

const search = (path: string) => JSON.stringify({ path, regex: '.', file_pattern: '*.md' });

test('R1-4: `modegate why` checks whether the path of a search is a file or a folder', async () => {
  const projectRoot = open();
  const why = (path: string) => runWhy({ mode: 'pages', target: 'search_files' }, { projectRoot, args: search(path) });
  expect([await why('docs'), await why('secrets/key.pem'), await why('gone')]).toEqual([0, 1, 1]);
});

test('R1-4: `modegate test` checks whether the path of a search is a file or a folder', async () => {
  const projectRoot = open();
  const file = join(projectRoot, 'policy.modes-test.yaml');
  const entry = (path: string, expected: string) =>
    `  - { mode: pages, tool: search_files, params: ${search(path)}, expect: ${expected} }\n`;
  const run = (...entries: readonly string[]) => {
    writeFileSync(file, `tests:\n${entries.join('')}`);
    return runTest([file], { projectRoot });
  };
  expect(await run(entry('docs', 'allow'), entry('secrets/key.pem', 'deny'), entry('gone', 'deny'))).toBe(0);
  expect(await run(entry('secrets/key.pem', 'allow'))).toBe(1);
});

test('`modegate why` checks whether the paths of a command are files or folders', async () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => output.mockRestore());
  const projectRoot = createFolder({
    '.roomodes': `customModes:
  - slug: pages
    name: P
    roleDefinition: R
    groups: [[read, { fileRegex: '\\.md$' }], command]
    commandRestrictions: { allowedCommands: ["grep *"] }
`,
    'a.md': '',
    'b.md/c.txt': '',
  });
  const why = (command: string) => runWhy({ mode: 'pages', target: 'execute_command', command }, { projectRoot });
  expect([await why('grep -r x a.md'), await why('grep -r x b.md')]).toEqual([0, 1]);
});
