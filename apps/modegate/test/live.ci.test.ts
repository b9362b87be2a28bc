import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFiles } from '@modegate/cli-kit/testing';
import { entryHash, writeTrustedServers } from '@modegate/mcp-host/connections';
import { readServerConfig } from '@modegate/server-config';
import { describe, expect, test, vi } from 'vitest';
import { createLiveProject } from './support/live-project.ts';
import { builtProgram, run } from './support/run-program.ts';

const startsOf = (folder: string): readonly number[] => {
  const file = join(folder, 'starts.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
};

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Where nobody buries the dead, a signal finds them still.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe.concurrent('--live with --yes', () => {
  test('--live starts the servers, lists their tools and stops them; stdout contains only the result', async () => {
    const folder = createLiveProject({ github: 'answer' });
    const { code, stdout, stderr } = await run(
      ['matrix', '--live', '--yes', '--trust-project', '--format', 'json'],
      folder,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).rows).toContainEqual(
      expect.objectContaining({ subject: { kind: 'mcp-tool', server: 'github', tool: 'delete_repo' } }),
    );
    expect(stderr).toContain('server.mjs answer');
    expect(stderr).toContain('environment: SERVER_TOKEN');
    expect(stdout + stderr).not.toMatch(/not-to-be-shown|a word of the server|\[y\/N\]/);
    expect(startsOf(folder)).toHaveLength(1);
    expect(startsOf(folder).filter(isAlive)).toEqual([]);
  });

  test('lock --live records the tools and descriptions of servers, and verifies them later', async () => {
    const folder = createLiveProject({ github: 'answer' });
    expect(await run(['lock', '--live', '--yes', '--trust-project'], folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Wrote 2 tools of 1 server to'),
    });
    const { servers } = JSON.parse(readFileSync(join(folder, 'modegate.lock.json'), 'utf8'));
    expect(servers.github.tools.delete_repo).toMatchObject({
      hashes: { description: expect.any(String), inputSchema: expect.any(String), annotations: expect.any(String) },
      hints: { destructive: true },
    });
    expect((await run(['lock', '--verify', '--live', '--yes', '--trust-project'], folder)).code).toBe(0);
    expect((await run(['check', '--live', '--yes', '--trust-project'], folder)).code).toBe(0);
    expect((await run(['suggest', '--live', '--yes', '--trust-project'], folder)).code).toBe(0);
  });

  test('--live names and stops a server that hangs, prints the other results and ends with 4', async () => {
    const folder = createLiveProject({ github: 'hang', other: 'answer' });
    const { code, stdout, stderr } = await run(
      ['matrix', '--live', '--yes', '--trust-project', '--timeout', '15'],
      folder,
    );
    expect(code).toBe(4);
    expect(stderr).toMatch(/'github' did not list its tools: .*within 15 s/);
    expect(stdout).toContain('other/get_issue');
    expect(startsOf(folder).filter(isAlive)).toEqual([]);
  });

  test('--live ends with 0 where no requested mode may use the server that hangs', async () => {
    const folder = createLiveProject({ github: 'answer', other: 'hang' });
    const args = ['matrix', '--mode', 'tickets', '--live', '--yes', '--trust-project', '--timeout', '15'];
    expect(await run(args, folder)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("'other' did not list its tools"),
    });
  });

  test('lock --live also asks the servers from the files of agents', async () => {
    const folder = createLiveProject({ raw: 'answer' });
    const server = (name: string) => ({
      [name]: { type: 'local', command: [process.execPath, 'server.mjs', 'answer'] },
    });
    writeFiles(folder, {
      'opencode.json': JSON.stringify({ mcp: { ...server('linear'), off: { ...server('x').x, enabled: false } } }),
      '.codex/config.toml': `[mcp_servers.docs]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ["server.mjs", "answer"]\n`,
    });
    expect(await run(['lock', '--live', '--yes', '--trust-project'], folder)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Wrote 6 tools of 3 servers to /),
    });
    const { servers } = JSON.parse(readFileSync(join(folder, 'modegate.lock.json'), 'utf8'));
    expect(Object.keys(servers)).toEqual(['docs', 'linear', 'raw']);
    expect((await run(['lock', '--verify', '--live', '--yes', '--trust-project'], folder)).code).toBe(0);
  });

  test('--live writes no lock and no baseline that would lack a server', async () => {
    const folder = createLiveProject({ github: 'odd' });
    expect(await run(['lock', '--live', '--yes', '--trust-project'], folder)).toMatchObject({ code: 4, stdout: '' });
    const baseline = ['check', '--live', '--yes', '--trust-project', '--write-baseline', 'b.json'];
    expect(await run(baseline, folder)).toMatchObject({ code: 4, stdout: '' });
    expect([existsSync(join(folder, 'modegate.lock.json')), existsSync(join(folder, 'b.json'))]).toEqual([
      false,
      false,
    ]);
    expect((await run(['check', '--live', '--yes', '--trust-project'], folder)).code).toBe(4);
  });

  test.skipIf(process.platform === 'win32').each([
    ['SIGINT', 'hang'],
    ['SIGINT', 'stubborn'],
    ['SIGTERM', 'stubborn'],
    ['SIGHUP', 'stubborn'],
  ] as const)(
    '--live stops the servers when %s interrupts it, with servers that %s (servers F1)',
    async (signal, manner) => {
      const folder = createLiveProject({ github: manner });
      const child = spawn(
        process.execPath,
        [builtProgram, 'check', '--live', '--yes', '--trust-project', '--timeout', '300'],
        {
          cwd: folder,
          stdio: 'ignore',
        },
      );
      await vi.waitFor(() => expect(startsOf(folder)).toHaveLength(1));
      const ended = once(child, 'exit');
      child.kill(signal);
      // One who presses Ctrl-C again does not leave more behind.
      await new Promise((resolve) => setTimeout(resolve, 200));
      child.kill(signal);
      expect(await ended).toEqual([null, signal]);
      expect(startsOf(folder).filter(isAlive)).toEqual([]);
    },
  );
});

