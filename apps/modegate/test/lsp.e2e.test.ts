import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeInto } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import type { CodeAction, CompletionItem, Diagnostic, Hover } from 'vscode-languageserver/node';
import { applyEdits, type Editor, editsOf, positionOf, startEditor } from './support/editor.ts';
import { git, run } from './support/run-program.ts';
import { cleanProject, faultyProject } from './support/sample-project.ts';

const modesOf = (project: Readonly<Record<string, string>>) => project['.roomodes'] ?? '';

/** What two servers offer, as `modegate lock` would have written it down. */
const inventory = JSON.stringify([
  {
    name: 'github',
    tools: [{ name: 'get_issue', description: 'Reads an issue.' }, { name: 'get_pull' }, { name: 'delete_repo' }],
  },
  { name: 'wiki "main"', tools: [{ name: 'read' }] },
]);

const rulesOf = (diagnostics: readonly { readonly code?: number | string }[]) => diagnostics.map(({ code }) => code);

async function checkJson(folder: string) {
  const { stdout } = await run(['check', '--format', 'json'], folder);
  return JSON.parse(stdout).findings.filter((finding: { suppressed?: unknown }) => finding.suppressed === undefined);
}

async function completionsAt(editor: Editor, text: string): Promise<readonly CompletionItem[]> {
  const at = text.indexOf('¦');
  const clean = text.slice(0, at) + text.slice(at + 1);
  editor.write('.roomodes', clean);
  return (
    (await editor.request<readonly CompletionItem[] | null>('textDocument/completion', {
      textDocument: { uri: editor.uri('.roomodes') },
      position: positionOf(text, '¦'),
    })) ?? []
  );
}

function complete(text: string, { textEdit }: CompletionItem): string {
  if (textEdit === undefined || !('range' in textEdit)) throw new Error('expected an edit with a range');
  return applyEdits(text.replace('¦', ''), [textEdit]);
}

async function actionsAt(editor: Editor, path: string, given: { only?: string[]; text: string }) {
  const end = { line: given.text.split('\n').length, character: 0 };
  return (
    (await editor.request<readonly CodeAction[] | null>('textDocument/codeAction', {
      textDocument: { uri: editor.uri(path) },
      range: { start: { line: 0, character: 0 }, end },
      context: { diagnostics: [], ...(given.only === undefined ? {} : { only: given.only }) },
    })) ?? []
  );
}

