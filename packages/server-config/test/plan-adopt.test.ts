import { ServerConfigError } from '@modegate/server-config';
import {
  type AdoptPlan,
  backupFileName,
  type PlanAdoptOptions,
  planAdopt,
  planAdoptUndo,
  planInstall,
} from '@modegate/server-config/clients';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entry, file, targetOn } from './support/install-target.ts';

const serversFile = '/p/.roo/mcp.modegate.json';
const github = { command: 'gh-mcp', env: { TOKEN: 'ghp_secret' } };
const lived = `// team\n{\n  "mcpServers": {\n    // ask Ann\n    "github": ${JSON.stringify(github)}, // keep\n    "fs": { "command": "fs-mcp", "args": ["."] },\n  },\n}\n`;

type Disk = Record<string, string | undefined>;

function optionsOn(disk: Disk, more: Partial<PlanAdoptOptions> = {}): PlanAdoptOptions {
  return {
    ...targetOn(disk, { name: 'modegate' }),
    stateDir: '/h/state',
    entry,
    serversArguments: (path) => ['--servers', path],
    ...more,
  };
}

/** Carries the first changes of a plan out, as a run that is killed after them; each keeps a backup. */
function apply(disk: Disk, { changes }: AdoptPlan, count = changes.length): void {
  for (const { file: path, before, after } of changes.slice(0, count)) {
    expect(disk[path]).toBe(before);
    let number = 1;
    while (disk[backupFileName(path, number)] !== undefined) number += 1;
    if (before !== undefined) disk[backupFileName(path, number)] = before;
    disk[path] = after;
  }
}

async function adopted(text: string, more: Partial<PlanAdoptOptions> = {}): Promise<Disk> {
  const disk: Disk = { [file]: text };
  apply(disk, await planAdopt(optionsOn(disk, more)));
  return disk;
}

const serversOf = (text: string | undefined) =>
  JSON.parse((text ?? '{}').replaceAll(/(?<!:)\/\/.*|,(?=\s*})/g, '')).mcpServers;

