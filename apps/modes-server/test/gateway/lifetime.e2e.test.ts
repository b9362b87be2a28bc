import { expect, test } from 'vitest';
import { pause } from './support/gateway.ts';
import { type Ending, startLingering } from './support/lingering.ts';

// Two ways of many; all of them are in lifetime.ci.test.ts.
const ways: readonly (readonly [string, unknown, (server: Ending) => Promise<void>])[] = [
  ['SIGINT on a fresh state folder', 0, async ({ signal }) => signal('SIGINT')],
  [
    'the end of the input, SIGTERM, and SIGKILL 11 ms later',
    // It ends by itself where the machine gives this test no time for longer than that.
    expect.toBeOneOf(['SIGKILL', 0]),
    async ({ endInput, signal }) => {
      endInput();
      signal('SIGTERM', 'group');
      await pause(11);
      signal('SIGKILL', 'group');
    },
  ],
];

test.skipIf(process.platform !== 'linux').each(ways)(
  '%s leaves no process running (servers F1, agents D1, D2)',
  async (_way, code, end) => {
    const server = await startLingering({ servers: ['stubborn', 'shell'] });
    await end(server);
    expect(await server.ended).toEqual(code);
    await expect.poll(server.left).toEqual([]);
  },
);
