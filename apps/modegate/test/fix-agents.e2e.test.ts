import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver/node';
import { applyEdits, type Editor, editsOf, startEditor } from './support/editor.ts';
import { git, run } from './support/run-program.ts';

const broken = '{ "permissions": { "deny": ["Write(secrets/**)"] } }\n';
const repaired = '{ "permissions": { "deny": ["Edit(secrets/**)"] } }\n';
const dropped = '{ "permissions": { "allow": ["Bash(npm test)"], } }\n';

const settings = '.claude/settings.json';
const local = '.claude/settings.local.json';
const textOf = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');

describe.concurrent('`fix` with permissions of other agents', () => {
  test('a dry run of fix shows the changes to agent permissions, and a second run finds nothing', async () => {
    const folder = createFolder({ [settings]: broken });
    const line = `.claude/settings.json:1:29: M100 Write 'Edit(secrets/**)'.`;
    expect(await run(['fix', '--dry-run'], folder)).toMatchObject({
      code: 1,
      stdout: `${line}\n1 finding would be fixed\n`,
    });
    expect(textOf(folder, settings)).toBe(broken);
    expect(await run(['fix'], folder)).toMatchObject({ code: 0, stdout: `${line}\n1 finding fixed\n` });
    expect(textOf(folder, settings)).toBe(repaired);
    expect((await run(['fix'], folder)).stdout).toBe('0 findings fixed\n');
    expect(await run(['check', '--format', 'pretty'], createFolder({ [settings]: broken }))).toMatchObject({
      stdout: expect.stringContaining("fix: Write 'Edit(secrets/**)'."),
    });
  });

  test('fix names repairs that would grant something, and makes them only on request', async () => {
    const folder = createFolder({ [settings]: dropped });
    const { stdout } = await run(['fix'], folder);
    expect(stdout).toContain(
      'M014 Remove the comma. Not applied because it may grant: claude-code may now run `npm test`',
    );
    expect(textOf(folder, settings)).toBe(dropped);
    expect(await run(['fix', '--allow-grants'], folder)).toMatchObject({ code: 0 });
    expect(textOf(folder, settings)).toBe(dropped.replace(', }', ' }'));
  });

  test('fix leaves ignored files and the files of the user alone', async () => {
    const folder = createFolder({ [settings]: broken, [local]: broken, '.gitignore': '*.local.json\n' });
    const home = createFolder({ [settings]: broken });
    git(folder, 'init', '-q');
    expect((await run(['fix', '--unsafe', '--allow-grants'], folder, { HOME: home })).stdout).toMatch(
      /^1 finding fixed$/m,
    );
    expect([textOf(folder, settings), textOf(folder, local), textOf(home, settings)]).toEqual([
      repaired,
      broken,
      broken,
    ]);
  });

  test('fix keeps a link as a link, and does not follow one out of the project', async () => {
    const outside = createFolder({ 'settings.json': broken });
    const folder = createFolder({ 'shared.json': broken, '.claude/agents/a.md': '' });
    symlinkSync('../shared.json', join(folder, settings));
    symlinkSync(join(outside, 'settings.json'), join(folder, local));
    await run(['fix'], folder);
    expect(lstatSync(join(folder, settings)).isSymbolicLink()).toBe(true);
    expect([textOf(folder, 'shared.json'), textOf(outside, 'settings.json')]).toEqual([repaired, broken]);
  });

  test('fix keeps the file permissions', async () => {
    const folder = createFolder({ [settings]: broken });
    chmodSync(join(folder, settings), 0o444);
    await run(['fix'], folder);
    expect([textOf(folder, settings), statSync(join(folder, settings)).mode & 0o777]).toEqual([repaired, 0o444]);
  });
});

describe('repairs of permission files in an editor', () => {
  async function actionsIn(editor: Editor, only?: readonly string[]) {
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    const context = { diagnostics: [], ...(only && { only }) };
    const request = { textDocument: { uri: editor.uri(settings) }, range, context };
    return (await editor.request<readonly CodeAction[] | null>('textDocument/codeAction', request)) ?? [];
  }

  test('an editor offers the repairs of `modegate fix` for unsaved text', async () => {
    const editor = await startEditor(createFolder({ [settings]: '{}', [local]: dropped }));
    const text = `\n${broken}`;
    editor.write(settings, text);
    await editor.until(settings, ({ length }) => length > 0);
    const [single] = await actionsIn(editor);
    expect(single).toMatchObject({ title: "Write 'Edit(secrets/**)'.", kind: 'quickfix', isPreferred: true });
    const [all] = await actionsIn(editor, ['source.fixAll']);
    expect(all?.title).toBe('Apply the fixes that grant no permissions: 1 finding');
    for (const { edit } of [single, all].filter((one) => one !== undefined))
      expect(applyEdits(text, editsOf(edit ?? {}, editor.uri(settings)))).toBe(`\n${repaired}`);
  });

  test('repairs in an editor state what they may grant', async () => {
    const editor = await startEditor(createFolder({ [settings]: '{}' }));
    editor.write(settings, dropped);
    await editor.until(settings, ({ length }) => length > 0);
    const [action] = await actionsIn(editor);
    expect(action).toMatchObject({ isPreferred: false });
    expect(action?.title).toContain('Remove the comma. (may grant: claude-code may now run `npm test` without asking');
    expect(await actionsIn(editor, ['source.fixAll'])).toEqual([]);
  });
});