describe('issue 11.5, usability B3: adopting', () => {
  test('adopt moves the servers, keeps comments and layout, and writes the entry of the gateway', async () => {
    const disk = await adopted(lived);
    expect(serversOf(disk[serversFile])).toEqual({ github, fs: { command: 'fs-mcp', args: ['.'] } });
    expect(disk[file]).toMatch(/^\/\/ team\n\{\n {2}"mcpServers": \{\n {4}\/\/ ask Ann/);
    expect(disk[file]).toContain('// keep');
    expect(serversOf(disk[file])).toEqual({
      modegate: { command: 'npx', args: ['-y', '@modegate/modes-server', '--servers', serversFile] },
    });
  });

  test('adopt writes the servers first and shows no secret', async () => {
    const { changes, moved } = await planAdopt(optionsOn({ [file]: lived }));
    expect(changes.map((change) => change.file)).toEqual([serversFile, file]);
    expect(moved).toEqual(['github', 'fs']);
    const diff = changes.map((change) => change.diff).join('');
    expect(diff).toContain('+    "github"');
    expect(diff).not.toContain('ghp_secret');
  });

  test('V1: the diff shows in full what is started, without secrets, and the plan names what existed before', async () => {
    const weather = {
      command: 'npx',
      args: [
        '-y',
        'x'.repeat(300),
        '--api-key',
        'sk-1',
        '--token=sk-2',
        '-H',
        'Authorization: Bearer sk-3',
        '--last\u202e',
      ],
      env: { NODE_OPTIONS: 'sk-4' },
      note: 'sk-5',
    };
    const remote = { type: 'sse', url: 'https://u:sk-6@h.example/mcp?api_key=sk-7&x=1', headers: { A: 'sk-8' } };
    const helper = { command: '/bin/sh', args: ['-c', 'echo x > MARK'] };
    const disk = {
      [file]: JSON.stringify({ mcpServers: { weather, remote }, other: 'sk-9' }),
      [serversFile]: JSON.stringify({ mcpServers: { helper } }),
    };
    const { changes, present, moved } = await planAdopt(optionsOn(disk));
    expect([present, moved]).toEqual([['helper'], ['weather', 'remote']]);
    for (const diff of changes.map((change) => change.diff)) {
      expect(diff).toMatch(/"npx"[\s\S]*"-y"[\s\S]*"x{300}"[\s\S]*"--api-key"[\s\S]*"…"[\s\S]*"--token=…"[\s\S]*"-H"/);
      expect(diff).toMatch(/"Authorization: …"[\s\S]*"--last\\u\{202e\}"/);
      expect(diff).toContain('https://…@h.example/mcp?api_key=…&x=1');
      expect(diff).not.toContain('sk-');
    }
    expect(changes[0]?.diff).toMatch(/"\/bin\/sh"[\s\S]*"echo x > MARK"/);
  });

  test('a second adopt changes nothing', async () => {
    const disk = await adopted(lived);
    expect(await planAdopt(optionsOn(disk))).toMatchObject({ changes: [], moved: [], left: [] });
  });

  test('adopt keeps the contents of every existing gateway entry', async () => {
    const own = (mode: string) => ({ command: 'npx', args: ['@modegate/modes-server', '--mode', mode], note: 1 });
    const disk = await adopted(JSON.stringify({ mcpServers: { ask: own('ask'), code: own('code'), github } }));
    const servers = serversOf(disk[file]);
    expect(Object.keys(servers)).toEqual(['ask', 'code']);
    expect(servers.ask).toEqual({ ...own('ask'), args: [...own('ask').args, '--servers', serversFile] });
    const again = await planAdopt(optionsOn(disk));
    expect(again.changes).toEqual([]);
  });

  test('adopt refuses an entry of the gateway that switches it off', async () => {
    const own = { command: 'npx', args: ['@modegate/modes-server', '--gateway', 'off'] };
    const text = JSON.stringify({ mcpServers: { own, github } });
    await expect(planAdopt(optionsOn({ [file]: text }))).rejects.toThrow(/--gateway off/);
  });

  test.each<[string, unknown, RegExp]>([
    ['what cannot be read', { command: 1 }, /cannot be read/],
    ['what its client asks for', { command: 'x', env: { KEY: '${input:key}' } }, /\$\{input:key\}/],
    ["another client's variable", { command: 'x', args: ['${file}'] }, /\$\{file\}/],
    ['a variable without a value', { command: 'x', args: ['${env:NOWHERE}'] }, /NOWHERE/],
    ['a file of variables', { command: 'x', envFile: '.env' }, /"envFile"/],
    ['a remote server that may need a sign-in', { type: 'sse', url: 'https://mcp.example.com' }, /modes-server login/],
  ])('adopt leaves %s and names it', async (_what, it, reason) => {
    const disk: Disk = { [file]: JSON.stringify({ mcpServers: { github, it } }) };
    const plan = await planAdopt(optionsOn(disk));
    expect(plan.moved).toEqual(['github']);
    expect(plan.left).toEqual([{ name: 'it', reason: expect.stringMatching(reason) }]);
    apply(disk, plan);
    expect(serversOf(disk[file])).toHaveProperty('it', it);
  });

  test.each<[string, unknown, readonly string[]]>([
    ['with headers', { type: 'sse', url: 'https://a.example', headers: { Authorization: 'x' } }, []],
    ['on this machine', { type: 'sse', url: 'http://127.0.0.1:9/mcp' }, []],
    ['that was named', { type: 'sse', url: 'https://a.example' }, ['it']],
  ])('adopt moves a remote server %s', async (_what, it, include) => {
    const disk = { [file]: JSON.stringify({ mcpServers: { it } }) };
    expect((await planAdopt(optionsOn(disk, { include }))).moved).toEqual(['it']);
  });

  test('adopt leaves a server whose name another one already has', async () => {
    const disk = { [file]: lived, [serversFile]: '{ "mcpServers": { "github": { "command": "other" } } }' };
    const plan = await planAdopt(optionsOn(disk));
    expect(plan.moved).toEqual(['fs']);
    expect(plan.left).toEqual([{ name: 'github', reason: expect.stringContaining('different settings') }]);
  });

  describe('a client that reads several files', () => {
    const mcp = (servers: object) => JSON.stringify({ mcp: servers });
    const local = { type: 'local', command: ['gh-mcp'] };
    const opencode = (disk: Disk) => optionsOn(disk, { client: 'opencode' });

    test.each(['opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'])(
      'adopt moves servers from %s if that is the file that exists, and undo moves them back',
      async (path) => {
        const text = mcp({ github: local });
        const disk: Disk = { [`/p/${path}`]: text };
        const plan = await planAdopt(opencode(disk));
        expect(plan.changes.map((change) => change.file)).toEqual([
          `/p/${path.replace(/\.jsonc?$/, '.modegate.json')}`,
          `/p/${path}`,
        ]);
        apply(disk, plan);
        apply(disk, await planAdoptUndo(opencode(disk)));
        expect(disk[`/p/${path}`]).toBe(text);
      },
    );

    test('adopt names the servers in the other files, except those that are off and modes-server itself', async () => {
      const own = { type: 'local', command: ['npx', '-y', '@modegate/modes-server'] };
      const disk: Disk = {
        '/p/opencode.json': mcp({ fs: { type: 'local', command: ['fs-mcp'] } }),
        '/p/.opencode/opencode.jsonc': mcp({ github: local, old: { ...local, enabled: false }, own }),
      };
      const plan = await planAdopt(opencode(disk));
      expect(plan.moved).toEqual(['fs']);
      const reason =
        'The client reads this server from /p/.opencode/opencode.jsonc. Move it to /p/opencode.json, then run this command again.';
      expect(plan.left).toEqual([{ name: 'github', reason }]);
    });

    test('adopt leaves a server that another file limits', async () => {
      const disk: Disk = {
        '/p/opencode.json': mcp({ github: local }),
        '/p/.opencode/opencode.json': JSON.stringify({ permission: { 'github_*': 'deny' } }),
      };
      const { moved, left } = await planAdopt(opencode(disk));
      expect({ moved, left }).toEqual({
        moved: [],
        left: [{ name: 'github', reason: expect.stringContaining('/p/.opencode/opencode.json restricts the server') }],
      });
    });

    test('adopt says that an unreadable file may have servers, and leaves those that it may limit', async () => {
      const disk: Disk = {
        '/p/.mcp.json': JSON.stringify({ mcpServers: { github } }),
        '/h/.claude.json': '{"projects":',
      };
      const options = optionsOn(disk, { client: 'claude-code' });
      const tooLarge = (path: string) => {
        if (path === '/h/.claude.json') throw new Error('too large');
        return options.readFile(path);
      };
      for (const readFile of [options.readFile, tooLarge]) {
        const { moved, left } = await planAdopt({ ...options, readFile });
        expect(moved).toEqual([]);
        expect(left).toEqual([
          { name: 'github', reason: '/h/.claude.json may restrict the server but cannot be read.' },
          { name: '/h/.claude.json', reason: expect.stringContaining('cannot be read') },
        ]);
      }
    });

    test('adopt leaves a project server in the global file of Claude Code and advises moving it', async () => {
      const projects = { '/p': { mcpServers: { github } }, '/q': { mcpServers: { other: github } } };
      const disk: Disk = { '/h/.claude.json': JSON.stringify({ mcpServers: { mine: github }, projects }) };
      const plan = await planAdopt(optionsOn(disk, { client: 'claude-code' }));
      const reason =
        'The client reads this server from /h/.claude.json. Move it to /p/.mcp.json, then run this command again.';
      expect(plan).toMatchObject({ changes: [], left: [{ name: 'github', reason }] });
    });
  });

  test('adopt keeps the servers of a global file in the state folder', async () => {
    const global = '/h/.config/Claude/claude_desktop_config.json';
    const disk: Disk = { [global]: JSON.stringify({ mcpServers: { github } }) };
    const plan = await planAdopt(optionsOn(disk, { client: 'claude-desktop' }));
    expect(plan.serversFile).toBe('/h/state/adopted/claude-desktop.json');
    apply(disk, plan);
    expect(serversOf(disk[plan.serversFile])).toEqual({ github });
  });

  test.each([undefined, '', '{}', '{ "mcpServers": {} }'])(
    'adopt changes nothing for a file without servers (%j)',
    async (text) => {
      expect(await planAdopt(optionsOn({ [file]: text }))).toMatchObject({ changes: [], moved: [] });
    },
  );
});

describe('planAdoptUndo', () => {
  test.each([lived, `\uFEFF${lived.replaceAll('\n', '\r\n')}`, '{"mcpServers":{"a":{"command":"x"}}}'])(
    'planAdoptUndo restores %j byte for byte and removes the file of servers',
    async (text) => {
      const disk = await adopted(text);
      apply(disk, await planAdoptUndo(optionsOn(disk)));
      expect([disk[file], disk[serversFile]]).toEqual([text, undefined]);
      expect((await planAdoptUndo(optionsOn(disk))).changes).toEqual([]);
    },
  );

  test('planAdoptUndo restores a file that had an entry of the gateway', async () => {
    const own = { command: 'npx', args: ['@modegate/modes-server', '--mode', 'ask'] };
    const text = JSON.stringify({ mcpServers: { own, github } });
    const disk = await adopted(text);
    apply(disk, await planAdoptUndo(optionsOn(disk)));
    expect(disk[file]).toBe(text);
  });

  test('planAdoptUndo keeps other changes made since in either file', async () => {
    const disk = await adopted(lived);
    disk[file] = disk[file]?.replace('// team', '// teams');
    disk[serversFile] = disk[serversFile]?.replace('gh-mcp', 'gh-mcp-2');
    const plan = await planAdoptUndo(optionsOn(disk));
    expect(plan).toMatchObject({ moved: ['github', 'fs'], left: [] });
    apply(disk, plan);
    expect(disk[file]).toMatch(/^\/\/ teams\n\{\n {2}"mcpServers": \{\n {4}\/\/ ask Ann/);
    const servers = { github: { ...github, command: 'gh-mcp-2' }, fs: { command: 'fs-mcp', args: ['.'] } };
    expect([serversOf(disk[file]), disk[serversFile]]).toEqual([servers, undefined]);
    expect((await planAdoptUndo(optionsOn(disk))).changes).toEqual([]);
  });

  test('planAdoptUndo keeps what the client itself writes into its file', async () => {
    const disk: Disk = { '/p/opencode.json': '{ "mcp": { "github": { "type": "local", "command": ["gh-mcp"] } } }' };
    const options = optionsOn(disk, { client: 'opencode' });
    apply(disk, await planAdopt(options));
    // As opencode 1.18.33 does when it loads a file without.
    disk['/p/opencode.json'] = disk['/p/opencode.json']?.replace(
      '{',
      '{\n  "$schema": "https://opencode.ai/config.json",',
    );
    apply(disk, await planAdoptUndo(options));
    expect(JSON.parse(disk['/p/opencode.json'] ?? '')).toEqual({
      $schema: 'https://opencode.ai/config.json',
      mcp: { github: { type: 'local', command: ['gh-mcp'] } },
    });
  });

  test("planAdoptUndo keeps later changes in the gateway's own entry, if it had one before", async () => {
    const own = { command: 'npx', args: ['@modegate/modes-server', '--mode', 'ask'] };
    const disk = await adopted(JSON.stringify({ mcpServers: { own, github } }));
    disk[file] = disk[file]?.replace('"ask"', '"code"');
    apply(disk, await planAdoptUndo(optionsOn(disk)));
    expect(serversOf(disk[file])).toEqual({
      own: { ...own, args: ['@modegate/modes-server', '--mode', 'code'] },
      github,
    });
  });

  test('planAdoptUndo keeps another gateway entry that was added later', async () => {
    const disk = await adopted(lived);
    const { after } = await planInstall({ ...targetOn(disk, { name: 'second' }), entry });
    disk[file] = after;
    apply(disk, await planAdoptUndo(optionsOn(disk)));
    expect(Object.keys(serversOf(disk[file]))).toEqual(['second', 'github', 'fs']);
  });

  test('planAdoptUndo leaves a server behind the gateway if the client now uses its name for another', async () => {
    const disk = await adopted(lived);
    disk[file] = disk[file]?.replace('"modegate"', '"github": { "command": "new" }, "modegate"');
    const plan = await planAdoptUndo(optionsOn(disk));
    expect(plan.left).toEqual([
      { name: 'github', reason: expect.stringContaining('a different server with this name') },
    ]);
    apply(disk, plan);
    expect(serversOf(disk[file]).github).toEqual({ command: 'new' });
    expect(serversOf(disk[serversFile])).toEqual({ github });
  });

  test("planAdoptUndo reports that it cannot read the client's file any more, and changes nothing", async () => {
    const disk = await adopted(lived);
    disk[file] = disk[file]?.slice(0, -4);
    await expect(planAdoptUndo(optionsOn(disk))).rejects.toThrow(/was not changed/);
  });

  test("planAdoptUndo recreates the client's file if it is gone", async () => {
    const disk = await adopted(lived);
    disk[file] = undefined;
    apply(disk, await planAdoptUndo(optionsOn(disk)));
    expect(serversOf(disk[file])).toEqual({ github, fs: { command: 'fs-mcp', args: ['.'] } });
  });

  test('planAdoptUndo leaves an unreadable file of servers alone, and keeps other members of a readable one', async () => {
    const disk = await adopted(lived);
    const whole = disk[serversFile] ?? '';
    disk[serversFile] = whole.slice(0, -4);
    await expect(planAdoptUndo(optionsOn(disk))).rejects.toThrow(/was not changed/);
    disk[serversFile] = whole.replace('{', '{ "note": 1,');
    apply(disk, await planAdoptUndo(optionsOn(disk)));
    expect(JSON.parse(disk[serversFile] ?? '')).toEqual({ note: 1, mcpServers: {} });
  });

  test('planAdoptUndo leaves a server that was added to the file of servers', async () => {
    const disk = await adopted(lived);
    disk[serversFile] = disk[serversFile]?.replace('"mcpServers": {', '"mcpServers": {\n    "more": {},');
    const plan = await planAdoptUndo(optionsOn(disk));
    expect(plan.left).toEqual([{ name: 'more', reason: expect.stringContaining('stays') }]);
    apply(disk, plan);
    expect([disk[file], serversOf(disk[serversFile])]).toEqual([lived, { more: {} }]);
  });
});

describe('arbitrary changes between adopt and undo', () => {
  const name = fc.constantFrom('a', 'b', 'modegate', 'gate', '__proto__', 'c d');
  const some = fc.constantFrom<unknown>(
    { command: 'x' },
    { command: 'y', args: ['1'] },
    { command: 'npx', args: ['@modegate/modes-server'] },
    { command: 'npx', args: ['@modegate/modes-server', '--servers', serversFile] },
    { type: 'sse', url: 'https://a.example' },
    7,
  );
  const entries = fc.dictionary(name, some, { maxKeys: 4 });
  const edit = fc.record({
    path: fc.constantFrom(file, serversFile),
    how: fc.oneof(
      fc.record({ add: entries }),
      fc.record({ drop: name }),
      fc.constantFrom('note' as const, 'break' as const, 'remove' as const),
    ),
  });

  function change(disk: Disk, { path, how }: typeof edit extends fc.Arbitrary<infer Edit> ? Edit : never): void {
    const text = disk[path];
    if (text === undefined) return;
    if (how === 'break') disk[path] = text.slice(0, -2);
    else if (how === 'remove') disk[path] = undefined;
    else if (how === 'note') disk[path] = text.replace('{', '{ "note": 1,');
    else {
      const value = JSON.parse(text);
      const kept = Object.entries(value.mcpServers ?? {}).filter(([key]) => !('drop' in how && how.drop === key));
      const added = 'add' in how ? how.add : {};
      disk[path] = JSON.stringify({ ...value, mcpServers: { ...Object.fromEntries(kept), ...added } }, null, 2);
    }
  }

  const copyOf = (disk: Disk) => [disk[file], disk[serversFile]];

  test('undo loses no server: it fails without changes or completes in one run', () =>
    fc.assert(
      fc.asyncProperty(entries, fc.array(edit, { maxLength: 2 }), async (before, edits) => {
        const disk: Disk = { [file]: JSON.stringify({ mcpServers: before }) };
        try {
          apply(disk, await planAdopt(optionsOn(disk)));
          for (const one of edits) change(disk, one);
        } catch {
          fc.pre(false);
        }
        const [text, serversText] = copyOf(disk);
        let left: AdoptPlan['left'];
        try {
          const plan = await planAdoptUndo(optionsOn(disk));
          left = plan.left;
          apply(disk, plan);
        } catch (error) {
          expect(error).toBeInstanceOf(ServerConfigError);
          expect(copyOf(disk)).toEqual([text, serversText]);
          return;
        }
        if (edits.some(({ how }) => how === 'break')) return;
        const [shown, kept] = [serversOf(disk[file]) ?? {}, serversOf(disk[serversFile]) ?? {}];
        for (const [key, value] of Object.entries(serversOf(serversText) ?? {}))
          expect([shown[key], kept[key]]).toContainEqual(value);
        for (const [key, value] of Object.entries(serversOf(text) ?? {}))
          if (!JSON.stringify(value).includes('modes-server')) expect(shown[key]).toEqual(value);
        if (left.length === 0) expect((await planAdoptUndo(optionsOn(disk))).changes).toEqual([]);
      }),
      { numRuns: 400 },
    ));
});

describe('a run killed after the first change', () => {
  test('a killed adopt loses nothing, and the next one completes it', async () => {
    const disk: Disk = { [file]: lived };
    apply(disk, await planAdopt(optionsOn(disk)), 1);
    expect(disk[file]).toBe(lived);
    apply(disk, await planAdopt(optionsOn(disk)));
    const whole = await adopted(lived);
    expect([disk[file], disk[serversFile]]).toEqual([whole[file], whole[serversFile]]);
  });

  test('a killed adopt can be undone', async () => {
    const disk: Disk = { [file]: lived };
    apply(disk, await planAdopt(optionsOn(disk)), 1);
    apply(disk, await planAdoptUndo(optionsOn(disk)));
    expect([disk[file], disk[serversFile]]).toEqual([lived, undefined]);
  });

  test('the next undo completes a killed one', async () => {
    const disk = await adopted(lived);
    apply(disk, await planAdoptUndo(optionsOn(disk)), 1);
    expect(disk[serversFile]).toBeDefined();
    apply(disk, await planAdoptUndo(optionsOn(disk)));
    expect([disk[file], disk[serversFile]]).toEqual([lived, undefined]);
  });
});