describe('diagnostics', () => {
  test('diagnostics are the findings of modegate check, with their rules and documentation pages', async () => {
    const folder = createFolder(faultyProject);
    const editor = await startEditor(folder);
    const diagnostics = await editor.until('.roomodes', ({ length }) => length > 0);
    const findings = await checkJson(folder);
    expect(
      diagnostics.map(({ code, message, range, severity }) => ({ code, message, ...range.start, severity })),
    ).toEqual(
      findings.map(
        (one: { rule: string; message: string; severity: string; location: { line: number; column: number } }) => ({
          code: one.rule,
          message: one.message,
          line: one.location.line - 1,
          character: one.location.column - 1,
          severity: { error: 1, warning: 2, info: 3 }[one.severity],
        }),
      ),
    );
    expect(diagnostics.length).toBeGreaterThan(1);
    expect(diagnostics[0]).toMatchObject({ source: 'modegate' });
    expect(diagnostics.map(({ codeDescription }) => codeDescription?.href)).toEqual(
      rulesOf(diagnostics).map((rule) => `https://github.com/modegate/modegate/blob/main/docs/rules/${rule}.md`),
    );
  });

  test('diagnostics follow unsaved edits of modes and servers, and honour suppressions', async () => {
    const editor = await startEditor(createFolder(cleanProject));
    const clean = modesOf(cleanProject);
    editor.write('.roomodes', clean.replace('[github]', '[gihub]'));
    const found = await editor.until('.roomodes', (list) => rulesOf(list).includes('M020'));
    expect(found.find(({ code }) => code === 'M020')?.range.start).toEqual(positionOf(clean, 'github]'));
    editor.write('.roo/mcp.json', '{ "mcpServers": { "gihub": { "command": "x" }, "github": { "command": "y" } } }');
    await editor.until('.roomodes', (list) => !rulesOf(list).includes('M020'));
    editor.close('.roo/mcp.json');
    await editor.until('.roomodes', (list) => rulesOf(list).includes('M020'));
    const hidden = clean.replace(
      'allowedServers: [github]',
      '# modegate-ignore M020: soon\n      allowedServers: [gihub]',
    );
    editor.write('.roomodes', hidden);
    await editor.until('.roomodes', (list) => !rulesOf(list).includes('M020'));
  });

  test('diagnostics follow a new unsaved policy, files that appear and files that are deleted', async () => {
    const folder = createFolder({ 'README.md': 'x' });
    const editor = await startEditor(folder);
    editor.write('.roomodes', modesOf(faultyProject));
    await editor.until('.roomodes', (list) => rulesOf(list).includes('M005'));
    editor.close('.roomodes');
    await editor.until('.roomodes', ({ length }) => length === 0);
    writeInto(folder, '.roomodes', modesOf(faultyProject));
    editor.saved('.roomodes');
    await editor.until('.roomodes', (list) => rulesOf(list).includes('M005'));
    rmSync(join(folder, '.roomodes'));
    editor.saved('.roomodes');
    await editor.until('.roomodes', ({ length }) => length === 0);
    const watched = editor.registered.get('workspace/didChangeWatchedFiles');
    expect(JSON.stringify(watched)).toContain('**/.roomodes');
  });

  test('diagnostics cover agent files: unsaved text, new files, and a start folder inside the repository', async () => {
    const settings = '{\n  "permissions": { "deny": ["Bash(git push:*)"] }\n}\n';
    const folder = createFolder({ '.claude/settings.json': settings, 'apps/web/.mcp.json': '{ "mcpServers": {} }' });
    git(folder, 'init', '-q');
    const editor = await startEditor(folder);
    const comment = settings.replace('{\n', '{\n  // Never.\n');
    editor.write('.claude/settings.json', comment);
    const [found] = await editor.until('.claude/settings.json', (list) => rulesOf(list).includes('M014'));
    expect(found?.range.start).toEqual({ line: 1, character: 2 });
    editor.close('.claude/settings.json');
    await editor.until('.claude/settings.json', ({ length }) => length === 0);
    editor.write('apps/web/.claude/settings.json', comment);
    writeInto(folder, 'apps/web/.claude/settings.json', settings);
    editor.saved('apps/web/.claude/settings.json');
    await editor.until('apps/web/.claude/settings.json', (list) => rulesOf(list).includes('M014'));
    const watched = editor.registered.get('workspace/didChangeWatchedFiles');
    expect(JSON.stringify(watched)).toContain('**/.claude/agents/**/*.md');
  });

  test('diagnostics of several folders are kept apart, and disappear with their folder', async () => {
    const folder = createFolder({
      ...prefixed('one', faultyProject),
      ...prefixed('two', { ...cleanProject, '.roomodes': '' }),
    });
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    const editor = await startEditor(folder, { folders: [one, two] });
    await editor.until('one/.roomodes', (list) => rulesOf(list).includes('M005'));
    await editor.until('two/.roomodes', (list) => rulesOf(list).includes('M002'));
    const event = { added: [], removed: [{ uri: editor.uri('one'), name: 'one' }] };
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    await editor.until('one/.roomodes', ({ length }) => length === 0);
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: event.removed, removed: [] },
    });
    await editor.until('one/.roomodes', (list) => rulesOf(list).includes('M005'));
  });

  test('diagnostics of a broken file appear and disappear with the mistake, those of settings in their file', async () => {
    const folder = createFolder({ ...cleanProject, 'modegate.config.json': '{\n  "persna": "strict"\n}\n' });
    const editor = await startEditor(folder);
    const [problem] = await editor.until('modegate.config.json', ({ length }) => length > 0);
    expect(problem).toMatchObject({ range: { start: { line: 1 } }, severity: 1 });
    expect(problem?.message).toContain("Did you mean 'persona'?");
    editor.write('modegate.config.json', '{}');
    await editor.until('modegate.config.json', ({ length }) => length === 0);
    editor.write('.roomodes', 'customModes: [');
    await editor.until('.roomodes', (list) => rulesOf(list).includes('M001'));
    editor.write('.roomodes', modesOf(cleanProject));
    await editor.until('.roomodes', (list) => !rulesOf(list).includes('M001'));
    expect(editor.messages).toEqual([]);
  });

  test('the diagnostic of an invalid command rule points at the rule', async () => {
    const text = modesOf(cleanProject).replace(
      '    groups:',
      '    commandRestrictions:\n      allowedCommands:\n        - ls *\n        - { command: a && b, reason: r }\n        - "- *"\n    groups:',
    );
    const editor = await startEditor(createFolder({ ...cleanProject, '.roomodes': text }));
    editor.write('.roomodes', text);
    const isAboutRule = ({ message }: Diagnostic) => String(message).includes("'a && b'");
    const found = await editor.until('.roomodes', (list) => list.some(isAboutRule));
    const rule = found.find(isAboutRule);
    expect(rule).toMatchObject({ code: 'M002', severity: 1, range: { start: positionOf(text, '{ command: a') } });
  });

  test('diagnostics count UTF-16 units, with any line ending', async () => {
    const text = modesOf(cleanProject).replace('[github]', '["🙂é", gihub]').replaceAll('\n', '\r\n');
    const editor = await startEditor(createFolder({ ...cleanProject, '.roomodes': `\uFEFF${text}` }));
    const found = await editor.until('.roomodes', (list) => rulesOf(list).includes('M020'));
    const places = found.filter(({ code }) => code === 'M020').map(({ range }) => range.start);
    expect(places).toContainEqual(positionOf(text, 'gihub'));
  });

  test('a problem without a place in a file is shown once as a message', async () => {
    const folder = createFolder(cleanProject);
    const editor = await startEditor(folder, { flags: ['--lock', 'none.json'] });
    editor.write('.roomodes', modesOf(cleanProject));
    const textDocument = { uri: editor.uri('.roomodes') };
    expect(
      await editor.request('textDocument/hover', { textDocument, position: { line: 1, character: 11 } }),
    ).toBeNull();
    expect(editor.messages).toHaveLength(1);
    expect(editor.messages[0]).toContain('does not exist. `modegate lock` writes it.');
  });
});

