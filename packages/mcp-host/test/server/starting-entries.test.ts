import { inspect } from 'node:util';
import type { ServerLaunch, StdioLaunch } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { connect, entriesOf, type FakeWorldOptions, plainClient } from '../support/connect.ts';
import { politeAnswer } from '../support/fake-servers.ts';
import { quiet } from '../support/fake-time.ts';

async function started(entry: object, world: FakeWorldOptions = {}) {
  const made = connect({ alpha: entry }, world);
  made.connections.acquire(plainClient);
  await made.connections.settled();
  return made;
}

async function launchOf(entry: object, world: FakeWorldOptions = {}): Promise<ServerLaunch> {
  return (await started(entry, world)).servers.link('alpha').launch;
}

describe('the launch settings of a server', () => {
  test('a server starts with its entry, variables substituted, in the workspace folder', async () => {
    const entry = {
      command: '${workspaceFolder}/bin/server',
      args: ['--home', '${userHome}', '${NAME:-nobody}', '$NAME ${env:A-B.c}'],
      env: { TOKEN: '${TOKEN}' },
    };
    expect(
      await launchOf(entry, { env: { TOKEN: 's"e\\c\nret', 'A-B.c': 'odd', PATH: '/bin', HOME: '/home/me' } }),
    ).toEqual({
      type: 'stdio',
      command: '/work/bin/server',
      args: ['--home', '/home/me', 'nobody', '$NAME odd'],
      cwd: '/work',
      env: { PATH: '/bin', HOME: '/home/me', TOKEN: 's"e\\c\nret', MODEGATE_GATEWAY: '1' },
    });
  });

  test('a server process receives no environment variables that could be secret, and the gateway mark', async () => {
    const env = { PATH: '/bin', TERM: 'dumb', AWS_SECRET: 'x', NODE_OPTIONS: '--inspect', MODEGATE_GATEWAY: '0' };
    const launch = (await launchOf({ command: 'x', env: { MODEGATE_GATEWAY: 'no' } }, { env })) as StdioLaunch;
    expect(launch.env).toEqual({ PATH: '/bin', TERM: 'dumb', MODEGATE_GATEWAY: '1' });
  });

  test.each([
    [undefined, '/work'],
    ['sub/folder', '/work/sub/folder'],
    ['/elsewhere', '/elsewhere'],
    ['${userHome}/x', '/home/me/x'],
  ])('cwd %j resolves to the working folder of the server', async (cwd, expected) => {
    expect(await launchOf({ command: 'x', ...(cwd === undefined ? {} : { cwd }) })).toMatchObject({ cwd: expected });
  });

  test('a launch uses Windows paths on Windows', async () => {
    const launchEnvironment = { env: {}, workspaceFolder: 'C:\\work', userHome: 'C:\\me', platform: 'win32' } as const;
    const launch = await launchOf(
      { command: 'npx', args: ['-y', 'x'], cwd: 'sub' },
      { options: { launchEnvironment } },
    );
    expect(launch).toMatchObject({ command: 'npx', args: ['-y', 'x'], cwd: 'C:\\work\\sub' });
  });

  test('a remote server is launched with its address and headers', async () => {
    const entry = { url: 'https://${HOST}/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } };
    expect(await launchOf(entry, { env: { HOST: 'a.example', TOKEN: 'abcdef' } })).toEqual({
      type: 'streamable-http',
      url: 'https://a.example/mcp',
      headers: { Authorization: 'Bearer abcdef' },
      typeInferred: true,
    });
  });
});

describe('an entry that is not started', () => {
  test.each([
    ['command', { command: '${MISSING}/x' }],
    ['args', { command: 'x', args: ['a', '${MISSING}'] }],
    ['env', { command: 'x', env: { TOKEN: '${MISSING}' } }],
    ['cwd', { command: 'x', cwd: '${MISSING}' }],
    ['url', { type: 'http', url: 'https://a.example/${MISSING}' }],
    ['headers', { type: 'sse', url: 'https://a.example', headers: { A: 'Bearer ${MISSING}' } }],
  ])(
    'an entry with a variable without a value in its %s is not started, and the reason names it',
    async (key, entry) => {
      const { server, servers } = await started(entry);
      expect(servers.links).toEqual([]);
      expect(server('alpha').state).toEqual({
        status: 'disabled',
        reason: `It is not started because the variable "MISSING" in "${key}" has no value. Set it in the environment or write the value in .mcp.json.`,
      });
    },
  );

  test('the reason of an entry that is not started names at most three variables, and no default', async () => {
    const args = ['${input:key}', '${A}', '${B}', '${C}', '${D}', '${A}'];
    const { state } = (await started({ command: 'x', args })).server('alpha');
    expect(state.status === 'disabled' && state.reason).toMatch(
      /^It is not started because the variable "input:key" in "args" has no value here, because its client prompts for it, "A" in "args" has no value, "B" in "args" has no value and 2 more\. /,
    );
  });

  test('a variable without a value that is not used to start an entry does not prevent the start', async () => {
    const { server, servers } = await started({ command: 'x', disabledTools: ['${A}'], watchPaths: ['${A}/dist'] });
    expect(server('alpha').state.status).toBe('connected');
    expect(servers.links).toHaveLength(1);
    expect(server('alpha').errors[0]?.message).toMatch(
      /"\$\{A\}" has no value here .* The problem is in "watchPaths"\./,
    );
  });

  test('an entry is started once an update supplies what was missing', async () => {
    const { connections, server } = await started({ command: '${MISSING}' });
    await connections.update(entriesOf({ alpha: { command: 'x' } }));
    await connections.settled();
    expect(server('alpha').state.status).toBe('connected');
  });

  test.each([
    { enabled: false },
    { disable: true },
    { Disabled: true },
    { disable: true },
    { default_enabled: false },
    { disableTools: ['x'] },
    { enabled: 'no' },
    { disabledTools: ['x '] },
  ])(
    "an entry disabled in words that are not this reader's, or seem so, is not started (security H6): %j",
    async (limit) => {
      const { server, servers } = await started({ command: 'x', ...limit });
      expect(server('alpha').state.status).toBe('disabled');
      expect(() => servers.link('alpha')).toThrow();
    },
  );

  test('an invalid or disabled entry is not started, and the reason says which', async () => {
    const { connections } = connect({ off: { command: 'x', disabled: true }, broken: { url: 7 } });
    connections.acquire(plainClient);
    expect(connections.servers.map(({ name, state }) => [name, state])).toEqual([
      ['broken', { status: 'disabled', reason: expect.stringContaining('"url"') }],
      ['off', { status: 'disabled', reason: 'It is switched off in .mcp.json, line 1.' }],
    ]);
  });
});

describe('an entry that starts modes-server itself', () => {
  const script = '/opt/modegate/dist/cli.js';
  const isStarted = async (entry: object) => {
    const { server, servers } = await started(entry, { options: { ownScripts: [script] } });
    const { state } = server('alpha');
    expect(servers.links).toHaveLength(state.status === 'disabled' ? 0 : 1);
    if (state.status === 'disabled') expect(state.reason).toMatch(/^It starts modes-server itself /);
    return state.status !== 'disabled';
  };

  test.each<[string, ...string[]]>([
    ['modes-server'],
    ['/usr/local/bin/modes-server', '--mode', 'code'],
    ['C:\\npm\\modes-server.cmd'],
    ['npx', '-y', '@modegate/modes-server'],
    ['npx', '--yes', '@modegate/modes-server@1.2.3', '--mode', 'code'],
    ['npx', '-p', '@modegate/modes-server', 'modes-server'],
    ['npx', '--package=@modegate/modes-server', 'x'],
    ['npx.cmd', 'modes-server'],
    ['npm', 'exec', '--', '@modegate/modes-server'],
    ['pnpm', 'dlx', '@modegate/modes-server'],
    ['yarn', 'dlx', '@modegate/modes-server'],
    ['bunx', '@modegate/modes-server'],
    ['cmd', '/c', 'npx', '-y', '@modegate/modes-server'],
    ['cmd.exe', '/d', '/s', '/c', 'npx -y @modegate/modes-server'],
    ['env', 'A=1', 'modes-server'],
    ['bash', '-c', 'cd /x && A=1 exec npx -y "@modegate/modes-server" --mode code'],
    ['node', './node_modules/@modegate/modes-server/dist/cli.js'],
    ['node', '--import', 'tsx', 'node_modules/.bin/modes-server'],
    ['node', 'C:\\x\\node_modules\\@modegate\\modes-server\\dist\\cli.js'],
    ['node', script],
    ['node', '--inspect', script],
    [script],
    ['strace', '-f', script],
  ])('an entry that starts modes-server is recognised: %s %s %s %s', async (command, ...args) => {
    expect(await isStarted({ command, args })).toBe(false);
  });

  test.each<[string, ...string[]]>([
    ['node', 'server.js', '--root', '/home/me/modes-server'],
    ['npx', '-y', '@modelcontextprotocol/server-filesystem', '/home/me/modes-server'],
    ['npx', '-y', '@modegate/modes-server-extras'],
    ['npx', '-y', '@other/modes-server'],
    ['bash', '-c', 'cd modes-server && node other.js'],
    ['my-modes-server'],
    ['grep', '@modegate/modes-server'],
  ])('an entry that only mentions modes-server is started: %s %s %s %s', async (command, ...args) => {
    expect(await isStarted({ command, args })).toBe(true);
  });

  test('an entry that starts modes-server is recognised after its variables are substituted', async () => {
    const { server } = await started(
      { command: 'npx', args: ['${WHAT}'] },
      { env: { WHAT: '@modegate/modes-server' } },
    );
    expect(server('alpha').state.status).toBe('disabled');
  });
});

describe('secrets of an entry', () => {
  const secret = 'tok/+ en"1';
  const everythingShown = (world: Awaited<ReturnType<typeof started>>) => {
    const { state, errors } = world.server('alpha');
    return JSON.stringify([state, errors, world.logged]);
  };

  test.each([
    ['env', { command: 'x', env: { TOKEN: secret } }],
    ['env through a variable', { command: 'x', env: { TOKEN: '${TOKEN}' } }],
    ['an argument through a variable', { command: 'x', args: ['--token', '${TOKEN}'] }],
    ['a header', { type: 'http', url: 'https://a.example', headers: { 'X-Key': secret } }],
    ['an address', { type: 'http', url: 'https://a.example?key=${TOKEN}' }],
  ])('secrets in %s are not shown anywhere', async (_, entry) => {
    const world = await started(entry, { env: { TOKEN: secret } });
    const link = world.servers.link('alpha');
    link.note('stderr', `starting with ${secret} and ${encodeURIComponent(secret)}`);
    link.note('garbage', JSON.stringify({ got: secret }));
    const called = world.connections.request('alpha', 'tools/nothing', undefined).catch(() => {});
    const pending = world.connections.request('alpha', 'tools/call', {});
    link.end(`It ended: ${secret}`);
    await called;
    await pending.catch((error: Error) => expect(error.message).not.toContain(secret));
    await quiet();
    const unavailable = await world.connections.request('alpha', 'x', undefined).catch((error: Error) => error.message);
    expect(unavailable).toMatch(/It ended: …/);
    const shown = everythingShown(world);
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      expect(shown).not.toContain(form);
      expect(shown).not.toContain(JSON.stringify(form).slice(1, -1));
    }
    expect(shown).toContain('starting with … and …');
  });

  test.each([
    'https://a.example/tok0123456789/mcp',
    'https://a.example/v1/${TOKEN}',
    'https://tok0123456789@a.example/',
  ])('security L3: secrets in the path or user of %s are not shown anywhere, in any encoding', async (url) => {
    const token = 'tok0123456789';
    const world = await started({ type: 'http', url }, { env: { TOKEN: token } });
    const link = world.servers.link('alpha');
    const encoded = Buffer.from(token).toString('base64');
    link.note('stderr', `Calling ${url.replace('${TOKEN}', token)} with ${encoded}`);
    link.end(`No answer from https://a.example/${token}`);
    await quiet();
    expect(everythingShown(world)).not.toContain(token);
    expect(everythingShown(world)).not.toContain(encoded);
    expect(everythingShown(world)).toContain('a.example');
  });

  test('secrets are not shown when the start fails with them in the message', async () => {
    const world = await started(
      { type: 'http', url: 'https://a.example', headers: { Authorization: 'Bearer abcdefgh12345' } },
      {
        onStart() {
          throw new Error('Invalid header "Bearer abcdefgh12345" (abcdefgh12345)');
        },
      },
    );
    await quiet();
    expect(world.server('alpha').state).toMatchObject({ reason: 'Invalid header "…" (…)' });
    expect(everythingShown(world)).not.toContain('abcdefgh');
  });

  test('secrets are not shown in the causes of an error', async () => {
    const world = await started(
      { command: 'x', env: { TOKEN: secret } },
      { answer: (request) => (request.method === 'tools/call' ? 'silence' : politeAnswer(request)) },
    );
    const called = world.connections.request('alpha', 'tools/call', {});
    world.servers.link('alpha').end('It ended.', new Error('Outer.', { cause: new Error(`Inner: ${secret}`) }));
    const error = await called.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'UPSTREAM_CLOSED' });
    expect(inspect(error, { depth: 10 })).not.toContain(secret);
  });

  test('values too short to be a secret and well-known folders are not hidden', async () => {
    const world = await started(
      { command: '${env:HOME}/x', env: { DEBUG: '1', EMPTY: '' } },
      { env: { HOME: '/home/somebody' } },
    );
    world.servers.link('alpha').note('stderr', 'exit code 1 in /home/somebody/x');
    expect(world.server('alpha').errors.at(-1)?.message).toBe('exit code 1 in /home/somebody/x');
  });
});
