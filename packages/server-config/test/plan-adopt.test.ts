import {
  type AdoptPlan,
  backupFileName,
  type PlanAdoptOptions,
  planAdopt,
  planInstall,
  planReturn,
} from '@modegate/server-config';
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
  test('moves the servers, keeps comments and layout, and writes the entry of the gateway', async () => {
    const disk = await adopted(lived);
    expect(serversOf(disk[serversFile])).toEqual({ github, fs: { command: 'fs-mcp', args: ['.'] } });
    expect(disk[file]).toMatch(/^\/\/ team\n\{\n {2}"mcpServers": \{\n {4}\/\/ ask Ann/);
    expect(disk[file]).toContain('// keep');
    expect(serversOf(disk[file])).toEqual({
      modegate: { command: 'npx', args: ['-y', '@modegate/modes-server', '--servers', serversFile] },
    });
  });

  test('writes the servers first, and shows no secret', async () => {
    const { changes, moved } = await planAdopt(optionsOn({ [file]: lived }));
    expect(changes.map((change) => change.file)).toEqual([serversFile, file]);
    expect(moved).toEqual(['github', 'fs']);
    const diff = changes.map((change) => change.diff).join('');
    expect(diff).toContain('+    "github"');
    expect(diff).not.toContain('ghp_secret');
  });

  test('a second time changes nothing', async () => {
    const disk = await adopted(lived);
    expect(await planAdopt(optionsOn(disk))).toMatchObject({ changes: [], moved: [], left: [] });
  });

  test('keeps what the entry of the gateway says, in each that there is', async () => {
    const own = (mode: string) => ({ command: 'npx', args: ['@modegate/modes-server', '--mode', mode], note: 1 });
    const disk = await adopted(JSON.stringify({ mcpServers: { ask: own('ask'), code: own('code'), github } }));
    const servers = serversOf(disk[file]);
    expect(Object.keys(servers)).toEqual(['ask', 'code']);
    expect(servers.ask).toEqual({ ...own('ask'), args: [...own('ask').args, '--servers', serversFile] });
    const again = await planAdopt(optionsOn(disk));
    expect(again.changes).toEqual([]);
  });

  test('refuses an entry of the gateway that switches it off', async () => {
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
  ])('leaves %s, and names it', async (_what, it, reason) => {
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
  ])('moves a remote server %s', async (_what, it, include) => {
    const disk = { [file]: JSON.stringify({ mcpServers: { it } }) };
    expect((await planAdopt(optionsOn(disk, { include }))).moved).toEqual(['it']);
  });

  test('leaves a server whose name is taken by another', async () => {
    const disk = { [file]: lived, [serversFile]: '{ "mcpServers": { "github": { "command": "other" } } }' };
    const plan = await planAdopt(optionsOn(disk));
    expect(plan.moved).toEqual(['fs']);
    expect(plan.left).toEqual([{ name: 'github', reason: expect.stringContaining('other settings') }]);
  });

  test('keeps the servers of a global file in the state folder', async () => {
    const global = '/h/.config/Claude/claude_desktop_config.json';
    const disk: Disk = { [global]: JSON.stringify({ mcpServers: { github } }) };
    const plan = await planAdopt(optionsOn(disk, { client: 'claude-desktop' }));
    expect(plan.serversFile).toBe('/h/state/adopted/claude-desktop.json');
    apply(disk, plan);
    expect(serversOf(disk[plan.serversFile])).toEqual({ github });
  });

  test.each([undefined, '', '{}', '{ "mcpServers": {} }'])('of nothing (%j) changes nothing', async (text) => {
    expect(await planAdopt(optionsOn({ [file]: text }))).toMatchObject({ changes: [], moved: [] });
  });
});

