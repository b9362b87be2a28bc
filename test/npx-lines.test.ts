import { expect, test } from 'vitest';
import { linesOf, npxLines } from '../scripts/packages/npx-lines.ts';
import { fillIn } from '../scripts/packages/npx-place.ts';

const markdown = [
  'Run `npx -y @modegate/modegate lsp`; `npx -y` alone is not a line.',
  '',
  '```sh',
  'npx -y @modegate/modegate matrix   # every mode',
  'cd editors/vscode && npx -y @vscode/vsce@3 package',
  'echo npx',
  '```',
  '',
  '```json',
  '{ "mcpServers": { "modegate": { "command": "npx",',
  '  "args": ["-y", "@modegate/modes-server", "--mode", "code"] } } }',
  '```',
].join('\n');

test('an npx line is found in a block, in the text and in a server entry, with its line number', () => {
  expect(linesOf('docs/a.md', markdown).map(({ line, text }) => `${line}: ${text}`)).toEqual([
    '1: npx -y @modegate/modegate lsp',
    '4: npx -y @modegate/modegate matrix',
    '5: npx -y @vscode/vsce@3 package',
    '10: npx -y @modegate/modes-server --mode code',
  ]);
});

test('the documents of this repository have npx lines', () => {
  expect(new Set(npxLines().map(({ document }) => document))).toContain('README.md');
});

test('placeholders for the reader are filled in, and nothing else changes', () => {
  const place = { project: '/p', home: '/h', socket: '/s' };
  const fill = (text: string) => fillIn(text, place);
  expect(fill(`npx -y @modegate/modes-server --project-root \${workspaceFolder}`)).toBe(
    'npx -y @modegate/modes-server --project-root /p',
  );
  expect(fill('npx -y @modegate/modes-server serve --http 8080 --project-root /path/to/project')).toBe(
    'npx -y @modegate/modes-server serve --http 127.0.0.1:0 --project-root /p',
  );
  expect(fill('npx -y @modegate/ipc-server doctor')).toBe('npx -y @modegate/ipc-server doctor --socket /s');
  expect(fill('npx -y @modegate/ipc-server doctor --socket /tmp/roo.sock')).toBe(
    'npx -y @modegate/ipc-server doctor --socket /s',
  );
  expect(fill('npx -y @modegate/ipc-server serve --http 127.0.0.1:8081')).toBe(
    'npx -y @modegate/ipc-server serve --http 127.0.0.1:0',
  );
  expect(fill('npx -y @modegate/modegate matrix')).toBe('npx -y @modegate/modegate matrix');
});