describe.concurrent('security, trust: --yes', () => {
  test('--live --yes starts only trusted servers, names the others and ends with 4', async () => {
    const folder = createLiveProject({ github: 'answer' });
    const { code, stderr } = await run(['matrix', '--live', '--yes'], folder);
    expect(code).toBe(4);
    expect(stderr).toMatch(/github: Only this project configures this server, and you have not trusted it yet/);
    expect(startsOf(folder)).toEqual([]);
  });

  test('--live --yes starts servers trusted with modes-server trust unless they changed since', async () => {
    const folder = createLiveProject({ github: 'answer', other: 'answer' });
    const stateDir = createFolder();
    const env = { MODEGATE_STATE_DIR: stateDir };
    const file = join(folder, '.roo/mcp.json');
    const { servers } = readServerConfig(readFileSync(file, 'utf8'), { file, source: 'project' });
    const agreed = servers.flatMap((entry) =>
      entry.state === 'valid' && entry.name === 'github'
        ? [[entryHash(entry), { name: 'github', agreed: '' }] as const]
        : [],
    );
    const written = writeTrustedServers(undefined, realpathSync(folder), new Map(agreed));
    writeFiles(stateDir, { 'trusted-servers.json': written.ok ? written.text : '' });
    expect((await run(['matrix', '--live', '--yes'], folder, env)).stderr).toMatch(
      /'other' did not list its tools: Only/,
    );
    expect(startsOf(folder)).toHaveLength(1);
    writeFiles(folder, { '.roo/mcp.json': readFileSync(file, 'utf8').replaceAll('"answer"', '"odd"') });
    await run(['matrix', '--live', '--yes'], folder, env);
    expect(startsOf(folder)).toHaveLength(1);
  });
});

describe.concurrent('--live without confirmation', () => {
  test.each(['check', 'matrix', 'lock', 'suggest'])(
    '%s --live without a terminal lists what it would start, and starts nothing',
    async (name) => {
      const folder = createLiveProject({ github: 'answer' });
      const { code, stdout, stderr } = await run([name, '--live'], folder);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/server\.mjs answer[\s\S]*not running in a terminal\. Add --yes/);
      expect(startsOf(folder)).toEqual([]);
    },
  );

  test('a run without --live starts no server and loads no connection code', async () => {
    const folder = createLiveProject({ github: 'answer' });
    expect((await run(['check'], folder)).code).toBe(0);
    expect(startsOf(folder)).toEqual([]);
    for (const text of loadedFiles('cli.js')) expect(text).not.toContain('notifications/initialized');
  });

  test('--live reports unusable files before it starts anything', async () => {
    const folder = createLiveProject({ github: 'answer' });
    writeFiles(folder, { '.roomodes': 'customModes: [' });
    for (const name of ['matrix', 'lock', 'suggest'])
      expect((await run([name, '--live', '--yes', '--trust-project'], folder)).code).toBe(2);
    expect(startsOf(folder)).toEqual([]);
  });
});

/** The text of a built file and of all that it imports at once. */
function loadedFiles(name: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const text = readFileSync(join(builtProgram, '..', name), 'utf8');
  const others = [...text.matchAll(/\b(?:from|import)"\.\/([^"]+)"/g)].map(([, other = '']) => other);
  return [text, ...others.flatMap((other) => loadedFiles(other, seen))];
}

// util-linux has a `script` that makes a terminal for a command and passes on how it ended.
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

describe.skipIf(!hasTerminal)('--live on a terminal', () => {
  test.each([
    ['y', 0, 1],
    ['n', 4, 0],
    ['', 4, 0],
  ])('the answer %j to the question of --live ends with exit code %i', async (answer, code, starts) => {
    const folder = createLiveProject({ github: 'answer' });
    const outcome = await runOnTerminal('matrix --live --format json > answer.json', answer, folder);
    expect([outcome.code, startsOf(folder).length]).toEqual([code, starts]);
    expect(outcome.terminal).toMatch(/server\.mjs answer[\s\S]*Start this server\? \[y\/N\] /);
    const stdout = readFileSync(join(folder, 'answer.json'), 'utf8');
    if (starts === 0) expect(stdout).toBe('');
    else expect(JSON.parse(stdout)).toMatchObject({ version: 1 });
  });
});

async function runOnTerminal(
  args: string,
  answer: string,
  cwd: string,
): Promise<{ readonly code: unknown; readonly terminal: string }> {
  const command = `"$NODE" "$PROGRAM" ${args}`;
  const env = { ...process.env, NODE: process.execPath, PROGRAM: builtProgram, HOME: cwd };
  const child = spawn('script', ['-q', '-e', '-c', command, '/dev/null'], { cwd, env });
  let terminal = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const wasAsked = terminal.includes('[y/N]');
    terminal += text;
    if (!wasAsked && terminal.includes('[y/N]')) child.stdin.write(`${answer}\n`);
  });
  const [code] = await once(child, 'close');
  return { code, terminal };
}