describe('undoing', () => {
  test.each([lived, `\uFEFF${lived.replaceAll('\n', '\r\n')}`, '{"mcpServers":{"a":{"command":"x"}}}'])(
    'gives %j back byte for byte, and removes the file of servers',
    async (text) => {
      const disk = await adopted(text);
      apply(disk, await planReturn(optionsOn(disk)));
      expect([disk[file], disk[serversFile]]).toEqual([text, undefined]);
      expect((await planReturn(optionsOn(disk))).changes).toEqual([]);
    },
  );

  test('gives back a file that had an entry of the gateway', async () => {
    const own = { command: 'npx', args: ['@modegate/modes-server', '--mode', 'ask'] };
    const text = JSON.stringify({ mcpServers: { own, github } });
    const disk = await adopted(text);
    apply(disk, await planReturn(optionsOn(disk)));
    expect(disk[file]).toBe(text);
  });

  test.each([file, serversFile])('says so when %s has changed since, and changes nothing', async (path) => {
    const disk = await adopted(lived);
    disk[path] = disk[path]?.replace('// team', '// teams').replace('gh-mcp', 'gh-mcp-2');
    await expect(planReturn(optionsOn(disk))).rejects.toThrow(/was changed since/);
  });

  test("says so when the gateway's own entry has changed since", async () => {
    const own = { command: 'npx', args: ['@modegate/modes-server', '--mode', 'ask'] };
    const disk = await adopted(JSON.stringify({ mcpServers: { own, github } }));
    disk[file] = disk[file]?.replace('"ask"', '"code"');
    await expect(planReturn(optionsOn(disk))).rejects.toThrow(/was changed since/);
  });

  test('says so when another entry of the gateway was added since', async () => {
    const disk = await adopted(lived);
    const { after } = await planInstall({ ...targetOn(disk, { name: 'second' }), entry });
    disk[file] = after;
    await expect(planReturn(optionsOn(disk))).rejects.toThrow(/was changed since/);
  });

  test('does not touch a file of servers that cannot be read, and keeps what else is in it', async () => {
    const disk = await adopted(lived);
    const whole = disk[serversFile] ?? '';
    disk[serversFile] = whole.slice(0, -4);
    await expect(planReturn(optionsOn(disk))).rejects.toThrow(/was not changed/);
    disk[serversFile] = whole.replace('{', '{ "note": 1,');
    apply(disk, await planReturn(optionsOn(disk)));
    expect(JSON.parse(disk[serversFile] ?? '')).toEqual({ note: 1, mcpServers: {} });
  });

  test('leaves a server that was added to the file of servers', async () => {
    const disk = await adopted(lived);
    disk[serversFile] = disk[serversFile]?.replace('"mcpServers": {', '"mcpServers": {\n    "more": {},');
    const plan = await planReturn(optionsOn(disk));
    expect(plan.left).toEqual([{ name: 'more', reason: expect.stringContaining('stays') }]);
    apply(disk, plan);
    expect([disk[file], serversOf(disk[serversFile])]).toEqual([lived, { more: {} }]);
  });
});

describe('a run that was killed after the first change', () => {
  test('of adopting has lost nothing, and the next one completes it', async () => {
    const disk: Disk = { [file]: lived };
    apply(disk, await planAdopt(optionsOn(disk)), 1);
    expect(disk[file]).toBe(lived);
    apply(disk, await planAdopt(optionsOn(disk)));
    const whole = await adopted(lived);
    expect([disk[file], disk[serversFile]]).toEqual([whole[file], whole[serversFile]]);
  });

  test('of adopting can be undone', async () => {
    const disk: Disk = { [file]: lived };
    apply(disk, await planAdopt(optionsOn(disk)), 1);
    apply(disk, await planReturn(optionsOn(disk)));
    expect([disk[file], disk[serversFile]]).toEqual([lived, undefined]);
  });

  test('of undoing is completed by the next one', async () => {
    const disk = await adopted(lived);
    apply(disk, await planReturn(optionsOn(disk)), 1);
    expect(disk[serversFile]).toBeDefined();
    apply(disk, await planReturn(optionsOn(disk)));
    expect([disk[file], disk[serversFile]]).toEqual([lived, undefined]);
  });
});
