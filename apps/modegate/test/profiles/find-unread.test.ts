import { memoryFiles } from '@modegate/project';
import { expect, test } from 'vitest';
import { findUnread } from '../../src/profiles/find-unread.ts';

function unreadIn(texts: Readonly<Record<string, string>>, read: readonly string[] = []) {
  const list = async () => Object.keys(texts);
  return findUnread({ ...memoryFiles(texts), kind: 'folder', name: 'project', list }, new Set(read));
}

test('unsupported agent files in any folder are named, at most three per agent', async () => {
  const agents = ['a', 'b', 'c', 'd', 'e'].map((name) => [`.github/agents/${name}.agent.md`, ''] as const);
  expect(
    await unreadIn({ '.cursor/cli.json': '{}', 'apps/web/.gemini/settings.json': '', 'src/cli.json': '' }),
  ).toEqual(['.cursor/cli.json (Cursor)', 'apps/web/.gemini/settings.json (Gemini CLI)']);
  expect(await unreadIn(Object.fromEntries(agents))).toEqual([
    '.github/agents/a.agent.md, .github/agents/b.agent.md, .github/agents/c.agent.md, and 2 more (Copilot)',
  ]);
  expect(await unreadIn({ '.cursor/cli.json': '{}' }, ['.cursor/cli.json'])).toEqual([]);
});

test('editor settings with keys about agents are named', async () => {
  expect(await unreadIn({ '.vscode/settings.json': '{ "editor.tabSize": 2 }' })).toEqual([]);
  expect(await unreadIn({ '.vscode/settings.json': '{ // own\n "chat.tools.terminal.autoApprove": {}, }' })).toEqual([
    '.vscode/settings.json (VS Code)',
  ]);
});

test('a workflow that starts an agent is named with its line and options', async () => {
  const step = 'jobs:\n  a:\n    steps:\n      - run: codex exec --sandbox danger-full-access "fix it"\n';
  expect(await unreadIn({ '.github/workflows/fix.yml': step, 'docs/fix.yml': step })).toEqual([
    '.github/workflows/fix.yml:4, which starts codex with --sandbox',
  ]);
});
