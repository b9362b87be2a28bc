import { readServerConfig } from '@modegate/server-config';
import { backupFileName, planInstall, planUninstall } from '@modegate/server-config/clients';
import { describe, expect, test } from 'vitest';
import { entry, file, planFor, targetOn } from './support/install-target.ts';

describe('planInstall', () => {
  test('planInstall plans a new file if there is none', async () => {
    const plan = await planFor(undefined);
    expect(plan).toMatchObject({
      client: 'roo',
      scope: 'project',
      name: 'modes',
      file,
      before: undefined,
      change: 'create',
      backupFile: undefined,
    });
    expect(plan.after).toBe(
      '{\n  "mcpServers": {\n    "modes": {\n      "command": "npx",\n      "args": [\n        "-y",\n        "@modegate/modes-server"\n      ]\n    }\n  }\n}\n',
    );
    expect(plan.diff).toBe(
      [
        '--- /dev/null',
        `+++ ${file}`,
        '@@ -0,0 +1,11 @@',
        '+{',
        '+  "mcpServers": {',
        '+    "modes": {',
        '+      "command": "npx",',
        '+      "args": [',
        '+        "-y",',
        '+        "@modegate/modes-server"',
        '+      ]',
        '+    }',
        '+  }',
        '+}',
        '',
      ].join('\n'),
    );
  });

  test.each(['', '  \n', '\uFEFF'])('planInstall plans a complete file for a blank one (%j)', async (text) => {
    const plan = await planFor(text);
    expect(plan).toMatchObject({ change: 'add', backupFile: backupFileName(file, 1) });
    expect(readServerConfig(plan.after ?? '', { file }).servers.map(({ state }) => state)).toEqual(['valid']);
  });

  test('planInstall adds the server after the others and changes nothing else', async () => {
    const before = '{\n\t// mine\n\t"mcpServers": {\n\t\t"a": { "command": "x" } // first\n\t},\n\t"other": [1,2]\n}';
    const plan = await planFor(before);
    expect(plan.change).toBe('add');
    expect(plan.after).toBe(
      '{\n\t// mine\n\t"mcpServers": {\n\t\t"a": { "command": "x" }, // first\n\t\t"modes": {\n\t\t\t"command": "npx",\n\t\t\t"args": [\n\t\t\t\t"-y",\n\t\t\t\t"@modegate/modes-server"\n\t\t\t]\n\t\t}\n\t},\n\t"other": [1,2]\n}',
    );
  });

  test('planInstall keeps line ends, a trailing comma, a missing last line end and the byte order mark', async () => {
    const before = '\uFEFF{\r\n    "mcpServers": {\r\n        "a": {},\r\n    }\r\n}';
    const { after = '' } = await planFor(before);
    expect(
      after.startsWith(
        '\uFEFF{\r\n    "mcpServers": {\r\n        "a": {},\r\n        "modes": {\r\n            "command"',
      ),
    ).toBe(true);
    expect(after.endsWith('\r\n        },\r\n    }\r\n}')).toBe(true);
    expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('planInstall keeps a file of one line on one line', async () => {
    expect((await planFor('{"mcpServers":{"a":{"command":"x"}}}\n')).after).toBe(
      '{"mcpServers":{"a":{"command":"x"},"modes":{"command":"npx","args":["-y","@modegate/modes-server"]}}}\n',
    );
  });

  test('planInstall adds the server map if there is none', async () => {
    const { after } = await planFor('{\n  "theme": "dark"\n}\n');
    expect(JSON.parse(after ?? '')).toEqual({ theme: 'dark', mcpServers: { modes: entry } });
    expect(after?.startsWith('{\n  "theme": "dark",\n  "mcpServers": {\n')).toBe(true);
  });

  test.each<[string, Record<string, string>, string]>([
    ['where the first is missing', { '/p/opencode.jsonc': '{}' }, '/p/opencode.jsonc'],
    [
      'that has the entry',
      { '/p/opencode.json': '{}', '/p/opencode.jsonc': '{"mcp":{"modes":{}}}' },
      '/p/opencode.jsonc',
    ],
    ['only if none of this name exists', { '/p/config.json': '{}' }, '/p/opencode.json'],
    ['but not one that is broken', { '/p/opencode.json': '{}', '/p/opencode.jsonc': '{"mcp"' }, '/p/opencode.json'],
  ])('planInstall writes into another file that the client reads, %s', async (_when, disk, written) => {
    const target = targetOn(disk, { client: 'opencode' });
    const plan = await planInstall({ ...target, entry });
    expect(plan.file).toBe(written);
    const after = { ...disk, [written]: plan.after };
    expect((await planUninstall(targetOn(after, { client: 'opencode' }))).file).toBe(written);
  });

  test('planInstall writes to no file of another agent', async () => {
    const target = targetOn({ '/p/opencode.json': '{}', '/p/.kilo/mcp.json': '{}' }, { client: 'kilo' });
    expect((await planInstall({ ...target, entry })).file).toBe('/p/.kilo/kilo.jsonc');
  });

  test('planInstall updates an earlier entry and keeps its other members', async () => {
    const before = `{
  "mcpServers": {
    "modes": {
      "command": "node", // old
      "args": ["old.js"],
      "disabledTools": ["switch_mode"],
      "env": { "MINE": "1", "LEVEL": "info" }
    }
  }
}`;
    const plan = await planFor(before, {}, { ...entry, env: { LEVEL: 'debug' } });
    expect(plan.change).toBe('update');
    expect(plan.after).toBe(`{
  "mcpServers": {
    "modes": {
      "command": "npx", // old
      "args": ["-y", "@modegate/modes-server"],
      "disabledTools": ["switch_mode"],
      "env": { "MINE": "1", "LEVEL": "debug" }
    }
  }
}`);
  });

  test('planInstall turns a remote entry into a local one', async () => {
    const { after } = await planFor(
      '{"mcpServers":{"modes":{"type":"http","url":"https://e.com","headers":{},"timeout":5}}}',
    );
    expect(JSON.parse(after ?? '')).toEqual({ mcpServers: { modes: { type: 'stdio', timeout: 5, ...entry } } });
  });

  test('planInstall replaces an invalid entry', async () => {
    const { after } = await planFor('{"mcpServers":{"modes":null}}');
    expect(JSON.parse(after ?? '')).toEqual({ mcpServers: { modes: entry } });
  });

  test('a second planInstall changes nothing', async () => {
    const first = await planFor('{ "mcpServers": { } }');
    const second = await planFor(first.after);
    expect(second).toMatchObject({ change: 'none', diff: '', backupFile: undefined });
    expect(second.after).toBe(second.before);
  });

  test('planInstall accepts any server name', async () => {
    const plan = await planFor('{"mcpServers":{"a":{}}}', { name: '__proto__' });
    expect(Object.keys(JSON.parse(plan.after ?? '').mcpServers)).toEqual(['a', '__proto__']);
  });

  test('planInstall uses the first free backup name', async () => {
    const disk = { [file]: '{}', [backupFileName(file, 1)]: 'a', [backupFileName(file, 2)]: 'b' };
    expect((await planInstall({ ...targetOn(disk), entry })).backupFile).toBe(`${file}.modegate-backup-3`);
  });

  test('planInstall writes the form that each client reads', async () => {
    const written = async (client: string, platform: NodeJS.Platform, scope?: 'global') => {
      const { file: path, after } = await planInstall({
        ...targetOn(
          {},
          { client, platform, projectRoot: '/p', homeDir: '/h', ...(scope === undefined ? {} : { scope }) },
        ),
        entry,
      });
      return { path, root: JSON.parse(after ?? '') };
    };
    expect(await written('vscode', 'linux')).toEqual({
      path: '/p/.vscode/mcp.json',
      root: { servers: { modes: { type: 'stdio', ...entry } } },
    });
    expect((await written('claude-code', 'linux')).root).toEqual({
      mcpServers: { modes: { type: 'stdio', ...entry } },
    });
    expect((await written('claude-code', 'win32', 'global')).root.mcpServers.modes).toEqual({
      type: 'stdio',
      command: 'cmd',
      args: ['/c', 'npx', ...entry.args],
    });
    expect((await written('claude-desktop', 'win32')).root.mcpServers.modes.command).toBe('cmd');
    expect((await written('cursor', 'win32')).root.mcpServers.modes).toEqual(entry);
    expect((await written('roo', 'win32', 'global')).path).toContain('rooveterinaryinc.roo-cline');
  });
});
