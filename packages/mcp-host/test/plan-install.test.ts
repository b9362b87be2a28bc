import {
  backupFileName,
  type InstallTarget,
  planInstall,
  planUninstall,
  readServerConfig,
} from '@modegate/mcp-host/config';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const file = '/p/.roo/mcp.json';
const entry = { command: 'npx', args: ['-y', '@modegate/modes-server'] };

type Disk = Record<string, string | undefined>;

function target(disk: Disk, more: Partial<InstallTarget> = {}): InstallTarget {
  const readFile = (path: string) => (Object.hasOwn(disk, path) ? disk[path] : undefined);
  return {
    client: 'roo',
    name: 'modes',
    projectRoot: '/p',
    homeDir: '/h',
    platform: 'linux',
    env: {},
    readFile,
    ...more,
  };
}

async function install(text: string | undefined, more: Partial<InstallTarget> = {}, installed = entry) {
  return planInstall({ ...target({ [file]: text }, more), entry: installed });
}

describe('installing', () => {
  test('into no file plans a new one', async () => {
    const plan = await install(undefined);
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

  test.each(['', '  \n', '\uFEFF'])('into a blank file (%j) plans a whole one', async (text) => {
    const plan = await install(text);
    expect(plan).toMatchObject({ change: 'add', backupFile: backupFileName(file, 1) });
    expect(readServerConfig(plan.after ?? '', { file }).servers.map(({ state }) => state)).toEqual(['valid']);
  });

  test('adds the server after the others, and touches nothing else', async () => {
    const before = '{\n\t// mine\n\t"mcpServers": {\n\t\t"a": { "command": "x" } // first\n\t},\n\t"other": [1,2]\n}';
    const plan = await install(before);
    expect(plan.change).toBe('add');
    expect(plan.after).toBe(
      '{\n\t// mine\n\t"mcpServers": {\n\t\t"a": { "command": "x" }, // first\n\t\t"modes": {\n\t\t\t"command": "npx",\n\t\t\t"args": [\n\t\t\t\t"-y",\n\t\t\t\t"@modegate/modes-server"\n\t\t\t]\n\t\t}\n\t},\n\t"other": [1,2]\n}',
    );
  });

  test('keeps line ends, a trailing comma, a missing last line end and the byte order mark', async () => {
    const before = '\uFEFF{\r\n    "mcpServers": {\r\n        "a": {},\r\n    }\r\n}';
    const { after = '' } = await install(before);
    expect(
      after.startsWith(
        '\uFEFF{\r\n    "mcpServers": {\r\n        "a": {},\r\n        "modes": {\r\n            "command"',
      ),
    ).toBe(true);
    expect(after.endsWith('\r\n        },\r\n    }\r\n}')).toBe(true);
    expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('keeps a file of one line on one line', async () => {
    expect((await install('{"mcpServers":{"a":{"command":"x"}}}\n')).after).toBe(
      '{"mcpServers":{"a":{"command":"x"},"modes":{"command":"npx","args":["-y","@modegate/modes-server"]}}}\n',
    );
  });

  test('adds the map of servers where there is none', async () => {
    const { after } = await install('{\n  "theme": "dark"\n}\n');
    expect(JSON.parse(after ?? '')).toEqual({ theme: 'dark', mcpServers: { modes: entry } });
    expect(after?.startsWith('{\n  "theme": "dark",\n  "mcpServers": {\n')).toBe(true);
  });

  test('over an earlier entry brings it up to date and keeps what else it says', async () => {
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
    const plan = await install(before, {}, { ...entry, env: { LEVEL: 'debug' } } as typeof entry);
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

  test('over a remote entry makes it a local one', async () => {
    const { after } = await install(
      '{"mcpServers":{"modes":{"type":"http","url":"https://e.com","headers":{},"timeout":5}}}',
    );
    expect(JSON.parse(after ?? '')).toEqual({ mcpServers: { modes: { type: 'stdio', timeout: 5, ...entry } } });
  });

  test('over something that is no entry replaces it', async () => {
    const { after } = await install('{"mcpServers":{"modes":null}}');
    expect(JSON.parse(after ?? '')).toEqual({ mcpServers: { modes: entry } });
  });

  test('twice changes nothing the second time', async () => {
    const first = await install('{ "mcpServers": { } }');
    const second = await install(first.after);
    expect(second).toMatchObject({ change: 'none', diff: '', backupFile: undefined });
    expect(second.after).toBe(second.before);
  });

  test('may use any name', async () => {
    const plan = await install('{"mcpServers":{"a":{}}}', { name: '__proto__' });
    expect(Object.keys(JSON.parse(plan.after ?? '').mcpServers)).toEqual(['a', '__proto__']);
  });

  test('names the first backup that is free', async () => {
    const disk = { [file]: '{}', [backupFileName(file, 1)]: 'a', [backupFileName(file, 2)]: 'b' };
    expect((await planInstall({ ...target(disk), entry })).backupFile).toBe(`${file}.modegate-backup-3`);
  });

  test('writes what each client reads', async () => {
    const written = async (client: string, platform: NodeJS.Platform, scope?: 'global') => {
      const { file: path, after } = await planInstall({
        ...target(
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

describe('the diff of a plan', () => {
  test('shows keys and our entry, but no secret of anyone', async () => {
    const before = `{
  "mcpServers": {
    // TOKEN=hunter2
    "a": {
      "args": ["--key", "hunter2"],
      "env": { "TOKEN": "hunter2" } /* hunter2
      hunter2 */
    }
  }
}`;
    const plan = await install(before, {}, { ...entry, env: { KEY: 'hunter2' } } as typeof entry);
    expect(plan.after).toContain('hunter2');
    expect(plan.diff).not.toContain('hunter2');
    expect(plan.diff).toContain('+        "-y",');
    expect(plan.diff).toContain('+        "KEY": "…"');
  });

  test('has context around the change and counts its lines', async () => {
    const before = '{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "mcpServers": {\n    "x": {}\n  }\n}\n';
    const { diff } = await install(before);
    expect(diff.split('\n').slice(2, 8)).toEqual([
      '@@ -3,6 +3,13 @@',
      '   "b": 2,',
      '   "c": 3,',
      '   "mcpServers": {',
      '-    "x": {}',
      '+    "x": {},',
    ]);
  });

  test('cuts long lines', async () => {
    const { diff } = await install(`{"mcpServers":{"a":{${'"k":1,'.repeat(200)}"z":1}}}`);
    expect(Math.max(...diff.split('\n').map((line) => line.length))).toBeLessThanOrEqual(160);
  });
});

describe('a file that cannot be edited safely is refused', () => {
  test.each([
    ['does not parse', '{\n  "mcpServers": {\n    oops\n  }\n}', 3],
    ['holds only a comment', '// later', 1],
    ['holds a list', '[]', 1],
    ['has a list of servers', '{\n"mcpServers": []}', 2],
    ['has its servers twice', '{"mcpServers": {},\n"mcpServers": {}}', 2],
    ['has the entry twice', '{"mcpServers": {"modes": {},\n\n"modes": {}}}', 3],
  ])('when it %s', async (_, text, line) => {
    const error = { name: 'HostError', code: 'CONFIG_INVALID', data: { file, line } };
    await expect(install(text)).rejects.toMatchObject(error);
    await expect(install(text)).rejects.toThrow(`line ${line}`);
    await expect(planUninstall(target({ [file]: text }))).rejects.toMatchObject(error);
  });

  test.each([
    [{ client: 'cursro' }, 'CLIENT_UNKNOWN', 'Did you mean "cursor"?'],
    [{ client: 'emacs' }, 'CLIENT_UNKNOWN', 'Known are roo,'],
    [{ client: 'claude-desktop', scope: 'project' }, 'SCOPE_UNSUPPORTED', 'Expected global.'],
    [{ client: 'kilo', scope: 'global' }, 'SCOPE_UNSUPPORTED', 'Expected project.'],
    [{ client: 'cursor', scope: 'global', homeDir: undefined }, 'PATH_UNKNOWN', 'without homeDir'],
    [{ projectRoot: undefined }, 'PATH_UNKNOWN', 'without projectRoot'],
    [{ name: '' }, 'SERVER_INVALID', 'its name is empty'],
  ])('and so is %j', async (more, code, message) => {
    const options = { ...target({}), ...more } as InstallTarget;
    await expect(planInstall({ ...options, entry })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    await expect(planUninstall(options)).rejects.toMatchObject({ code });
  });

  test('and so is an empty command', async () => {
    await expect(install('{}', {}, { command: '', args: [] })).rejects.toMatchObject({ code: 'SERVER_INVALID' });
  });
});

describe('uninstalling', () => {
  test.each([undefined, '', '{}', '{"mcpServers":{"a":{}}}'])(
    'what is not there (%j) changes nothing',
    async (text) => {
      const plan = await planUninstall(target({ [file]: text }));
      expect(plan).toMatchObject({ change: 'none', diff: '', backupFile: undefined });
    },
  );

  test('takes the entry and its comma out and keeps the comments around it', async () => {
    const before =
      '{\n  "mcpServers": {\n    // one\n    "modes": {}, // ours\n    // two\n    "a": {} // last\n  }\n}';
    const plan = await planUninstall(target({ [file]: before }));
    expect(plan).toMatchObject({ change: 'remove', backupFile: `${file}.modegate-backup-1` });
    expect(plan.after).toBe('{\n  "mcpServers": {\n    // one\n     // ours\n    // two\n    "a": {} // last\n  }\n}');
  });

  test.each([
    ['{"mcpServers":{"modes":{},"a":{}}}', '{"mcpServers":{"a":{}}}'],
    ['{"mcpServers":{"a":{},"modes":{}}}', '{"mcpServers":{"a":{}}}'],
    ['{"mcpServers":{"modes":{},}}', '{"mcpServers":{}}'],
    ['{"mcpServers":{"a":{},"modes":{},}}', '{"mcpServers":{"a":{},}}'],
    ['{"mcpServers": {\n"a": 1 // c\n, "modes": {}}}', '{"mcpServers": {\n"a": 1 // c\n}}'],
    ['{"mcpServers": {\n// c\n"modes": {}, "a": 1}}', '{"mcpServers": {\n// c\n "a": 1}}'],
    ['{"mcpServers": {\n// c\n"modes": {}}}', '{"mcpServers": {\n// c\n}}'],
    [
      '{"mcpServers": {"a": 1 /* b */, /* c */ "modes": {} /* d */}}',
      '{"mcpServers": {"a": 1 /* b */ /* c */ /* d */}}',
    ],
  ])('%j gives %j', async (before, after) => {
    expect((await planUninstall(target({ [file]: before }))).after).toBe(after);
  });

  test('a file that holds nothing else, as install makes it, removes the file', async () => {
    const { after } = await install(undefined);
    expect(await planUninstall(target({ [file]: after }))).toMatchObject({
      change: 'remove',
      before: after,
      after: undefined,
    });
  });

  test('gives the backup back, byte for byte, when install is all that happened to it', async () => {
    const original = '{ "mcpServers" : { } }';
    const { after } = await install(original);
    const disk = { [file]: after, [backupFileName(file, 1)]: 'not even JSON', [backupFileName(file, 2)]: original };
    expect(await planUninstall(target(disk))).toMatchObject({
      change: 'remove',
      after: original,
      backupFile: `${file}.modegate-backup-3`,
    });
  });

  test('does not give a backup back when something else changed since', async () => {
    const original = '{\n  "mcpServers": {\n    "a": {}\n  }\n}';
    const { after = '' } = await install(original);
    const changed = after.replace('"a": {}', '"a": {"disabled": true}');
    const plan = await planUninstall(target({ [file]: changed, [backupFileName(file, 1)]: original }));
    expect(plan.after).toBe('{\n  "mcpServers": {\n    "a": {"disabled": true}\n  }\n}');
  });
});

describe('install and then uninstall', () => {
  const eol = fc.constantFrom('\n', '\r\n');
  const indent = fc.constantFrom('', ' ', '  ', '    ', '\t');
  const name = fc
    .oneof(fc.string({ maxLength: 8 }), fc.constantFrom('__proto__', 'modes ', 'a', 'b'))
    .filter((text) => text !== 'modes');
  const servers = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4, noNullPrototype: true });
  const root = fc.record(
    { before: fc.jsonValue({ maxDepth: 1 }), mcpServers: servers, after: fc.jsonValue({ maxDepth: 1 }) },
    { requiredKeys: [] },
  );
  const texts = fc
    .record({ root, eol, indent, mark: fc.boolean(), comment: fc.boolean(), end: fc.boolean(), trailing: fc.boolean() })
    .map((layout) => {
      const lines = JSON.stringify(layout.root, undefined, layout.indent).split('\n');
      const commented = layout.comment && lines.length > 1 ? lines.map((line) => `${line} // {"}`) : lines;
      const text = commented.join(layout.eol);
      const comma =
        layout.trailing && /[}\d"el\]]\s*\}$/.test(text) && !layout.comment ? text.replace(/(\s*\})$/, ',$1') : text;
      return (layout.mark ? '\uFEFF' : '') + comma + (layout.end ? layout.eol : '');
    });

  test('is the identity with the backup at hand', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (original) => {
        const installed = await install(original);
        expect(installed.change).toBe('add');
        const disk = { [file]: installed.after, [`${installed.backupFile}`]: original };
        expect((await planUninstall(target(disk))).after).toBe(original);
      }),
      { numRuns: 150 },
    );
  });

  test('is the identity without it where there was a server before', async () => {
    const nonEmpty = texts.filter((text) => readServerConfig(text, { file }).servers.length > 0);
    await fc.assert(
      fc.asyncProperty(nonEmpty, async (original) => {
        const { after } = await install(original);
        expect((await planUninstall(target({ [file]: after }))).after).toBe(original);
      }),
      { numRuns: 150 },
    );
  });

  test('never throws anything but a HostError, and leaves only text that parses, whatever the file holds', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom(
          '{',
          '}',
          '"mcpServers"',
          '"modes"',
          ':',
          ',',
          ' ',
          '\n',
          '//',
          '/*',
          '*/',
          '[',
          ']',
          '1',
        ),
        maxLength: 30,
      }),
      texts.map((text) => text.slice(0, -1)),
    );
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        for (const plan of [() => install(text), () => planUninstall(target({ [file]: text }))]) {
          const outcome = await plan().catch((error: unknown) => error);
          if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'HostError', code: 'CONFIG_INVALID' });
          else
            expect(
              readServerConfig((outcome as { after?: string }).after ?? '{}', { file }).problems.map(
                ({ code }) => code,
              ),
            ).not.toContain('syntax-error');
        }
      }),
      { numRuns: 300 },
    );
  });
});