describe('code actions', () => {
  test('code actions make the same edits as modegate fix, one by one or all together', async () => {
    const folder = createFolder(faultyProject);
    const editor = await startEditor(folder);
    const text = modesOf(faultyProject);
    editor.write('.roomodes', text);
    const [single] = await actionsAt(editor, '.roomodes', { text });
    expect(single).toMatchObject({ kind: 'quickfix', isPreferred: true, diagnostics: [{ code: 'M003' }] });
    const only = ['source.fixAll'];
    const [all, ...others] = await actionsAt(editor, '.roomodes', { text, only });
    expect(others).toEqual([]);
    expect(all?.edit?.documentChanges).toMatchObject([{ textDocument: { version: 1 } }]);
    expect((await run(['fix'], folder)).code).toBe(0);
    const fixed = readFileSync(join(folder, '.roomodes'), 'utf8');
    expect(fixed).not.toBe(text);
    for (const action of [single, all])
      expect(applyEdits(text, editsOf(action?.edit ?? {}, editor.uri('.roomodes')))).toBe(fixed);
  });

  test('code actions mark repairs that grant something, and leave them out of fix all', async () => {
    const text = modesOf(cleanProject).replace(/allowedServers: \[github\].*/s, 'allowedServers: []\n');
    const folder = createFolder({ ...cleanProject, '.roomodes': text });
    const editor = await startEditor(folder, { capabilities: {} });
    editor.write('.roomodes', text);
    const actions = await actionsAt(editor, '.roomodes', { text });
    const grant = actions.find(({ title }) => title.includes('may grant'));
    expect(grant).toMatchObject({ kind: 'quickfix', isPreferred: false });
    expect(grant?.title).toContain('tickets');
    expect((await run(['fix', '--unsafe', '--allow-grants'], folder)).code).toBe(0);
    const granted = applyEdits(text, editsOf(grant?.edit ?? {}, editor.uri('.roomodes')));
    expect(granted).toBe(readFileSync(join(folder, '.roomodes'), 'utf8'));
    expect(await actionsAt(editor, '.roomodes', { text, only: ['source.fixAll.modegate'] })).toEqual([]);
  });
});

