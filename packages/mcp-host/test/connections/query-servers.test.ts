import { explainUnanswered, queryServers } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { connect } from '../support/connect.ts';
import { type Answer, politeAnswer } from '../support/fake-servers.ts';
import { quiet } from '../support/fake-time.ts';

const servers = {
  dead: { command: 'dead' },
  mute: { command: 'mute' },
  off: { command: 'off', disabled: true },
  well: { command: 'well' },
};

/** `mute` does not answer, `dead` does not start, `well` does both. */
function connectAll() {
  const answer: Answer = (request) => (request.link.server === 'mute' ? 'silence' : politeAnswer(request));
  const onStart = ({ server }: { readonly server: string }): void => {
    if (server === 'dead') throw new Error('No licence.');
  };
  return connect(servers, { answer, onStart });
}

describe('querying servers', () => {
  test('queryServers reports each server as it answers or fails and returns all after the timeout', async () => {
    const world = connectAll();
    const told: string[] = [];
    const asking = queryServers(world.connections, { timeoutMs: 5_000, onOutcome: ({ name }) => void told.push(name) });
    await quiet();
    expect(told.toSorted()).toEqual(['dead', 'off', 'well']);
    await world.time.pass(5_000);
    const problems = Object.fromEntries(
      (await asking).map((server) => [server.name, explainUnanswered(server, 5_000)]),
    );
    expect(problems).toEqual({
      dead: expect.stringContaining('No licence.'),
      mute: 'It did not answer within 5 s. Use --timeout to allow more time.',
      off: undefined,
      well: undefined,
    });
    expect(told).toHaveLength(3);
    expect(world.servers.open()).toEqual([]);
  });

  test('queryServers ends immediately when its signal aborts', async () => {
    const world = connectAll();
    const interruption = new AbortController();
    const asking = queryServers(world.connections, { timeoutMs: 5_000, interruption: interruption.signal });
    await quiet();
    interruption.abort();
    await asking;
    expect(world.servers.open()).toEqual([]);
  });

  test('queryServers starts nothing if its signal is already aborted', async () => {
    const world = connectAll();
    await queryServers(world.connections, { timeoutMs: 5_000, interruption: AbortSignal.abort() });
    expect(world.servers.links).toEqual([]);
  });

  test('queryServers treats a server that does not list its tools as unanswered', async () => {
    const world = connect(
      { mute: servers.mute },
      { answer: (request) => (request.method === 'tools/list' ? 'silence' : politeAnswer(request)) },
    );
    const asking = queryServers(world.connections, { timeoutMs: 5_000 });
    await world.time.pass(5_000);
    const [server] = await asking;
    expect(server && explainUnanswered(server, 5_000)).toBe(
      'It did not list its tools within 5 s. Use --timeout to allow more time.',
    );
  });
});
