import type { Terminal } from '@modegate/cli-kit';
import { readServerConfig, type ServerEntry } from '@modegate/server-config';
import { describe, expect, test } from 'vitest';
import { confirmStart } from '../src/project/live/confirm-start.ts';
import { describeStarts, type StartCandidate } from '../src/project/live/describe-starts.ts';
import { loadLiveInventory } from '../src/project/live/live-inventory.ts';
import { readLive } from '../src/project/live/live-settings.ts';
import { exitCodeWithout } from '../src/project/live/unreachable-servers.ts';

function entriesOf(servers: Readonly<Record<string, unknown>>): readonly ServerEntry[] {
  return readServerConfig(JSON.stringify({ mcpServers: servers }), { file: '.roo/mcp.json', source: 'project' })
    .servers;
}

function candidates(servers: Readonly<Record<string, unknown>>): readonly StartCandidate[] {
  return entriesOf(servers).map((entry) => ({
    name: entry.name,
    entry,
    state: { status: 'disconnected', since: 0, reason: 'idle', attempts: 0, retryAt: undefined },
  }));
}

/** A terminal that answers the same to every question, and keeps what it was told. */
function fakeTerminal(answer: string | undefined): Terminal & { readonly told: () => string } {
  let told = '';
  return {
    isAttended: answer !== undefined,
    write: (text) => {
      told += text;
    },
    readLine: async () => answer ?? '',
    told: () => told,
  };
}

describe('the listing of what --live starts', () => {
  test('the listing of --live has commands and URLs as written, with names of variables and headers but no values', async () => {
    const lines = await describeStarts(
      candidates({
        github: {
          command: 'npx',
          args: ['-y', 'server-github', '${env:OWNER}'],
          env: { TOKEN: 'secret-1', B: 'secret-2' },
        },
        remote: {
          type: 'streamable-http',
          url: 'https://example.com/mcp',
          headers: { Authorization: 'Bearer secret-3' },
        },
      }),
      '/project',
    );
    expect(lines).toContain('    npx -y server-github ${env:OWNER}');
    expect(lines).toContain('    from .roo/mcp.json:1, in /project, environment: TOKEN B');
    expect(lines).toContain('    https://example.com/mcp');
    expect(lines).toContain('    from .roo/mcp.json:1, by streamable-http, headers: Authorization');
    expect(lines.join('\n')).not.toContain('secret');
  });

  test('the listing of --live names the working folder of an entry that has one', async () => {
    const lines = await describeStarts(candidates({ a: { command: 'a', cwd: 'tools' } }), '/project');
    expect(lines).toContain('    from .roo/mcp.json:1, in tools');
  });

  test('the listing of --live delimits arguments and prints no control characters', async () => {
    const [, , , line] = await describeStarts(
      candidates({ a: { command: 'run', args: ['a b', '', '\u001B[2J\n  harmless', 'x\u202Ey'] } }),
      '/project',
    );
    expect(line).toBe('    run "a b" "" "\\u001b[2J\\n  harmless" "x\\u{202e}y"');
  });

  test('the listing of --live names the servers that are not started, and why', async () => {
    const [candidate] = candidates({ off: { command: 'off-mcp' } });
    const lines = await describeStarts(
      candidate === undefined ? [] : [{ ...candidate, state: { status: 'disabled', reason: 'It is switched off.' } }],
      '/project',
    );
    expect(lines).toEqual(['Not started:', '', '  off: It is switched off.', '']);
  });
});

describe('the confirmation question', () => {
  test.each(['y', 'Y', 'yes', ' y '])('confirmStart takes %j as a yes', async (answer) => {
    const terminal = fakeTerminal(answer);
    await confirmStart(2, { isConfirmed: false, terminal });
    expect(terminal.told()).toBe('Start these 2 servers? [y/N] ');
  });

  test.each(['', 'n', 'no', 'yo', 'maybe'])('confirmStart takes %j as a no', async (answer) => {
    const asking = confirmStart(1, { isConfirmed: false, terminal: fakeTerminal(answer) });
    await expect(asking).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining('No servers were started'),
    });
  });

  test('confirmStart fails instead of asking where no terminal is available', async () => {
    const terminal = fakeTerminal(undefined);
    await expect(confirmStart(1, { isConfirmed: false, terminal })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('--yes'),
    });
    expect(terminal.told()).toBe('');
  });

  test('confirmStart does not ask when --yes is set or when there is nothing to start', async () => {
    const terminal = fakeTerminal(undefined);
    await confirmStart(3, { isConfirmed: true, terminal });
    await confirmStart(0, { isConfirmed: false, terminal });
    expect(terminal.told()).toBe('');
  });
});

describe('tools reported by servers', () => {
  const ask = (servers: Readonly<Record<string, unknown>>, answer?: string) => {
    const terminal = fakeTerminal(answer);
    const live = { isConfirmed: false, isProjectTrusted: false, trustFile: '/nowhere', timeoutMs: 1_000 };
    return { terminal, result: loadLiveInventory({ entries: entriesOf(servers), live, root: '/', terminal }) };
  };

  test('disabled servers and modes-server itself have no tools and do not count as unanswered', async () => {
    const { result } = ask({
      off: { command: 'off-mcp', disabled: true },
      modes: { command: 'npx', args: ['-y', '@modegate/modes-server'] },
    });
    expect(await result).toEqual({ inventory: undefined, unanswered: [] });
  });

  test('a server that lacks an environment variable counts as unanswered', async () => {
    const { result, terminal } = ask({ a: { command: 'a', args: ['${env:MODEGATE_TEST_UNSET_VARIABLE}'] } });
    expect(await result).toEqual({ inventory: [{ name: 'a' }], unanswered: ['a'] });
    expect(terminal.told()).toMatch(/'a' did not list its tools: .*MODEGATE_TEST_UNSET_VARIABLE/);
  });

  test('servers are not started after a no', async () => {
    const { result, terminal } = ask({ a: { command: 'a' } }, 'n');
    await expect(result).rejects.toMatchObject({ exitCode: 4 });
    expect(terminal.told()).toMatch(/\n {4}a\n[\s\S]*Start this server\? \[y\/N\] $/);
  });
});

describe('the flags of --live', () => {
  test('--timeout and --yes start nothing without --live', () => expect(readLive({}, '/t')).toBeUndefined());

  test('--live asks and waits 20 seconds by default', () => {
    expect(readLive({ live: true }, '/t')).toEqual({
      isConfirmed: false,
      isProjectTrusted: false,
      trustFile: '/t',
      timeoutMs: 20_000,
    });
    expect(readLive({ live: true, yes: true, trustProject: true, timeout: '1.5' }, '/t')).toMatchObject({
      isConfirmed: true,
      isProjectTrusted: true,
      timeoutMs: 1_500,
    });
  });

  test.each([
    { yes: true },
    { timeout: '5' },
    { live: true, inventory: 'tools.json' },
    ...['0', '-1', '', 'x', '1e3', 'Infinity', '3601'].map((timeout) => ({ live: true, timeout })),
  ])('readLive rejects the flags %j', (flags) => {
    expect(() => readLive(flags, '/t')).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

test('a result that lacks a server ends with 4, but an internal error still ends with 3', () => {
  expect(([0, 1, 3] as const).map((code) => exitCodeWithout(['a'], code))).toEqual([4, 4, 3]);
  expect(exitCodeWithout([], 1)).toBe(1);
});