describe('hover', () => {
  test('hover on a slug shows what the mode may do, on a restriction what it matches and decides', async () => {
    const text = modesOf(cleanProject).replace('toolName: get_issue', "toolName: 'get_*'");
    const folder = createFolder({ ...cleanProject, '.roomodes': text, 'inventory.json': inventory });
    const editor = await startEditor(folder, { flags: ['--inventory', join(folder, 'inventory.json')] });
    editor.write('.roomodes', text);
    const hover = async (piece: string, within = 1) => {
      const textDocument = { uri: editor.uri('.roomodes') };
      const position = positionOf(text, piece, within);
      const result = await editor.request<Hover | null>('textDocument/hover', { textDocument, position });
      return (result?.contents as { value?: string } | undefined)?.value ?? '';
    };
    const docs = await hover('slug: docs', 7);
    expect(docs).toContain('**Mode** `docs`');
    expect(docs).toContain('- allowed `for files that match ^docs/.*\\.md$`: ');
    expect(docs).toMatch(/- denied: .*`execute_command`/);
    const tool = await hover('get_*');
    expect(tool).toContain('Matches 2 known tools');
    expect(tool).toContain('- ✓ `github/get_issue` allowed by');
    const server = await hover('[github]', 2);
    expect(server).toContain('Matches 3 known tools');
    expect(server).toMatch(/- ✗ `github\/delete_repo` refused \(MCP_TOOL_NOT_ALLOWED\): /);
    expect(await hover('roleDefinition')).toBe('');
  });

  test("hover on a rule of an agent's own permissions shows its effect, using the text in the editor", async () => {
    const folder = createFolder({ 'opencode.json': '{}' });
    const editor = await startEditor(folder);
    const text = '{\n  "permission": { "bash": { "*": "allow", "git push*": "deny" } }\n}\n';
    editor.write('opencode.json', text);
    const textDocument = { uri: editor.uri('opencode.json') };
    const position = positionOf(text, 'git push');
    const result = await editor.request<Hover | null>('textDocument/hover', { textDocument, position });
    expect(result?.contents).toMatchObject({ value: expect.stringContaining('- ✗ `bash` `git push` is denied') });
  });

  test('hover on a command rule shows what it matches, with examples and their decisions', async () => {
    const text = modesOf(cleanProject).replace(
      '    groups:',
      `    commandRestrictions:
      allowedCommands: [git status *, { command: git push, reason: deploys }]
      askCommands: ["git push"]
    groups:
      - command`,
    );
    const editor = await startEditor(createFolder({ ...cleanProject, '.roomodes': text }));
    editor.write('.roomodes', text);
    const hover = async (piece: string) => {
      const textDocument = { uri: editor.uri('.roomodes') };
      const position = positionOf(text, piece, 1);
      const result = await editor.request<Hover | null>('textDocument/hover', { textDocument, position });
      return (result?.contents as { value?: string } | undefined)?.value ?? '';
    };
    const status = await hover('git status');
    expect(status).toContain('Matches `the program git, then status, then any further words`.');
    expect(status).toMatch(/- ✓ `git status x` allowed by `project .roomodes:\d+/);
    expect(status).toContain('Does not match: `/usr/bin/git status`, `git`, `git x`');
    expect(await hover('git push, reason')).toMatch(/then push, and nothing more.*- ! `git push` asks a person, by/s);
    expect(await hover('"git push"')).toContain('- ! `git push x` asks a person');
  });
});

describe('completion', () => {
  const before = `customModes:
  - slug: tickets
    name: Tickets
    roleDefinition: You sort tickets.
    groups: [read, mcp]
    mcpRestrictions:
`;

  test('completion offers groups, servers and the tools of a server in unfinished lines', async () => {
    const folder = createFolder({ ...cleanProject, 'inventory.json': inventory });
    const editor = await startEditor(folder, { flags: ['--inventory', join(folder, 'inventory.json')] });
    const labels = async (text: string) => (await completionsAt(editor, text)).map(({ label }) => label);
    expect(await labels('customModes:\n  - slug: a\n    groups: [re¦')).toContain('edit');
    expect(await labels('customModes:\n  - slug: a\n    groups:\n      - ¦\n')).toContain('mcp');
    expect(await labels('customModes:\n  - slug: a\n    groups:\n      - - ¦\n')).toContain('edit');
    expect(await labels(`${before}      allowedServers: [¦`)).toEqual(['github', 'wiki "main"']);
    expect(await labels(`${before}      allowedTools:\n        - { serverName: github, toolName: ¦ }\n`)).toEqual([
      'get_issue',
      'get_pull',
      'delete_repo',
    ]);
    expect(
      await labels(`${before}      disallowedTools:\n        - serverName: 'wiki*'\n          toolName: ¦\n`),
    ).toEqual(['read']);
    expect(await labels('customModes:\n  - slug: a\n    name: ¦\n')).toEqual([]);
    expect(await labels('# a comment ¦\n')).toEqual([]);
  });

  test('completion offers the keys of a mode, its restrictions and their entries', async () => {
    const editor = await startEditor(createFolder(cleanProject));
    const labels = async (text: string) => (await completionsAt(editor, text)).map(({ label }) => label);
    const mode = 'customModes:\n  - slug: a\n';
    expect(await labels(`${mode}    comm¦\n`)).toContain('commandRestrictions');
    const lists = ['allowedCommands', 'askCommands', 'disallowedCommands'];
    expect(await labels(`${mode}    commandRestrictions:\n      a¦`)).toEqual(expect.arrayContaining(lists));
    const more = await labels(`${mode}    commandRestrictions:\n      allowedCommands: [ls]\n      a¦\n`);
    expect([more.includes('askCommands'), more.includes('allowedCommands')]).toEqual([true, false]);
    expect(
      await labels(`${mode}    commandRestrictions:\n      askCommands:\n        - command: ls\n          re¦\n`),
    ).toEqual(['reason', 'schedule', 'when']);
    expect(await labels(`${mode}    mcpRestrictions: { ask¦ }\n`)).toContain('askTools');
    expect(await labels(`${mode}    commandRestrictions:\n      askCommands: [l¦]\n`)).toEqual([]);
    expect(await labels('cust¦')).toEqual([]);
  });

  test('completion quotes names where the place needs it', async () => {
    const folder = createFolder({ ...cleanProject, 'inventory.json': inventory });
    const editor = await startEditor(folder, { flags: ['--inventory', join(folder, 'inventory.json')] });
    const finish = async (text: string, label: string) => {
      const item = (await completionsAt(editor, text)).find((one) => one.label === label);
      if (item === undefined) throw new Error(`expected ${label} among the completions of ${text}`);
      return complete(text, item);
    };
    const servers = (value: string) => `${before}      allowedServers: [${value}]\n`;
    expect(await finish(servers('gi¦'), 'github')).toBe(servers('github'));
    expect(await finish(servers('"gi¦t"'), 'github')).toBe(servers('"github"'));
    expect(await finish(servers('¦'), 'wiki "main"')).toBe(servers('"wiki \\"main\\""'));
    const entry = (value: string) => `${before}      allowedTools:\n        - ${value}\n`;
    expect(await finish(entry('get¦'), 'github/get_pull')).toBe(entry('{ serverName: github, toolName: get_pull }'));
    const keys = (value: string) => `customModes:\n  - slug: a\n    commandRestrictions:\n      ${value}\n`;
    expect(await finish(keys('as¦'), 'askCommands')).toBe(keys('askCommands: '));
    expect(await finish(keys('as¦: [ls]'), 'askCommands')).toBe(keys('askCommands: [ls]'));
    const jsonKeys = (value: string) => `{"customModes":[{"slug":"a","commandRestrictions":{${value}}}]}`;
    expect(await finish(jsonKeys('"as¦"'), 'askCommands')).toBe(jsonKeys('"askCommands": '));
    const json = (value: string) => `{"customModes":[{"slug":"a","groups":[${value}]}]}`;
    expect(await finish(json('"re¦"'), 'edit')).toBe(json('"edit"'));
    expect(await finish(json('¦'), 'edit')).toBe(json('"edit"'));
  });
});

describe('the lifecycle of the server', () => {
  test('the language server ends with 0 after shutdown and exit, and with 1 after exit alone', async () => {
    const polite = await startEditor(createFolder(cleanProject));
    expect(polite.started.capabilities).toMatchObject({ positionEncoding: 'utf-16', hoverProvider: true });
    await polite.request('shutdown', {});
    await polite.connection.sendNotification('exit');
    expect(await polite.ended).toBe(0);
    expect(polite.stderr()).toBe('');
    const rude = await startEditor(createFolder(cleanProject));
    await rude.connection.sendNotification('exit');
    expect(await rude.ended).toBe(1);
  });

  test('the language server ends when the editor is gone', async () => {
    const editor = await startEditor(createFolder(cleanProject));
    editor.connection.end();
    expect(await editor.ended).toBe(1);
  });

  test('the language server answers a cancelled request as cancelled, and then answers the next one', async () => {
    const editor = await startEditor(createFolder(cleanProject));
    const text = modesOf(cleanProject);
    editor.write('.roomodes', text);
    const params = { textDocument: { uri: editor.uri('.roomodes') }, position: positionOf(text, 'docs') };
    const source = new (await import('vscode-jsonrpc/node')).CancellationTokenSource();
    const cancelled = editor.connection.sendRequest('textDocument/hover', params, source.token);
    source.cancel();
    await expect(cancelled).rejects.toMatchObject({ code: -32800 });
    expect(await editor.request('textDocument/hover', params)).toMatchObject({ contents: { kind: 'markdown' } });
  });

  test('the language server survives other schemes, unknown methods and hostile documents', async () => {
    const editor = await startEditor(createFolder(cleanProject));
    const textDocument = { uri: 'untitled:Untitled-1', languageId: 'yaml', version: 1, text: 'customModes: [' };
    await editor.connection.sendNotification('textDocument/didOpen', { textDocument });
    expect(
      await editor.request('textDocument/hover', { textDocument, position: { line: 0, character: 1 } }),
    ).toBeNull();
    await expect(editor.request('modegate/nothing', {})).rejects.toMatchObject({ code: -32601 });
    expect(await completionsAt(editor, `customModes: ${'['.repeat(20_000)}¦`)).toEqual([]);
    expect(await completionsAt(editor, 'customModes:\n  - slug: a\n    groups: [¦]')).not.toEqual([]);
  });
});

function prefixed(folder: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}
