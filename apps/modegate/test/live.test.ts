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
  test('has commands and URLs as they are written, with names of variables and headers and no value', async () => {
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

  test('names the folder of an entry that has one', async () => {
    const lines = await describeStarts(candidates({ a: { command: 'a', cwd: 'tools' } }), '/project');
    expect(lines).toContain('    from .roo/mcp.json:1, in tools');
  });

  test('shows the borders of arguments, and nothing that a terminal would obey or hide', async () => {
    const [, , , line] = await describeStarts(
      candidates({ a: { command: 'run', args: ['a b', '', '\u001B[2J\n  harmless', 'x\u202Ey'] } }),
      '/project',
    );
    expect(line).toBe('    run "a b" "" "\\u001b[2J\\n  harmless" "x\\u{202e}y"');
  });

  test('tells what is not started, and why', async () => {
    const [candidate] = candidates({ off: { command: 'off-mcp' } });
    const lines = await describeStarts(
      candidate === undefined ? [] : [{ ...candidate, state: { status: 'disabled', reason: 'It is switched off.' } }],
      '/project',
    );
    expect(lines).toEqual(['Not started:', '', '  off: It is switched off.', '']);
  });
});

describe('the question', () => {
  test.each(['y', 'Y', 'yes', ' y '])('takes %j for yes', async (answer) => {
    const terminal = fakeTerminal(answer);
    await confirmStart(2, { isConfirmed: false, terminal });
    expect(terminal.told()).toBe('Start these 2 servers? [y/N] ');
  });

  test.each(['', 'n', 'no', 'yo', 'maybe'])('takes %j for no', async (answer) => {
    const asking = confirmStart(1, { isConfirmed: false, terminal: fakeTerminal(answer) });
    await expect(asking).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining('No servers were started'),
    });
  });

  test('is not asked where nobody reads it', async () => {
    const terminal = fakeTerminal(undefined);
    await expect(confirmStart(1, { isConfirmed: false, terminal })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('--yes'),
    });
    expect(terminal.told()).toBe('');
  });

  test('is not asked when it is answered beforehand, or when there is nothing to start', async () => {
    const terminal = fakeTerminal(undefined);
    await confirmStart(3, { isConfirmed: true, terminal });
    await confirmStart(0, { isConfirmed: false, terminal });
    expect(terminal.told()).toBe('');
  });
});

describe('what servers say', () => {
  const ask = (servers: Readonly<Record<string, unknown>>, answer?: string) => {
    const terminal = fakeTerminal(answer);
    const live = { isConfirmed: false, isProjectTrusted: false, trustFile: '/nowhere', timeoutMs: 1_000 };
    return { terminal, result: loadLiveInventory({ entries: entriesOf(servers), live, root: '/', terminal }) };
  };

  test('is unknown of those that are switched off or are modes-server itself, and nobody misses it', async () => {
    const { result } = ask({
      off: { command: 'off-mcp', disabled: true },
      modes: { command: 'npx', args: ['-y', '@modegate/modes-server'] },
    });
    expect(await result).toEqual({ inventory: undefined, unanswered: [] });
  });

  test('is missed of those that lack a variable here', async () => {
    const { result, terminal } = ask({ a: { command: 'a', args: ['${env:MODEGATE_TEST_UNSET_VARIABLE}'] } });
    expect(await result).toEqual({ inventory: [{ name: 'a' }], unanswered: ['a'] });
    expect(terminal.told()).toMatch(/'a' did not list its tools: .*MODEGATE_TEST_UNSET_VARIABLE/);
  });

  test('is not asked for after a no', async () => {
    const { result, terminal } = ask({ a: { command: 'a' } }, 'n');
    await expect(result).rejects.toMatchObject({ exitCode: 4 });
    expect(terminal.told()).toMatch(/\n {4}a\n[\s\S]*Start this server\? \[y\/N\] $/);
  });
});

describe('the flags', () => {
  test('start nothing by themselves', () => expect(readLive({}, '/t')).toBeUndefined());

  test('are 20 seconds and a question unless they say otherwise', () => {
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
  ])('refuse %j', (flags) => {
    expect(() => readLive(flags, '/t')).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

test('an answer that lacks a server ends with 4, and a fault of the program with 3 all the same', () => {
  expect(([0, 1, 3] as const).map((code) => exitCodeWithout(['a'], code))).toEqual([4, 4, 3]);
  expect(exitCodeWithout([], 1)).toBe(1);
});
