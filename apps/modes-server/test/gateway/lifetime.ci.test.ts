import { describe, expect, test } from 'vitest';
import { createPlace, pause } from './support/gateway.ts';
import { type Ending, startLingering } from './support/lingering.ts';

interface Way {
  readonly name: string;
  readonly end: (server: Ending) => Promise<void>;
  /** How modes-server ends: 0 is what the manual promises for everything that it is given time for. */
  readonly code: unknown;
}

/** A kill some milliseconds after a signal; a machine that gives this test no time for longer lets modes-server end first. */
const killed = expect.toBeOneOf(['SIGKILL', 0]);

/** The order of the SDK's client: the end of the input, SIGTERM after 2 s, SIGKILL after 2 s more; each only if it is needed. */
async function ladder(server: Ending): Promise<void> {
  server.endInput();
  for (const name of ['SIGTERM', 'SIGKILL'] as const) {
    await pause(2000);
    if (server.hasEnded()) return;
    server.signal(name);
  }
}

async function interrupted(server: Ending): Promise<void> {
  for (const name of ['SIGINT', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    if (!server.hasEnded()) server.signal(name);
    await pause(100);
  }
}

const ways: readonly Way[] = [
  { name: 'Claude: SIGINT', code: 0, end: async ({ signal }) => signal('SIGINT') },
  { name: 'Gemini: SIGTERM', code: 0, end: async ({ signal }) => signal('SIGTERM') },
  { name: 'a terminal: SIGHUP', code: 0, end: async ({ signal }) => signal('SIGHUP') },
  { name: 'someone in a hurry: many signals', code: 0, end: interrupted },
  { name: 'Qwen: the end of the input', code: 0, end: async ({ endInput }) => endInput() },
  {
    name: 'Codex: the end of the input and SIGTERM to the group, SIGKILL 11 ms later',
    code: killed,
    end: async ({ endInput, signal }) => {
      endInput();
      signal('SIGTERM', 'group');
      await pause(11);
      signal('SIGKILL', 'group');
    },
  },
  {
    name: 'opencode: the end of the input, SIGTERM to all descendants',
    code: 0,
    end: async ({ endInput, signalDescendants }) => {
      endInput();
      signalDescendants('SIGTERM');
    },
  },
  {
    name: 'Copilot: SIGTERM to the inner servers, then to modes-server, then SIGKILL',
    code: killed,
    end: async ({ signalDescendants, signal }) => {
      signalDescendants('SIGTERM');
      await pause(25);
      signal('SIGTERM');
      await pause(10);
      signal('SIGKILL');
    },
  },
  { name: "Cline and the SDK's client", code: 0, end: ladder },
  {
    name: "the SDK's client during a call",
    code: 0,
    end: async (server) => {
      server.send({ id: 2, method: 'tools/call', params: { name: 'stubborn__hang', arguments: {} } });
      await pause(200);
      await ladder(server);
    },
  },
  { name: 'SIGKILL out of the blue', code: 'SIGKILL', end: async ({ signal }) => signal('SIGKILL') },
];

const servers = ['plain', 'stays', 'stubborn', 'parent', 'shell', 'wrapped'];

// Linux tells what runs and who has started it.
describe.skipIf(process.platform !== 'linux')('no started process is left running (servers F1, agents D1, D2)', () => {
  describe.each(['fresh', 'used'])('with a %s state folder', (state) => {
    test.each(ways)('the gateway leaves no process running: $name', async ({ end, code }) => {
      const place = createPlace();
      if (state === 'used')
        await finish(await startLingering({ servers: ['plain'], place }), async ({ endInput }) => endInput());
      const server = await startLingering({ servers, place });
      expect(await finish(server, end)).toEqual(code);
      await expect.poll(server.left, { timeout: 10_000 }).toEqual([]);
    });
  });
});

describe.skipIf(process.platform !== 'linux')('interrupted commands that ask servers', () => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const commands = ['doctor', 'tools'].flatMap((command) => signals.map((signal) => ({ command, signal })));

  test.each(commands)(
    '$command that $signal interrupts leaves no process, and ends by the signal (servers F1)',
    async (given) => {
      const { command, signal } = given;
      const more = { silent: ['silent', 'stays', 'ignores'] };
      const run = await startLingering({
        servers: ['stubborn', 'parent'],
        command: [command, '--timeout', '60'],
        more,
      });
      expect(await finish(run, async (running) => running.signal(signal))).toBe(signal);
      await expect.poll(run.left, { timeout: 10_000 }).toEqual([]);
    },
  );
});

async function finish(server: Ending, end: Way['end']): Promise<number | string | null> {
  await end(server);
  return server.ended;
}
